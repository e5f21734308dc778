//! A named role: how many replicas, what they work with, what can be asked of them, whom they ask.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::edge::Edge;
use super::step::Operation;
use crate::policy::admission::roster::AdmissionSpec;
use crate::policy::queue::roster::DisciplineSpec;
use crate::policy::scale::roster::ScaleSpec;

/// A named role, played by replicas that share nothing.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Service {
    /// Instances of each shard; at least 1. Default 1.
    #[serde(default = "one")]
    pub replicas: u32,
    /// Groups of replicas that each hold a part of the keys; a request goes to the shard of its key. At least 1.
    /// Default 1.
    #[serde(default = "one")]
    pub shards: u32,
    /// Failure domains over which each shard's instances are spread in turn. Default: one zone called `a`.
    #[serde(default = "zone_a")]
    pub zones: Vec<String>,
    /// What serves a visit.
    pub workers: Workers,
    /// Most visits inside one instance at a time, waiting for work or for an answer included. With `Threads` it only
    /// matters below the number of threads. Default: no limit of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub in_flight: Option<u32>,
    /// Processors of one instance: work in progress shares them evenly. Default: work never waits for a processor.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cores: Option<u32>,
    /// Where visits wait that find no worker.
    #[serde(default)]
    pub queue: Queue,
    /// Who is let in at all; the first refusal counts. Default: everybody.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub admission: Vec<AdmissionSpec>,
    /// How the number of instances changes. Default `Fixed`.
    #[serde(default)]
    pub scale: ScaleSpec,
    /// What can be asked of the service, by name. At least one.
    pub operations: BTreeMap<String, Operation>,
    /// The service's own calls to others, by the name that its steps use.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub calls: BTreeMap<String, Edge>,
}

/// What serves the visits of one instance.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub enum Workers {
    /// This many threads; each is held for the whole visit, the visit's own calls included. At least 1.
    Threads(u32),
    /// This many executors; each is held only while a visit works, not while it waits for an answer. At least 1.
    Async(u32),
    /// As many as come: nobody waits for a worker.
    Unlimited,
}

/// Where visits wait that find no worker.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Queue {
    /// Most visits that wait in one instance; a visit that finds the room full is turned away with `QueueFull`. 0 means
    /// that nobody waits. Default: no bound, with a warning.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub room: Option<u32>,
    /// Who is served next. Default `Fifo`.
    pub discipline: DisciplineSpec,
}

fn one() -> u32 {
    1
}

fn zone_a() -> Vec<String> {
    vec!["a".to_owned()]
}
