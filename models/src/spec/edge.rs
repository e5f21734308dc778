//! One arrow of the call graph with its policies.

use brownout_core::time::Span;
use schemars::JsonSchema;
use serde::de::value::SeqAccessDeserializer;
use serde::de::{Deserializer, Error, MapAccess, SeqAccess, Unexpected};
use serde::{Deserialize, Serialize};

use super::shorthand::{Shorthand, value_or_fields};
use crate::policy::balance::roster::BalanceSpec;
use crate::policy::call::roster::CallPolicySpec;

/// One arrow of the call graph: whom a service calls, and how it guards the call.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Edge {
    /// The callee, as `service.operation`.
    pub to: String,
    /// What stands between the caller and the choice of a target, outermost first; or the name of a list.
    /// Default: nothing, with a warning where the callee can be slow.
    #[serde(default)]
    pub policies: Policies,
    /// What stands between the choice of a target and the wire, outermost first, with its own state for each target.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub per_target: Vec<CallPolicySpec>,
    /// How a target is chosen among the callee's instances. Default `RoundRobin`.
    #[serde(default)]
    pub balance: BalanceSpec,
    /// Who shares the state of the policies and of the balancer. Default `PerInstance`.
    #[serde(default)]
    pub scope: Scope,
    /// Whether the callee learns that its caller has left (gRPC does, plain HTTP threads do not). Default false.
    #[serde(default)]
    pub cancels: bool,
    /// One-way time of a message on this edge. Default: `network.hop`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hop: Option<Span>,
}

/// The policies of an edge: written out, or the name of a list under `policies`.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Policies {
    /// The name of a list under `policies`.
    Named(String),
    /// The list itself, outermost first.
    List(Vec<CallPolicySpec>),
}

impl Default for Policies {
    fn default() -> Policies {
        Policies::List(Vec::new())
    }
}

impl<'de> Deserialize<'de> for Policies {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Policies, D::Error> {
        value_or_fields(deserializer)
    }
}

impl Shorthand for Policies {
    const EXPECTS: &'static str =
        "a list of policies, or the name of one under `policies` in quotes";

    fn from_text(name: &str) -> Option<Result<Policies, String>> {
        Some(Ok(Policies::Named(name.to_owned())))
    }

    fn from_list<'de, A: SeqAccess<'de>>(items: A) -> Result<Policies, A::Error> {
        Vec::deserialize(SeqAccessDeserializer::new(items)).map(Policies::List)
    }

    fn from_fields<'de, A: MapAccess<'de>>(_: A) -> Result<Policies, A::Error> {
        Err(Error::invalid_type(Unexpected::Map, &Self::EXPECTS))
    }
}

/// Who shares the state of an edge's policies and balancer.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize, JsonSchema)]
pub enum Scope {
    /// Each instance of the caller has its own, as client libraries and sidecars have.
    #[default]
    PerInstance,
    /// All instances of the caller share one.
    PerService,
}
