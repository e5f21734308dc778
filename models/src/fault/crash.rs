//! Crash: instances die, and perhaps come back. The easiest kind of failure: fast and obvious errors.

use brownout_core::time::Span;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::contract::Fault;
use super::target::Target;
use crate::prose::leading_comment;

/// Kills instances: `Crash(at: "60s", restarts_after: "30s", target: "counter[0]")`. Visits are lost, callers hear
/// `Reset` after a hop, later callers `ConnectionRefused`; the state of the instance's own policies is lost too.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("x-why" = leading_comment(include_str!("crash.rs"))))]
pub struct Spec {
    /// When it happens.
    pub at: Span,
    /// How long until the instances are back. Default: they stay down.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub restarts_after: Option<Span>,
    /// Where it strikes: instances, not an edge.
    pub target: Target,
}

/// A crash at work.
#[derive(Clone, Copy, Debug)]
pub struct Crash;

impl Fault for Crash {
    fn kills(&self) -> bool {
        true
    }
}
