//! Two points held against each other, metric by metric, on pairs of replications.
//!
//! Both points draw the same requests and the same work from the same seed and replication, so that what is left of the
//! difference is the difference of the systems (common random numbers: Law, "Simulation Modeling and Analysis", 5th
//! ed., §11.2). The difference has Student's interval over pairs (§10.2.1), the ratio Fieller's. What is compared of a
//! percentile is that of all replications together, and the pairs give its intervals (sectioning).

use brownout_core::stats::{self, Confidence, Summary, fieller_about};

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
            let pairs = Pairs::of(reading, ours, theirs)?;
            Some(compare(reading, &ours.name, &pairs))
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
            let Some(pairs) = Pairs::of(&target.reading, ours, theirs) else { continue };
            let unit = target.reading.metric.unit;
            let [a, b] = [pairs.wholes.0, pairs.wholes.1].map(|whole| scale(whole, unit));
            let Some(half) = pairs.difference(Confidence::P95).half_width else { continue };
            let sure = pairs.difference(Confidence::P99);
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

/// The metric in each replication that has it in both points, and in all of them together.
struct Pairs {
    values: Vec<(f64, f64)>,
    wholes: (f64, f64),
    /// Whether those are numbers of their own, percentiles, and not means of the values.
    pooled: bool,
}

impl Pairs {
    /// `None` where no replication has both.
    fn of(reading: &Reading, ours: &WindowResult, theirs: &WindowResult) -> Option<Pairs> {
        let (ours, theirs) = (reading.find(ours)?, reading.find(theirs)?);
        let sides = ours.values.iter().flatten().zip(theirs.values.iter().flatten());
        let values: Vec<(f64, f64)> = sides.filter_map(|(a, b)| (*a).zip(*b)).collect();
        let pooled = reading.is_pooled();
        let pairs = Pairs { values, wholes: (ours.mean, theirs.mean), pooled };
        let means = (pairs.first().mean()?, pairs.second().mean()?);
        Some(if pooled { pairs } else { Pairs { wholes: means, ..pairs } })
    }

    fn first(&self) -> Summary {
        self.values.iter().map(|pair| pair.0).collect()
    }

    fn second(&self) -> Summary {
        self.values.iter().map(|pair| pair.1).collect()
    }

    fn differences(&self) -> Summary {
        self.values.iter().map(|pair| pair.1 - pair.0).collect()
    }

    fn difference(&self, confidence: Confidence) -> stats::Estimate {
        let apart = self.differences();
        if self.pooled {
            return stats::Estimate::sectioned(self.wholes.1 - self.wholes.0, &apart, confidence);
        }
        stats::Estimate::of_summary(&apart, confidence)
    }
}

fn compare(reading: &Reading, window: &str, pairs: &Pairs) -> Compared {
    let estimate = |told: stats::Estimate| Estimate::new(told.mean, told.half_width);
    let side = |whole: f64, sections: &Summary| {
        estimate(stats::Estimate::sectioned(whole, sections, Confidence::P95))
    };
    let (a, b) = (pairs.first(), pairs.second());
    let metric = reading.metric;
    let better = match metric.better {
        Better::Higher => Some("higher"),
        Better::Lower => Some("lower"),
        Better::Neither => None,
    };
    let difference = estimate(pairs.difference(Confidence::P95));
    let ratio = fieller_about(pairs.wholes, &pairs.values, Confidence::P95).map(|ratio| Ratio {
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
        baseline: side(pairs.wholes.0, &a),
        other: side(pairs.wholes.1, &b),
        difference,
        ratio,
        saved: saved(&a, &b, &pairs.differences()),
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
