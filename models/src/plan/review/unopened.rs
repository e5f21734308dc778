//! Circuit breakers that hardly ever see as many results as it takes to open them.

use brownout_core::time::{SimTime, Span};

use super::edge::Edge;
use crate::plan::demand::{copies, most_calls};
use crate::plan::{Caller, Plan};
use crate::policy::call::roster::CallPolicySpec;
use crate::problem::{Code, Problem};
use crate::spec::edge::Scope;

/// By how much the load of one holder may exceed the mean of all: balancing is not even, and chance is not either.
const UNEVEN: f64 = 3.0;
/// And so many results besides, where the mean is small.
const CHANCE: f64 = 10.0;

/// Breakers whose window is too short, or whose minimum too large, for the load that they see.
pub(super) fn breakers(plan: &Plan, edges: &[Edge<'_>], found: &mut Vec<Problem>) {
    let all: Vec<Vec<CallPolicySpec>> =
        edges.iter().map(|edge| edge.all().cloned().collect()).collect();
    let calls = most_calls(plan, &all);
    let run = (plan.length - SimTime::ZERO).as_secs_f64();
    for (at, edge) in edges.iter().enumerate() {
        let planned = &plan.edges[at];
        let callers = match planned.caller {
            Caller::Service(service) if planned.scope != Scope::PerService => {
                plan.services[service.index()].instances()
            }
            Caller::Service(_) => 1,
            Caller::Client(client) => plan.clients[client.index()].processes,
        };
        let targets = planned.callees.iter().map(|one| plan.services[one.index()].instances());
        let targets = f64::from(targets.max().unwrap_or(1));
        let mut rate = calls[at] / f64::from(callers.max(1));
        for (number, (path, policy)) in edge.layers().into_iter().enumerate() {
            rate *= copies(policy);
            let CallPolicySpec::CircuitBreaker(breaker) = policy else { continue };
            let stretch = match (breaker.window, breaker.last) {
                (None, Some(_)) => run,
                (window, _) => window.map_or(10.0, Span::as_secs_f64).min(run),
            };
            let rate = if number >= edge.list.len() { rate / targets } else { rate };
            let results = rate * stretch;
            if f64::from(breaker.min_calls) > UNEVEN * results + CHANCE {
                let message = format!(
                    "the breaker opens on {} results at least, and sees some {results:.1} of them in {stretch} s",
                    breaker.min_calls
                );
                found.push(Problem::new(Code::NeverOpens, path, message));
            }
        }
    }
}
