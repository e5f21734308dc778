//! What several policies or edges share by name: retry budgets and bulkheads.

use brownout_core::units::Share;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Something that several policies share by name.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub enum Resource {
    /// A brake on extra attempts: a bucket of tokens that ordinary traffic fills and each extra attempt draws from.
    Budget(Budget),
    /// A bound on calls under way, shared by all edges that name it.
    Bulkhead(SharedBulkhead),
}

/// A retry budget: a bucket of tokens that ordinary traffic fills and each extra attempt draws from.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Budget {
    /// What fills the bucket.
    pub deposit: Deposit,
    /// Tokens in the bucket at the start. Default 0, as in the lessons; products often start higher.
    #[serde(default)]
    pub start: f64,
    /// Most tokens that the bucket holds; at least `start`. Default 100.
    #[serde(default = "hundred")]
    pub cap: f64,
    /// Tokens that one extra attempt costs; above 0. Default 1.
    #[serde(default = "unit")]
    pub cost: f64,
    /// Who shares one bucket. Default `PerInstance`.
    #[serde(default)]
    pub scope: ResourceScope,
}

/// What fills a budget, in tokens for each.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub enum Deposit {
    /// Each call that succeeds (Ok or Degraded).
    PerSuccess(Share),
    /// Each call, once, when it starts.
    PerRequest(Share),
    /// Each attempt, extra ones included.
    PerAttempt(Share),
}

/// A bulkhead that several edges share.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SharedBulkhead {
    /// Most calls under way at a time; at least 1.
    pub max: u32,
    /// Who shares one bulkhead. Default `PerInstance`.
    #[serde(default)]
    pub scope: ResourceScope,
}

/// Who shares one copy of a resource.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize, JsonSchema)]
pub enum ResourceScope {
    /// Each instance of the caller has its own; the edges of that instance share it.
    #[default]
    PerInstance,
    /// All instances of a caller share one.
    PerService,
    /// The whole system shares one.
    Global,
}

fn hundred() -> f64 {
    100.0
}

fn unit() -> f64 {
    1.0
}
