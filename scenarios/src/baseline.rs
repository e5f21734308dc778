//! A gate: whether results differ from those that were saved, by more than chance and by enough to matter.
//!
//! Every headline metric of every point and window is compared by an exact rank-sum test on its values in the
//! replications of both sides. The test knows no distribution: means that collapse in some replications, values that are
//! all equal and shares at their ends are judged as rightly as any others. With many metrics compared at once, Holm's
//! procedure keeps the probability that a system which has not changed fails at all below [`LEVEL`] (Holm, "A simple
//! sequentially rejective multiple test procedure", 1979). What is significant counts only if it also matters: if the
//! means differ by more than the tolerance.

mod rank_sum;

use std::collections::{BTreeMap, BTreeSet};

use crate::metric::reading::Reading;
use crate::metric::unit::Unit;
use crate::result::against::{Against, Difference};
use crate::result::{Estimate, Point, ResultSet, WindowResult};

/// How often the gate may fail on a system that has not changed.
pub const LEVEL: f64 = 0.001;

/// A share that differs by less than this matters to nobody, however small it is itself: a tenth of a point.
const LEAST_SHARE: f64 = 0.001;

/// One number on both sides.
struct Pair {
    point: String,
    window: String,
    reading: Reading,
    before: Estimate,
    now: Estimate,
}

/// Compares results with those that were saved. `headlines` are the metrics to compare for each point of `now`.
///
/// Both sides must carry their values in every replication. `tolerance` is the relative difference of means that does
/// not matter.
pub fn compare(
    saved: &ResultSet,
    now: &ResultSet,
    headlines: &[Vec<Reading>],
    tolerance: f64,
) -> Against {
    let mut against = Against {
        tool: saved.tool.clone(),
        scenario_sha256: saved.scenario_sha256.clone(),
        same_scenario: saved.scenario_sha256 == now.scenario_sha256
            && settings(saved) == settings(now),
        seed: saved.seed,
        tolerance,
        level: LEVEL,
        ..Against::default()
    };
    if saved.scenario != now.scenario && saved.scenario_sha256 != now.scenario_sha256 {
        let (theirs, ours) = (&saved.scenario, &now.scenario);
        against.otherwise.push(format!("they are results of `{theirs}`, and this is `{ours}`"));
    }
    let mut pairs = Vec::new();
    let mut seen = BTreeSet::new();
    for (point, readings) in now.points.iter().zip(headlines) {
        let name = name_of(now, point);
        seen.insert(name.clone());
        match saved.points.iter().find(|other| name_of(saved, other) == name) {
            Some(other) => {
                otherwise(other, point, &mut against.otherwise);
                pair(&name, other, point, readings, &mut pairs, &mut against);
            }
            None => against.missing.push(format!("{name} was not saved")),
        }
    }
    let names = saved.points.iter().map(|point| name_of(saved, point));
    let gone = names.filter(|name| !seen.contains(name));
    against.missing.extend(gone.map(|name| format!("{name} was saved and was not run")));
    against.compared = pairs.len() as u64;
    against.differences = differences(pairs, tolerance);
    against
}

/// What was set on top of each point.
fn settings(results: &ResultSet) -> Vec<&BTreeMap<String, String>> {
    results.points.iter().map(|point| &point.set).collect()
}

/// The name under which a point is found again: its variant and its place on the axes of a sweep. What was set for all of
/// them does not count: a gate is there to tell what a change does.
fn name_of(results: &ResultSet, point: &Point) -> String {
    let is_axis = |path: &String| results.axes.iter().any(|axis| axis.paths.contains(path));
    let set = point.set.iter().filter(|(path, _)| is_axis(path));
    let set = set.map(|(path, value)| format!("{path} = {value}"));
    let variant = point.variant.clone().into_iter();
    let parts: Vec<String> = variant.chain(set).collect();
    if parts.is_empty() { "the system".to_owned() } else { parts.join(", ") }
}

/// The numbers that both sides can tell of one point. A number that only one side can tell is named: capacities, for
/// example, are told only where every replication was saturated, so that chance alone may take one away.
fn pair(
    name: &str,
    saved: &Point,
    now: &Point,
    readings: &[Reading],
    pairs: &mut Vec<Pair>,
    against: &mut Against,
) {
    for window in &now.windows {
        let Some(other) = saved.windows.iter().find(|other| other.name == window.name) else {
            against.missing.push(format!("{name}: the window `{}` was not saved", window.name));
            continue;
        };
        for reading in readings {
            match (reading.find(other), reading.find(window)) {
                (Some(before), Some(now)) => pairs.push(Pair {
                    point: name.to_owned(),
                    window: window.name.clone(),
                    reading: reading.clone(),
                    before: before.into_owned(),
                    now: now.into_owned(),
                }),
                (None, None) => {}
                (Some(_), None) | (None, Some(_)) => {
                    against.untold.push(format!("{name}: {reading} in {}", window.name));
                }
            }
        }
    }
    let gone = saved.windows.iter().filter(|one| !now.windows.iter().any(|w| w.name == one.name));
    let gone = gone.map(|one| format!("{name}: the window `{}` is no more", one.name));
    against.missing.extend(gone);
}

/// Those pairs that differ by more than chance, all of them considered together, and by enough to matter.
fn differences(pairs: Vec<Pair>, tolerance: f64) -> Vec<Difference> {
    let total = pairs.len();
    let mut judged: Vec<(f64, Pair)> = pairs
        .into_iter()
        .map(|pair| {
            // The exact test takes a while, and only what matters is asked for: to leave out others is not to reject them.
            let p = if matters(&pair, tolerance) { p_value(&pair) } else { 1.0 };
            (p, pair)
        })
        .collect();
    judged.sort_by(|(one, _), (other, _)| one.total_cmp(other));
    let rejected = judged
        .iter()
        .enumerate()
        .take_while(|(place, (p, _))| *p <= LEVEL / (total - place) as f64)
        .count();
    judged.truncate(rejected);
    judged.into_iter().map(|(p, pair)| difference(p, pair)).collect()
}

fn p_value(pair: &Pair) -> f64 {
    let values = |estimate: &Estimate| -> Vec<f64> {
        let told = estimate.values.iter().flatten();
        // What cannot be told in a replication stands below everything that can.
        told.map(|value| value.unwrap_or(f64::NEG_INFINITY)).collect()
    };
    rank_sum::two_sided(&values(&pair.before), &values(&pair.now))
}

/// Whether two means differ by more than the tolerance.
fn matters(pair: &Pair, tolerance: f64) -> bool {
    let (before, now) = (pair.before.mean, pair.now.mean);
    let least = if pair.reading.metric.unit == Unit::Share { LEAST_SHARE } else { 0.0 };
    (now - before).abs() > (tolerance * before.abs().max(now.abs())).max(least)
}

fn difference(p: f64, pair: Pair) -> Difference {
    let Pair { point, window, reading, before, now } = pair;
    let without_values = |estimate: Estimate| Estimate { values: None, split: None, ..estimate };
    Difference {
        point,
        window,
        metric: reading.to_string(),
        unit: reading.metric.unit,
        better: reading.metric.better.is_better(before.mean, now.mean),
        before: without_values(before),
        now: without_values(now),
        p,
    }
}

/// What of two points was not run in the same way: the windows show another length or warm-up. Each is told once.
fn otherwise(saved: &Point, now: &Point, told: &mut Vec<String>) {
    let seconds = |window: &WindowResult| {
        let spans = window.spans_s.iter().map(|(from, to)| format!("{from}–{to} s"));
        spans.collect::<Vec<_>>().join(", ")
    };
    let same = |window: &&WindowResult| saved.windows.iter().find(|one| one.name == window.name);
    let windows = now.windows.iter().filter_map(|window| Some((window, same(&window)?)));
    let moved =
        windows.filter(|(window, other)| window.spans_s != other.spans_s).map(|(window, other)| {
            format!(
                "the window `{}` is {}, and was {}",
                window.name,
                seconds(window),
                seconds(other)
            )
        });
    let replications = (saved.replications != now.replications).then(|| {
        format!("{} replications, and {} were saved", now.replications, saved.replications)
    });
    for what in moved.chain(replications) {
        if !told.contains(&what) {
            told.push(what);
        }
    }
}

/// The replications that both sides need, the same number of them, so that a difference in one of `metrics` numbers can
/// be significant at all. `None` if no number suffices.
pub fn least_on_both_sides(metrics: usize) -> Option<u64> {
    (1..=10_000).find(|&both| rank_sum::least(both, both) * metrics as f64 <= LEVEL)
}

/// The replications that both sides need at least so that a difference in one of `metrics` numbers can be significant
/// at all; the other side has `others`. `None` if no number suffices.
pub fn least_replications(others: u64, metrics: usize) -> Option<u64> {
    let most = 10_000;
    (1..=most).find(|&own| rank_sum::least(own, others) * metrics as f64 <= LEVEL)
}

#[cfg(test)]
mod tests;
