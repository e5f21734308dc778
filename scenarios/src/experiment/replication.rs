//! One replication: a run with its probes, and nothing that goes wrong in it leaves it.

use std::panic::{AssertUnwindSafe, catch_unwind};

use brownout_models::journey::BrokenLaw;
use brownout_models::plan::Plan;
use brownout_models::probe::auditor::Auditor;
use brownout_models::probe::contract::Probe;
use brownout_models::probe::ledger::Ledger;
use brownout_models::probe::ledger::gauges::{GaugeSeries, Gauges};
use brownout_models::probe::ledger::run_result::RunResult;
use brownout_models::probe::openings::{Opened, Openings};
use brownout_models::probe::successes::Successes;
use brownout_models::probe::trace_hash::TraceHash;
use brownout_models::run::Run;

use super::{Failure, Options};
use crate::expect;

/// What came of one replication.
pub(super) struct Replication {
    pub(super) result: RunResult,
    pub(super) gauges: Vec<GaugeSeries>,
    /// For each window and edge when circuit breakers opened, if somebody asks and there is one.
    pub(super) openings: Vec<Vec<Option<Opened>>>,
    /// Which requests succeeded, if they are to be paired with those of another point.
    pub(super) successes: Option<Successes>,
    pub(super) trace_hash: u64,
    pub(super) events: u64,
}

/// Runs one replication of a plan; keeps which requests succeeded if they are to be paired.
pub(super) fn run(
    plan: &Plan,
    replication: u32,
    options: Options<'_>,
    paired: bool,
) -> Result<Replication, Failure> {
    let told = || tell(plan, replication, options, paired);
    catch_unwind(AssertUnwindSafe(told)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        let text = text.or_else(|| panic.downcast_ref::<&str>().map(|&text| text.to_owned()));
        let message = text.unwrap_or_else(|| "without a message".to_owned());
        Err(Failure::Panicked { replication, message })
    })
}

fn tell(
    plan: &Plan,
    replication: u32,
    options: Options<'_>,
    paired: bool,
) -> Result<Replication, Failure> {
    let ledger = Ledger::new(plan, options.series || expect::asks_for_steps(options.expect));
    let counts_openings = expect::asks_for_openings(options.expect);
    // Who may look costs a little at every moment, so that a run under the eyes of the ledger alone is another program.
    if !options.audit && !options.series && !counts_openings && !paired {
        let nobody_else = |_: &Run<'_, (Ledger, TraceHash)>| Ok(());
        let (ledger, trace_hash, events) = watched(plan, replication, ledger, nobody_else)?;
        return Ok(Replication {
            result: ledger.finish(plan),
            gauges: vec![],
            openings: vec![],
            successes: None,
            trace_hash,
            events,
        });
    }
    let auditor = options.audit.then(|| Auditor::new(plan));
    let gauges = options.series.then(|| Gauges::new(plan));
    let openings = counts_openings.then(|| Openings::new(plan));
    let successes = paired.then(|| Successes::new(plan));
    let looks = (ledger, (auditor, (gauges, (openings, successes))));
    let (told, trace_hash, events) = watched(plan, replication, looks, |run| {
        let ((_, (auditor, _)), _) = run.probe();
        // A fault may lose a message for good, and then somebody may wait for ever; without faults nobody does.
        let expects_leftovers = !plan.faults.is_empty();
        auditor.as_ref().map_or(Ok(()), |auditor| auditor.audit_end(run.world(), expects_leftovers))
    })?;
    let (ledger, (_, (gauges, (openings, successes)))) = told;
    let within = |openings: Openings| plan.windows.iter().map(|one| openings.within(one)).collect();
    Ok(Replication {
        result: ledger.finish(plan),
        gauges: gauges.map(Gauges::finish).unwrap_or_default(),
        openings: openings.map(within).unwrap_or_default(),
        successes,
        trace_hash,
        events,
    })
}

/// Runs to the end under the eyes of a probe, and lets `judge` look at what is left; returns the probe with the trace
/// hash and the number of events.
fn watched<P: Probe>(
    plan: &Plan,
    replication: u32,
    probe: P,
    judge: impl FnOnce(&Run<'_, (P, TraceHash)>) -> Result<(), BrokenLaw>,
) -> Result<(P, u64, u64), Failure> {
    let mut run = Run::new(plan, replication, (probe, TraceHash::new(plan)));
    let ended = run.finish().and_then(|()| judge(&run));
    let events = run.events();
    let (probe, hash) = run.into_probe();
    match ended {
        Ok(()) => Ok((probe, hash.value(), events)),
        Err(BrokenLaw { law, endless: true, .. }) => Err(Failure::Endless { replication, law }),
        Err(BrokenLaw { law, at, .. }) => Err(Failure::BrokenLaw { replication, at, law }),
    }
}
