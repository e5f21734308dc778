//! Retry: try again what failed and may succeed.
//!
//! A retry helps where failures are independent and pass quickly. Where the callee fails because it is overloaded, each
//! retry is more of what broke it, and retries of several layers multiply. Hence the number of attempts, the backoff
//! with jitter, and above all the budget.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::contract::{After, Ask, Before, CallPolicy};
use crate::delay::Delays;
use crate::outcome::{Kind, Kinds, Outcome};
use crate::policy::parts::backoff::{Backoff, Ready};
use crate::problem::{Code, Finding};
use crate::prose::leading_comment;

/// What is retried unless the spec says otherwise: what may pass and was not refused on purpose.
pub const RETRIED: [Kind; 6] = [
    Kind::Failed,
    Kind::QueueFull,
    Kind::ConnectionRefused,
    Kind::Reset,
    Kind::Lost,
    Kind::TimedOut,
];

/// Tries again what failed: `Retry(attempts: 3, backoff: Exponential(base: "100ms", cap: "2s", jitter: Full))`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("x-why" = leading_comment(include_str!("retry.rs"))))]
pub struct Spec {
    /// Attempts in all, the first included; at least 1. 1 changes nothing. Default 3.
    #[serde(default = "three")]
    pub attempts: u32,
    /// How long to wait before each further attempt. Default `None`: not at all.
    #[serde(default)]
    pub backoff: Backoff,
    /// Which outcomes are tried again. Default: Failed, QueueFull, ConnectionRefused, Reset, Lost, TimedOut.
    #[serde(default = "retried")]
    pub on: Vec<Kind>,
    /// The budget under `resources` that each further attempt must draw from. Default: none; retries are unlimited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub budget: Option<String>,
}

impl Spec {
    /// What is wrong with the fields.
    pub fn problems(&self) -> Vec<Finding> {
        let mut found = vec![];
        if self.attempts == 0 {
            let message = "attempts is 0: expected at least 1, the first attempt included";
            found.push((Code::OutOfRange, "attempts", message.to_owned()));
        }
        if let Some(message) = self.backoff.problem() {
            found.push((Code::OutOfRange, "backoff", message));
        }
        if self.on.is_empty() {
            let message = "the list of outcomes to retry is empty: the retry can have no effect";
            found.push((Code::CannotAct, "on", message.to_owned()));
        }
        found
    }
}

/// A retry at work.
#[derive(Clone, Debug)]
pub struct Retry {
    attempts: u32,
    backoff: Ready,
    on: Kinds,
    /// Whether this policy, and not one further out on the same edge, fills the budget.
    deposits: bool,
}

impl Retry {
    /// A retry as its spec says; `deposits` if it is the first on its edge to use its budget.
    pub fn new(spec: &Spec, deposits: bool, delays: &mut Delays) -> Retry {
        let waits = spec.attempts.saturating_sub(1);
        let backoff = spec.backoff.ready(waits, delays);
        Retry { attempts: spec.attempts, backoff, on: Kinds::of(&spec.on), deposits }
    }
}

impl CallPolicy for Retry {
    fn before(&mut self, ask: &mut Ask<'_>) -> Before {
        if let Some(bucket) = ask.shared.as_mut().and_then(|shared| shared.bucket())
            && self.deposits
        {
            bucket.call_starts();
            bucket.attempt_starts();
        }
        Before::Proceed
    }

    fn always(&self) -> Option<Before> {
        (!self.deposits).then_some(Before::Proceed)
    }

    fn hears(&self) -> Kinds {
        if self.deposits { self.on.or(Kinds::ANSWERS) } else { self.on }
    }

    fn after(&mut self, ask: &mut Ask<'_>, outcome: Outcome) -> After {
        if outcome.is_answer()
            && self.deposits
            && let Some(bucket) = ask.shared.as_mut().and_then(|shared| shared.bucket())
        {
            bucket.call_succeeds();
        }
        if ask.tries >= self.attempts || !self.on.has(outcome.kind) {
            return After::Pass;
        }
        let uniform = ask.key.with(u64::from(ask.tries));
        let wait = self.backoff.wait(ask.tries, || uniform.uniform(), ask.note);
        if ask.now + wait.span() >= ask.deadline {
            return After::Pass;
        }
        if let Some(bucket) = ask.shared.as_mut().and_then(|shared| shared.bucket()) {
            if !bucket.withdraw() {
                return After::Pass;
            }
            bucket.attempt_starts();
        }
        After::TryAgain(wait)
    }
}

fn three() -> u32 {
    3
}

fn retried() -> Vec<Kind> {
    RETRIED.to_vec()
}

#[cfg(test)]
mod tests {
    use brownout_core::time::{SimTime, Span};

    use super::super::trial::{Trial, budget};
    use super::*;
    use crate::policy::parts::backoff::{Exponential, Jitter};

    fn retry(attempts: u32) -> Retry {
        let (base, jitter) = (Span::from_millis(10), Jitter::None);
        let backoff = Backoff::Exponential(Exponential { base, factor: 2.0, cap: None, jitter });
        let spec = Spec { attempts, backoff, on: retried(), budget: None };
        Retry::new(&spec, true, &mut Delays::default())
    }

    fn waits(verdict: After) -> Option<Span> {
        match verdict {
            After::TryAgain(wait) => Some(wait.span()),
            _ => None,
        }
    }

    #[test]
    fn a_failure_is_tried_again_after_growing_waits_until_the_attempts_are_used_up() {
        let mut policy = retry(4);
        let mut call = Trial::at(0);
        assert_eq!(call.enters(&mut policy), Before::Proceed);
        for expected in [10, 20, 40] {
            let verdict = call.gets(&mut policy, Kind::Failed);
            assert_eq!(waits(verdict), Some(Span::from_millis(expected)));
        }
        assert_eq!(call.gets(&mut policy, Kind::Failed), After::Pass);
    }

    #[test]
    fn answers_refusals_on_purpose_and_late_calls_are_not_tried_again() {
        for kind in Kind::ALL {
            let mut policy = retry(2);
            let mut call = Trial::at(0);
            call.enters(&mut policy);
            let tried = waits(call.gets(&mut policy, kind)).is_some();
            assert_eq!(tried, RETRIED.contains(&kind), "{kind}");
        }
    }

    #[test]
    fn a_wait_that_would_outlive_the_deadline_is_not_begun() {
        for (deadline, tried) in [(11, true), (10, false)] {
            let mut policy = retry(2);
            let mut call = Trial::at(0);
            call.deadline = SimTime::ZERO + Span::from_millis(deadline);
            call.enters(&mut policy);
            assert_eq!(waits(call.gets(&mut policy, Kind::Failed)).is_some(), tried);
        }
    }

    #[test]
    fn each_further_attempt_costs_a_token_of_the_budget() {
        let mut policy = retry(3);
        let mut budget = budget(0.25);
        let mut tried = vec![];
        for _ in 0..8 {
            let mut call = Trial::at(0);
            call.enters_with(&mut policy, Some(&mut budget));
            let verdict = call.gets_with(&mut policy, Kind::Failed, Some(&mut budget));
            tried.push(waits(verdict).is_some());
        }
        assert_eq!(tried, [false, false, false, true, false, false, false, true]);
    }
}
