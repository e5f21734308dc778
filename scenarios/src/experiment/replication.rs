//! One replication: a run with its probes, and nothing that goes wrong in it leaves it.

use std::panic::{AssertUnwindSafe, catch_unwind};

use brownout_models::journey::BrokenLaw;
use brownout_models::plan::Plan;
use brownout_models::probe::ledger::gauges::GaugeSeries;
use brownout_models::probe::ledger::run_result::RunResult;
use brownout_models::probe::openings::{Opened, Openings};
use brownout_models::probe::successes::Successes;
use brownout_models::watched::{Looks, Seen, Watched};

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
    let looks = Looks {
        series: options.series || expect::asks_for_steps(options.expect),
        audit: options.audit,
        gauges: options.series,
        openings: expect::asks_for_openings(options.expect),
        successes: paired,
    };
    let seen = Watched::new(plan, replication, looks).finish();
    let Seen { result, trace_hash, events, gauges, openings, successes } =
        seen.map_err(|BrokenLaw { law, at, endless }| match endless {
            true => Failure::Endless { replication, law },
            false => Failure::BrokenLaw { replication, at, law },
        })?;
    let within = |openings: Openings| plan.windows.iter().map(|one| openings.within(one)).collect();
    let openings = openings.map(within).unwrap_or_default();
    Ok(Replication { result, gauges, openings, successes, trace_hash, events })
}
