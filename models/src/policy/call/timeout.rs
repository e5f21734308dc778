//! Timeout: the most time that a caller waits.
//!
//! Without one, a single callee that hangs holds its callers for ever; a slow callee holds them long enough that they
//! starve. Around a retry it limits all attempts together, inside a retry each attempt alone.

use brownout_core::time::Span;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::contract::{Ask, Before, CallPolicy, OnTimer};
use crate::delay::{Delay, Delays};
use crate::outcome::{Kind, Kinds, Outcome};
use crate::problem::{Code, Finding};
use crate::prose::leading_comment;
use crate::spec::shorthand::Shorthand;

/// The most time that a caller waits: `Timeout("100ms")`. The call then ends as `TimedOut`; the callee is told only
/// where the edge says `cancels: true`.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("x-why" = leading_comment(include_str!("timeout.rs"))))]
pub struct Spec {
    /// How long to wait; above zero.
    pub after: Span,
}

impl Spec {
    /// What is wrong with the fields.
    pub fn problems(&self) -> Vec<Finding> {
        let zero = self.after.is_zero();
        let message = "the timeout is 0s: expected a time above zero";
        zero.then(|| (Code::OutOfRange, "after", message.to_owned())).into_iter().collect()
    }
}

impl Shorthand for Spec {
    const EXPECTS: &'static str = "a duration such as \"100ms\"";

    fn from_text(text: &str) -> Option<Result<Spec, String>> {
        Some(
            text.parse()
                .map(|after| Spec { after })
                .map_err(|error: brownout_core::units::UnitError| error.to_string()),
        )
    }
}

/// A timeout at work.
#[derive(Clone, Debug)]
pub struct Timeout {
    after: Delay,
}

impl Timeout {
    /// A timeout as its spec says.
    pub fn new(spec: &Spec, delays: &mut Delays) -> Timeout {
        Timeout { after: delays.constant(spec.after) }
    }
}

impl CallPolicy for Timeout {
    fn before(&mut self, _: &mut Ask<'_>) -> Before {
        Before::Within(self.after)
    }

    fn always(&self) -> Option<Before> {
        Some(Before::Within(self.after))
    }

    fn hears(&self) -> Kinds {
        Kinds::NONE
    }

    fn on_timer(&mut self, _: &mut Ask<'_>) -> OnTimer {
        OnTimer::GiveUp(Outcome::local(Kind::TimedOut))
    }
}

#[cfg(test)]
mod tests {
    use super::super::contract::After;
    use super::super::trial::Trial;
    use super::*;

    fn policy() -> Timeout {
        Timeout::new(&Spec { after: Span::from_millis(20) }, &mut Delays::default())
    }

    #[test]
    fn a_call_is_let_in_for_a_time_and_given_up_when_it_has_passed() {
        let (mut policy, mut call) = (policy(), Trial::at(5));
        let Before::Within(delay) = call.enters(&mut policy) else {
            panic!("it lets every call in")
        };
        assert_eq!(delay.span(), Span::from_millis(20));
        let gives_up = OnTimer::GiveUp(Outcome::local(Kind::TimedOut));
        assert_eq!(call.after(20).wakes(&mut policy, None), gives_up);
    }

    #[test]
    fn whatever_comes_back_in_time_passes() {
        let (mut policy, mut call) = (policy(), Trial::at(0));
        call.enters(&mut policy);
        assert_eq!(call.gets(&mut policy, Kind::Failed), After::Pass);
    }
}
