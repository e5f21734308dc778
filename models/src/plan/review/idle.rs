//! What has no effect where it stands: policies that nothing ever reaches, limits that others reach first, faults of no one.

use super::edge::{Edge, least};
use crate::fault::roster::FaultSpec;
use crate::fault::target::Target;
use crate::outcome::{Kind, Kinds};
use crate::plan::{Caller, Plan, StepPlan};
use crate::policy::admission::roster::AdmissionSpec;
use crate::policy::call::fallback;
use crate::policy::call::roster::CallPolicySpec;
use crate::policy::parts::backoff::{Backoff, Jitter};
use crate::problem::{Code, Problem, path_step};
use crate::spec::System;
use crate::spec::edge::Scope;

type Layer<'s> = (String, &'s CallPolicySpec);

/// Policies on the caller's side.
pub(super) fn policies(plan: &Plan, edges: &[Edge<'_>], found: &mut Vec<Problem>) {
    let brought = deadlines(plan, edges);
    for (at, edge) in edges.iter().enumerate() {
        let layers = edge.layers();
        if !stands_in(plan, edges, at) {
            wide_bulkheads(plan, at, &layers, found);
        }
        shadowed_fallbacks(&layers, found);
        unused_factors(&layers, found);
        let inherits = match plan.edges[at].caller {
            Caller::Client(_) => false,
            Caller::Service(service) => brought[service.index()],
        };
        let only_inherits = |layer: &&Layer<'_>| matches!(layer.1, CallPolicySpec::Deadline(deadline) if deadline.within.is_none());
        // Whatever limit there is, a deadline passes it on.
        if !inherits && least(&layers).is_none() && !edge.all().any(is_custom) {
            for (path, _) in layers.iter().filter(only_inherits) {
                let message = "no request brings a deadline along here, and this one sets none";
                let problem = Problem::new(Code::NoEffect, path.clone(), message);
                found.push(
                    problem.help("give it a time of its own, or a `Deadline` to an edge before"),
                );
            }
        }
    }
}

fn is_custom(policy: &CallPolicySpec) -> bool {
    matches!(policy, CallPolicySpec::Custom(_))
}

/// The services at which some request arrives with a deadline.
fn deadlines(plan: &Plan, edges: &[Edge<'_>]) -> Vec<bool> {
    let mut brought = vec![false; plan.services.len()];
    // Callers come before callees at some time: as often as there are services is enough.
    for _ in 0..plan.services.len() {
        for (edge, of) in plan.edges.iter().zip(edges) {
            let inherits = match edge.caller {
                Caller::Client(_) => false,
                Caller::Service(service) => brought[service.index()],
            };
            let sets = inherits || least(&of.layers()).is_some() || of.all().any(is_custom);
            if edge.propagates && sets {
                edge.callees.iter().for_each(|callee| brought[callee.index()] = true);
            }
        }
    }
    brought
}

/// Whether calls along an edge may come in place of others, besides those of the steps.
fn stands_in(plan: &Plan, edges: &[Edge<'_>], at: usize) -> bool {
    let name = plan.edges[at].name.rsplit_once('.').map(|(_, call)| call);
    edges.iter().flat_map(Edge::all).any(|policy| {
        matches!(policy, CallPolicySpec::Fallback(fallback) if name.is_some() && fallback.call.as_deref() == name)
    })
}

/// Bulkheads that have room for more calls than the caller can ever make at a time.
fn wide_bulkheads(plan: &Plan, at: usize, layers: &[Layer<'_>], found: &mut Vec<Problem>) {
    let edge = &plan.edges[at];
    let Caller::Service(caller) = edge.caller else { return };
    let service = &plan.services[caller.index()];
    if service.slots == u32::MAX || layers.iter().any(|(_, policy)| is_custom(policy)) {
        return;
    }
    let holders = if edge.scope == Scope::PerService { service.instances() } else { 1 };
    let programs = service.operations.clone().map(|one| plan.operations[usize::from(one)].program);
    let each = programs.map(|program| at_a_time(plan, program, at)).max().unwrap_or(0);
    let mut most = u64::from(service.slots) * u64::from(holders) * each;
    for (path, policy) in layers {
        match policy {
            CallPolicySpec::Hedge(hedge) => most *= 1 + u64::from(hedge.copies),
            CallPolicySpec::Bulkhead(bulkhead) => {
                let Some(max) = bulkhead.max.filter(|&max| u64::from(max) >= most) else {
                    continue;
                };
                let message = format!(
                    "this bulkhead has room for {max} calls, and \"{}\" never makes more than {most} at a time",
                    service.name
                );
                found.push(Problem::new(Code::NoEffect, path.clone(), message));
            }
            _ => {}
        }
    }
}

/// How many calls along an edge a visit may have under way at a time.
fn at_a_time(plan: &Plan, program: u32, edge: usize) -> u64 {
    let leads = |route: crate::ids::RouteId| plan.routes[route.index()].edge.index() == edge;
    let (mut at, mut most) = (program as usize, 0);
    loop {
        let here = match &plan.steps[at] {
            StepPlan::End | StepPlan::Jump(_) => return most,
            StepPlan::Call { route, .. } => u64::from(leads(*route)),
            StepPlan::FanOut { route, .. } => {
                let callee = plan.routes[route.index()].service;
                u64::from(leads(*route)) * u64::from(plan.services[callee.index()].shards)
            }
            StepPlan::Parallel { branches, .. } => branches
                .clone()
                .map(|branch| at_a_time(plan, plan.branches[branch as usize], edge))
                .sum(),
            StepPlan::Choice { ways, .. } => ways
                .clone()
                .map(|way| at_a_time(plan, plan.ways[way as usize].program, edge))
                .max()
                .unwrap_or(0),
            StepPlan::Work { .. } | StepPlan::Wait { .. } | StepPlan::Answer => 0,
        };
        most = most.max(here);
        at += 1;
    }
}

/// Fallbacks to which nothing comes that another one inside has not replaced.
fn shadowed_fallbacks(layers: &[Layer<'_>], found: &mut Vec<Problem>) {
    for (at, (path, policy)) in layers.iter().enumerate() {
        let CallPolicySpec::Fallback(outer) = policy else { continue };
        // Retries and hedges say nothing of their own; whatever else stands in between may refuse or give up.
        let between = layers[at + 1..].iter();
        let mut inner = between.map(|(_, policy)| *policy).skip_while(|policy| {
            matches!(policy, CallPolicySpec::Retry(_) | CallPolicySpec::Hedge(_))
        });
        let Some(CallPolicySpec::Fallback(inner)) = inner.next() else { continue };
        let (seen, left) = (replaced(outer), replaced(inner));
        if inner.call.is_none()
            && Kind::ALL.into_iter().all(|kind| !seen.has(kind) || left.has(kind))
        {
            let message = "a fallback inside of this one replaces whatever it would replace";
            found.push(Problem::new(Code::NoEffect, path.clone(), message));
        }
    }
}

fn replaced(fallback: &fallback::Spec) -> Kinds {
    fallback::Fallback::new(fallback, None).replaces()
}

/// Factors of a backoff whose jitter does not ask for them.
fn unused_factors(layers: &[Layer<'_>], found: &mut Vec<Problem>) {
    for (path, policy) in layers {
        let CallPolicySpec::Retry(retry) = policy else { continue };
        let Backoff::Exponential(backoff) = retry.backoff else { continue };
        if backoff.jitter == Jitter::Decorrelated && backoff.factor != 2.0 {
            let message =
                "`Decorrelated` draws up to three times the wait before: the factor is not used";
            found.push(Problem::new(Code::NoEffect, format!("{path}.backoff.factor"), message));
        }
    }
}

/// Limits at the door that a full queue always reaches first.
pub(super) fn limits(system: &System, plan: &Plan, found: &mut Vec<Problem>) {
    for ((name, spec), service) in system.services.iter().zip(&plan.services) {
        if service.slots == u32::MAX || service.room == u32::MAX {
            continue;
        }
        let most = u64::from(service.slots) + u64::from(service.room);
        for (number, AdmissionSpec::FixedLimit(limit)) in spec.admission.iter().enumerate() {
            if u64::from(limit.max) > most {
                let message = format!(
                    "the limit is {}, and there are never more than {most} inside: {} served and {} that wait",
                    limit.max, service.slots, service.room
                );
                let path = format!("services.{}.admission.{number}", path_step(name));
                found.push(Problem::new(Code::NoEffect, path, message));
            }
        }
    }
}

/// Faults that strike nothing.
pub(super) fn faults(system: &System, found: &mut Vec<Problem>) {
    for (number, fault) in system.faults.iter().enumerate() {
        let mut note = |field: &str, message: &str| {
            found.push(Problem::new(Code::NoEffect, format!("faults.{number}.{field}"), message));
        };
        let share = match fault {
            FaultSpec::ErrorRate(rate) => Some(rate.share),
            FaultSpec::BlackHole(hole) => Some(hole.share),
            _ => None,
        };
        if share.is_some_and(|share| share.get() == 0.0) {
            note("share", "the share is 0%: the fault strikes nothing");
        }
        if matches!(fault.target(), Some(Target::Some(_, share)) if share.get() == 0.0) {
            note("target", "0% of the instances are none: the fault strikes nothing");
        }
    }
}
