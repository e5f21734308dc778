//! What is compared between variants: a few measures that decide, in the windows that tell the story.

use std::collections::BTreeSet;

use brownout_scenarios::result::{ClientResult, Estimate, ResultSet, WindowResult};

use crate::names;
use crate::unit::{Dimension, Unit};

/// One measure of every point in every window.
#[derive(Clone, Debug)]
pub(crate) struct Measure<'a> {
    /// What it is called: `goodput`, or `app goodput` where there are several clients.
    pub(crate) title: String,
    /// The unit of all its values.
    pub(crate) unit: Unit,
    /// By window, then by point.
    pub(crate) estimates: Vec<Vec<Option<&'a Estimate>>>,
}

/// The measures of a result set, in the order of importance, and the windows they are told in.
#[derive(Clone, Debug)]
pub(crate) struct Comparison<'a> {
    /// Names of windows.
    pub(crate) windows: Vec<&'a str>,
    /// Names of points.
    pub(crate) points: Vec<String>,
    /// The measures that apply somewhere.
    pub(crate) measures: Vec<Measure<'a>>,
}

impl<'a> Comparison<'a> {
    /// Compares all points of a result set.
    pub(crate) fn of(results: &'a ResultSet) -> Comparison<'a> {
        let windows = names::telling_windows(results);
        let points = results.points.iter().map(|point| names::point(results, point)).collect();
        let mut comparison = Comparison { windows, points, measures: Vec::new() };
        comparison.capacities(results);
        comparison.clients(results);
        comparison
    }

    /// Whether a point has a window at all.
    pub(crate) fn window<'b>(
        &self,
        results: &'b ResultSet,
        window: usize,
        point: usize,
    ) -> Option<&'b WindowResult> {
        names::window(&results.points[point], self.windows[window])
    }

    fn capacities(&mut self, results: &'a ResultSet) {
        let services = collect(results, |window| window.services.keys());
        for service in services {
            self.add(
                results,
                format!("{service} capacity"),
                Dimension::RatePerInstance,
                |window| window.services.get(service)?.capacity.as_ref(),
            );
        }
    }

    fn clients(&mut self, results: &'a ResultSet) {
        let clients = collect(results, |window| window.clients.keys());
        let several = clients.len() > 1;
        for client in clients {
            let title =
                |what: &str| if several { format!("{client} {what}") } else { what.to_owned() };
            for (what, dimension, get) in CLIENT_MEASURES {
                self.add(results, title(what), dimension, |window| {
                    get(window.clients.get(client)?)
                });
            }
        }
    }

    /// Adds a measure, if it applies anywhere.
    fn add(
        &mut self,
        results: &'a ResultSet,
        title: String,
        dimension: Dimension,
        get: impl Fn(&'a WindowResult) -> Option<&'a Estimate>,
    ) {
        let of_window = |name: &&str| {
            let of_point = |point| names::window(point, name).and_then(&get);
            results.points.iter().map(of_point).collect::<Vec<_>>()
        };
        let estimates: Vec<Vec<_>> = self.windows.iter().map(of_window).collect();
        if estimates.iter().flatten().any(Option::is_some) {
            let means = estimates.iter().flatten().flatten().map(|estimate| estimate.mean);
            let unit = dimension.unit(means);
            self.measures.push(Measure { title, unit, estimates });
        }
    }
}

type OfClient = fn(&ClientResult) -> Option<&Estimate>;

/// What is compared of each client.
const CLIENT_MEASURES: [(&str, Dimension, OfClient); 6] = [
    ("goodput", Dimension::Rate, |client| Some(&client.goodput_per_s)),
    ("goodput", Dimension::Share, |client| client.goodput.as_ref()),
    ("success", Dimension::Share, |client| client.success.as_ref()),
    ("degraded", Dimension::Share, |client| client.degraded.as_ref()),
    ("p50", Dimension::Time, |client| client.latency_ms.get("p50")),
    ("p99", Dimension::Time, |client| client.latency_ms.get("p99")),
];

/// All names that any window of any point has, in order.
pub(crate) fn collect<'a, I>(
    results: &'a ResultSet,
    names: impl Fn(&'a WindowResult) -> I,
) -> BTreeSet<&'a str>
where
    I: Iterator<Item = &'a String>,
{
    let windows = results.points.iter().flat_map(|point| &point.windows);
    windows.flat_map(names).map(String::as_str).collect()
}
