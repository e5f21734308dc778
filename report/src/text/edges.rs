//! What happened on the edges of every variant; those where every call was well share one line.

use brownout_scenarios::result::{EdgeResult, ResultSet};

use crate::compare::collect;
use crate::names;
use crate::unit::Dimension;

use super::TextOptions;
use super::section::{
    self, Group, Head, Value, Values, heading, points, say, shares, table, windows,
};

/// Writes the section. The edges of clients are left to the clients, unless all is told.
pub(super) fn write(results: &ResultSet, options: &TextOptions, out: &mut String) {
    let clients = collect(results, |window| window.clients.keys());
    let edges = collect(results, |window| window.edges.keys());
    for window in windows(results, options) {
        let in_window = |edge: &str| -> Vec<(String, &EdgeResult)> {
            points(results, window)
                .filter_map(|(point, window)| {
                    Some((names::point(results, point), window.edges.get(edge)?))
                })
                .collect()
        };
        let some: Vec<_> = edges
            .iter()
            .filter(|edge| options.verbose || !clients.contains(**edge))
            .map(|edge| (*edge, in_window(edge)))
            .filter(|(_, rows)| !rows.is_empty())
            .collect();
        if some.is_empty() {
            continue;
        }
        let hide = !options.verbose && results.points.len() > 1;
        let (quiet, loud): (Vec<_>, Vec<_>) = some
            .into_iter()
            .partition(|(_, rows)| hide && rows.iter().all(|(_, one)| is_quiet(one)));
        heading(&format!("Edges in {}", names::window_title(results, window)), options, out);
        if !loud.is_empty() {
            let groups: Vec<_> =
                loud.iter().map(|(name, rows)| group(name, rows, results.points.len())).collect();
            section::write(&table(&heads(), &groups), results, options, out);
        }
        tell_quiet(&quiet, options, out);
    }
}

/// Whether every call was answered in full at its first attempt.
fn is_quiet(edge: &EdgeResult) -> bool {
    let all_well = edge.failed_by.values().all(|share| share.mean == 0.0);
    let no_more = edge.amplification.as_ref().is_none_or(|ratio| ratio.mean == 1.0);
    all_well && no_more && edge.unheard_answers_per_s.mean == 0.0
}

fn group<'a>(name: &str, rows: &[(String, &'a EdgeResult)], points: usize) -> Group<'a> {
    if points == 1 {
        let only = rows.iter().map(|(_, one)| (name.to_owned(), values(one)));
        return (None, only.collect());
    }
    (Some(name.to_owned()), rows.iter().map(|(point, one)| (point.clone(), values(one))).collect())
}

pub(super) fn heads() -> Vec<Head> {
    vec![
        ("calls", Some(Dimension::Rate)),
        ("Ok", Some(Dimension::Share)),
        ("p99", Some(Dimension::Time)),
        ("in flight at most", Some(Dimension::Count)),
        ("attempts", Some(Dimension::Rate)),
        ("attempts per call", Some(Dimension::Ratio)),
        ("unheard answers", Some(Dimension::Rate)),
        ("in flight", Some(Dimension::Count)),
        ("p50", Some(Dimension::Time)),
        ("ended otherwise", None),
    ]
}

fn values(edge: &EdgeResult) -> Values<'_> {
    vec![
        Value::Number(Some(&edge.calls_per_s)),
        Value::Number(edge.success.as_ref()),
        Value::Number(edge.latency_ms.get("p99")),
        Value::Number(Some(&edge.in_flight_max)),
        Value::Number(Some(&edge.attempts_per_s)),
        Value::Number(edge.amplification.as_ref()),
        Value::Number(Some(&edge.unheard_answers_per_s)),
        Value::Number(Some(&edge.in_flight)),
        Value::Number(edge.latency_ms.get("p50")),
        Value::Items(shares(&edge.failed_by)),
    ]
}

/// One line about the edges where all was well, and one about those that nobody used.
fn tell_quiet(
    quiet: &[(&str, Vec<(String, &EdgeResult)>)],
    options: &TextOptions,
    out: &mut String,
) {
    let is_unused =
        |rows: &[(String, &EdgeResult)]| rows.iter().all(|(_, edge)| edge.calls_per_s.mean == 0.0);
    for (unused, what) in [(false, "every call Ok at its first attempt"), (true, "no calls")] {
        let some = quiet.iter().filter(|(_, rows)| is_unused(rows) == unused);
        let names: Vec<&str> = some.map(|(name, _)| *name).collect();
        if !names.is_empty() {
            say(&format!("{}: {what} (-v shows all)", names.join(", ")), options, out);
        }
    }
}
