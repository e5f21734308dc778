//! Replications of one plan, and what they say together.
//!
//! Each replication is one pure run on one thread. Their results are taken in one by one, in order, whichever thread
//! was first: the same plan gives the same bits with any number of threads.

mod bursts;
mod clients;
mod collapse;
mod edges;
pub mod enough;
mod expectations;
mod measure;
mod pairs;
mod parallel;
mod point;
mod replication;
mod schedule;
mod series;
mod services;
mod shares;
mod states;
mod steady;
mod step_means;
#[cfg(test)]
mod tests;
mod times;
mod warnings;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use brownout_core::time::SimTime;
use brownout_models::plan::Plan;
use thiserror::Error;

use self::enough::Until;
use self::schedule::{Finished, Schedule};
use crate::expect::Expectation;
use crate::result::comparison::SameRequests;
use crate::result::{Point, Precision};

/// How an experiment is run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Options<'e> {
    /// Independent repetitions; at least 1. The most of them, where they go on until something is known.
    pub replications: u32,
    /// What is to be known before they end; without it there are just as many as that.
    pub until: Option<Until<'e>>,
    /// Threads to run them on; `None` for as many as the machine offers. Never changes a result.
    pub threads: Option<usize>,
    /// Whether to keep the series that charts are drawn from.
    pub series: bool,
    /// Which estimates carry their value in every replication.
    pub per_replication: Values,
    /// What is expected of the results. What it takes to judge that is counted besides.
    pub expect: &'e [Expectation],
    /// Whether the laws of the model are checked on the way. Takes longer than the run itself, and never changes a
    /// result.
    pub audit: bool,
}

/// Which estimates carry their value in every replication. It takes memory for each replication.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Values {
    /// None of them.
    #[default]
    None,
    /// The headline metrics ([`headline`](crate::metric::headline)) and who collapsed: what is compared.
    Headline,
    /// All of them.
    All,
}

impl Values {
    fn of_headline(self) -> bool {
        self != Values::None
    }

    fn of_all(self) -> bool {
        self == Values::All
    }
}

impl Options<'_> {
    /// So many replications and nothing else.
    pub fn replications(replications: u32) -> Options<'static> {
        Options {
            replications,
            until: None,
            threads: None,
            series: false,
            per_replication: Values::None,
            expect: &[],
            audit: false,
        }
    }
}

/// Somebody who waits for an experiment and may end it early. Asked and told from several threads.
pub trait Watch: Sync {
    /// Whether no further replication should begin.
    fn stops(&self) -> bool {
        false
    }

    /// A replication is done, after so many events.
    fn ran(&self, _events: u64) {}

    /// So much is known of a point, by its number, after so many replications.
    fn knows(&self, _point: usize, _replications: u32, _precision: &Precision) {}

    /// A point is done, by its number.
    fn finished(&self, _point: usize) {}
}

/// Nobody waits.
impl Watch for () {}

/// A flag that ends the experiment when it is set.
impl Watch for AtomicBool {
    fn stops(&self) -> bool {
        self.load(Ordering::Relaxed)
    }
}

/// What came of an experiment.
#[derive(Clone, PartialEq, Debug)]
pub struct Ran {
    /// The results of the first replications, in order; as many as were done when the experiment ended. The variant
    /// and the settings are left to whoever knows them.
    pub point: Point,
    /// Whether every replication was run.
    pub complete: bool,
}

/// Why an experiment has no result.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Failure {
    /// A law of the model did not hold.
    #[error("a law of the model is broken in replication {replication} at {at}: {law}")]
    BrokenLaw {
        /// In which replication.
        replication: u32,
        /// When.
        at: SimTime,
        /// What must hold.
        law: String,
    },
    /// Time stands still for too many events: something begets itself at once, for ever or nearly so.
    #[error("time stands still in replication {replication}: {law}")]
    Endless {
        /// In which replication.
        replication: u32,
        /// When, and for how many events.
        law: String,
    },
    /// The program itself went wrong.
    #[error("replication {replication} stopped: {message}")]
    Panicked {
        /// In which replication.
        replication: u32,
        /// What the program said.
        message: String,
    },
}

/// A point that is to be run.
#[derive(Clone, Copy, Debug)]
pub struct Job<'a> {
    /// The system.
    pub plan: &'a Plan,
    /// How it is run. Those of one experiment have the same number of threads; that of the first counts.
    pub options: Options<'a>,
}

/// Runs a plan as often as asked.
///
/// # Errors
/// A replication in which a law was broken or the program went wrong.
pub fn run_point(plan: &Plan, options: Options<'_>, watch: &dyn Watch) -> Result<Ran, Failure> {
    let mut ran = None;
    run_points(&[Job { plan, options }], watch, &mut |_, point| ran = Some(point))?;
    Ok(ran.expect("an experiment of one point has one result"))
}

/// Runs several points, each as often as asked, side by side, and tells what came of them in their order, as soon as
/// they are done. When the experiment is ended early, points of which nothing was run are told as well, with no
/// replication.
///
/// # Errors
/// A replication in which a law was broken or the program went wrong, the earliest known.
pub fn run_points(
    jobs: &[Job<'_>],
    watch: &dyn Watch,
    each: &mut (dyn FnMut(usize, Ran) + Send),
) -> Result<(), Failure> {
    let mut in_order = InOrder { next: 0, early: BTreeMap::new() };
    perform(jobs, false, watch, &mut |finished: Finished| {
        let ran = finished.ran.into_iter().next().expect("a group has a point");
        in_order.put(finished.first, ran, each);
    })
}

/// Runs several points together: the same replications of all of them, until there are enough to compare each with the
/// first. Tells what came of the points, which carry their values by replication, and of the same requests in each
/// further point and the first.
///
/// # Errors
/// A replication in which a law was broken or the program went wrong.
pub fn run_together(
    jobs: &[Job<'_>],
    watch: &dyn Watch,
) -> Result<(Vec<Ran>, Vec<Vec<SameRequests>>), Failure> {
    let mut all = (vec![], vec![]);
    perform(jobs, true, watch, &mut |finished: Finished| all = (finished.ran, finished.requests))?;
    Ok(all)
}

fn perform(
    jobs: &[Job<'_>],
    together: bool,
    watch: &dyn Watch,
    finished: &mut (dyn FnMut(Finished) + Send),
) -> Result<(), Failure> {
    let Some(first) = jobs.first() else { return Ok(()) };
    let threads = first.options.threads;
    let mut schedule = Schedule::new(jobs, together, watch, finished);
    parallel::work(&mut schedule, threads, |task| {
        let Job { plan, options } = jobs[task.point];
        let ran = replication::run(plan, task.replication, options, together);
        watch.ran(ran.as_ref().map_or(0, |ran| ran.events));
        ran
    });
    schedule.close()
}

/// Brings results into their order.
struct InOrder {
    next: usize,
    early: BTreeMap<usize, Ran>,
}

impl InOrder {
    fn put(&mut self, at: usize, ran: Ran, each: &mut (dyn FnMut(usize, Ran) + Send)) {
        self.early.insert(at, ran);
        while let Some(ran) = self.early.remove(&self.next) {
            each(self.next, ran);
            self.next += 1;
        }
    }
}
