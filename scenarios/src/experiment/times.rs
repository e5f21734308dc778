//! Mean and percentiles of some times, over all replications.

use std::collections::BTreeMap;

use brownout_models::probe::ledger::run_result::Times;

use super::measure::Measure;
use crate::metric::statistic::{MEAN, percentile_name};
use crate::result::Estimate;

/// The mean and the percentiles of each replication, and how many samples they rest on together.
#[derive(Clone, Debug)]
pub(super) struct TimesFold {
    mean: Measure,
    percentiles: Vec<Percentile>,
}

#[derive(Clone, Debug)]
struct Percentile {
    name: String,
    measure: Measure,
    beyond: u64,
}

impl TimesFold {
    /// Nothing yet of these percentiles.
    pub(super) fn new(percentiles: &[f64], keeps: bool) -> TimesFold {
        let percentile = |&q: &f64| {
            let (name, measure) = (percentile_name(q), Measure::new(keeps));
            Percentile { name, measure, beyond: 0 }
        };
        let percentiles = percentiles.iter().map(percentile).collect();
        TimesFold { mean: Measure::new(keeps), percentiles }
    }

    /// One replication, if it has any such times.
    pub(super) fn add(&mut self, times: Option<&Times>) {
        self.mean.add_if(times.map(|times| times.mean.as_millis_f64()));
        for (at, percentile) in self.percentiles.iter_mut().enumerate() {
            percentile.measure.add_if(times.map(|times| times.percentiles[at].as_millis_f64()));
            percentile.beyond += times.map_or(0, |times| times.beyond[at]);
        }
    }

    /// The estimates in milliseconds, by name; nothing without any such times.
    pub(super) fn estimates_ms(&self) -> BTreeMap<String, Estimate> {
        let percentiles = self.percentiles.iter();
        let named = percentiles.map(|percentile| (&*percentile.name, &percentile.measure));
        [(MEAN, &self.mean)]
            .into_iter()
            .chain(named)
            .filter_map(|(name, measure)| Some((name.to_owned(), measure.estimate()?)))
            .collect()
    }

    /// The percentiles beyond which fewer than `enough` samples lie, with their number.
    pub(super) fn resting_on_fewer(&self, enough: u64) -> impl Iterator<Item = (&str, u64)> {
        let told = self.percentiles.iter().filter(|percentile| percentile.measure.count() > 0);
        let few = told.filter(move |percentile| percentile.beyond < enough);
        few.map(|percentile| (&*percentile.name, percentile.beyond))
    }
}
