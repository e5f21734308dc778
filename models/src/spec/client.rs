//! Who asks: a population of users, what they ask for, and how long they care.

use std::collections::BTreeMap;

use brownout_core::time::Span;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::arrivals::Arrivals;
use super::edge::Policies;
use crate::policy::balance::roster::BalanceSpec;
use crate::policy::call::roster::CallPolicySpec;

/// A population that sends requests, with the policies of its app or browser.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Client {
    /// When requests are meant to start.
    pub arrivals: Arrivals,
    /// What is asked for: `service.operation` and its weight among the others. At least one, with a weight above 0.
    pub asks: BTreeMap<String, f64>,
    /// What "in time" means: goodput counts answers within it of the intended start. Default: any answer counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slo: Option<Span>,
    /// The client's own policies, outermost first; or the name of a list. Default: none; the user waits for ever.
    #[serde(default)]
    pub policies: Policies,
    /// What stands between the choice of a target and the wire, with its own state for each target.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub per_target: Vec<CallPolicySpec>,
    /// How a target is chosen among the instances. Default `RoundRobin`.
    #[serde(default)]
    pub balance: BalanceSpec,
    /// Who shares the state of the policies: the whole population, or each user of a closed one. Default `Shared`.
    #[serde(default)]
    pub process: Process,
    /// Whether the service learns that its client has left. Default false.
    #[serde(default)]
    pub cancels: bool,
    /// One-way time of a message between client and service. Default: `network.hop`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hop: Option<Span>,
    /// Priority class that travels with the request; what shedding looks at. Default `"default"`.
    #[serde(default = "default_class")]
    pub class: String,
    /// Tenant that travels with the request. Default: the client's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tenant: Option<String>,
    /// Home zone of the population. Default: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zone: Option<String>,
}

/// Who shares the state of a client's policies.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize, JsonSchema)]
pub enum Process {
    /// The population is one process, such as a gateway.
    #[default]
    Shared,
    /// Each user of a closed population is a process of its own, such as an app.
    PerUser,
}

fn default_class() -> String {
    "default".to_owned()
}
