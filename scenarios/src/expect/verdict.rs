//! Whether an expectation came true: on the whole interval of a mean, or in every replication.

use super::Expectation;
use super::accept::Accept;
use super::course::Course;
use super::steps::{StepMean, StepReading};
use crate::metric::Takes;
use crate::metric::reading::Reading;
use crate::metric::unit::Unit;
use crate::result::estimate::Split;
use crate::result::{self, Estimate, Verdict, WindowResult};

/// How many replications could tell, and in how many of them a claim held.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// Replications that could tell.
    pub told: u32,
    /// Those in which the claim held.
    pub held: u32,
    /// Those that leave it open, because times are only known to the width of a bucket.
    pub open: u32,
}

/// What was measured of an expectation, and what to make of it.
struct Judged {
    measured: Option<Estimate>,
    /// Of what, where it is not the number of the sentence.
    of: Option<&'static str>,
    unit: Unit,
    verdict: Verdict,
    reason: Option<String>,
}

/// Judges a claim about a mean on a window's results.
///
/// It passes if the whole 95 % interval is accepted, and fails if nothing of the interval is. One replication has no
/// interval, so that it decides nothing. Shares end at 0 % and 100 %, and so do their intervals. A percentile is known to
/// the width of its bucket, which is a part of its interval.
pub fn of_mean(
    expectation: &Expectation,
    reading: &Reading,
    accept: Accept,
    window: Option<&WindowResult>,
) -> result::Expectation {
    let unit = reading.metric.unit;
    let found = window.and_then(|window| reading.find(window));
    let (verdict, reason) = match found.as_deref() {
        None => (Verdict::Undecided, Some(untold(reading).to_owned())),
        Some(estimate) => {
            let off = estimate.floor.map_or(0.0, |floor| estimate.mean - floor);
            match intervals(estimate, unit.most(), (off, 0.0)) {
                None => (Verdict::Undecided, Some("one replication has no interval".to_owned())),
                Some(both) => on_interval(accept, both, "0.1 %"),
            }
        }
    };
    let split = found.as_deref().and_then(|estimate| estimate.split.as_deref());
    let reason = split.map(two_states).or(reason);
    let measured = found.map(std::borrow::Cow::into_owned);
    result(expectation, Judged { measured, of: None, unit, verdict, reason })
}

/// Judges a claim about the mean of each step on the steps of a window.
///
/// It passes if the interval of every step is accepted, and fails if nothing of one of them is. What is told is the step
/// that lies nearest to the bound, or farthest beyond it.
pub fn of_steps(
    expectation: &Expectation,
    reading: &StepReading,
    course: Course,
    steps: impl Iterator<Item = StepMean>,
) -> result::Expectation {
    let unit = reading.unit;
    let both = |estimate: &Estimate| {
        let (low, high) = reading.between(estimate.mean);
        intervals(estimate, unit.most(), (estimate.mean - low, high - estimate.mean))
    };
    // One that fails for sure comes before one that might.
    let order = |step: &StepMean| {
        let accept = course.at(step.over);
        match both(&step.mean) {
            None => (true, f64::NEG_INFINITY),
            Some([_, (low, high)]) => (!accept.holds_none(low, high), accept.margin(low, high)),
        }
    };
    let compare = |a: &_, b: &_| {
        let ((maybe_a, margin_a), (maybe_b, margin_b)) = (order(a), order(b));
        maybe_a.cmp(&maybe_b).then(margin_a.total_cmp(&margin_b))
    };
    let Some(worst) = steps.min_by(compare) else {
        let reason = Some("no step of the window can tell".to_owned());
        return result(
            expectation,
            Judged { measured: None, of: None, unit, verdict: Verdict::Undecided, reason },
        );
    };
    let StepMean { from, over, mean } = worst;
    let (verdict, reason) = match both(&mean) {
        None => (Verdict::Undecided, Some("one replication has no interval".to_owned())),
        Some(both) => on_interval(course.at(over), both, "3 %"),
    };
    let step = format!("the step from {} s", from.as_secs_f64());
    let reason = match (verdict, reason) {
        (Verdict::Pass, _) => None,
        (_, None) => Some(step),
        (_, Some(reason)) => Some(format!("{step}: {reason}")),
    };
    result(expectation, Judged { measured: Some(mean), of: None, unit, verdict, reason })
}

/// Why there is no such number in a window.
fn untold(reading: &Reading) -> &'static str {
    match (reading.metric.name, reading.metric.takes) {
        ("capacity", _) => {
            "there is no capacity in this window: the service was not saturated in every replication"
        }
        ("recovery", _) => "there is no such time: goodput did not come back in every replication",
        ("opened_after", _) => "there is no such time: no breaker opened in some replication",
        (_, Takes::Statistic) => "there are no such times in this window: nothing was answered so",
        _ => "there is no such number in this window",
    }
}

/// Why the mean of two states is to be read with care, whatever the verdict. More replications would not narrow it to
/// one of them.
fn two_states(split: &Split) -> String {
    let (collapsed, others) = (split.collapsed.replications, split.others.replications);
    format!(
        "a mean of two states: {collapsed} of {} replications collapsed, the others did not",
        collapsed + others
    )
}

/// The interval of an estimate, from 0 to `most`, and the same with what `more` the number itself may be off by: so much
/// to either side. `None` where there is no interval.
fn intervals(estimate: &Estimate, most: f64, more: (f64, f64)) -> Option<[(f64, f64); 2]> {
    let Estimate { mean, half_width, .. } = *estimate;
    let half = half_width?;
    let ends = |low: f64, high: f64| ((mean - half - low).max(0.0), (mean + half + high).min(most));
    Some([ends(0.0, 0.0), ends(more.0, more.1)])
}

/// Judges an interval, without and with the width of a bucket.
fn on_interval(
    accept: Accept,
    [narrow, wide]: [(f64, f64); 2],
    buckets: &str,
) -> (Verdict, Option<String>) {
    let decides = |(low, high)| accept.holds_all(low, high) || accept.holds_none(low, high);
    if accept.holds_all(wide.0, wide.1) {
        return (Verdict::Pass, None);
    }
    if accept.holds_none(wide.0, wide.1) {
        return (Verdict::Fail, None);
    }
    let reason = match decides(narrow) {
        true => {
            format!("times are counted in buckets of {buckets}, and this one lies on both sides")
        }
        false => "the interval lies on both sides: more replications would narrow it".to_owned(),
    };
    (Verdict::Undecided, Some(reason))
}

/// Judges a claim about every replication: it passes if it held wherever it could be told, fails if it did not hold in
/// one of them, and else is left open.
pub fn of_tally(
    expectation: &Expectation,
    tally: Tally,
    measured: Option<Estimate>,
    (unit, of): (Unit, Option<&'static str>),
) -> result::Expectation {
    let Tally { told, held, open } = tally;
    let (verdict, reason) = if told == 0 {
        (Verdict::Undecided, Some("no replication can tell".to_owned()))
    } else if held + open < told {
        (Verdict::Fail, Some(format!("held in {held} of {told} replications")))
    } else if open > 0 {
        let reason = format!(
            "steps count times in buckets of 3 %, and in {open} of {told} replications one lies on both sides"
        );
        (Verdict::Undecided, Some(reason))
    } else {
        (Verdict::Pass, None)
    };
    result(expectation, Judged { measured, of, unit, verdict, reason })
}

fn result(expectation: &Expectation, judged: Judged) -> result::Expectation {
    let Judged { measured, of, unit, verdict, reason } = judged;
    let is_told = measured.is_some();
    result::Expectation {
        text: expectation.text.clone(),
        of: of.filter(|_| is_told).map(str::to_owned),
        unit: is_told.then_some(unit),
        measured,
        verdict,
        reason,
    }
}
