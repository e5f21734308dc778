//! Pause: all work on the target stands still for a while, then goes on, as under a long garbage collection.

use brownout_core::time::Span;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::contract::Fault;
use super::target::Target;
use crate::prose::leading_comment;

/// Freezes instances: `Pause(at: "60s", lasts: "2s", target: "counter[0]")`. Visits still arrive and queue, and whoever
/// is inside goes on when it is over; work under way ends later by as long as the pause lasts.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("x-why" = leading_comment(include_str!("pause.rs"))))]
pub struct Spec {
    /// When it begins.
    pub at: Span,
    /// How long it lasts.
    pub lasts: Span,
    /// Where it strikes: instances, not an edge.
    pub target: Target,
}

/// A pause at work.
#[derive(Clone, Copy, Debug)]
pub struct Pause;

impl Fault for Pause {
    fn freezes(&self) -> bool {
        true
    }
}
