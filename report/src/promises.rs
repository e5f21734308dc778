//! How the verdict on an expectation is told: a sign, what was measured, and why.

use brownout_scenarios::metric::unit::Unit;
use brownout_scenarios::result::{Expectation, Verdict};

use crate::unit::Dimension;

/// The sign of a verdict: nobody needs colour to read it.
pub(crate) fn sign(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Pass => "✓",
        Verdict::Fail => "✗",
        Verdict::Undecided => "?",
    }
}

/// What was measured, with its unit and interval, and the reason of the verdict if it has one.
pub(crate) fn measured(one: &Expectation) -> String {
    let measured = match &one.measured {
        Some(estimate) => {
            let dimension = one.unit.map_or(Dimension::Count, Dimension::of);
            format!("measured {}", dimension.unit([estimate.mean]).spell(estimate))
        }
        None => "not measured".to_owned(),
    };
    match &one.reason {
        Some(reason) => format!("{measured}; {reason}"),
        None => measured,
    }
}

impl Dimension {
    /// What a metric of such a unit measures.
    fn of(unit: Unit) -> Dimension {
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
