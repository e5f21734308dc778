//! What to know of results as a whole before any number is believed: that nobody asked, or that replications are too few.

use brownout_scenarios::result::{Estimate, Point, ResultSet, WindowResult};

use crate::compare::collect;
use crate::names;

/// Points that are named before the rest is only counted.
const NAMED: usize = 4;
/// With more replications an interval that leaves its bounds says something of the system.
const FEW: u32 = 3;
/// How far an interval reaches beyond 0–100 % before it is told: a point.
const BEYOND: f64 = 0.01;

/// Sentences, the most important first.
pub(crate) fn notes(results: &ResultSet) -> Vec<String> {
    silence(results).into_iter().chain(too_few(results)).collect()
}

/// Of whom there were no requests.
fn silence(results: &ResultSet) -> Vec<String> {
    let clients = collect(results, |window| window.clients.keys());
    let asked = |point: &Point, client: &str| {
        let mut all = point.windows.iter().filter_map(|window| window.clients.get(client));
        all.any(|one| one.offered_per_s.mean > 0.0)
    };
    let nobody = |point: &Point| !clients.iter().any(|client| asked(point, client));
    if !clients.is_empty() && results.points.iter().all(nobody) {
        return vec!["There were no requests, so that nothing can be told.".to_owned()];
    }
    let of = |client: &&str| {
        let has =
            |point: &&Point| point.windows.iter().any(|one| one.clients.contains_key(*client));
        let there = results.points.iter().filter(has);
        let silent: Vec<&Point> = there.clone().filter(|point| !asked(point, client)).collect();
        let whose = match silent.len() {
            0 => return None,
            some if some == there.count() => String::new(),
            _ => format!(" ({})", listed(results, &silent)),
        };
        Some(format!("There were no requests of {client}{whose}."))
    };
    clients.iter().filter_map(of).collect()
}

/// The names of some points.
fn listed(results: &ResultSet, points: &[&Point]) -> String {
    let named = points.iter().take(NAMED).map(|point| names::point(results, point));
    let rest = points.len().saturating_sub(NAMED);
    let rest = (rest > 0).then(|| format!("and {rest} more"));
    named.chain(rest).collect::<Vec<_>>().join("; ")
}

/// The first share whose interval leaves its bounds because there are so few replications.
fn too_few(results: &ResultSet) -> Option<String> {
    let few = results.points.iter().filter(|point| (2..=FEW).contains(&point.replications));
    let mut found = few.flat_map(|point| {
        let windows = point.windows.iter();
        windows.filter_map(move |window| Some((point, window, beyond(window)?)))
    });
    let (point, window, metric) = found.next()?;
    let whose = match results.points.len() {
        1 => String::new(),
        _ => format!(" ({})", names::point(results, point)),
    };
    let (count, window) = (point.replications, &window.name);
    Some(format!(
        "{count} replications are too few: the interval of {metric} in {window}{whose} reaches beyond 0–100 %."
    ))
}

/// The first share of a window whose interval reaches beyond 0–100 %, as an expectation writes it.
fn beyond(window: &WindowResult) -> Option<String> {
    let clients = window.clients.iter().flat_map(|(name, client)| {
        let shares = [("goodput", &client.goodput), ("success", &client.success)];
        shares.map(|(metric, share)| (metric, name, share))
    });
    let services = window.services.iter().flat_map(|(name, service)| {
        let shares = [("utilisation", &service.utilisation), ("wasted_work", &service.wasted_work)];
        shares.map(|(metric, share)| (metric, name, share))
    });
    let leaves = |share: &Estimate| {
        let half = share.half_width.unwrap_or(0.0);
        share.split.is_none() && (share.mean - half < -BEYOND || share.mean + half > 1.0 + BEYOND)
    };
    let mut all = clients.chain(services);
    let (metric, name, _) = all.find(|(_, _, share)| share.as_ref().is_some_and(leaves))?;
    Some(format!("{metric}({name})"))
}
