//! Mean and percentiles of some times, over all replications.

use std::collections::BTreeMap;

use brownout_core::stats::Histogram;
use brownout_models::probe::ledger::run_result::Times;

use super::bursts::Bursts;
use super::measure::Measure;
use crate::metric::statistic::{MEAN, percentile_name};
use crate::result::Estimate;

/// The mean of each replication, and the percentiles of each and of all together.
#[derive(Clone, Debug)]
pub(super) struct TimesFold {
    mean: Measure,
    percentiles: Vec<Percentile>,
    /// The times of all replications.
    pooled: Histogram,
    /// How they spread over replications, where somebody looks.
    bursts: Option<Bursts>,
}

#[derive(Clone, Debug)]
struct Percentile {
    name: String,
    q: f64,
    /// In each replication.
    sections: Measure,
}

/// What a percentile rests on.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Beyond<'f> {
    /// The percentile.
    pub(super) name: &'f str,
    /// The share of all times that it exceeds.
    pub(super) q: f64,
    /// How many times of all replications lie beyond it.
    pub(super) samples: u64,
    /// How many of them are independent, as far as replications tell.
    pub(super) independent: Option<f64>,
}

impl TimesFold {
    /// Nothing yet of these percentiles.
    pub(super) fn new(percentiles: &[f64], keeps: bool) -> TimesFold {
        let percentile = |&q: &f64| {
            let (name, sections) = (percentile_name(q), Measure::new(keeps));
            Percentile { name, q, sections }
        };
        TimesFold {
            mean: Measure::new(keeps),
            percentiles: percentiles.iter().map(percentile).collect(),
            pooled: Histogram::new(),
            bursts: None,
        }
    }

    /// The same, with a look at how many independent times its percentiles rest on.
    pub(super) fn watched(self) -> TimesFold {
        TimesFold { bursts: Some(Bursts::new()), ..self }
    }

    /// One replication, if it has any such times.
    pub(super) fn add(&mut self, times: Option<&Times>) {
        self.mean.add_if(times.map(|times| times.mean.as_millis_f64()));
        for (at, percentile) in self.percentiles.iter_mut().enumerate() {
            percentile.sections.add_if(times.map(|times| times.percentiles[at].as_millis_f64()));
        }
        let none = Histogram::new();
        let samples = times.map_or(&none, |times| &times.histogram);
        self.pooled.merge(samples);
        self.bursts.iter_mut().for_each(|bursts| bursts.add(samples));
    }

    /// The latest replication is one of those that collapsed, or of the others.
    pub(super) fn assign(&mut self, collapsed: bool) {
        self.mean.assign(collapsed);
        self.percentiles.iter_mut().for_each(|one| one.sections.assign(collapsed));
    }

    /// The times of all replications together.
    pub(super) fn pooled(&self) -> &Histogram {
        &self.pooled
    }

    /// The estimates in milliseconds, by name; nothing without any such times.
    ///
    /// A percentile is that of all replications together, with the interval of sectioning; the mean is the mean of means.
    pub(super) fn estimates_ms(&self) -> BTreeMap<String, Estimate> {
        let shares: Vec<f64> = self.percentiles.iter().map(|percentile| percentile.q).collect();
        let pooled = self.pooled.between(&shares);
        let percentiles = self.percentiles.iter().zip(pooled).filter_map(|(percentile, pooled)| {
            let (least, most) = pooled;
            let estimate = percentile.sections.sectioned(most.as_millis_f64())?;
            let floor = (least < most).then(|| least.as_millis_f64());
            Some((percentile.name.clone(), Estimate { floor, ..estimate }))
        });
        let mean = self.mean.estimate().map(|mean| (MEAN.to_owned(), mean));
        mean.into_iter().chain(percentiles).collect()
    }

    /// What each percentile rests on; nothing without any such times.
    pub(super) fn beyond(&self) -> impl Iterator<Item = Beyond<'_>> {
        let told = self.percentiles.iter().filter(|_| self.pooled.count() > 0);
        told.map(|percentile| {
            let samples = self.pooled.beyond(percentile.q);
            let at = self.pooled.quantile(percentile.q);
            let worth =
                self.bursts.as_ref().zip(at).and_then(|(bursts, at)| bursts.worth_beyond(at));
            let independent = worth.map(|worth| worth * samples as f64);
            Beyond { name: &percentile.name, q: percentile.q, samples, independent }
        })
    }
}
