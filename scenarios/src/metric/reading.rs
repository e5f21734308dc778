//! A metric of somebody in particular, and where its estimate stands.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use brownout_core::time::Span;

use super::statistic::MEAN;
use super::subject::Subject;
use super::{Metric, Owner};
use crate::result::{ClientResult, EdgeResult, Estimate, ServiceResult, WindowResult};

/// A metric of somebody in particular, such as `goodput(app)`.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The metric.
    pub metric: &'static Metric,
    /// Whose.
    pub subject: Subject,
    /// Which one, where the metric has several.
    pub detail: Detail,
}

/// Which number of a metric that has several.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Detail {
    /// It has only one.
    Only,
    /// That of an outcome.
    Outcome(String),
    /// That beyond a time.
    Limit(Span),
    /// The mean, or a percentile.
    Statistic(String),
}

/// An estimate, if the number could be told.
pub(super) type Found<'r> = Option<Cow<'r, Estimate>>;

/// How a number is found among the results of its owner.
#[derive(Debug)]
pub(super) enum Read {
    Client(for<'r> fn(&'r ClientResult, &Detail) -> Found<'r>),
    Service(for<'r> fn(&'r ServiceResult, &Detail) -> Found<'r>),
    Edge(for<'r> fn(&'r EdgeResult, &Detail) -> Found<'r>),
}

impl Read {
    /// Whose results it reads.
    pub(super) const fn owner(&self) -> Owner {
        match self {
            Read::Client(_) => Owner::Client,
            Read::Service(_) => Owner::Service,
            Read::Edge(_) => Owner::Edge,
        }
    }
}

impl Reading {
    /// The estimate in a window, in the metric's unit; `None` where nothing could be told, such as a share of no
    /// requests, or where the window knows nobody of that name.
    pub fn find<'r>(&self, window: &'r WindowResult) -> Option<Cow<'r, Estimate>> {
        match (&self.metric.read, &self.subject) {
            (Read::Client(read), subject) => read(subject.client(window)?, &self.detail),
            (Read::Service(read), Subject::Service(name)) => {
                read(window.services.get(name)?, &self.detail)
            }
            (Read::Edge(read), Subject::Edge(name)) => read(window.edges.get(name)?, &self.detail),
            (Read::Service(_) | Read::Edge(_), _) => None,
        }
    }

    /// Whether the number is one of all replications together, a percentile, and not a mean over them.
    pub fn is_pooled(&self) -> bool {
        matches!(&self.detail, Detail::Statistic(statistic) if statistic != MEAN)
    }

    /// The statistic that it is, `mean` or a percentile, if it is one of several.
    pub fn statistic(&self) -> Option<&str> {
        match &self.detail {
            Detail::Statistic(statistic) => Some(statistic),
            Detail::Only | Detail::Outcome(_) | Detail::Limit(_) => None,
        }
    }

    /// The metric's name in full, such as `p99`.
    pub fn name(&self) -> String {
        match &self.detail {
            Detail::Statistic(statistic) => self.metric.full_name(statistic),
            Detail::Only | Detail::Outcome(_) | Detail::Limit(_) => self.metric.name.to_owned(),
        }
    }
}

impl PartialEq for Reading {
    fn eq(&self, other: &Reading) -> bool {
        std::ptr::eq(self.metric, other.metric)
            && (&self.subject, &self.detail) == (&other.subject, &other.detail)
    }
}

impl fmt::Display for Reading {
    /// As an expectation would have it.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}({}", self.name(), self.subject)?;
        match &self.detail {
            Detail::Outcome(outcome) => write!(out, ", {outcome}")?,
            Detail::Limit(limit) => write!(out, ", {limit}")?,
            Detail::Only | Detail::Statistic(_) => {}
        }
        out.write_str(")")
    }
}

/// A number that can always be told.
pub(super) fn sure(estimate: &Estimate) -> Found<'_> {
    Some(Cow::Borrowed(estimate))
}

/// A number that can be told or not.
pub(super) fn maybe(estimate: &Option<Estimate>) -> Found<'_> {
    estimate.as_ref().map(Cow::Borrowed)
}

/// The mean or a percentile of some times.
pub(super) fn statistic<'r>(times: &'r BTreeMap<String, Estimate>, detail: &Detail) -> Found<'r> {
    match detail {
        Detail::Statistic(name) => times.get(name).map(Cow::Borrowed),
        Detail::Only | Detail::Outcome(_) | Detail::Limit(_) => None,
    }
}

/// The share that ended in some way. What never happened has no key: where there was anything to share out, `whole`,
/// it is a share of zero.
pub(super) fn share<'r>(
    by_kind: &'r BTreeMap<String, Estimate>,
    detail: &Detail,
    whole: Option<&Estimate>,
) -> Found<'r> {
    let Detail::Outcome(kind) = detail else { return None };
    match by_kind.get(kind) {
        Some(share) => Some(Cow::Borrowed(share)),
        None => whole.map(|whole| Cow::Owned(nothing_of(whole))),
    }
}

/// Zero wherever there was a whole to be shared out.
pub(super) fn nothing_of(whole: &Estimate) -> Estimate {
    let zeros = |values: &Vec<Option<f64>>| values.iter().map(|v| v.map(|_| 0.0)).collect();
    Estimate {
        mean: 0.0,
        half_width: whole.half_width.map(|_| 0.0),
        values: whole.values.as_ref().map(zeros),
        split: None,
        floor: None,
    }
}

/// The whole, if there is any of it.
pub(super) fn some_of(whole: &Estimate) -> Option<&Estimate> {
    Some(whole).filter(|whole| whole.mean > 0.0)
}
