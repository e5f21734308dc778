//! The warm-up that a scenario leaves to be found: `run: (warmup: Auto)`.
//!
//! It is found on the system as it is without faults, from the mean number of requests under way over some replications
//! (after Welch, who averages them first, and White's MSER-5): what the start of the run has biased is left out.

use brownout_core::stats::mser5;
use brownout_core::time::Span;
use brownout_models::plan::{Caller, Plan};
use brownout_models::spec::System;

use crate::experiment::{Failure, Options, Watch, run_point};

/// Replications that are averaged.
pub const REPLICATIONS: u32 = 10;
/// Steps of the series that is looked at.
const STEPS: u64 = 2000;

/// How long the system takes to warm up; `None` if it does not settle in the first half of its run, or if nobody waited
/// for the end of the search.
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
    calm.windows.clear();
    calm.run.warmup = Span::ZERO;
    let step = Span::from_nanos((calm.run.length.as_nanos() / STEPS).max(1));
    calm.run.series = step;
    // A system that is sound with its faults is sound without them, unless something else is wrong with it.
    let Ok((plan, _)) = Plan::new(&calm) else { return Ok(None) };
    let options = Options { series: true, threads, ..Options::replications(REPLICATIONS) };
    let ran = run_point(&plan, options, watch)?;
    let Some(series) = ran.point.series.filter(|_| ran.complete) else { return Ok(None) };
    let is_clients = |name: &str| {
        let mut edges = plan.edges.iter();
        edges.any(|edge| edge.name == name && matches!(edge.caller, Caller::Client(_)))
    };
    let mut under_way = vec![0.0; STEPS as usize];
    for (_, edge) in series.edges.iter().filter(|(name, _)| is_clients(name)) {
        under_way.iter_mut().zip(&edge.in_flight).for_each(|(sum, level)| *sum += level);
    }
    Ok(mser5(&under_way).map(|steps| step * steps as u64))
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
