//! Deadline: the instant after which nobody wants the answer, passed on to the callee.
//!
//! Limits of each hop alone waste work: deeper services go on computing for a caller that has left. A deadline travels
//! with the request, as in gRPC, so that every service knows how long its answer is still of use.

use brownout_core::time::Span;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::contract::{Ask, Before, CallPolicy, OnTimer};
use crate::delay::{Delay, Delays};
use crate::outcome::{Kind, Kinds, Outcome};
use crate::problem::{Code, Finding};
use crate::prose::leading_comment;
use crate::spec::shorthand::Shorthand;

/// Passes the request's deadline on to the callee, and gives up when it passes: `Deadline()`, or `Deadline("800ms")`
/// where the budget begins. An attempt carries the least of all limits around it.
#[derive(Clone, Copy, PartialEq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(extend("x-why" = leading_comment(include_str!("deadline.rs"))))]
pub struct Spec {
    /// The budget that begins here; an earlier deadline of the request stays in force. Default: only what the request
    /// brings along.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub within: Option<Span>,
    /// With this much or less left, the call is not even started and ends as `DeadlineExceeded`. Default `"0s"`.
    pub min_left: Span,
}

impl Spec {
    /// What is wrong with the fields.
    pub fn problems(&self) -> Vec<Finding> {
        let late = self.within.is_some_and(|within| within <= self.min_left);
        let message = "within is not longer than min_left: no call could ever start";
        late.then(|| (Code::OutOfRange, "within", message.to_owned())).into_iter().collect()
    }
}

impl Shorthand for Spec {
    const EXPECTS: &'static str = "a duration such as \"800ms\", fields, or nothing";

    fn from_text(text: &str) -> Option<Result<Spec, String>> {
        let read = text.parse().map_err(|error: brownout_core::units::UnitError| error.to_string());
        Some(read.map(|within| Spec { within: Some(within), min_left: Span::ZERO }))
    }

    fn from_nothing() -> Option<Spec> {
        Some(Spec::default())
    }
}

/// A deadline at work.
#[derive(Clone, Debug)]
pub struct Deadline {
    within: Option<Delay>,
    min_left: Span,
}

impl Deadline {
    /// A deadline as its spec says.
    pub fn new(spec: &Spec, delays: &mut Delays) -> Deadline {
        let within = spec.within.map(|within| delays.constant(within));
        Deadline { within, min_left: spec.min_left }
    }
}

impl CallPolicy for Deadline {
    fn before(&mut self, ask: &mut Ask<'_>) -> Before {
        let left = ask.left();
        let own = self.within.filter(|within| within.span() < left);
        if own.map_or(left, Delay::span) <= self.min_left {
            return Before::Refuse(Outcome::local(Kind::DeadlineExceeded));
        }
        own.map_or(Before::Until(ask.deadline), Before::Within)
    }

    fn hears(&self) -> Kinds {
        Kinds::NONE
    }

    fn on_timer(&mut self, _: &mut Ask<'_>) -> OnTimer {
        OnTimer::GiveUp(Outcome::local(Kind::DeadlineExceeded))
    }
}

#[cfg(test)]
mod tests {
    use brownout_core::time::SimTime;

    use super::super::trial::Trial;
    use super::*;

    fn at(millis: u64) -> SimTime {
        SimTime::ZERO + Span::from_millis(millis)
    }

    fn policy(within: Option<u64>, min_left: u64) -> Deadline {
        let within = within.map(Span::from_millis);
        let spec = Spec { within, min_left: Span::from_millis(min_left) };
        Deadline::new(&spec, &mut Delays::default())
    }

    #[test]
    fn the_earlier_of_the_own_and_the_inherited_deadline_holds() {
        let own = Delays::default().constant(Span::from_millis(30));
        for (within, inherited, expected) in [
            (Some(30), 500, Before::Within(own)),
            (Some(30), 120, Before::Until(at(120))),
            (None, 120, Before::Until(at(120))),
        ] {
            let mut call = Trial::at(100);
            call.deadline = at(inherited);
            assert_eq!(call.enters(&mut policy(within, 0)), expected);
        }
    }

    #[test]
    fn a_call_with_too_little_left_is_not_started() {
        let refused = Before::Refuse(Outcome::local(Kind::DeadlineExceeded));
        for (left, expected) in [(6, Before::Until(at(106))), (5, refused), (0, refused)] {
            let mut call = Trial::at(100);
            call.deadline = at(100 + left);
            assert_eq!(call.enters(&mut policy(None, 5)), expected, "{left} ms left");
        }
    }

    #[test]
    fn without_any_deadline_a_call_may_take_for_ever() {
        assert_eq!(Trial::at(0).enters(&mut policy(None, 5)), Before::Until(SimTime::NEVER));
    }
}
