//! What a chart shows of each point: a number of some client or service, and how it is scaled.

use std::borrow::Cow;
use std::collections::BTreeSet;

use brownout_scenarios::metric::reading::{Detail, Reading};
use brownout_scenarios::metric::spelling::Cursor;
use brownout_scenarios::metric::statistic::is_statistic;
use brownout_scenarios::metric::subject::Subject;
use brownout_scenarios::metric::{self, Owner, Takes};
use brownout_scenarios::result::{
    ClientResult, Estimate, Point, ResultSet, ServiceResult, WindowResult,
};

use crate::charts::ChartError;
use crate::compare::collect;
use crate::names;
use crate::unit::Dimension;

use super::axis::{self, Scale};

/// How a number is found in a window.
type Read = dyn for<'w> Fn(&'w WindowResult) -> Option<Cow<'w, Estimate>>;

/// A number of a window.
pub(in crate::charts) struct Measure {
    /// As an expectation would write it: `p99(app)`.
    pub(in crate::charts) key: String,
    /// As a heading: `p99 of app`.
    pub(in crate::charts) title: String,
    pub(in crate::charts) dimension: Dimension,
    read: Box<Read>,
}

/// The metrics that results have, by whom they are about.
fn known(results: &ResultSet) -> String {
    let windows = || results.points.iter().flat_map(|point| &point.windows);
    let owners = [
        (Owner::Client, collect(results, |window| window.clients.keys())),
        (Owner::Service, collect(results, |window| window.services.keys())),
        (Owner::Edge, collect(results, |window| window.edges.keys())),
    ];
    if windows().next().is_none() {
        return "none".to_owned();
    }
    let of = |(owner, names): &(Owner, BTreeSet<&str>)| {
        let metrics = metric::all().filter(|metric| metric.owner == *owner);
        let metrics: Vec<String> = metrics.map(|metric| metric.full_name("p99")).collect();
        let names: Vec<&str> = names.iter().copied().collect();
        format!("of the {} {}: {}", owner.plural(), names.join(", "), metrics.join(", "))
    };
    owners.iter().filter(|(_, names)| !names.is_empty()).map(of).collect::<Vec<_>>().join("; ")
}

impl Measure {
    /// A number of a client.
    pub(in crate::charts) fn of_client(
        name: &str,
        what: &str,
        client: &str,
        dimension: Dimension,
        get: impl Fn(&ClientResult) -> Option<&Estimate> + 'static,
    ) -> Measure {
        let owner = client.to_owned();
        Measure {
            key: format!("{name}({client})"),
            title: format!("{what} of {client}"),
            dimension,
            read: Box::new(move |window| get(window.clients.get(&owner)?).map(Cow::Borrowed)),
        }
    }

    /// A number of a service.
    pub(in crate::charts) fn of_service(
        name: &str,
        what: &str,
        service: &str,
        dimension: Dimension,
        get: impl Fn(&ServiceResult) -> Option<&Estimate> + 'static,
    ) -> Measure {
        let owner = service.to_owned();
        Measure {
            key: format!("{name}({service})"),
            title: format!("{what} of {service}"),
            dimension,
            read: Box::new(move |window| get(window.services.get(&owner)?).map(Cow::Borrowed)),
        }
    }

    /// The numbers that are asked for.
    pub(in crate::charts) fn asked(
        keys: &[String],
        results: &ResultSet,
    ) -> Result<Vec<Measure>, ChartError> {
        let unknown = |key: &String| ChartError::Unknown {
            what: "metric",
            name: key.clone(),
            known: known(results),
        };
        let named = |key: &String| Measure::named(key, results).ok_or_else(|| unknown(key));
        keys.iter().map(named).collect()
    }

    /// The number that an expectation writes like this, if these results know whose it is.
    pub(in crate::charts) fn named(key: &str, results: &ResultSet) -> Option<Measure> {
        let mut cursor = Cursor::new(key);
        let spelled = cursor.spelled().ok().filter(|_| cursor.peek().is_none())?;
        let (name, owner) = (spelled.metric.text, spelled.subject.text);
        let windows = || results.points.iter().flat_map(|point| &point.windows);
        let found = metric::all().find_map(|metric| {
            let detail = match (metric.takes, spelled.operation.is_some(), &spelled.argument) {
                (_, true, _) => return None,
                (Takes::Nothing, _, None) if metric.name == name => Detail::Only,
                (Takes::Outcome { .. }, _, Some(outcome)) if metric.name == name => {
                    Detail::Outcome(outcome.text.clone())
                }
                (Takes::Limit, _, Some(limit)) if metric.name == name => {
                    Detail::Limit(limit.text.parse().ok()?)
                }
                (Takes::Statistic, _, None) => {
                    let statistic = name.strip_prefix(metric.name)?;
                    is_statistic(statistic).then(|| Detail::Statistic(statistic.to_owned()))?
                }
                _ => return None,
            };
            let is_known = |window: &WindowResult| match metric.owner {
                Owner::Client => window.clients.contains_key(&owner),
                Owner::Service => window.services.contains_key(&owner),
                Owner::Edge => window.edges.contains_key(&owner),
            };
            let subject = match metric.owner {
                Owner::Client => Subject::Client(owner.clone()),
                Owner::Service => Subject::Service(owner.clone()),
                Owner::Edge => Subject::Edge(owner.clone()),
            };
            windows().any(is_known).then_some(Reading { metric, subject, detail })
        })?;
        Some(Measure {
            key: key.split_whitespace().collect(),
            title: found.to_string(),
            dimension: Dimension::of(found.metric.unit),
            read: Box::new(move |window| found.find(window)),
        })
    }

    /// The share of a client's requests that were answered in time.
    pub(in crate::charts) fn goodput(client: &str) -> Measure {
        Measure::of_client("goodput", "Goodput", client, Dimension::Share, |one| {
            one.goodput.as_ref()
        })
    }

    /// The share of a client's requests that were answered.
    pub(in crate::charts) fn success(client: &str) -> Measure {
        Measure::of_client("success", "Success", client, Dimension::Share, |one| {
            one.success.as_ref()
        })
    }

    /// The mean or a percentile of a client's latency.
    pub(in crate::charts) fn latency(statistic: &'static str, client: &str) -> Measure {
        let what = format!("Latency {statistic}");
        Measure::of_client(statistic, &what, client, Dimension::Time, |one| {
            one.latency_ms.get(statistic)
        })
    }

    /// The number in a window of a point, if it can be told there and is one.
    pub(in crate::charts) fn of<'a>(
        &self,
        point: &'a Point,
        window: &str,
    ) -> Option<Cow<'a, Estimate>> {
        (self.read)(names::window(point, window)?).filter(|estimate| estimate.mean.is_finite())
    }

    /// A scale on which all of some values can be told apart.
    pub(in crate::charts) fn scale(&self, values: &[f64]) -> Scale {
        let finite = || values.iter().copied().filter(|value| value.is_finite());
        let (least, most) = (finite().fold(f64::INFINITY, f64::min), finite().fold(0.0, f64::max));
        match self.dimension {
            Dimension::Time => Scale::log(finite()),
            // What nearly always succeeds is seen only on a scale that begins near the top.
            Dimension::Share if least > 0.8 && least < most => {
                Scale::Between { least: (least - 0.1 * (1.0 - least)).max(0.0), most: 1.0 }
            }
            Dimension::Share if most > 0.3 || most == 0.0 => Scale::Linear { most: 1.0 },
            _ if least > 0.0 && most / least > 1_000.0 => Scale::log(finite()),
            _ => Scale::linear(finite()),
        }
    }

    /// Ticks of a scale with their labels.
    pub(in crate::charts) fn ticks(&self, scale: Scale, most: usize) -> Vec<(f64, String)> {
        let ticks = scale.ticks(most);
        ticks.iter().map(|tick| (*tick, axis::label(self.dimension, *tick, &ticks))).collect()
    }
}
