//! What is suspicious in a sound system: it runs, but may not mean what its author thinks.

use std::collections::BTreeSet;

use brownout_core::time::Span;

use super::demand::{demands, limit};
use super::{Plan, StepPlan};
use crate::policy::call::roster::CallPolicySpec;
use crate::problem::{Code, Problem, path_step};
use crate::spec::System;
use crate::spec::edge::Policies;

/// The warnings about a system.
pub(super) fn warnings(system: &System, plan: &Plan) -> Vec<Problem> {
    let mut found = vec![];
    unbounded_queues(system, plan, &mut found);
    let edges = edges(system);
    time_limits(&edges, &mut found);
    let limits: Vec<Option<Span>> = edges.iter().map(Edge::limit).collect();
    overload(plan, &limits, &mut found);
    unreachable(system, plan, &edges, &mut found);
    found
}

/// An edge as the file has it, in the plan's order.
struct Edge<'s> {
    path: String,
    list: &'s [CallPolicySpec],
    list_path: String,
    per_target: &'s [CallPolicySpec],
    is_client: bool,
}

impl Edge<'_> {
    fn all(&self) -> impl Iterator<Item = &CallPolicySpec> {
        self.list.iter().chain(self.per_target)
    }

    fn limit(&self) -> Option<Span> {
        let all: Vec<CallPolicySpec> = self.all().cloned().collect();
        limit(&all)
    }
}

fn edges(system: &System) -> Vec<Edge<'_>> {
    let list = |policies: &'_ Policies| -> Option<String> {
        match policies {
            Policies::Named(name) => Some(name.clone()),
            Policies::List(_) => None,
        }
    };
    let mut edges = vec![];
    let services = system.services.iter().flat_map(|(service, spec)| {
        let path = format!("services.{}.calls", path_step(service));
        spec.calls.iter().map(move |(call, edge)| {
            (format!("{path}.{}", path_step(call)), &edge.policies, &edge.per_target, false)
        })
    });
    let clients = system.clients.iter().map(|(name, client)| {
        (format!("clients.{}", path_step(name)), &client.policies, &client.per_target, true)
    });
    for (path, policies, per_target, is_client) in services.chain(clients) {
        let own = format!("{path}.policies");
        let (found, list_path): (&[CallPolicySpec], String) = match (policies, list(policies)) {
            (Policies::List(list), _) => (list, own),
            (_, Some(name)) => match system.policies.get(&name) {
                Some(list) => (list, format!("policies.{}", path_step(&name))),
                None => (&[], own),
            },
            _ => (&[], own),
        };
        edges.push(Edge { path, list: found, list_path, per_target, is_client });
    }
    edges
}

fn unbounded_queues(system: &System, plan: &Plan, found: &mut Vec<Problem>) {
    for (service, name) in plan.services.iter().zip(system.services.keys()) {
        if service.slots < u32::MAX && service.room == u32::MAX {
            let message = format!("the queue of \"{name}\" has no bound");
            let path = format!("services.{}.queue", path_step(name));
            found.push(Problem::new(Code::UnboundedQueue, path, message).help("give it a `room`"));
        }
    }
}

fn time_limits(edges: &[Edge<'_>], found: &mut Vec<Problem>) {
    let mut told = BTreeSet::new();
    for edge in edges {
        let limits = |policy: &CallPolicySpec| {
            matches!(policy, CallPolicySpec::Timeout(_) | CallPolicySpec::Deadline(_))
        };
        if !edge.all().any(limits) {
            let (message, help) = if edge.is_client {
                ("the client waits for ever", "add a `Timeout` to its policies")
            } else {
                ("the call has no time limit", "add a `Timeout` to its policies")
            };
            found.push(Problem::new(Code::NoTimeout, edge.path.clone(), message).help(help));
        }
        let mut outer: Option<Span> = None;
        for (number, policy) in edge.list.iter().enumerate() {
            let CallPolicySpec::Timeout(timeout) = policy else { continue };
            if let Some(outer) = outer.filter(|outer| timeout.after >= *outer) {
                let path = format!("{}.{number}", edge.list_path);
                let message =
                    format!("this timeout of {} stands inside one of {outer}", timeout.after);
                if told.insert(path.clone()) {
                    found.push(Problem::new(Code::LateTimeout, path, message));
                }
            }
            outer = Some(outer.map_or(timeout.after, |outer| outer.min(timeout.after)));
        }
    }
}

fn overload(plan: &Plan, limits: &[Option<Span>], found: &mut Vec<Problem>) {
    for demand in demands(plan, limits) {
        let ratio = demand.needed / demand.there;
        if ratio >= 1.0 {
            let service = &plan.services[demand.service.index()].name;
            let message = format!(
                "the offered load is {ratio:.2}× the capacity of \"{service}\": it needs {:.1} workers and has {}",
                demand.needed, demand.there
            );
            let path = format!("services.{}", path_step(service));
            found.push(Problem::new(Code::Overload, path, message));
        }
    }
}

fn unreachable(system: &System, plan: &Plan, edges: &[Edge<'_>], found: &mut Vec<Problem>) {
    let mut note = |path: String, message: String| {
        found.push(Problem::new(Code::Unreachable, path, message));
    };
    let asked: BTreeSet<u16> = plan.routes.iter().map(|route| route.operation.0).collect();
    for (number, operation) in plan.operations.iter().enumerate() {
        if !asked.contains(&(number as u16)) {
            let service = path_step(&plan.services[operation.service.index()].name);
            let path = format!("services.{service}.operations.{}", path_step(&operation.name));
            note(path, format!("nobody asks for \"{}\"", operation.full_name));
        }
    }
    let stepped: BTreeSet<u16> = plan
        .steps
        .iter()
        .filter_map(|step| match step {
            StepPlan::Call { route, .. } | StepPlan::FanOut { route, .. } => Some(route.0),
            _ => None,
        })
        .collect();
    let instead: BTreeSet<&str> = edges
        .iter()
        .flat_map(Edge::all)
        .filter_map(|policy| match policy {
            CallPolicySpec::Fallback(fallback) => fallback.call.as_deref(),
            _ => None,
        })
        .collect();
    for (edge, plan) in edges.iter().zip(&plan.edges).filter(|(edge, _)| !edge.is_client) {
        let call = plan.name.rsplit_once('.').map_or(plan.name.as_str(), |(_, call)| call);
        if !stepped.contains(&plan.first_route.0) && !instead.contains(call) {
            note(edge.path.clone(), format!("no step uses the call \"{call}\""));
        }
    }
    for name in system.resources.keys() {
        let used = edges.iter().flat_map(Edge::all).any(|policy| policy.resource() == Some(name));
        if !used {
            note(format!("resources.{}", path_step(name)), format!("no policy uses \"{name}\""));
        }
    }
    for name in system.policies.keys() {
        let path = format!("policies.{}", path_step(name));
        if !edges.iter().any(|edge| edge.list_path == path) {
            note(path, format!("no edge uses the list \"{name}\""));
        }
    }
}
