//! What a service does for a visit, in order.

use brownout_core::dist;
use brownout_core::units::{Share, UnitError};
use schemars::JsonSchema;
use serde::de::value::{EnumAccessDeserializer, MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Deserializer, EnumAccess, MapAccess, SeqAccess};
use serde::ser::Serializer;
use serde::{Deserialize, Serialize};

use super::shorthand::{Shorthand, value_or_fields};

/// What can be asked of a service: the steps, in order. Written as the bare list, or with fields.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(remote = "Self", deny_unknown_fields)]
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
    Work(#[serde(deserialize_with = "value_or_fields")] Work),
    /// Waits without working, as for a disk or a timer. Holds a thread, but neither an executor nor a core.
    Wait(dist::Spec),
    /// Calls along one of the service's edges and waits for the answer; a failure fails the visit.
    Call(String),
    /// Does several things side by side and goes on when all are done; the first failure ends the others and fails the
    /// visit, unless `wait_for_all`. `All([[…], […]])`, or with fields.
    All(#[serde(deserialize_with = "value_or_fields")] Parallel),
    /// Does several things side by side and goes on with the first that succeeds; fails when all have failed.
    Any(#[serde(deserialize_with = "value_or_fields")] Parallel),
    /// Does several things side by side and goes on when `k` have succeeded; fails when that is out of reach.
    AtLeast(AtLeast),
    /// Calls every shard of an edge's callee side by side and goes on when all have answered: `FanOut("posts")`, or with
    /// fields.
    FanOut(#[serde(deserialize_with = "value_or_fields")] FanOut),
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

impl<'de> Deserialize<'de> for Operation {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Operation, D::Error> {
        value_or_fields(deserializer)
    }
}

impl Serialize for Operation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // The inherent function of this name, which the derive makes for a type that is its own remote.
        Operation::serialize(self, serializer)
    }
}

impl Shorthand for Operation {
    const EXPECTS: &'static str = "a list of steps, or fields: `steps` and `interruptible`";

    fn from_list<'de, A: SeqAccess<'de>>(steps: A) -> Result<Operation, A::Error> {
        let steps = Vec::deserialize(SeqAccessDeserializer::new(steps))?;
        Ok(Operation { steps, interruptible: false })
    }

    fn from_fields<'de, A: MapAccess<'de>>(fields: A) -> Result<Operation, A::Error> {
        Operation::deserialize(MapAccessDeserializer::new(fields))
    }
}

impl Shorthand for Work {
    const EXPECTS: &'static str =
        "a duration such as \"5ms\", a distribution such as `Exponential(\"5ms\")`, or fields";

    fn from_text(text: &str) -> Option<Result<Work, String>> {
        let read = text.parse().map_err(|error: UnitError| error.to_string());
        Some(read.map(|time| Work { time: dist::Spec::Constant(time), sticky: false }))
    }

    fn from_named<'de, A: EnumAccess<'de>>(family: A) -> Result<Work, A::Error> {
        let time = dist::Spec::named(EnumAccessDeserializer::new(family))?;
        Ok(Work { time, sticky: false })
    }
}

impl Shorthand for Parallel {
    const EXPECTS: &'static str = "a list of branches, or fields: `branches` and `wait_for_all`";

    fn from_list<'de, A: SeqAccess<'de>>(branches: A) -> Result<Parallel, A::Error> {
        let branches = Vec::deserialize(SeqAccessDeserializer::new(branches))?;
        Ok(Parallel { branches, wait_for_all: false })
    }
}

impl Shorthand for FanOut {
    const EXPECTS: &'static str = "the name of a call in quotes, or fields";

    fn from_text(call: &str) -> Option<Result<FanOut, String>> {
        Some(Ok(FanOut { call: call.to_owned(), need: None, wait_for_all: false }))
    }
}
