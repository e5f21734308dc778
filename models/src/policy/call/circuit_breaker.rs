//! Circuit breaker: stop calling what is clearly broken, and look again later.
//!
//! Its first job is to protect the caller: a call that is certain to fail should fail at once instead of holding a
//! worker until it times out (Nygard, *Release It!*, 2007). The default is the breaker of the lessons: a rolling window
//! of 10 s, half of at least 20 calls failed, 10 s open, then 3 probes.

use brownout_core::time::{SimTime, Span};
use brownout_core::units::Share;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::contract::{After, Ask, Before, CallPolicy, Gauge};
use crate::outcome::{Kind, Kinds, Outcome};
use crate::policy::parts::outcome_window::OutcomeWindow;
use crate::problem::{Code, Finding};
use crate::prose::leading_comment;

/// Refuses calls to a callee that mostly fails: `CircuitBreaker(window: "10s", threshold: "50%", min_calls: 20,
/// open: "10s", probes: 3)`. A refused call ends as `BreakerOpen`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(extend("x-why" = leading_comment(include_str!("circuit_breaker.rs"))))]
pub struct Spec {
    /// Judge the results of this last stretch of time; it is forgotten in steps of 1 %. At most one of `window` and
    /// `last` is given. Default `"10s"`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub window: Option<Span>,
    /// Judge this many last results instead; at least 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last: Option<u32>,
    /// Opens when a failure makes the share of failures at least this; above 0 %. Default `"50%"`.
    pub threshold: Share,
    /// Never opens on fewer results than this; at least 1. Default 20.
    pub min_calls: u32,
    /// How long it stays open; the next call at or after that is a probe. Default `"10s"`.
    pub open: Span,
    /// Calls let through to test the callee; it closes when all have succeeded, and opens again when one fails.
    /// At least 1. Default 3.
    pub probes: u32,
    /// Which outcomes count as failures. Default: all but Ok, Degraded, Invalid and Cancelled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on: Option<Vec<Kind>>,
}

impl Spec {
    /// What is wrong with the fields.
    pub fn problems(&self) -> Vec<Finding> {
        let mut found = vec![];
        if self.on.as_ref().is_some_and(Vec::is_empty) {
            let message = "the list of failures is empty: the breaker can have no effect";
            found.push((Code::CannotAct, "on", message.to_owned()));
        }
        if self.window.is_some() && self.last.is_some() {
            let message = "both window and last are given: expected one of them";
            found.push((Code::Contradiction, "last", message.to_owned()));
        }
        if self.window.is_some_and(Span::is_zero) {
            found.push((
                Code::OutOfRange,
                "window",
                "window is 0s: expected a time above zero".to_owned(),
            ));
        }
        if self.threshold.get() <= 0.0 {
            let message =
                "threshold is 0%: expected more, or the first failure would open it for no reason";
            found.push((Code::OutOfRange, "threshold", message.to_owned()));
        }
        for (field, value) in [
            ("last", self.last.unwrap_or(1)),
            ("min_calls", self.min_calls),
            ("probes", self.probes),
        ] {
            if value == 0 {
                found.push((Code::OutOfRange, field, format!("{field} is 0: expected at least 1")));
            }
        }
        if self.last.is_some_and(|last| last > 1_000_000) {
            let message = "last is above 1,000,000 results: expected at most that many";
            found.push((Code::OutOfRange, "last", message.to_owned()));
        }
        if self.last.is_some_and(|last| last > 0 && last < self.min_calls) {
            let message = format!(
                "min_calls is {}, but the window holds only the last {}: it can never open",
                self.min_calls,
                self.last.unwrap_or(0)
            );
            found.push((Code::CannotAct, "min_calls", message));
        }
        found
    }
}

impl Default for Spec {
    fn default() -> Spec {
        Spec {
            window: None,
            last: None,
            threshold: Share::new(0.5).unwrap_or(Share::ALL),
            min_calls: 20,
            open: Span::from_secs(10),
            probes: 3,
            on: None,
        }
    }
}

/// A breaker at work. Results of calls that it let through in an earlier state are ignored.
#[derive(Clone, Debug)]
pub struct CircuitBreaker {
    spec: Spec,
    failures: Kinds,
    state: State,
    /// Counts the changes of state; a call remembers the one in which it was let through.
    generation: u64,
    window: OutcomeWindow,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum State {
    Closed,
    Open { until: SimTime },
    HalfOpen { let_through: u32, succeeded: u32 },
}

impl CircuitBreaker {
    /// A closed breaker as its spec says.
    pub fn new(spec: &Spec) -> CircuitBreaker {
        let window = match spec.last {
            Some(count) => OutcomeWindow::over_count(count),
            None => OutcomeWindow::over_time(spec.window.unwrap_or(Span::from_secs(10))),
        };
        let failures = match &spec.on {
            Some(kinds) => Kinds::of(kinds),
            None => Kinds::but(&[Kind::Ok, Kind::Degraded, Kind::Invalid, Kind::Cancelled]),
        };
        CircuitBreaker { spec: spec.clone(), failures, state: State::Closed, generation: 1, window }
    }

    fn turn(&mut self, state: State) {
        self.state = state;
        self.generation += 1;
    }

    fn trip(&mut self, now: SimTime) {
        self.turn(State::Open { until: now + self.spec.open });
    }

    fn let_through(&self, ask: &mut Ask<'_>) -> Before {
        *ask.note = self.generation;
        Before::Proceed
    }

    fn is_mine(&self, ask: &Ask<'_>) -> bool {
        *ask.note == self.generation
    }
}

const REFUSED: Before = Before::Refuse(Outcome::local(Kind::BreakerOpen));

impl CallPolicy for CircuitBreaker {
    fn before(&mut self, ask: &mut Ask<'_>) -> Before {
        if let State::Open { until } = self.state
            && ask.now >= until
        {
            self.turn(State::HalfOpen { let_through: 0, succeeded: 0 });
        }
        match &mut self.state {
            State::Closed => self.let_through(ask),
            State::Open { .. } => REFUSED,
            State::HalfOpen { let_through, .. } if *let_through < self.spec.probes => {
                *let_through += 1;
                self.let_through(ask)
            }
            State::HalfOpen { .. } => REFUSED,
        }
    }

    fn after(&mut self, ask: &mut Ask<'_>, outcome: Outcome) -> After {
        if !self.is_mine(ask) {
            return After::Pass;
        }
        if outcome.kind == Kind::Cancelled {
            self.abandoned(ask);
            return After::Pass;
        }
        let failed = self.failures.has(outcome.kind);
        match &mut self.state {
            State::Closed => {
                self.window.record(ask.now, failed);
                let tally = self.window.tally(ask.now);
                let enough = tally.total >= self.spec.min_calls;
                if failed && enough && tally.failure_share() >= self.spec.threshold.get() {
                    self.trip(ask.now);
                }
            }
            State::HalfOpen { .. } if failed => self.trip(ask.now),
            State::HalfOpen { succeeded, .. } => {
                *succeeded += 1;
                if *succeeded >= self.spec.probes {
                    self.window.clear();
                    self.turn(State::Closed);
                }
            }
            State::Open { .. } => {}
        }
        After::Pass
    }

    /// A probe that is given up says nothing about the callee: another may take its place.
    fn abandoned(&mut self, ask: &mut Ask<'_>) {
        if self.is_mine(ask)
            && let State::HalfOpen { let_through, .. } = &mut self.state
        {
            *let_through -= 1;
        }
    }

    fn lent(&self) -> u32 {
        match self.state {
            State::HalfOpen { let_through, succeeded } => let_through - succeeded,
            State::Closed | State::Open { .. } => 0,
        }
    }

    fn gauge(&self) -> Option<Gauge> {
        let value = match self.state {
            State::Closed => 0.0,
            State::HalfOpen { .. } => 0.5,
            State::Open { .. } => 1.0,
        };
        Some(Gauge { what: "open", value })
    }
}

#[cfg(test)]
mod tests;
