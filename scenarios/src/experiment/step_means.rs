//! A number over time as its mean over replications, step by step: for what is expected of each of them.

use brownout_core::stats::{Confidence, Estimate, Summary};
use brownout_core::time::SimTime;

use crate::expect::steps::Step;
use crate::result;

/// The steps of a window over all replications so far, in order.
#[derive(Default)]
pub(super) struct StepMeans {
    steps: Vec<(SimTime, Summary)>,
}

impl StepMeans {
    /// The steps of one replication: the same in each of them.
    pub(super) fn add(&mut self, steps: impl Iterator<Item = Step>) {
        for (at, step) in steps.enumerate() {
            if at == self.steps.len() {
                self.steps.push((step.from, Summary::new()));
            }
            if let Some(value) = step.value {
                self.steps[at].1.record(value);
            }
        }
    }

    /// Where each step begins that some replication can tell of, and the mean there with its 95 % interval.
    pub(super) fn estimates(&self) -> impl Iterator<Item = (SimTime, result::Estimate)> {
        self.steps.iter().filter(|(_, summary)| summary.count() > 0).map(|(from, summary)| {
            let told = Estimate::of_summary(summary, Confidence::P95);
            let (mean, half_width) = (told.mean, told.half_width);
            (*from, result::Estimate::new(mean, half_width))
        })
    }
}
