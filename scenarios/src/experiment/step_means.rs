//! A number over time as its mean over replications, step by step: for what is expected of each of them.

use brownout_core::stats::{Confidence, Estimate, Summary};
use brownout_core::time::SimTime;

use crate::expect::steps::{Step, StepMean};
use crate::result;

/// The steps of a window over all replications so far, in order.
#[derive(Default)]
pub(super) struct StepMeans {
    steps: Vec<One>,
}

/// A step: where it begins, which part of the window is over in its middle, and what it was in each replication.
struct One {
    from: SimTime,
    over: f64,
    values: Summary,
}

impl StepMeans {
    /// The steps of one replication: the same in each of them.
    pub(super) fn add(&mut self, steps: impl Iterator<Item = Step>) {
        for (at, step) in steps.enumerate() {
            if at == self.steps.len() {
                let Step { from, over, .. } = step;
                self.steps.push(One { from, over, values: Summary::new() });
            }
            if let Some(value) = step.value {
                self.steps[at].values.record(value);
            }
        }
    }

    /// Each step that some replication can tell of.
    pub(super) fn estimates(&self) -> impl Iterator<Item = StepMean> {
        self.steps.iter().filter(|step| step.values.count() > 0).map(|step| {
            let told = Estimate::of_summary(&step.values, Confidence::P95);
            let mean = result::Estimate::new(told.mean, told.half_width);
            StepMean { from: step.from, over: step.over, mean }
        })
    }
}
