//! One replication: a run with its probes, and nothing that goes wrong in it leaves it.

use std::panic::{AssertUnwindSafe, catch_unwind};

use brownout_models::moment::Probe;
use brownout_models::plan::Plan;
use brownout_models::probe::ledger::Ledger;
use brownout_models::probe::ledger::gauges::{GaugeSeries, Gauges};
use brownout_models::probe::ledger::run_result::RunResult;
use brownout_models::probe::trace_hash::TraceHash;
use brownout_models::run::Run;

use super::{Failure, Options};

/// What came of one replication.
pub(super) struct Replication {
    pub(super) result: RunResult,
    pub(super) gauges: Vec<GaugeSeries>,
    pub(super) trace_hash: u64,
    pub(super) events: u64,
}

/// Runs one replication of a plan.
pub(super) fn run(plan: &Plan, replication: u32, options: Options) -> Result<Replication, Failure> {
    let told = || tell(plan, replication, options);
    catch_unwind(AssertUnwindSafe(told)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        let text = text.or_else(|| panic.downcast_ref::<&str>().map(|&text| text.to_owned()));
        let message = text.unwrap_or_else(|| "without a message".to_owned());
        Err(Failure::Panicked { replication, message })
    })
}

fn tell(plan: &Plan, replication: u32, options: Options) -> Result<Replication, Failure> {
    // Gauges cost a little on every call, so that a run without them is another program.
    let (ledger, gauges, trace_hash, events) = if options.series {
        let looks = (Ledger::new(plan, true), Gauges::new(plan));
        let ((ledger, gauges), trace_hash, events) = watched(plan, replication, looks)?;
        (ledger, gauges.finish(), trace_hash, events)
    } else {
        let looks = Ledger::new(plan, false);
        let (ledger, trace_hash, events) = watched(plan, replication, looks)?;
        (ledger, vec![], trace_hash, events)
    };
    Ok(Replication { result: ledger.finish(plan), gauges, trace_hash, events })
}

/// Runs to the end under the eyes of a probe; returns it with the trace hash and the number of events.
fn watched<P: Probe>(plan: &Plan, replication: u32, probe: P) -> Result<(P, u64, u64), Failure> {
    let mut run = Run::new(plan, replication, (probe, TraceHash::new(plan)));
    match run.finish() {
        Ok(()) => {
            let events = run.events();
            let (probe, hash) = run.into_probe();
            Ok((probe, hash.value(), events))
        }
        Err(broken) => Err(Failure::BrokenLaw { replication, at: broken.at, law: broken.law }),
    }
}
