//! Numbers that no run of a system can ever tell: of workers without a limit, of services and calls that nobody uses.

use brownout_models::plan::{Caller, EdgePlan, Plan};

use super::Takes;
use super::reading::Reading;
use super::subject::Subject;

/// What is told only where something is scarce.
const OF_LIMITS: [&str; 2] = ["capacity", "offered_over_capacity"];
/// What is told only of visits that there are.
const OF_VISITS: [&str; 3] = ["capacity", "offered_over_capacity", "wasted_work"];
/// What is told only of calls that there are.
const OF_CALLS: [&str; 2] = ["amplification", "success"];

/// Why a number can never be told in the system of a plan, if that is so.
pub fn why(reading: &Reading, plan: &Plan) -> Option<String> {
    let name = reading.metric.name;
    // A statistic, or a share by outcome, is of something that happens.
    let needs = matches!(reading.metric.takes, Takes::Statistic | Takes::Outcome { .. });
    match &reading.subject {
        Subject::Service(service) => {
            let at = plan.services.iter().position(|one| one.name == *service)?;
            let found = &plan.services[at];
            let is_told_of_workers = match name {
                "utilisation" => found.workers().is_some(),
                _ => found.is_limited() || !OF_LIMITS.contains(&name),
            };
            if !is_told_of_workers {
                return Some(format!("the workers of `{service}` are unlimited"));
            }
            let is_idle = (needs || OF_VISITS.contains(&name)) && !visited(plan)[at];
            is_idle.then(|| format!("nobody calls `{service}`"))
        }
        Subject::Edge(edge) => {
            let found = plan.edges.iter().find(|one| one.name == *edge)?;
            let is_idle = (needs || OF_CALLS.contains(&name)) && !visited_by(plan, found);
            is_idle.then(|| format!("nobody makes the call `{edge}`"))
        }
        Subject::Client(_) | Subject::Operation { .. } => None,
    }
}

/// Whether the caller of an edge has anything to do.
fn visited_by(plan: &Plan, edge: &EdgePlan) -> bool {
    match edge.caller {
        Caller::Client(_) => true,
        Caller::Service(service) => visited(plan)[service.index()],
    }
}

/// For each service, whether some way leads to it from a client.
fn visited(plan: &Plan) -> Vec<bool> {
    let mut visited = vec![false; plan.services.len()];
    // A way passes each service once at most.
    for _ in 0..plan.services.len() {
        for edge in &plan.edges {
            let begins = match edge.caller {
                Caller::Client(_) => true,
                Caller::Service(service) => visited[service.index()],
            };
            if begins {
                edge.callees.iter().for_each(|callee| visited[callee.index()] = true);
            }
        }
    }
    visited
}
