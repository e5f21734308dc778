//! One arrow of the call graph with its policies.

use brownout_core::time::Span;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

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
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
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

/// Who shares the state of an edge's policies and balancer.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize, JsonSchema)]
pub enum Scope {
    /// Each instance of the caller has its own, as client libraries and sidecars have.
    #[default]
    PerInstance,
    /// All instances of the caller share one.
    PerService,
}
