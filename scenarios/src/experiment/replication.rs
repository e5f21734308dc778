//! One replication: a run with its probes, and nothing that goes wrong in it leaves it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use brownout_models::moment::Probe;
use brownout_models::plan::Plan;
use brownout_models::probe::ledger::Ledger;
use brownout_models::probe::ledger::gauges::{GaugeSeries, Gauges};
use brownout_models::probe::ledger::run_result::RunResult;
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
pub(super) fn run(
    plan: &Arc<Plan>,
    replication: u32,
    options: Options,
) -> Result<Replication, Failure> {
    let told = || tell(plan, replication, options);
    catch_unwind(AssertUnwindSafe(told)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        let text = text.or_else(|| panic.downcast_ref::<&str>().map(|&text| text.to_owned()));
        let message = text.unwrap_or_else(|| "without a message".to_owned());
        Err(Failure::Panicked { replication, message })
    })
}

fn tell(plan: &Arc<Plan>, replication: u32, options: Options) -> Result<Replication, Failure> {
    // Gauges cost a little on every call, so that a run without them is another program.
    let (ledger, gauges, events) = if options.series {
        let probe = (Ledger::new(plan, true), Gauges::new(plan));
        let (events, (ledger, gauges)) = watched(plan, replication, probe)?;
        (ledger, gauges.finish(), events)
    } else {
        let (events, ledger) = watched(plan, replication, Ledger::new(plan, false))?;
        (ledger, vec![], events)
    };
    Ok(Replication { result: ledger.finish(plan), gauges, trace_hash: 0, events })
}

/// Runs to the end under the eyes of a probe; returns the number of events, and the probe.
fn watched<P: Probe>(plan: &Arc<Plan>, replication: u32, probe: P) -> Result<(u64, P), Failure> {
    let mut run = Run::new(Arc::clone(plan), replication, probe);
    match run.finish() {
        Ok(()) => Ok((run.events(), run.into_probe())),
        Err(broken) => Err(Failure::BrokenLaw { replication, at: broken.at, law: broken.law }),
    }
}
