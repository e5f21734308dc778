//! What a system is, by name: the types that a scenario file is read into and that Rust code can build.
//!
//! Everything here refers to everything else by name. [`crate::plan`] turns names into numbers and tells what does not
//! fit together.

pub mod arrivals;
pub mod client;
pub mod edge;
pub mod resource;
pub mod run;
pub mod service;
pub mod shorthand;
pub mod step;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use self::client::Client;
use self::resource::Resource;
use self::run::{Network, Run, Window};
use self::service::Service;
use crate::fault::roster::FaultSpec;
use crate::policy::call::roster::CallPolicySpec;

/// A whole system with the load and the faults that it is put under.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct System {
    /// How long to simulate, what to leave out as warm-up, and how often to repeat.
    #[serde(default)]
    pub run: Run,
    /// What every message costs on its way.
    #[serde(default)]
    pub network: Network,
    /// Lists of call policies that several edges use by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub policies: BTreeMap<String, Vec<CallPolicySpec>>,
    /// Budgets and bulkheads that several policies or edges share by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub resources: BTreeMap<String, Resource>,
    /// The services, by name. At least one.
    pub services: BTreeMap<String, Service>,
    /// The clients that ask, by name. At least one.
    pub clients: BTreeMap<String, Client>,
    /// What goes wrong, and when.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<FaultSpec>,
    /// Stretches of time to report on besides `all`, `before`, `fault` and `after`. `before` ends with the first fault,
    /// `after` begins with the end of the last one, and `fault` is all the time in which some fault lasts: what lies
    /// between two faults is in none of these, and a window here can name it.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub windows: BTreeMap<String, Window>,
}
