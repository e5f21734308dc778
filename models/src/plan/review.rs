//! What is suspicious in a sound system: it runs, but may not mean what its author thinks.

mod edge;
mod idle;
mod late;
mod silent;
mod unopened;

use std::collections::BTreeSet;

use brownout_core::time::Span;

use self::edge::{Edge, edges};
use super::demand::demands;
use super::{Plan, StepPlan};
use crate::policy::call::roster::CallPolicySpec;
use crate::problem::{Code, Problem, path_step};
use crate::spec::System;

/// The warnings about a system.
pub(super) fn warnings(system: &System, plan: &Plan) -> Vec<Problem> {
    let mut found = vec![];
    unbounded_queues(system, plan, &mut found);
    let edges = edges(system);
    time_limits(&edges, &mut found);
    let limits: Vec<Option<Span>> = edges.iter().map(Edge::limit).collect();
    overload(plan, &limits, &mut found);
    unreachable(system, plan, &edges, &mut found);
    idle::policies(plan, &edges, &mut found);
    idle::limits(system, plan, &mut found);
    idle::faults(system, &mut found);
    late::policies(&edges, &mut found);
    late::slos(system, &edges, &mut found);
    silent::clients(system, plan, &mut found);
    silent::operations(system, &mut found);
    unopened::breakers(plan, &edges, &mut found);
    // A list that several edges share is found wanting once for each of them, and told once.
    let mut told = BTreeSet::new();
    found.retain(|problem| {
        let Problem { code, path, message, .. } = problem;
        told.insert((*code as u16, path.clone(), message.clone()))
    });
    found
}

fn unbounded_queues(system: &System, plan: &Plan, found: &mut Vec<Problem>) {
    for (service, name) in plan.services.iter().zip(system.services.keys()) {
        let path = format!("services.{}", path_step(name));
        if service.slots < u32::MAX && service.room == u32::MAX {
            let message = format!("the queue of \"{name}\" has no bound");
            let path = format!("{path}.queue");
            found.push(Problem::new(Code::UnboundedQueue, path, message).help("give it a `room`"));
        }
        if service.executors.is_some() && service.slots == u32::MAX {
            let message = format!("any number of visits may wait for the executors of \"{name}\"");
            let path = format!("{path}.workers");
            let problem = Problem::new(Code::UnboundedQueue, path, message);
            found.push(problem.help("give it an `in_flight`, and its queue a `room`"));
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
                "the offered load is {ratio:.2}× the capacity of \"{service}\": it needs {:.1} {} and has {}",
                demand.needed, demand.of, demand.there
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
