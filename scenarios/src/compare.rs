//! Two points held against each other, metric by metric, on pairs of replications.
//!
//! Both points draw the same requests and the same work from the same seed and replication, so that what is left of the
//! difference is the difference of the systems (common random numbers: Law, "Simulation Modeling and Analysis", 5th
//! ed., §11.2). The difference has Student's interval over pairs (§10.2.1), the ratio Fieller's.

use brownout_core::stats::{self, Confidence, Summary, fieller};

use crate::metric::reading::Reading;
use crate::metric::unit::Better;
use crate::precision::{Target, scale};
use crate::result::comparison::{Compared, Ratio};
use crate::result::{Estimate, Point, WindowResult};

/// The metrics in every window that both points have; those that can be told in both in some replication. The points
/// carry their values by replication.
pub fn measures(baseline: &Point, other: &Point, readings: &[Reading]) -> Vec<Compared> {
    let mut compared = Vec::new();
    for (ours, theirs) in windows(baseline, other) {
        let told = readings.iter().filter_map(|reading| {
            let pairs = pairs(reading, ours, theirs);
            (!pairs.is_empty()).then(|| compare(reading, &ours.name, &pairs))
        });
        compared.extend(told);
    }
    compared
}

/// How far each number is from being decided, with its name: 0 where its difference is clear, else the half-width of
/// the difference relative to the numbers themselves.
///
/// What is asked again and again looks clear by chance sooner or later, so that a difference counts as clear here only
/// if its 99 % interval excludes zero.
pub(crate) fn undecided(baseline: &Point, other: &Point, targets: &[Target]) -> Vec<(f64, String)> {
    let mut widths = Vec::new();
    for (ours, theirs) in windows(baseline, other) {
        for target in targets.iter().filter(|target| target.is_in(&ours.name)) {
            let pairs = pairs(&target.reading, ours, theirs);
            let mean = |values: Summary| values.mean().unwrap_or(0.0);
            let unit = target.reading.metric.unit;
            let [a, b] = [first(&pairs), second(&pairs)].map(|all| scale(mean(all), unit));
            let Some(half) = student(&pairs, Confidence::P95).half_width else { continue };
            let sure = student(&pairs, Confidence::P99);
            let clear = sure.half_width.is_some_and(|half| sure.mean.abs() > half);
            let width = if clear || half == 0.0 { 0.0 } else { half / a.max(b) };
            widths.push((width, target.within(&ours.name)));
        }
    }
    widths
}

/// The windows that both points have, by name.
fn windows<'p>(
    baseline: &'p Point,
    other: &'p Point,
) -> impl Iterator<Item = (&'p WindowResult, &'p WindowResult)> {
    let same = |ours: &'p WindowResult| {
        let theirs = other.windows.iter().find(|theirs| theirs.name == ours.name);
        theirs.map(|theirs| (ours, theirs))
    };
    baseline.windows.iter().filter_map(same)
}

/// The metric in each replication that has it in both points.
fn pairs(reading: &Reading, ours: &WindowResult, theirs: &WindowResult) -> Vec<(f64, f64)> {
    let values = |window| reading.find(window).and_then(|found| found.values.clone());
    let (Some(ours), Some(theirs)) = (values(ours), values(theirs)) else { return Vec::new() };
    ours.into_iter().zip(theirs).filter_map(|(a, b)| a.zip(b)).collect()
}

fn first(pairs: &[(f64, f64)]) -> Summary {
    pairs.iter().map(|pair| pair.0).collect()
}

fn second(pairs: &[(f64, f64)]) -> Summary {
    pairs.iter().map(|pair| pair.1).collect()
}

fn differences(pairs: &[(f64, f64)]) -> Summary {
    pairs.iter().map(|pair| pair.1 - pair.0).collect()
}

fn student(pairs: &[(f64, f64)], confidence: Confidence) -> stats::Estimate {
    stats::Estimate::of_summary(&differences(pairs), confidence)
}

fn compare(reading: &Reading, window: &str, pairs: &[(f64, f64)]) -> Compared {
    let estimate = |values: &Summary| {
        let told = stats::Estimate::of_summary(values, Confidence::P95);
        Estimate { mean: told.mean, half_width: told.half_width, values: None }
    };
    let (a, b, apart) = (first(pairs), second(pairs), differences(pairs));
    let metric = reading.metric;
    let better = match metric.better {
        Better::Higher => Some("higher"),
        Better::Lower => Some("lower"),
        Better::Neither => None,
    };
    let difference = estimate(&apart);
    let ratio = fieller(pairs, Confidence::P95).map(|ratio| Ratio {
        value: ratio.value,
        low: ratio.interval.map(|ends| ends.0),
        high: ratio.interval.map(|ends| ends.1),
    });
    Compared {
        window: window.to_owned(),
        metric: reading.to_string(),
        unit: metric.unit,
        better: better.map(str::to_owned),
        verdict: verdict(&difference, metric.better).to_owned(),
        baseline: estimate(&a),
        other: estimate(&b),
        difference,
        ratio,
        saved: saved(&a, &b, &apart),
    }
}

/// What the interval of a difference says. A difference that is the same in every pair, and not zero, is one.
fn verdict(difference: &Estimate, better: Better) -> &'static str {
    let Estimate { mean, half_width: Some(half), .. } = *difference else { return "unknown" };
    match better {
        _ if mean.abs() <= half => "no difference",
        Better::Higher if mean > 0.0 => "better",
        Better::Lower if mean < 0.0 => "better",
        Better::Higher | Better::Lower => "worse",
        Better::Neither if mean > 0.0 => "higher",
        Better::Neither => "lower",
    }
}

/// How many times as many replications independent seeds would need for the same half-width.
fn saved(a: &Summary, b: &Summary, apart: &Summary) -> Option<f64> {
    let of_pairs = apart.variance().filter(|variance| *variance > 0.0)?;
    Some((a.variance()? + b.variance()?) / of_pairs)
}
