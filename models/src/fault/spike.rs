//! Spike: more requests than usual, for a while.

use crate::prose::leading_comment;
use brownout_core::time::Span;
use brownout_core::units::Rate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Adds requests to an open client: `Spike(at: "60s", lasts: "30s", client: "app", plus: "2k/s")`. The extra requests
/// are a Poisson stream of their own; the usual ones do not move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("x-why" = leading_comment(include_str!("spike.rs"))))]
pub struct Spec {
    /// When it begins.
    pub at: Span,
    /// How long it lasts. Default: to the end of the run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lasts: Option<Span>,
    /// The client that asks more.
    pub client: String,
    /// The rate that is added.
    pub plus: Rate,
}
