//! Black hole: messages vanish, and nobody is told.

use brownout_core::random::Key;
use brownout_core::time::Span;
use brownout_core::units::Share;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::contract::{Fault, Leg};
use super::target::Target;
use crate::prose::leading_comment;

/// Loses messages to or from the target: `BlackHole(at: "60s", lasts: "60s", target: "feed.counts")`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("x-why" = leading_comment(include_str!("black_hole.rs"))))]
pub struct Spec {
    /// When it begins.
    pub at: Span,
    /// How long it lasts. Default: to the end of the run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lasts: Option<Span>,
    /// Where it strikes.
    pub target: Target,
    /// Which messages vanish. Default `Both`.
    #[serde(default)]
    pub loses: Loses,
    /// What share of them. Default `"100%"`.
    #[serde(default = "all")]
    pub share: Share,
}

/// Which messages vanish.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize, JsonSchema)]
pub enum Loses {
    /// Requests: the callee never hears of them.
    Requests,
    /// Answers: the work is done, and the caller never hears of it.
    Answers,
    /// Messages both ways, each by a chance of its own.
    #[default]
    Both,
}

/// A black hole at work.
#[derive(Clone, Copy, Debug)]
pub struct BlackHole {
    loses: Loses,
    share: Share,
}

impl BlackHole {
    /// A black hole as its spec says.
    pub fn new(spec: &Spec) -> BlackHole {
        BlackHole { loses: spec.loses, share: spec.share }
    }
}

impl Fault for BlackHole {
    fn loses(&self, leg: Leg, key: Key) -> bool {
        let (reach, name) = match leg {
            Leg::Request => (self.loses != Loses::Answers, Key::name("request lost")),
            Leg::Answer => (self.loses != Loses::Requests, Key::name("answer lost")),
        };
        reach && key.with(name).uniform() < self.share.get()
    }
}

fn all() -> Share {
    Share::ALL
}
