//! How the verdict on an expectation is told: a sign, what was measured, and why.

use brownout_scenarios::metric::unit::Unit;
use brownout_scenarios::result::{Estimate, Expectation, Verdict};

use crate::unit::Dimension;

/// The sign of a verdict: nobody needs colour to read it.
pub(crate) fn sign(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Pass => "✓",
        Verdict::Fail => "✗",
        Verdict::Undecided => "?",
    }
}

/// What became of all expectations together, and in words; nothing where nothing was expected.
///
/// Where not everything was run, what is expected of the rest has not been judged, and not all of it can be said to hold.
pub(crate) fn together<'a>(
    all: impl Iterator<Item = &'a Expectation>,
    complete: bool,
) -> Option<(Verdict, String)> {
    let verdicts: Vec<Verdict> = all.map(|one| one.verdict).collect();
    let with = |verdict: Verdict| verdicts.iter().filter(|one| **one == verdict).count();
    let (failed, undecided, all) = (with(Verdict::Fail), with(Verdict::Undecided), verdicts.len());
    let (verdict, text) = match (failed, undecided) {
        (0, 0) if all == 0 => return None,
        (0, 0) if !complete => (Verdict::Undecided, format!("{all} expectations hold")),
        (0, 0) if all == 1 => (Verdict::Pass, "the expectation holds".to_owned()),
        (0, 0) => (Verdict::Pass, format!("all {all} expectations hold")),
        (0, some) => (Verdict::Undecided, format!("{some} of {all} expectations undecided")),
        (some, 0) => (Verdict::Fail, format!("{some} of {all} expectations failed")),
        (some, few) => {
            (Verdict::Fail, format!("{some} of {all} expectations failed, {few} undecided"))
        }
    };
    let text = if complete { text } else { format!("{text}, those of the rest were not judged") };
    Some((verdict, text))
}

/// The verdict as a word.
pub(crate) fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Pass => "pass",
        Verdict::Fail => "fail",
        Verdict::Undecided => "undecided",
    }
}

/// What was measured, with its unit and interval, and the reason of the verdict if it has one.
pub(crate) fn measured(one: &Expectation) -> String {
    let measured = match &one.measured {
        Some(estimate) => {
            let of = one.of.as_ref().map(|of| format!(" {of}")).unwrap_or_default();
            format!("measured {}{of}", spell(one.unit.unwrap_or(Unit::Count), estimate))
        }
        None => "not measured".to_owned(),
    };
    match &one.reason {
        Some(reason) => format!("{measured}; {reason}"),
        None => measured,
    }
}

/// An estimate with its interval and its unit.
pub(crate) fn spell(unit: Unit, estimate: &Estimate) -> String {
    Dimension::of(unit).unit([estimate.mean]).spell(estimate)
}

impl Dimension {
    /// What a metric of such a unit measures.
    pub(crate) fn of(unit: Unit) -> Dimension {
        match unit {
            Unit::Share => Dimension::Share,
            Unit::Rate => Dimension::Rate,
            Unit::RatePerInstance => Dimension::RatePerInstance,
            Unit::Time => Dimension::Time,
            Unit::Count => Dimension::Count,
            Unit::Ratio => Dimension::Ratio,
        }
    }
}
