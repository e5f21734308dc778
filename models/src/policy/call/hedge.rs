//! Hedge: a second copy of a call that takes unusually long; the first good answer wins.
//!
//! It cuts the tail that fan-out makes common (Dean and Barroso, *The Tail at Scale*, CACM 2013), for a few per cent
//! more load, as long as slowness is rare and independent. When the whole callee is slow, every call is hedged: hence
//! the budget.

use brownout_core::time::Span;
use brownout_core::units::Share;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::contract::{After, Ask, Before, CallPolicy, OnTimer};
use crate::delay::{Delay, Delays};
use crate::outcome::{Kind, Kinds, Outcome};
use crate::policy::parts::latency_window::LatencyWindow;
use crate::problem::{Code, Finding};
use crate::prose::leading_comment;
use crate::spec::shorthand::Shorthand;

/// Sends a second copy of a call that takes long: `Hedge("12ms")`, or `Hedge(percentile: "95%")` of the latencies seen.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("x-why" = leading_comment(include_str!("hedge.rs"))))]
pub struct Spec {
    /// How long to wait for an answer before each further copy; `"0s"` sends all at once. Exactly one of `after` and
    /// `percentile` is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<Span>,
    /// Wait as long as this percentile of the latencies seen lately.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub percentile: Option<Share>,
    /// With `percentile`: how far back latencies count. Default `"30s"`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub window: Option<Span>,
    /// With `percentile`: latencies to see before the first hedge. Default 100.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min_samples: Option<u32>,
    /// Most further copies; at least 1. Default 1.
    #[serde(default = "one")]
    pub copies: u32,
    /// Whether a copy goes to an instance that has none yet, while there is one. Default true.
    #[serde(default = "yes")]
    pub elsewhere: bool,
    /// Whether the losers are cancelled, on an edge that cancels. Default true.
    #[serde(default = "yes")]
    pub cancel: bool,
    /// The budget under `resources` that each further copy must draw from. Default: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub budget: Option<String>,
}

impl Spec {
    /// A hedge after a fixed delay, everything else as it is by default.
    pub fn after(after: Span) -> Spec {
        Spec {
            after: Some(after),
            percentile: None,
            window: None,
            min_samples: None,
            copies: 1,
            elsewhere: true,
            cancel: true,
            budget: None,
        }
    }
}

impl Spec {
    /// What is wrong with the fields, on an edge whose callee has `targets` instances to choose from.
    pub fn problems(&self, targets: u32) -> Vec<Finding> {
        let mut found = vec![];
        match (self.after, self.percentile) {
            (Some(_), Some(_)) => {
                let message = "both after and percentile are given: expected one of them";
                found.push((Code::Contradiction, "after", message.to_owned()));
            }
            (None, None) => {
                let message = "neither after nor percentile is given: expected one of them";
                found.push((Code::MissingField, "", message.to_owned()));
            }
            (Some(_), None) => {
                for (field, given) in
                    [("window", self.window.is_some()), ("min_samples", self.min_samples.is_some())]
                {
                    if given {
                        let message = format!("{field} is only used with percentile");
                        found.push((Code::CannotAct, field, message));
                    }
                }
            }
            (None, Some(share)) if share.get() <= 0.0 || share.get() >= 1.0 => {
                let message =
                    format!("percentile is {share}: expected more than 0% and less than 100%");
                found.push((Code::OutOfRange, "percentile", message));
            }
            _ => {}
        }
        if self.copies == 0 {
            let message = "copies is 0: a hedge that sends no copy can have no effect";
            found.push((Code::CannotAct, "copies", message.to_owned()));
        }
        if self.elsewhere && targets == 1 {
            let message = "a hedge goes to another instance, and the callee has only one";
            found.push((Code::CannotAct, "", message.to_owned()));
        }
        found
    }
}

impl Shorthand for Spec {
    const EXPECTS: &'static str = "a duration such as \"12ms\", or fields";

    fn from_text(text: &str) -> Option<Result<Spec, String>> {
        Some(
            text.parse()
                .map(Spec::after)
                .map_err(|error: brownout_core::units::UnitError| error.to_string()),
        )
    }
}

/// A hedge at work.
#[derive(Clone, Debug)]
pub struct Hedge {
    wait: WaitFor,
    copies: u32,
    cancel: bool,
    /// Whether this policy, and not one further out on the same edge, fills the budget.
    deposits: bool,
}

#[derive(Clone, Debug)]
enum WaitFor {
    Fixed(Delay),
    Percentile(Box<LatencyWindow>),
}

impl Hedge {
    /// A hedge as its spec says; `deposits` if it is the first on its edge to use its budget.
    pub fn new(spec: &Spec, deposits: bool, delays: &mut Delays) -> Hedge {
        let wait = match (spec.after, spec.percentile) {
            (Some(after), _) => WaitFor::Fixed(delays.constant(after)),
            (None, share) => WaitFor::Percentile(Box::new(LatencyWindow::new(
                spec.window.unwrap_or(Span::from_secs(30)),
                share.map_or(0.95, Share::get),
                spec.min_samples.unwrap_or(100),
            ))),
        };
        Hedge { wait, copies: spec.copies, cancel: spec.cancel, deposits }
    }

    fn delay(&mut self, ask: &Ask<'_>) -> Option<Delay> {
        match &mut self.wait {
            WaitFor::Fixed(delay) => Some(*delay),
            WaitFor::Percentile(window) => window.percentile(ask.now).map(Delay::once),
        }
    }
}

impl CallPolicy for Hedge {
    fn before(&mut self, ask: &mut Ask<'_>) -> Before {
        if let Some(bucket) = ask.shared.as_mut().and_then(|shared| shared.bucket())
            && self.deposits
        {
            bucket.call_starts();
            bucket.attempt_starts();
        }
        match self.delay(ask) {
            Some(delay) => Before::ProceedAndWake(delay),
            None => Before::Proceed,
        }
    }

    fn always(&self) -> Option<Before> {
        match self.wait {
            WaitFor::Fixed(delay) if !self.deposits => Some(Before::ProceedAndWake(delay)),
            _ => None,
        }
    }

    fn on_timer(&mut self, ask: &mut Ask<'_>) -> OnTimer {
        if ask.tries > self.copies {
            return OnTimer::Nothing;
        }
        if let Some(bucket) = ask.shared.as_mut().and_then(|shared| shared.bucket()) {
            if !bucket.withdraw() {
                return OnTimer::Nothing;
            }
            bucket.attempt_starts();
        }
        let more = ask.tries < self.copies;
        let next = if more { self.delay(ask) } else { None };
        OnTimer::LaunchAnother(next)
    }

    fn hears(&self) -> Kinds {
        match self.wait {
            // The first answer decides, and nothing is to be learned from it.
            WaitFor::Fixed(_) if !self.deposits => Kinds::but(&[Kind::Ok, Kind::Degraded]),
            _ => Kinds::ALL,
        }
    }

    fn after(&mut self, ask: &mut Ask<'_>, outcome: Outcome) -> After {
        if outcome.is_answer() {
            if self.deposits
                && let Some(bucket) = ask.shared.as_mut().and_then(|shared| shared.bucket())
            {
                bucket.call_succeeds();
            }
            if let WaitFor::Percentile(window) = &mut self.wait {
                window.record(ask.now, ask.now - ask.entered);
            }
        }
        let decides = outcome.is_answer() || outcome.kind == Kind::Invalid;
        if decides || ask.open == 0 { After::Pass } else { After::Hold }
    }

    fn cancels_losers(&self) -> bool {
        self.cancel
    }
}

fn one() -> u32 {
    1
}

fn yes() -> bool {
    true
}

#[cfg(test)]
mod tests;
