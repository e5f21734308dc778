//! Who appears in a transcript: the calls and visits of the request that it follows, and all instances by name.

use std::collections::BTreeMap;

use brownout_core::time::SimTime;

use crate::ids::{CallId, EdgeId, InstanceId, ServiceId, VisitId};
use crate::outcome::Outcome;
use crate::plan::Plan;

/// Who appears.
#[derive(Debug, Default)]
pub(super) struct Cast {
    pub(super) calls: BTreeMap<CallId, Call>,
    pub(super) visits: BTreeMap<VisitId, Visit>,
    /// The service and the number of each instance.
    instances: Vec<(ServiceId, u32)>,
    /// What was said last, and when: an answer that is heard at once is told once.
    pub(super) said: Option<(SimTime, Outcome)>,
}

/// A call of the request.
#[derive(Clone, Debug)]
pub(super) struct Call {
    pub(super) edge: EdgeId,
    pub(super) depth: usize,
    /// The instance that calls; `None` for the client.
    pub(super) caller: Option<InstanceId>,
    pub(super) attempts: u32,
    /// Whom it has asked and when, while it waits for an answer.
    pub(super) open: Vec<(InstanceId, SimTime)>,
    /// What was heard last, and when.
    pub(super) heard: Option<(SimTime, Outcome)>,
}

/// A visit on behalf of the request.
#[derive(Clone, Copy, Debug)]
pub(super) struct Visit {
    pub(super) instance: InstanceId,
    pub(super) depth: usize,
    pub(super) call: Option<CallId>,
    pub(super) stage: Stage,
}

/// Where a visit stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stage {
    Waits,
    Works,
    Answered,
}

impl Cast {
    /// An instance comes up; for the first time it gets its number.
    pub(super) fn meet(&mut self, instance: InstanceId, service: ServiceId) {
        if instance.index() >= self.instances.len() {
            let number = self.instances.iter().filter(|(other, _)| *other == service).count();
            self.instances.push((service, number as u32));
        }
    }

    /// An instance as a reader would call it.
    pub(super) fn instance(&self, plan: &Plan, instance: InstanceId) -> String {
        match self.instances.get(instance.index()) {
            Some(&(service, number)) => {
                format!("{}[{number}]", plan.services[service.index()].name)
            }
            None => "somebody".to_owned(),
        }
    }

    /// Who makes a call.
    pub(super) fn caller(&self, plan: &Plan, call: &Call) -> String {
        match call.caller {
            Some(instance) => self.instance(plan, instance),
            None => plan.edges[call.edge.index()].name.clone(),
        }
    }

    /// How deep a call happens that no visit makes: at the surface, or where a fallback makes it in place of another.
    pub(super) fn stands_in_for(&self, plan: &Plan, edge: EdgeId) -> Option<&Call> {
        self.calls.values().find(|call| {
            let policies = &plan.edges[call.edge.index()].policies;
            policies.iter().any(|policy| policy.instead() == Some(edge))
        })
    }
}

/// A call as its caller would name it: without the caller's own name.
pub(super) fn short(plan: &Plan, edge: EdgeId) -> &str {
    let name = &plan.edges[edge.index()].name;
    name.split_once('.').map_or(name.as_str(), |(_, call)| call)
}
