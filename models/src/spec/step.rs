//! What a service does for a visit, in order.

use brownout_core::dist;
use brownout_core::units::Share;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What can be asked of a service: the steps, in order. Written as the bare list, or with fields.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Operation {
    /// What is done, in order.
    pub steps: Vec<Step>,
    /// Whether work stops at once when the caller cancels; otherwise it ends with the step. Default false.
    #[serde(default)]
    pub interruptible: bool,
}

/// One thing that a visit does before the next.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub enum Step {
    /// Works for a time drawn from the distribution: `Work("1ms")`, `Work(Exponential("99ms"))`, or
    /// `Work(time: …, sticky: true)`.
    Work(Work),
    /// Waits without working, as for a disk or a timer. Holds a thread, but neither an executor nor a core.
    Wait(#[schemars(with = "String")] dist::Spec),
    /// Calls along one of the service's edges and waits for the answer; a failure fails the visit.
    Call(String),
    /// Does several things side by side and goes on when all are done; the first failure ends the others and fails the
    /// visit, unless `wait_for_all`.
    All(Parallel),
    /// Does several things side by side and goes on with the first that succeeds; fails when all have failed.
    Any(Parallel),
    /// Does several things side by side and goes on when `k` have succeeded; fails when that is out of reach.
    AtLeast(AtLeast),
    /// Calls every shard of an edge's callee side by side and goes on when all have answered.
    FanOut(FanOut),
    /// Goes one of several ways, by weight.
    Choice(Vec<Way>),
    /// Answers the caller now; the steps that follow are background work that still holds the worker.
    Answer,
}

/// Work for a time drawn from a distribution.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Work {
    /// How long one executor or thread is busy.
    #[schemars(with = "String")]
    pub time: dist::Spec,
    /// Whether a retry of the same call repeats the draw (a big request stays big). Default false: it draws anew.
    #[serde(default)]
    pub sticky: bool,
}

/// Branches that run side by side. Each branch is a list of steps.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Parallel {
    /// The branches; at least one.
    pub branches: Vec<Vec<Step>>,
    /// Whether to wait for the rest after the outcome is certain. Default false: the rest is abandoned.
    #[serde(default)]
    pub wait_for_all: bool,
}

/// Branches of which some must succeed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AtLeast {
    /// How many branches must succeed; at least 1, at most all.
    pub k: u32,
    /// The branches; at least `k`.
    pub branches: Vec<Vec<Step>>,
    /// Whether to wait for the rest after the outcome is certain. Default false: the rest is abandoned.
    #[serde(default)]
    pub wait_for_all: bool,
}

/// One call to every shard.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FanOut {
    /// The edge to call along.
    pub call: String,
    /// How many shards must succeed. Default: all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub need: Option<u32>,
    /// Whether to wait for the rest after the outcome is certain. Default false: the rest is abandoned.
    #[serde(default)]
    pub wait_for_all: bool,
}

/// One of several ways to go.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Way {
    /// The share of visits that go this way; the shares of a choice may sum to less than 100 %: the rest does nothing.
    pub share: Share,
    /// What they do.
    pub steps: Vec<Step>,
}
