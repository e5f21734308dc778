//! The state of an edge: policies and balancers, once for each holder.

use std::collections::VecDeque;

use brownout_core::random::Key;

use super::fleet::Fleet;
use crate::ids::{FaultId, FrameId};
use crate::plan::{Caller, EdgePlan, Plan, PolicyPlan};
use crate::policy::balance;
use crate::policy::call::roster::Seated;
use crate::spec::edge::Scope;

/// The state of an edge.
#[derive(Debug)]
pub struct EdgeState {
    /// The state of each holder: of each instance of the caller, or of each process of a client, or of all together.
    pub holders: Vec<Holder>,
    /// The faults that strike the edge's messages now.
    pub faults: Vec<FaultId>,
}

/// What one holder of an edge's state knows.
#[derive(Clone, Debug)]
pub struct Holder {
    /// The policies before the choice of a target.
    pub policies: Vec<Seat>,
    /// One for each service that the edge leads to.
    pub callees: Vec<Callee>,
}

/// What one holder knows of one callee.
#[derive(Clone, Debug)]
pub struct Callee {
    /// Who chooses.
    pub balancer: balance::roster::Seated,
    /// For each instance of the callee, by its number, the attempts under way to it.
    pub outstanding: Vec<u32>,
    /// For each instance of the callee the policies behind the choice; empty where the edge has none.
    pub per_target: Vec<Vec<Seat>>,
}

/// A policy in its seat, the line before it, and what it showed last.
#[derive(Clone, Debug)]
pub struct Seat {
    /// The policy.
    pub policy: Seated,
    /// The calls that stand in line until something is released, first come first.
    pub line: VecDeque<FrameId>,
    /// The value of its gauge when it was last told.
    pub shown: f64,
}

impl EdgeState {
    /// The state of edge number `edge` at time 0.
    pub fn new(plan: &Plan, edge: usize, fleet: &Fleet, key: Key) -> EdgeState {
        let edge_plan = &plan.edges[edge];
        let holders = match edge_plan.caller {
            Caller::Service(_) if edge_plan.scope == Scope::PerService => 1,
            Caller::Service(service) => plan.services[service.index()].instances(),
            Caller::Client(client) => plan.clients[client.index()].processes,
        };
        let holders = (0..holders).map(|holder| Holder::new(plan, edge_plan, fleet, key, holder));
        EdgeState { holders: holders.collect(), faults: Vec::new() }
    }
}

impl Holder {
    /// The first state of holder number `number` of an edge.
    pub fn new(plan: &Plan, edge: &EdgePlan, _fleet: &Fleet, key: Key, number: u32) -> Holder {
        // Callers begin at places of their own, by name, so that many round robins do not march in step.
        let name = Key::name(&edge.name);
        let start = key.with(Key::name("balance")).with(name).with(u64::from(number));
        let callees = edge.callees.iter().map(|&service| {
            let instances = plan.services[service.index()].instances() as usize;
            let per_target = if edge.per_target.is_empty() { 0 } else { instances };
            Callee {
                balancer: edge.balance.ready(start.below(1 << 20)),
                outstanding: vec![0; instances],
                per_target: vec![seats(&edge.per_target); per_target],
            }
        });
        Holder { policies: seats(&edge.policies), callees: callees.collect() }
    }
}

fn seats(plans: &[PolicyPlan]) -> Vec<Seat> {
    let seat =
        |plan: &PolicyPlan| Seat { policy: plan.first.clone(), line: VecDeque::new(), shown: 0.0 };
    plans.iter().map(seat).collect()
}
