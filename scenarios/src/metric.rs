//! What can be measured: every number of a result by the name that expectations, comparisons and people use.
//!
//! A [`Metric`] is a name and whose it is; a [`Reading`](reading::Reading) is a metric of somebody in particular, such
//! as `goodput(app)` or `p99(feed.counts)`, and finds its estimate in the results of any window. The names are the keys
//! of the JSON; where a key holds several numbers, the name says which: `failed(app, TimedOut)`, `waiting_p99(feed)`.

mod client;
mod edge;
pub mod headline;
pub mod reading;
mod resolve;
mod service;
pub mod spelling;
pub mod statistic;
pub mod subject;
pub mod unit;
pub mod untold;

use self::reading::Read;
use self::unit::{Better, Unit};

/// A number that results hold, for each of its owners.
#[derive(Debug)]
pub struct Metric {
    /// Its name; of a family of times only what stands before the statistic, such as `waiting_`.
    pub name: &'static str,
    /// Whose it is.
    pub owner: Owner,
    /// The key of the results that holds it.
    pub key: &'static str,
    /// What it is measured in.
    pub unit: Unit,
    /// Which way is better.
    pub better: Better,
    /// What else has to be said to single out one number.
    pub takes: Takes,
    /// The only window that has it, if not all do.
    pub only_in: Option<&'static str>,
    read: Read,
}

/// Whose number it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Owner {
    /// A client, or one operation that it asks for.
    Client,
    /// A service.
    Service,
    /// An edge, `service.call`; that of a client has the client's name.
    Edge,
}

/// What singles out one number among several under the same key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Takes {
    /// Nothing: there is only one.
    Nothing,
    /// How it ended, behind a comma: a kind of outcome but these first ones, or one of these names.
    Outcome {
        /// How many kinds from the first on are no failures.
        answers: usize,
        /// What may be named besides kinds.
        others: &'static [&'static str],
    },
    /// A span behind a comma.
    Limit,
    /// `mean` or a percentile at the end of the name.
    Statistic,
}

/// A metric that every window has.
const fn metric(
    (name, key): (&'static str, &'static str),
    takes: Takes,
    unit: Unit,
    better: Better,
    read: Read,
) -> Metric {
    Metric { name, owner: read.owner(), key, unit, better, takes, only_in: None, read }
}

/// The only number under a key of the same name.
const fn one(key: &'static str, unit: Unit, better: Better, read: Read) -> Metric {
    metric((key, key), Takes::Nothing, unit, better, read)
}

/// All metrics: those of clients, then of services, then of edges.
pub fn all() -> impl Iterator<Item = &'static Metric> {
    client::METRICS.iter().chain(service::METRICS).chain(edge::METRICS)
}

impl Metric {
    /// The name of the metric with a statistic, such as `waiting_p99`; without one for what takes none.
    pub fn full_name(&self, statistic: &str) -> String {
        match self.takes {
            Takes::Statistic => format!("{}{statistic}", self.name),
            Takes::Nothing | Takes::Outcome { .. } | Takes::Limit => self.name.to_owned(),
        }
    }

    /// How it is written, for lists: `failed(client, outcome)`.
    pub fn usage(&self) -> String {
        let owner = self.owner.name();
        match self.takes {
            Takes::Nothing => format!("{}({owner})", self.name),
            Takes::Outcome { .. } => format!("{}({owner}, outcome)", self.name),
            Takes::Limit => format!("{}({owner}, time)", self.name),
            Takes::Statistic => format!("{0}mean({owner}), {0}p99({owner})", self.name),
        }
    }
}

impl Owner {
    /// What people call it.
    pub fn name(self) -> &'static str {
        match self {
            Owner::Client => "client",
            Owner::Service => "service",
            Owner::Edge => "edge",
        }
    }

    /// What people call several of them.
    pub fn plural(self) -> &'static str {
        match self {
            Owner::Client => "clients",
            Owner::Service => "services",
            Owner::Edge => "edges",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_owner_has_no_two_metrics_of_one_name() {
        for metric in all() {
            let same =
                all().filter(|other| (other.name, other.owner) == (metric.name, metric.owner));
            assert_eq!(same.count(), 1, "{}", metric.usage());
        }
    }
}
