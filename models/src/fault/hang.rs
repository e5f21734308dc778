//! Hang: the target accepts and never answers.

use brownout_core::time::Span;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::contract::Fault;
use super::target::Target;
use crate::prose::leading_comment;

/// Accepts visits and never answers them: `Hang(at: "60s", lasts: "60s", target: "cache")`. A visit that begins while
/// it lasts holds its worker until the fault is over, and is then dropped without an answer.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("x-why" = leading_comment(include_str!("hang.rs"))))]
pub struct Spec {
    /// When it begins.
    pub at: Span,
    /// How long it lasts. Default: to the end of the run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lasts: Option<Span>,
    /// Where it strikes: instances, not an edge.
    pub target: Target,
}

/// A hang at work.
#[derive(Clone, Copy, Debug)]
pub struct Hang;

impl Fault for Hang {
    fn hangs(&self) -> bool {
        true
    }
}
