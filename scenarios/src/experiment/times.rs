//! Mean and percentiles of some times, over all replications.

use std::collections::BTreeMap;

use brownout_core::time::Span;
use brownout_models::probe::ledger::run_result::Times;

use super::measure::Measure;
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
        let Some(times) = times else { return };
        self.mean.add(times.mean.as_millis_f64());
        let told = times.percentiles.iter().zip(&times.beyond);
        for (percentile, (time, beyond)) in self.percentiles.iter_mut().zip(told) {
            percentile.measure.add(Span::as_millis_f64(*time));
            percentile.beyond += beyond;
        }
    }

    /// The estimates in milliseconds, by name; nothing without any such times.
    pub(super) fn estimates_ms(&self) -> BTreeMap<String, Estimate> {
        let percentiles = self.percentiles.iter();
        let named = percentiles.map(|percentile| (&*percentile.name, &percentile.measure));
        [("mean", &self.mean)]
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

/// `p99.9` for 0.999.
pub(super) fn percentile_name(q: f64) -> String {
    // A share times a hundred is off by a rounding error, which nobody wants to read.
    format!("p{}", (q * 1e10).round() / 1e8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_percentile_is_named_as_people_write_it() {
        let names = [0.5, 0.9, 0.95, 0.99, 0.999, 0.9999, 0.07, 0.995, 99.97 / 100.0];
        let expected = ["p50", "p90", "p95", "p99", "p99.9", "p99.99", "p7", "p99.5", "p99.97"];
        assert_eq!(names.map(percentile_name), expected);
    }
}
