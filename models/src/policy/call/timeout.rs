//! Timeout: the most time that a caller waits.
//!
//! Without one, a single callee that hangs holds its callers for ever; a slow callee holds them long enough that they
//! starve. Around a retry it limits all attempts together, inside a retry each attempt alone.

use brownout_core::time::Span;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::contract::{Ask, Before, CallPolicy, OnTimer};
use crate::delay::{Delay, Delays};
use crate::outcome::{Kind, Outcome};
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

    fn on_timer(&mut self, _: &mut Ask<'_>) -> OnTimer {
        OnTimer::GiveUp(Outcome::local(Kind::TimedOut))
    }
}
