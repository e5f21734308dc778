//! The warm-up that a scenario leaves to be found: `run: (warmup: Auto)`.
//!
//! It is found on the system as it is without faults, from the mean number of requests under way over some replications
//! (after Welch, who averages them first, and White's MSER-5): what the start of the run has biased is left out.
//!
//! MSER-5 alone takes a run that is far too short for a settled one: a queue that takes longer than the run to forget
//! its beginning wanders, and nothing of that looks like a beginning. So what is left has to hold enough that is
//! independent (Hoad, Robinson and Davies, "Automating warm-up length estimation", Journal of the Operational Research
//! Society 61, 2010, warn of too little data; Lada and Wilson, "A wavelet-based spectral procedure for steady-state
//! simulation analysis", European Journal of Operational Research 174, 2006, end a warm-up where batch means pass von
//! Neumann's test): the means of twentieths of the run must not hang together.

use brownout_core::stats::{mser5, serial_correlation};
use brownout_core::time::Span;
use brownout_models::plan::{Caller, Plan};
use brownout_models::spec::System;
use brownout_models::spec::run::Window;

use crate::experiment::{Failure, Options, Values, Watch, run_point};
use crate::result::Point;

/// Replications that are averaged.
pub const REPLICATIONS: u32 = 10;
/// Steps of the series that is looked at.
const STEPS: u64 = 2000;
/// Batches of the run.
const BATCHES: u64 = 20;
/// The correlation of neighbouring batches that is too much (Law and Carson 1979). Of a memory that fades exponentially, a
/// batch is about one and a half times as long then as it takes to fade to an e-th, and the run thirty times.
const TOO_MUCH: f64 = 0.4;

/// How long the system takes to warm up; `None` if it does not settle in the first half of its run, if the run is too short
/// against the system's memory to tell, or if nobody waited for the end of the search.
///
/// # Errors
/// A replication in which a law was broken or the program went wrong.
pub fn find(
    system: &System,
    threads: Option<usize>,
    watch: &dyn Watch,
) -> Result<Option<Span>, Failure> {
    let mut calm = system.clone();
    calm.faults.clear();
    calm.run.warmup = Span::ZERO;
    let step = Span::from_nanos((calm.run.length.as_nanos() / STEPS).max(1));
    calm.run.series = step;
    let batch = Span::from_nanos((calm.run.length.as_nanos() / BATCHES).max(1));
    let name = |batch: u64| format!("batch {batch}");
    let window = |at: u64| (name(at), Window { from: batch * at, to: batch * (at + 1) });
    calm.windows = (0..BATCHES).map(window).collect();
    // A system that is sound with its faults is sound without them, unless something else is wrong with it.
    let Ok((plan, _)) = Plan::new(&calm) else { return Ok(None) };
    let options = Options {
        series: true,
        per_replication: Values::All,
        threads,
        ..Options::replications(REPLICATIONS)
    };
    let mut ran = run_point(&plan, options, watch)?;
    let Some(series) = ran.point.series.take().filter(|_| ran.complete) else { return Ok(None) };
    let mut under_way = vec![0.0; STEPS as usize];
    for edge in clients(&plan).filter_map(|client| series.edges.get(client)) {
        under_way.iter_mut().zip(&edge.in_flight).for_each(|(sum, level)| *sum += level);
    }
    let found = mser5(&under_way).map(|steps| step * steps as u64);
    let left = |warmup: Span| (0..BATCHES).filter(move |&at| batch * at >= warmup).map(name);
    let is_settled = |warmup: &Span| {
        let batches = batches(&plan, &ran.point, left(*warmup));
        serial_correlation(&batches).is_none_or(|correlation| correlation < TOO_MUCH)
    };
    Ok(found.filter(is_settled))
}

/// The names of the clients' edges.
fn clients(plan: &Plan) -> impl Iterator<Item = &str> {
    let edges = plan.edges.iter();
    edges.filter(|edge| matches!(edge.caller, Caller::Client(_))).map(|edge| edge.name.as_str())
}

/// Requests under way in each of these windows, of each replication.
fn batches(plan: &Plan, point: &Point, names: impl Iterator<Item = String>) -> Vec<Vec<f64>> {
    let mut replications = vec![Vec::new(); REPLICATIONS as usize];
    for name in names {
        let Some(window) = point.windows.iter().find(|window| window.name == name) else {
            continue;
        };
        let edges = clients(plan).filter_map(|client| window.edges.get(client));
        let values: Vec<&Vec<_>> = edges.filter_map(|one| one.in_flight.values.as_ref()).collect();
        for (replication, batches) in replications.iter_mut().enumerate() {
            let of_edge = |values: &&Vec<Option<f64>>| values.get(replication).copied().flatten();
            batches.push(values.iter().filter_map(of_edge).sum());
        }
    }
    replications
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Document;

    fn found(change: &str) -> Option<Span> {
        let mut document = crate::library::find("mm1").unwrap().document().unwrap();
        for set in ["run.length=200s", "run.warmup=Auto", change] {
            document.set(set);
        }
        let point = document.point(None, &[]).unwrap();
        assert!(point.auto_warmup);
        find(&point.system, Some(1), &()).unwrap()
    }

    #[test]
    fn a_queue_warms_up_in_a_few_relaxation_times() {
        // 1 / (μ (1 − √ρ)²) is 0.9 s.
        let warmup = found("run.seed=1").unwrap().as_secs_f64();
        assert!(warmup < 40.0, "{warmup}");
    }

    /// What is found at a load of so many per cent over so long, with each of some seeds.
    fn found_at(percent: u32, length: &str) -> Vec<Option<Span>> {
        let of = |seed: u64| {
            let mut document = crate::library::find("mm1").unwrap().document().unwrap();
            let arrivals = format!("clients.users.arrivals=Poisson(\"{percent}/s\")");
            let (length, seed) = (format!("run.length={length}"), format!("run.seed={seed}"));
            for set in ["run.warmup=Auto", &length, &seed, &arrivals] {
                document.set(set);
            }
            find(&document.point(None, &[]).unwrap().system, Some(1), &()).unwrap()
        };
        (1..=6).map(of).collect()
    }

    #[test]
    fn a_run_that_is_shorter_than_the_memory_of_the_system_is_refused() {
        // At 99 % of 100/s a queue takes 400 s to forget its beginning, a hundredth of that at 90 %.
        assert_eq!(found_at(99, "200s"), vec![None; 6]);
    }

    #[test]
    fn runs_that_are_long_enough_are_not_refused() {
        for (percent, length) in [(50, "100s"), (80, "200s"), (90, "400s")] {
            let found = found_at(percent, length);
            assert!(found.iter().all(Option::is_some), "{percent} %, {length}: {found:?}");
        }
    }

    #[test]
    fn a_queue_that_only_grows_never_warms_up() {
        assert_eq!(found("clients.users.arrivals=Poisson(\"150/s\")"), None);
    }

    #[test]
    fn a_warmup_that_was_found_takes_the_place_of_auto() {
        let mut document: Document = crate::library::find("mm1").unwrap().document().unwrap();
        document.set("run.warmup=Auto");
        let before = document.point(None, &[]).unwrap();
        assert!(before.auto_warmup && before.system.run.warmup.is_zero());
        document.settle_warmup(Span::from_secs(7));
        let after = document.point(None, &[]).unwrap();
        assert_eq!(after.system.run.warmup, Span::from_secs(7));
        assert!(document.check().unwrap().auto_warmup);
        document.set("run.wramup=Auto");
        assert!(document.check().is_err());
    }
}
