//! What happened at the services of every variant; those where nothing happened share one line.

use brownout_scenarios::result::{ResultSet, ServiceResult};

use crate::compare::collect;
use crate::names;
use crate::unit::Dimension;

use super::TextOptions;
use super::section::{
    self, Group, Head, Value, Values, heading, percent, points, say, shares, table, windows,
};

/// A service whose workers are never busier than this on average, with an empty queue, is quiet.
const QUIET_UTILISATION: f64 = 0.5;
/// A queue shorter than this on average counts as empty.
const QUIET_QUEUE: f64 = 0.5;

/// Writes the section.
pub(super) fn write(results: &ResultSet, options: &TextOptions, out: &mut String) {
    let services = collect(results, |window| window.services.keys());
    for window in windows(results, options) {
        let in_window = |service: &str| -> Vec<(String, &ServiceResult)> {
            points(results, window)
                .filter_map(|(point, window)| {
                    Some((names::point(results, point), window.services.get(service)?))
                })
                .collect()
        };
        let all: Vec<_> = services.iter().map(|service| (*service, in_window(service))).collect();
        let some: Vec<_> = all.into_iter().filter(|(_, rows)| !rows.is_empty()).collect();
        if some.is_empty() {
            continue;
        }
        let hide = !options.verbose && results.points.len() > 1;
        let (quiet, loud): (Vec<_>, Vec<_>) = some
            .into_iter()
            .partition(|(_, rows)| hide && rows.iter().all(|(_, one)| is_quiet(one)));
        heading(&format!("Services in {}", names::window_title(results, window)), options, out);
        if !loud.is_empty() {
            let groups: Vec<_> =
                loud.iter().map(|(name, rows)| group(name, rows, results.points.len())).collect();
            section::write(&table(&heads(), &groups), results, options, out);
        }
        tell_quiet(&quiet, options, out);
    }
}

fn is_quiet(service: &ServiceResult) -> bool {
    let busy = service.utilisation.as_ref().is_some_and(|share| share.mean > QUIET_UTILISATION);
    let refuses = service.turned_away_by.values().any(|share| share.mean > 0.0);
    !busy && !refuses && service.queue_length.mean < QUIET_QUEUE && service.capacity.is_none()
}

fn group<'a>(name: &str, rows: &[(String, &'a ServiceResult)], points: usize) -> Group<'a> {
    if points == 1 {
        let only = rows.iter().map(|(_, one)| (name.to_owned(), values(one)));
        return (None, only.collect());
    }
    (Some(name.to_owned()), rows.iter().map(|(point, one)| (point.clone(), values(one))).collect())
}

pub(super) fn heads() -> Vec<Head> {
    vec![
        ("completed", Some(Dimension::Rate)),
        ("workers busy", Some(Dimension::Share)),
        ("queue per instance", Some(Dimension::Count)),
        ("waiting p99", Some(Dimension::Time)),
        ("wasted work", Some(Dimension::Share)),
        ("arriving", Some(Dimension::Rate)),
        ("visits per request", Some(Dimension::Ratio)),
        ("capacity", Some(Dimension::RatePerInstance)),
        ("busy per instance", Some(Dimension::Count)),
        ("turned away by", None),
    ]
}

fn values(service: &ServiceResult) -> Values<'_> {
    vec![
        Value::Number(Some(&service.completed_per_s)),
        Value::Number(service.utilisation.as_ref()),
        Value::Number(Some(&service.queue_length)),
        Value::Number(service.waiting_ms.get("p99")),
        Value::Number(service.wasted_work.as_ref()),
        Value::Number(Some(&service.arriving_per_s)),
        Value::Number(service.amplification.as_ref()),
        Value::Number(service.capacity.as_ref()),
        Value::Number(Some(&service.workers_busy)),
        Value::Items(shares(&service.turned_away_by)),
    ]
}

/// One line about the services where nothing happened, and one about those that nobody visited.
fn tell_quiet(
    quiet: &[(&str, Vec<(String, &ServiceResult)>)],
    options: &TextOptions,
    out: &mut String,
) {
    let is_unused = |rows: &[(String, &ServiceResult)]| {
        rows.iter().all(|(_, service)| service.arriving_per_s.mean == 0.0)
    };
    let (unused, quiet): (Vec<_>, Vec<_>) = quiet.iter().partition(|(_, rows)| is_unused(rows));
    let names = |some: &[&(&str, Vec<_>)]| {
        some.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
    };
    if !quiet.is_empty() {
        say(&format!("{}: {}, no queue (-v shows all)", names(&quiet), busy(&quiet)), options, out);
    }
    if !unused.is_empty() {
        say(&format!("{}: no visits (-v shows all)", names(&unused)), options, out);
    }
}

/// How busy the busiest of some services was.
fn busy(quiet: &[&(&str, Vec<(String, &ServiceResult)>)]) -> String {
    let shares = quiet.iter().flat_map(|(_, rows)| rows);
    let busiest = shares.filter_map(|(_, one)| one.utilisation.as_ref()).map(|share| share.mean);
    match busiest.reduce(f64::max) {
        Some(share) => format!("at most {} of workers busy", percent(share)),
        None => "no limit on workers".to_owned(),
    }
}
