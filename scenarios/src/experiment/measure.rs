//! One number over all replications.

use brownout_core::stats::{self, Confidence, Summary};

use crate::result::Estimate;

/// One number, taken in replication by replication. What is not kept takes no memory.
#[derive(Clone, Debug)]
pub(super) struct Measure {
    summary: Summary,
    /// One for each replication, in order.
    values: Option<Vec<Option<f64>>>,
}

impl Measure {
    /// Nothing yet; `keeps` the single values or not.
    pub(super) fn new(keeps: bool) -> Measure {
        Measure { summary: Summary::new(), values: keeps.then(Vec::new) }
    }

    /// The same after so many replications in which the number could not be told.
    pub(super) fn after(replications: usize, keeps: bool) -> Measure {
        Measure { summary: Summary::new(), values: keeps.then(|| vec![None; replications]) }
    }

    /// The number in the next replication.
    pub(super) fn add(&mut self, value: f64) {
        self.add_if(Some(value));
    }

    /// The number in the next replication, if it can be told there.
    pub(super) fn add_if(&mut self, value: Option<f64>) {
        if let Some(value) = value {
            self.summary.record(value);
        }
        if let Some(values) = &mut self.values {
            values.push(value);
        }
    }

    /// In how many replications the number could be told.
    pub(super) fn count(&self) -> u64 {
        self.summary.count()
    }

    /// Whether the number was 0 wherever it could be told.
    pub(super) fn is_zero(&self) -> bool {
        self.summary.max().is_none_or(|max| max == 0.0) && self.summary.min().unwrap_or(0.0) == 0.0
    }

    /// The mean and its 95 % interval; `None` if the number could be told nowhere.
    pub(super) fn estimate(&self) -> Option<Estimate> {
        self.summary.mean().map(|_| {
            let told = stats::Estimate::of_summary(&self.summary, Confidence::P95);
            let values = self.values.clone();
            Estimate { mean: told.mean, half_width: told.half_width, values }
        })
    }

    /// The same of a number that is 0 or 1, a share of replications: Student's interval would be empty where all are
    /// alike, and reach beyond 0 and 1 elsewhere. The half-width is that of Wilson's interval, on its longer side.
    pub(super) fn share(&self) -> Option<Estimate> {
        let estimate = self.estimate()?;
        let count = self.count();
        let ones = (estimate.mean * count as f64).round() as u64;
        let ends = stats::wilson(ones.min(count), count, Confidence::P95).filter(|_| count > 1);
        let half =
            ends.map(|(low, high)| (estimate.mean - low.get()).max(high.get() - estimate.mean));
        Some(Estimate { half_width: half, ..estimate })
    }

    /// The same of a number that can always be told.
    pub(super) fn sure(&self) -> Estimate {
        self.estimate().unwrap_or_default()
    }
}
