//! One number over all replications.

use brownout_core::stats::{self, Confidence, Summary};

use crate::result::Estimate;
use crate::result::estimate::{Part, Split};

/// One number, taken in replication by replication. What is not kept takes no memory.
#[derive(Clone, Default, Debug)]
pub(super) struct Measure {
    summary: Summary,
    /// One for each replication, in order.
    values: Option<Vec<Option<f64>>>,
    /// That of the latest replication.
    latest: Option<f64>,
    /// The same of the replications that collapsed, and of the others; nothing where that is not asked.
    parts: Option<Box<[Summary; 2]>>,
}

impl Measure {
    /// Nothing yet; `keeps` the single values or not.
    pub(super) fn new(keeps: bool) -> Measure {
        Measure { values: keeps.then(Vec::new), ..Measure::default() }
    }

    /// The same after so many replications in which the number could not be told.
    pub(super) fn after(replications: usize, keeps: bool) -> Measure {
        Measure { values: keeps.then(|| vec![None; replications]), ..Measure::default() }
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
        self.latest = value;
    }

    /// The latest replication is one of those that collapsed, or of the others.
    pub(super) fn assign(&mut self, collapsed: bool) {
        if let Some(value) = self.latest {
            self.parts.get_or_insert_default()[usize::from(!collapsed)].record(value);
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

    /// The mean and its 95 % interval, with what it is in both states; `None` if the number could be told nowhere.
    pub(super) fn estimate(&self) -> Option<Estimate> {
        self.summary.mean()?;
        Some(self.told(stats::Estimate::of_summary(&self.summary, Confidence::P95)))
    }

    /// A number of all replications together, such as a percentile of all samples, with the interval that its values in
    /// each of them give it; `None` if it could be told nowhere.
    pub(super) fn sectioned(&self, whole: f64) -> Option<Estimate> {
        self.summary.mean()?;
        Some(self.told(stats::Estimate::sectioned(whole, &self.summary, Confidence::P95)))
    }

    fn told(&self, told: stats::Estimate) -> Estimate {
        let split = self.split().map(Box::new);
        Estimate {
            mean: told.mean,
            half_width: told.half_width,
            values: self.values.clone(),
            split,
            floor: None,
        }
    }

    /// What it is in the replications that collapsed and in the others, where there are both.
    pub(super) fn split(&self) -> Option<Split> {
        let [collapsed, others] = &**self.parts.as_ref()?;
        let part = |part: &Summary| {
            let told = stats::Estimate::of_summary(part, Confidence::P95);
            Part { replications: part.count(), mean: told.mean, half_width: told.half_width }
        };
        let both = collapsed.count() > 0 && others.count() > 0;
        both.then(|| Split { collapsed: part(collapsed), others: part(others) })
    }

    /// The mean of a number that is 0 or 1, a share of replications: Student's interval would be empty where all are
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

    /// The mean of a number that can always be told.
    pub(super) fn sure(&self) -> Estimate {
        self.estimate().unwrap_or_default()
    }
}
