//! Replications of one plan, and what they say together.
//!
//! Each replication is one pure run on one thread. Their results are taken in one by one, in order, whichever thread
//! was first: the same plan gives the same bits with any number of threads.

mod clients;
mod edges;
mod expectations;
mod measure;
mod parallel;
mod point;
mod replication;
mod series;
mod services;
mod shares;
#[cfg(test)]
mod tests;
mod times;
mod warnings;

use std::sync::atomic::{AtomicBool, Ordering};

use brownout_core::time::SimTime;
use brownout_models::plan::Plan;
use thiserror::Error;

use self::point::PointFold;
use crate::expect::Expectation;
use crate::result::Point;

/// How an experiment is run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Options<'e> {
    /// Independent repetitions; at least 1.
    pub replications: u32,
    /// Threads to run them on; `None` for as many as the machine offers. Never changes a result.
    pub threads: Option<usize>,
    /// Whether to keep the series that charts are drawn from.
    pub series: bool,
    /// Whether each estimate carries its value in every replication.
    pub per_replication: bool,
    /// What is expected of the results. What it takes to judge that is counted besides.
    pub expect: &'e [Expectation],
    /// Whether the laws of the model are checked on the way. Takes longer than the run itself, and never changes a
    /// result.
    pub audit: bool,
}

impl Options<'_> {
    /// So many replications and nothing else.
    pub fn replications(replications: u32) -> Options<'static> {
        Options {
            replications,
            threads: None,
            series: false,
            per_replication: false,
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
    /// The program itself went wrong.
    #[error("replication {replication} stopped: {message}")]
    Panicked {
        /// In which replication.
        replication: u32,
        /// What the program said.
        message: String,
    },
}

/// Runs a plan as often as asked.
///
/// # Errors
/// The first replication, in their order, in which a law was broken or the program went wrong.
pub fn run_point(plan: &Plan, options: Options<'_>, watch: &dyn Watch) -> Result<Ran, Failure> {
    let mut fold = PointFold::new(plan, options);
    let mut next = 0;
    while next < options.replications {
        let chunk = parallel::chunk(options.threads);
        let to = options.replications.min(next.saturating_add(chunk));
        let ran = parallel::in_order(next..to, options.threads, |replication| {
            (!watch.stops()).then(|| {
                let ran = replication::run(plan, replication, options);
                watch.ran(ran.as_ref().map_or(0, |ran| ran.events));
                ran
            })
        });
        for ran in ran {
            match ran {
                Some(ran) => fold.add(plan, &ran?),
                None => return Ok(Ran { point: fold.finish(plan), complete: false }),
            }
        }
        next = to;
    }
    Ok(Ran { point: fold.finish(plan), complete: true })
}
