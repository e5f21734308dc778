//! Two points held against each other, metric by metric, on pairs of replications.
//!
//! Both points draw the same requests and the same work from the same seed and replication, so that what is left of the
//! difference is the difference of the systems (common random numbers: Law, "Simulation Modeling and Analysis", 5th
//! ed., §11.2). The difference has Student's interval over pairs (§10.2.1), the ratio Fieller's. What is compared of a
//! percentile is that of all replications together, and the pairs give its intervals (sectioning).
//!
//! Where a system collapses in some replications only, the mean of its numbers is a state that nobody ever sees, and so
//! is a difference of such means: it is not judged. What is judged is how often it collapses.

mod states;

use std::borrow::Cow;

use brownout_core::stats::{self, Confidence, Summary, fieller_about};

use crate::metric::Metric;
use crate::metric::reading::Reading;
use crate::metric::unit::{Better, Unit};
use crate::precision::{Target, scale};
use crate::result::comparison::{Compared, OneSided, Ratio, SameStates};
use crate::result::estimate::Split;
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

/// The metrics that only one of the points can tell, in windows that both have.
pub fn one_sided(baseline: &Point, other: &Point, readings: &[Reading]) -> Vec<OneSided> {
    let mut told = Vec::new();
    for (ours, theirs) in windows(baseline, other) {
        told.extend(readings.iter().filter_map(|reading| {
            let (in_baseline, value) = match (find(reading, ours), find(reading, theirs)) {
                (Some(value), None) => (true, value),
                (None, Some(value)) => (false, value),
                _ => return None,
            };
            Some(OneSided {
                window: ours.name.clone(),
                metric: reading.to_string(),
                unit: reading.metric.unit,
                in_baseline,
                value: Estimate { values: None, ..value.into_owned() },
            })
        }));
    }
    told
}

/// A number that can be told in some replication.
fn find<'w>(reading: &Reading, window: &'w WindowResult) -> Option<Cow<'w, Estimate>> {
    let told = |values: &Vec<Option<f64>>| values.iter().any(Option::is_some);
    reading.find(window).filter(|found| found.values.as_ref().is_none_or(told))
}

/// In which of the same replications clients' systems collapsed; of those that ever did.
pub fn collapsed(baseline: &Point, other: &Point) -> Vec<SameStates> {
    states::of(baseline, other)
}

/// How far each number is from being decided, with its name: 0 where its difference is clear, else the half-width of
/// the difference relative to the numbers themselves.
///
/// What is asked again and again looks clear by chance sooner or later, so that a difference counts as clear here only
/// if its 99 % interval excludes zero, or holds nothing that matters. Where a system has two states it is how often it
/// collapses that has to be decided, and not the difference of means that nobody ever sees.
pub(crate) fn undecided(baseline: &Point, other: &Point, targets: &[Target]) -> Vec<(f64, String)> {
    let mut widths = Vec::new();
    for (ours, theirs) in windows(baseline, other) {
        for target in targets.iter().filter(|target| target.is_in(&ours.name)) {
            let Some(pairs) = Pairs::of(&target.reading, ours, theirs) else { continue };
            if pairs.has_two_states() {
                continue;
            }
            let unit = target.reading.metric.unit;
            let [a, b] = [pairs.wholes.0, pairs.wholes.1].map(|whole| scale(whole, unit));
            let Some(half) = pairs.difference(Confidence::P95).half_width else { continue };
            let sure = pairs.difference(Confidence::P99);
            let clear = sure.half_width.is_some_and(|half| {
                sure.mean.abs() > half || sure.mean.abs() + half <= pairs.negligible(unit)
            });
            let width = if clear || half == 0.0 { 0.0 } else { half / a.max(b) };
            widths.push((width, target.within(&ours.name)));
        }
    }
    for states in states::of(baseline, other) {
        widths.push((states::undecided(&states), format!("collapses of {}", states.client)));
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
    /// The two states that either is the mean of.
    split: [Option<Box<Split>>; 2],
}

/// The part of a number that sums of floating-point numbers leave.
const ROUNDING: f64 = 1e-9;

/// The part of a number that is no difference worth telling: percentiles are known to no more.
const NEGLIGIBLE: f64 = 0.001;

impl Pairs {
    /// `None` where no replication has both.
    fn of(reading: &Reading, ours: &WindowResult, theirs: &WindowResult) -> Option<Pairs> {
        let (ours, theirs) = (reading.find(ours)?, reading.find(theirs)?);
        let split = [ours.split.clone(), theirs.split.clone()];
        let sides = ours.values.iter().flatten().zip(theirs.values.iter().flatten());
        let values: Vec<(f64, f64)> = sides.filter_map(|(a, b)| (*a).zip(*b)).collect();
        let pooled = reading.is_pooled();
        let pairs = Pairs { values, wholes: (ours.mean, theirs.mean), pooled, split };
        let means = (pairs.first().mean()?, pairs.second().mean()?);
        Some(if pooled { pairs } else { Pairs { wholes: means, ..pairs } })
    }

    fn has_two_states(&self) -> bool {
        self.split.iter().any(Option::is_some)
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

    /// The largest difference that does not matter: a thousandth of the larger number, and of a share also of what the
    /// smaller one lacks to the whole, so that 99.99 % and 99.98 % are not the same.
    fn negligible(&self, unit: Unit) -> f64 {
        let (a, b) = self.wholes;
        let larger = a.abs().max(b.abs());
        let of = if unit == Unit::Share { larger.min(1.0 - a.min(b)) } else { larger };
        NEGLIGIBLE * of
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
    let ratio = fieller_about(pairs.wholes, &pairs.values, Confidence::P95);
    let ratio = ratio.filter(|_| !pairs.has_two_states()).map(|ratio| Ratio {
        value: ratio.value,
        low: ratio.interval.map(|ends| ends.0),
        high: ratio.interval.map(|ends| ends.1),
    });
    Compared {
        window: window.to_owned(),
        metric: reading.to_string(),
        unit: metric.unit,
        better: better.map(str::to_owned),
        verdict: verdict(&difference, metric, pairs).to_owned(),
        baseline: Estimate { split: pairs.split[0].clone(), ..side(pairs.wholes.0, &a) },
        other: Estimate { split: pairs.split[1].clone(), ..side(pairs.wholes.1, &b) },
        difference,
        ratio,
        saved: saved(&a, &b, &pairs.differences()).filter(|_| !pairs.has_two_states()),
    }
}

/// What the interval of a difference says. A difference that is the same in every pair, and not zero, is one.
fn verdict(difference: &Estimate, metric: &Metric, pairs: &Pairs) -> &'static str {
    if pairs.has_two_states() {
        return "two states";
    }
    let Estimate { mean, half_width: Some(half), .. } = *difference else { return "unknown" };
    match metric.better {
        _ if mean.abs() <= half => "no difference",
        _ if mean.abs() + half <= pairs.negligible(metric.unit) => "negligible",
        Better::Higher if mean > 0.0 => "better",
        Better::Lower if mean < 0.0 => "better",
        Better::Higher | Better::Lower => "worse",
        Better::Neither if mean > 0.0 => "higher",
        Better::Neither => "lower",
    }
}

/// How many times as many replications independent seeds would need for the same half-width.
fn saved(a: &Summary, b: &Summary, apart: &Summary) -> Option<f64> {
    let of_pairs = apart.variance()?;
    let numbers = a.mean()?.abs().max(b.mean()?.abs());
    // What is left of equal differences by rounding is no variance.
    if of_pairs.sqrt() <= ROUNDING * numbers {
        return None;
    }
    Some((a.variance()? + b.variance()?) / of_pairs)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(values: &[(f64, f64)]) -> Pairs {
        let mean = |side: fn(&(f64, f64)) -> f64| {
            values.iter().map(side).sum::<f64>() / values.len() as f64
        };
        let wholes = (mean(|pair| pair.0), mean(|pair| pair.1));
        Pairs { values: values.to_vec(), wholes, pooled: false, split: [None, None] }
    }

    fn verdict_of(metric: &str, values: &[(f64, f64)]) -> &'static str {
        let metric = crate::metric::all().find(|one| one.name == metric).unwrap();
        let pairs = pairs(values);
        let told = pairs.difference(Confidence::P95);
        verdict(&Estimate::new(told.mean, told.half_width), metric, &pairs)
    }

    #[test]
    fn what_is_sure_and_below_a_thousandth_is_no_difference_that_matters() {
        // Of a rate: a two-thousandth and a hundredth.
        assert_eq!(verdict_of("goodput_per_s", &[(1000.0, 1000.5), (900.0, 900.5)]), "negligible");
        assert_eq!(verdict_of("goodput_per_s", &[(1000.0, 1010.0), (900.0, 910.0)]), "better");
        // Sure, and perhaps more than a thousandth.
        let wide = [(1000.0, 1000.4), (1000.0, 1001.0), (1000.0, 1001.6)];
        assert_eq!(verdict_of("goodput_per_s", &wide), "no difference");
        // Of a share: twice as many errors are a difference, however few there are.
        assert_eq!(verdict_of("goodput", &[(0.9998, 0.9999), (0.9998, 0.9999)]), "better");
        assert_eq!(verdict_of("goodput", &[(0.5, 0.5001), (0.5, 0.5001)]), "negligible");
    }

    #[test]
    fn what_rounding_leaves_of_equal_differences_saves_nothing() {
        let summary = |values: [f64; 3]| values.into_iter().collect::<Summary>();
        let (a, b) = (summary([0.5, 0.6, 0.7]), summary([0.501, 0.601, 0.701]));
        assert_eq!(saved(&a, &b, &summary([0.001, 0.001 + 1e-16, 0.001 - 1e-16])), None);
        assert!(saved(&a, &b, &summary([0.001, 0.002, 0.003])).unwrap() > 1.0);
    }
}
