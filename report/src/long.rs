//! Results in long form: one row for each estimate, which CSV and JSON lines share.

use std::borrow::Cow;
use std::collections::BTreeMap;

use brownout_scenarios::result::comparison::Comparison;
use brownout_scenarios::result::estimate::Part;
use brownout_scenarios::result::steady::{Interval, ServiceSteady};
use brownout_scenarios::result::{
    ClientResult, EdgeResult, Estimate, Expectation, Point, ResultSet, ServiceResult, WindowResult,
};

use crate::differences::has_two_states;
use crate::names;
use crate::promises::word;

/// One estimate and where it belongs.
#[derive(Clone, Debug)]
pub(crate) struct Row<'a> {
    /// The variant's name; empty where there is none.
    pub(crate) variant: &'a str,
    /// What was set on top: `path=value`, joined by `; `.
    pub(crate) set: String,
    /// The window; empty for an expectation, which says its own.
    pub(crate) window: &'a str,
    /// `client`, `operation`, `service`, `edge` or `expectation`; of a comparison `difference`, `one-sided`, `same states`
    /// or `same requests`.
    pub(crate) kind: &'static str,
    /// The name of it; an operation has its client's name before it: `app feed.home`. The text of an expectation.
    pub(crate) name: String,
    /// What was measured, with its unit last: `latency_p99_ms`. The verdict on an expectation; that on a steady state is
    /// the `stat` of `steady`.
    pub(crate) metric: String,
    /// What of it: `mean`, a percentile, or the outcome that a share is about.
    pub(crate) stat: String,
    /// The estimate; an expectation may have none, and the verdict on a steady state has none.
    pub(crate) estimate: Option<Cow<'a, Estimate>>,
}

/// All rows, in the order of the results.
pub(crate) fn rows(results: &ResultSet) -> Vec<Row<'_>> {
    let mut rows = Vec::new();
    for point in &results.points {
        for window in &point.windows {
            Collector { point, window, rows: &mut rows }.window();
        }
        rows.extend(point.expectations.iter().map(|one| expectation(point, one)));
    }
    for comparison in &results.comparisons {
        differences(results, comparison, &mut rows);
    }
    let with_states = |row| {
        let states = states(&row);
        std::iter::once(row).chain(states.into_iter().flatten())
    };
    rows.into_iter().flat_map(with_states).collect()
}

/// Where an estimate is the mean of two states, a row for each of them: `mean of collapsed`, `mean of others`.
fn states<'a>(row: &Row<'a>) -> [Option<Row<'a>>; 2] {
    let split = row.estimate.as_ref().and_then(|estimate| estimate.split.as_deref());
    let state = |name: &str, part: &Part| Row {
        stat: format!("{} of {name}", row.stat),
        estimate: Some(Cow::Owned(Estimate::new(part.mean, part.half_width))),
        ..row.clone()
    };
    match split {
        Some(split) => {
            [Some(state("collapsed", &split.collapsed)), Some(state("others", &split.others))]
        }
        None => [None, None],
    }
}

fn expectation<'a>(point: &'a Point, one: &'a Expectation) -> Row<'a> {
    Row {
        variant: point.variant.as_deref().unwrap_or_default(),
        set: setting(point),
        window: "",
        kind: "expectation",
        name: one.text.clone(),
        metric: word(one.verdict).to_owned(),
        stat: "measured".to_owned(),
        estimate: one.measured.as_ref().map(Cow::Borrowed),
    }
}

/// The rows of a comparison: the other point's, with the baseline's name where a statistic would stand.
fn differences<'a>(results: &'a ResultSet, comparison: &'a Comparison, rows: &mut Vec<Row<'a>>) {
    let points = &results.points;
    let Some((baseline, other)) = points.get(comparison.baseline).zip(points.get(comparison.other))
    else {
        return;
    };
    let against = names::point(results, baseline);
    let mut row = |window, kind, name: &str, metric: &str, estimate| {
        rows.push(Row {
            variant: other.variant.as_deref().unwrap_or_default(),
            set: setting(other),
            window,
            kind,
            name: name.to_owned(),
            metric: metric.to_owned(),
            stat: against.clone(),
            estimate: Some(estimate),
        });
    };
    for one in &comparison.measures {
        let mut put =
            |metric, estimate| row(&one.window, "difference", &one.metric, metric, estimate);
        if !has_two_states(one) {
            put("difference", Cow::Borrowed(&one.difference));
        }
        let ratio = one.ratio.as_ref();
        let numbers = [
            ("ratio", ratio.map(|ratio| ratio.value)),
            ("ratio_low", ratio.and_then(|ratio| ratio.low)),
            ("ratio_high", ratio.and_then(|ratio| ratio.high)),
            ("saved", one.saved),
        ];
        for (metric, number) in numbers {
            let estimate = |mean| Estimate::new(mean, None);
            number.into_iter().for_each(|mean| put(metric, Cow::Owned(estimate(mean))));
        }
    }
    for one in &comparison.one_sided {
        let side = if one.in_baseline { "baseline_only" } else { "other_only" };
        row(&one.window, "one-sided", &one.metric, side, Cow::Borrowed(&one.value));
    }
    for one in &comparison.collapsed {
        let counts = [
            ("both", one.both),
            ("baseline_only", one.baseline_only),
            ("other_only", one.other_only),
            ("neither", one.neither),
        ];
        for (metric, count) in counts {
            let count = Estimate::new(count as f64, None);
            row("after", "same states", &one.client, metric, Cow::Owned(count));
        }
    }
    for one in &comparison.requests {
        let shares = [
            ("both_share", &one.both),
            ("baseline_only_share", &one.baseline_only),
            ("other_only_share", &one.other_only),
            ("neither_share", &one.neither),
        ];
        for (metric, share) in shares {
            row(&one.window, "same requests", &one.client, metric, Cow::Borrowed(share));
        }
    }
}

/// What was set on top: `path=value`, joined by `; `.
fn setting(point: &Point) -> String {
    let set = point.set.iter().map(|(path, value)| format!("{path}={value}"));
    set.collect::<Vec<String>>().join("; ")
}

/// Collects the rows of one window.
struct Collector<'a, 'b> {
    point: &'a Point,
    window: &'a WindowResult,
    rows: &'b mut Vec<Row<'a>>,
}

/// What the rows of one thing have in common.
type Thing<'n> = (&'static str, &'n str);

impl<'a> Collector<'a, '_> {
    fn window(mut self) {
        let window = self.window;
        for (name, client) in &window.clients {
            self.client(("client", name), client);
            for (operation, seen) in &client.operations {
                self.client(("operation", &format!("{name} {operation}")), seen);
            }
        }
        for (name, service) in &window.services {
            self.service(("service", name), service);
        }
        for (name, edge) in &window.edges {
            self.edge(("edge", name), edge);
        }
    }

    fn client(&mut self, thing: Thing<'_>, client: &'a ClientResult) {
        self.one(thing, "offered_per_s", Some(&client.offered_per_s));
        self.one(thing, "goodput_per_s", Some(&client.goodput_per_s));
        self.one(thing, "goodput_share", client.goodput.as_ref());
        self.one(thing, "success_share", client.success.as_ref());
        self.one(thing, "degraded_share", client.degraded.as_ref());
        self.kinds(thing, "failed_by_share", &client.failed_by);
        self.times(thing, "latency", &client.latency_ms);
        self.times(thing, "failure_latency", &client.failure_latency_ms);
        for (limit, share) in &client.slower_than {
            self.push(thing, "slower_than_share", limit, share);
        }
    }

    fn service(&mut self, thing: Thing<'_>, service: &'a ServiceResult) {
        self.one(thing, "arriving_per_s", Some(&service.arriving_per_s));
        self.one(thing, "completed_per_s", Some(&service.completed_per_s));
        let each = &service.completed_per_s_per_instance;
        self.one(thing, "completed_per_s_per_instance", Some(each));
        self.one(thing, "capacity_per_s_per_instance", service.capacity.as_ref());
        self.one(thing, "offered_over_capacity", service.offered_over_capacity.as_ref());
        service.steady.iter().for_each(|steady| self.steady(thing, steady));
        self.one(thing, "wasted_work_share", service.wasted_work.as_ref());
        self.one(thing, "utilisation_share", service.utilisation.as_ref());
        self.one(thing, "workers_busy_per_instance", Some(&service.workers_busy));
        self.one(thing, "queue_length_per_instance", Some(&service.queue_length));
        self.times(thing, "waiting", &service.waiting_ms);
        self.times(thing, "sojourn", &service.sojourn_ms);
        self.one(thing, "instances_up", Some(&service.instances_up));
        self.one(thing, "amplification", service.amplification.as_ref());
        self.kinds(thing, "turned_away_by_share", &service.turned_away_by);
    }

    /// Rows of what is said of a steady state: the verdict, which has no number, and what it rests on.
    fn steady(&mut self, thing: Thing<'_>, steady: &ServiceSteady) {
        self.put(thing, "steady", &steady.verdict, None);
        let mut told = |metric, stat, number: Option<f64>| {
            let number = number.map(|number| Cow::Owned(Estimate::new(number, None)));
            if number.is_some() {
                self.put(thing, metric, stat, number);
            }
        };
        let of = |one: Option<Interval>, end: fn(Interval) -> Option<f64>| one.and_then(end);
        let metrics =
            [("steady_load", steady.load), ("backlog_growth_per_instance", steady.growth)];
        told("steady_saturated_in", "replications", Some(steady.saturated_in as f64));
        told("backlog_per_instance", "mean", steady.backlog);
        for (metric, interval) in metrics {
            told(metric, "mean", of(interval, |one| Some(one.mean)));
            told(metric, "low of 99 %", of(interval, |one| one.low));
            told(metric, "high of 99 %", of(interval, |one| one.high));
        }
    }

    fn edge(&mut self, thing: Thing<'_>, edge: &'a EdgeResult) {
        self.one(thing, "calls_per_s", Some(&edge.calls_per_s));
        self.one(thing, "attempts_per_s", Some(&edge.attempts_per_s));
        self.one(thing, "amplification", edge.amplification.as_ref());
        self.one(thing, "in_flight", Some(&edge.in_flight));
        self.one(thing, "in_flight_max", Some(&edge.in_flight_max));
        self.one(thing, "unheard_answers_per_s", Some(&edge.unheard_answers_per_s));
        self.one(thing, "opens", edge.opens.as_ref());
        self.one(thing, "opened_after_ms", edge.opened_after_ms.as_ref());
        self.one(thing, "success_share", edge.success.as_ref());
        self.kinds(thing, "failed_by_share", &edge.failed_by);
        self.kinds(thing, "attempts_failed_by_share", &edge.attempts_failed_by);
        self.times(thing, "latency", &edge.latency_ms);
    }

    /// A row, if there is an estimate.
    fn one(&mut self, thing: Thing<'_>, metric: &str, estimate: Option<&'a Estimate>) {
        if let Some(estimate) = estimate {
            self.push(thing, metric, "mean", estimate);
        }
    }

    /// A row for each outcome, in the order of outcomes.
    fn kinds(&mut self, thing: Thing<'_>, metric: &str, by_kind: &'a BTreeMap<String, Estimate>) {
        for kind in names::in_order(by_kind.keys().map(String::as_str)) {
            self.push(thing, metric, kind, &by_kind[kind]);
        }
    }

    /// A row for the mean and each percentile.
    fn times(&mut self, thing: Thing<'_>, what: &str, times: &'a BTreeMap<String, Estimate>) {
        for (stat, estimate) in times {
            self.push(thing, &format!("{what}_{stat}_ms"), stat, estimate);
        }
    }

    fn push(&mut self, thing: Thing<'_>, metric: &str, stat: &str, estimate: &'a Estimate) {
        self.put(thing, metric, stat, Some(Cow::Borrowed(estimate)));
    }

    fn put(
        &mut self,
        (kind, name): Thing<'_>,
        metric: &str,
        stat: &str,
        estimate: Option<Cow<'a, Estimate>>,
    ) {
        self.rows.push(Row {
            variant: self.point.variant.as_deref().unwrap_or_default(),
            set: setting(self.point),
            window: &self.window.name,
            kind,
            name: name.to_owned(),
            metric: metric.to_owned(),
            stat: stat.to_owned(),
            estimate,
        });
    }
}
