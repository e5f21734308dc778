//! What a system is, by number: immutable, shared by all replications.
//!
//! Services, clients, edges and operations are numbered in the order of their names, so that their order in a file
//! changes nothing.

mod build;
mod clients;
mod demand;
mod names;
mod program;
mod review;
mod routes;
mod service;
mod settings;
mod step;
mod strikes;
mod windows;

use brownout_core::random::Key;
use brownout_core::time::{SimTime, Span};

use crate::delay::{Delay, Delays};
use crate::fault::contract::Fault;
use crate::ids::{ClientId, EdgeId, OperationId, ResourceId, RouteId, ServiceId, ZoneId};
use crate::outcome::Kinds;
use crate::policy::balance::roster::BalanceSpec;
use crate::policy::call::contract::Before;
use crate::policy::call::roster::Seated as CallPolicy;
use crate::problem::Problem;
use crate::spec::System;
use crate::spec::edge::Scope;
use crate::spec::resource::{Resource, ResourceScope};
use crate::workload::ready::Workload;

pub use service::ServicePlan;
pub use step::{StepPlan, Time, Way};

/// A system by number.
#[derive(Debug)]
pub struct Plan {
    /// Where the random numbers begin.
    pub seed: u64,
    /// When the warm-up is over.
    pub warmup: SimTime,
    /// When arrivals stop and the run drains.
    pub length: SimTime,
    /// Width of one point of the series.
    pub series: Span,
    /// Percentiles to report, ascending, as shares.
    pub percentiles: Vec<f64>,
    /// The windows to report, `all` first.
    pub windows: Vec<Window>,
    /// The services, by name.
    pub services: Vec<ServicePlan>,
    /// The operations of all services, by service and name.
    pub operations: Vec<OperationPlan>,
    /// The steps of all operations, one program after the other.
    pub steps: Vec<StepPlan>,
    /// The first steps of the branches of all parallel steps.
    pub branches: Vec<u32>,
    /// The ways of all choices.
    pub ways: Vec<Way>,
    /// The edges: those of services by service and name, then those of clients by name.
    pub edges: Vec<EdgePlan>,
    /// What each edge can ask for.
    pub routes: Vec<RoutePlan>,
    /// The clients, by name.
    pub clients: Vec<ClientPlan>,
    /// The streams of arrivals: one for each client, then one for each load spike.
    pub streams: Vec<StreamPlan>,
    /// The resources: named ones by name.
    pub resources: Vec<ResourcePlan>,
    /// The faults that strike services and edges, in the order of the file.
    pub faults: Vec<FaultPlan>,
    /// The zones, by name.
    pub zones: Vec<String>,
    /// The priority classes, by name.
    pub classes: Vec<String>,
    /// All constant delays.
    pub delays: Delays,
}

/// A stretch of time to report on.
#[derive(Clone, PartialEq, Debug)]
pub struct Window {
    /// Its name.
    pub name: String,
    /// Its parts, in order; `[from, to)`.
    pub spans: Vec<(SimTime, SimTime)>,
}

impl Window {
    /// Whether every scenario has it, or every one with faults; the other windows are named by their author.
    pub fn is_automatic(&self) -> bool {
        windows::AUTOMATIC.contains(&self.name.as_str())
    }
}

/// An operation by number.
#[derive(Clone, Debug)]
pub struct OperationPlan {
    /// Its name.
    pub name: String,
    /// `service.operation`.
    pub full_name: String,
    /// The hash of its full name.
    pub hash: u64,
    /// Whose it is.
    pub service: ServiceId,
    /// Its first step.
    pub program: u32,
    /// Whether work stops at once when the caller cancels.
    pub interruptible: bool,
}

/// Who calls along an edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Caller {
    /// The visits of a service.
    Service(ServiceId),
    /// A client.
    Client(ClientId),
}

/// An edge by number.
#[derive(Clone, Debug)]
pub struct EdgePlan {
    /// `service.call`, or the client's name.
    pub name: String,
    /// The hash of the call's own name.
    pub hash: u64,
    /// Who calls.
    pub caller: Caller,
    /// What stands before the choice of a target, outermost first.
    pub policies: Vec<PolicyPlan>,
    /// What stands behind it.
    pub per_target: Vec<PolicyPlan>,
    /// How a target is chosen.
    pub balance: BalanceSpec,
    /// Who shares the state.
    pub scope: Scope,
    /// Whether the callee learns that its caller has left.
    pub cancels: bool,
    /// Whether attempts carry a deadline.
    pub propagates: bool,
    /// Whether somebody wants to know how many attempts are under way to each target.
    pub counts: bool,
    /// Whether a further copy of a call goes to another target, while there is one.
    pub elsewhere: bool,
    /// One-way time of a message.
    pub hop: Delay,
    /// The services that the edge leads to.
    pub callees: Vec<ServiceId>,
    /// The first of its routes; a service's edge has only one.
    pub first_route: RouteId,
    /// The number of the caller's first holder of state, among the holders of all callers.
    pub first_holder: u32,
}

impl EdgePlan {
    /// The policy at a layer: target policies come after the others.
    pub fn policy(&self, layer: usize) -> &PolicyPlan {
        match self.policies.get(layer) {
            Some(policy) => policy,
            None => &self.per_target[layer - self.policies.len()],
        }
    }

    /// The holder of the edge's state that caller number `number` is: the state is each caller's own, or of a service's
    /// callers together.
    pub fn holder_of(&self, number: u32) -> u32 {
        let shared = self.scope == Scope::PerService && matches!(self.caller, Caller::Service(_));
        if shared { 0 } else { number }
    }

    /// How many layers there are before the wire.
    pub fn layers(&self) -> usize {
        self.policies.len() + self.per_target.len()
    }
}

/// A call policy by number.
#[derive(Clone, Debug)]
pub struct PolicyPlan {
    /// Its name.
    pub name: &'static str,
    /// The part of the random key that says which policy this is.
    pub key: u64,
    /// The policy in its first state.
    pub first: CallPolicy,
    /// What it shares by name.
    pub resource: Option<ResourceId>,
    /// Whether calls may stand in line before it, or before another that shares its resource.
    pub parks: bool,
    /// What it says to every call that wants to go on inward, if that is always the same.
    pub always: Option<Before>,
    /// What it wants to know of all that may come back.
    pub hears: Kinds,
    /// Whether what is abandoned inside it is cancelled at the callee too, where the edge cancels at all.
    pub cancels_losers: bool,
}

impl PolicyPlan {
    /// The edge of the other call that the policy may make in place of one that failed.
    pub fn instead(&self) -> Option<EdgeId> {
        match &self.first {
            CallPolicy::Fallback(fallback) => fallback.instead(),
            _ => None,
        }
    }
}

/// What an edge can ask for.
#[derive(Clone, Copy, Debug)]
pub struct RoutePlan {
    /// Along which edge.
    pub edge: EdgeId,
    /// Of which service.
    pub service: ServiceId,
    /// The service's place among the edge's callees.
    pub callee: u16,
    /// How many shards the service has.
    pub shards: u16,
    /// What is asked.
    pub operation: OperationId,
    /// The first step of what is asked.
    pub program: u32,
    /// One-way time of a message.
    pub hop: Delay,
    /// Layers of policies before the choice of a target.
    pub before: u8,
    /// All layers of policies.
    pub layers: u8,
    /// Whether attempts carry a deadline.
    pub propagates: bool,
    /// Whether somebody wants to know how many attempts are under way to each target.
    pub counts: bool,
}

/// A client by number.
#[derive(Clone, Debug)]
pub struct ClientPlan {
    /// Its name.
    pub name: String,
    /// The hash of its name.
    pub hash: u64,
    /// Its edge.
    pub edge: EdgeId,
    /// What it asks for: the route, and the cumulative share up to and including it.
    pub asks: Vec<(RouteId, f64)>,
    /// What "in time" means.
    pub slo: Option<Span>,
    /// Its priority class.
    pub class: u16,
    /// Its home zone.
    pub zone: Option<ZoneId>,
    /// Users that each have policies of their own; 1 where they are shared.
    pub processes: u32,
}

/// A stream of arrivals by number.
#[derive(Clone, Debug)]
pub struct StreamPlan {
    /// Whose requests they are.
    pub client: ClientId,
    /// The part of the random key that says which of the client's streams this is; `None` for its usual one.
    pub key: Option<u64>,
    /// When they come.
    pub workload: Workload,
}

/// A resource by number.
#[derive(Clone, Debug)]
pub struct ResourcePlan {
    /// Its name.
    pub name: String,
    /// What it is.
    pub spec: Resource,
    /// Who shares one copy.
    pub scope: ResourceScope,
}

/// A fault by number.
pub struct FaultPlan {
    /// Its name and target, for reports: `Slow counter`.
    pub name: String,
    /// The part of the random key that says which fault this is.
    pub key: u64,
    /// When it begins.
    pub begins: SimTime,
    /// When it is over; [`SimTime::NEVER`] if it is not.
    pub ends: SimTime,
    /// What it strikes.
    pub strikes: Strikes,
    /// What it does.
    pub fault: Box<dyn Fault + Send + Sync>,
}

/// What a fault strikes.
#[derive(Clone, PartialEq, Debug)]
pub enum Strikes {
    /// Instances, by service and number within the service.
    Instances(Vec<(ServiceId, u32)>),
    /// The messages and visits of an edge.
    Edge(EdgeId),
}

impl std::fmt::Debug for FaultPlan {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("FaultPlan")
            .field("name", &self.name)
            .field("begins", &self.begins)
            .field("ends", &self.ends)
            .field("strikes", &self.strikes)
            .finish_non_exhaustive()
    }
}

impl Plan {
    /// The plan of a system and the warnings about it, or everything that is wrong with it.
    pub fn new(system: &System) -> Result<(Plan, Vec<Problem>), Vec<Problem>> {
        let (plan, mut problems) = build::plan(system);
        let Some(plan) = plan else { return Err(problems) };
        problems.extend(review::warnings(system, &plan));
        Ok((plan, problems))
    }

    /// The key from which all draws of one replication descend.
    pub fn key(&self, replication: u32) -> Key {
        Key::root(self.seed).with(u64::from(replication))
    }
}
