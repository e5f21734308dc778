//! Whether an expectation came true: on the whole interval of a mean, or in every replication.

use brownout_core::time::SimTime;

use super::Expectation;
use super::accept::Accept;
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
        Some(estimate) => match estimate.half_width {
            None => (Verdict::Undecided, Some("one replication has no interval".to_owned())),
            Some(half) => on_interval(accept, estimate, half, unit.most()),
        },
    };
    let split = found.as_deref().and_then(|estimate| estimate.split.as_deref());
    let reason = split.map(two_states).or(reason);
    let measured = found.map(std::borrow::Cow::into_owned);
    result(expectation, Judged { measured, unit, verdict, reason })
}

/// Judges a claim about the mean of each step on the steps of a window, from when they are and their estimates.
///
/// It passes if the interval of every step is accepted, and fails if nothing of one of them is. What is told is the step
/// that lies nearest to the bound, or farthest beyond it.
pub fn of_steps(
    expectation: &Expectation,
    accept: Accept,
    unit: Unit,
    steps: impl Iterator<Item = (SimTime, Estimate)>,
) -> result::Expectation {
    let ends = |estimate: &Estimate| {
        let half = estimate.half_width?;
        Some(((estimate.mean - half).max(0.0), (estimate.mean + half).min(unit.most())))
    };
    // One that fails for sure comes before one that might.
    let order = |(_, estimate): &(SimTime, Estimate)| match ends(estimate) {
        None => (true, f64::NEG_INFINITY),
        Some((low, high)) => (!accept.holds_none(low, high), accept.margin(low, high)),
    };
    let compare = |a: &_, b: &_| {
        let ((maybe_a, margin_a), (maybe_b, margin_b)) = (order(a), order(b));
        maybe_a.cmp(&maybe_b).then(margin_a.total_cmp(&margin_b))
    };
    let Some(worst) = steps.min_by(compare) else {
        let reason = Some("no step of the window can tell".to_owned());
        return result(
            expectation,
            Judged { measured: None, unit, verdict: Verdict::Undecided, reason },
        );
    };
    let (at, estimate) = worst;
    let (verdict, reason) = match ends(&estimate) {
        None => (Verdict::Undecided, Some("one replication has no interval".to_owned())),
        Some((low, high)) => on_interval(accept, low, high),
    };
    let step = format!("the step from {} s", at.as_secs_f64());
    let reason = match (verdict, reason) {
        (Verdict::Pass, _) => None,
        (_, None) => Some(step),
        (_, Some(reason)) => Some(format!("{step}: {reason}")),
    };
    result(expectation, Judged { measured: Some(estimate), unit, verdict, reason })
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

/// Judges the interval of an estimate, of so much to either side and no more than `most`.
fn on_interval(
    accept: Accept,
    estimate: &Estimate,
    half: f64,
    most: f64,
) -> (Verdict, Option<String>) {
    let Estimate { mean, floor, .. } = *estimate;
    let (low, high) = ((mean - half).max(0.0), (mean + half).min(most));
    let lowest = (low - floor.map_or(0.0, |floor| mean - floor)).max(0.0);
    if accept.holds_all(lowest, high) {
        (Verdict::Pass, None)
    } else if accept.holds_none(lowest, high) {
        (Verdict::Fail, None)
    } else {
        let reason = match accept.holds_all(low, high) || accept.holds_none(low, high) {
            true => "times are counted in buckets of 0.1 %, and this one lies on both sides",
            false => "the interval lies on both sides: more replications would narrow it",
        };
        (Verdict::Undecided, Some(reason.to_owned()))
    }
}

/// Judges a claim about every replication: it passes if it held wherever it could be told, fails if it did not hold in
/// one of them, and else is left open.
pub fn of_tally(
    expectation: &Expectation,
    tally: Tally,
    measured: Option<Estimate>,
    unit: Unit,
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
    result(expectation, Judged { measured, unit, verdict, reason })
}

fn result(expectation: &Expectation, judged: Judged) -> result::Expectation {
    let Judged { measured, unit, verdict, reason } = judged;
    let unit = measured.is_some().then_some(unit);
    result::Expectation { text: expectation.text.clone(), measured, unit, verdict, reason }
}
