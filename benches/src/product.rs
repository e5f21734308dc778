//! Brownout as a user has it: a run of a plan with the ledger and the trace hash looking on.

use brownout_models::plan::Plan;
use brownout_models::probe::ledger::run_result::Times;
use brownout_models::spec::System;
use brownout_models::watched::{Looks, Watched};

/// What a run has seen.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Seen {
    /// Requests of clients.
    pub requests: u64,
    /// Attempts of all callers, clients included.
    pub attempts: u64,
    /// Mean latency of the requests that were answered, in nanoseconds.
    pub mean_nanos: f64,
    /// Events that happened.
    pub events: u64,
    /// The hash of everything that happened.
    pub trace_hash: u64,
}

/// The plan of a system.
///
/// # Panics
/// If the system has a mistake.
pub fn plan(system: &System) -> Plan {
    match Plan::new(system) {
        Ok((plan, _warnings)) => plan,
        Err(problems) => panic!("the system of a benchmark has mistakes: {problems:?}"),
    }
}

/// One replication, from the start until the system has drained.
///
/// # Panics
/// If a law of the model does not hold.
pub fn run(plan: &Plan) -> Seen {
    let seen = match Watched::new(plan, 0, Looks::default()).finish() {
        Ok(seen) => seen,
        Err(broken) => panic!("{broken}"),
    };
    let all = &seen.result.windows[0];
    let answers = all.clients.iter().filter_map(|client| client.total.answers.as_ref());
    let (answered, nanos) = answers.fold((0, 0), |(answered, nanos), Times { histogram, .. }| {
        (answered + histogram.count(), nanos + histogram.sum_nanos())
    });
    Seen {
        requests: all.clients.iter().map(|client| client.total.counts.offered).sum(),
        attempts: all.edges.iter().map(|edge| edge.calls.attempts).sum(),
        mean_nanos: nanos as f64 / answered as f64,
        events: seen.events,
        trace_hash: seen.trace_hash,
    }
}
