//! Error rate: a share of visits fails, before or after the work.

use brownout_core::random::Key;
use brownout_core::time::Span;
use brownout_core::units::Share;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::contract::{Fault, When};
use super::target::Target;
use crate::prose::leading_comment;

/// Makes a share of visits fail with `Failed`: `ErrorRate(at: "60s", lasts: "60s", target: "counter", share: "5%")`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("x-why" = leading_comment(include_str!("error_rate.rs"))))]
pub struct Spec {
    /// When it begins.
    pub at: Span,
    /// How long it lasts. Default: to the end of the run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lasts: Option<Span>,
    /// Where it strikes: instances, or the visits that come along an edge.
    pub target: Target,
    /// What share of visits fails.
    pub share: Share,
    /// Whether the error comes before the work, at no cost, or after it, when the effect has been done.
    /// Default `Before`.
    #[serde(default)]
    pub strikes: Strikes,
}

/// When in a visit an error comes.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize, JsonSchema)]
pub enum Strikes {
    /// When a worker takes the visit; nothing has been done.
    #[default]
    Before,
    /// When the last step is done; only the answer is bad.
    After,
}

/// An error rate at work.
#[derive(Clone, Copy, Debug)]
pub struct ErrorRate {
    share: Share,
    when: When,
}

impl ErrorRate {
    /// An error rate as its spec says.
    pub fn new(spec: &Spec) -> ErrorRate {
        let when = match spec.strikes {
            Strikes::Before => When::Before,
            Strikes::After => When::After,
        };
        ErrorRate { share: spec.share, when }
    }
}

impl Fault for ErrorRate {
    fn fails(&self, when: When, key: Key) -> bool {
        when == self.when && key.with(Key::name("error")).uniform() < self.share.get()
    }
}
