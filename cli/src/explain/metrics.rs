//! What is measured: every metric with its unit, and the words of the key of the results that holds it.

use brownout_scenarios::metric::statistic::MEAN;
use brownout_scenarios::metric::unit::Unit;
use brownout_scenarios::metric::{self, Metric, Owner, Takes};

use super::page::Page;
use super::schema::{Docs, Named, Node};

/// What metrics belong to: the field of a window that holds it, and how a heading calls it.
const OWNERS: [(Owner, &str, &str); 3] = [
    (
        Owner::Client,
        "clients",
        "Of a client, or of one operation it asks for: goodput(app:feed.home)",
    ),
    (Owner::Service, "services", "Of a service"),
    (Owner::Edge, "edges", "Of an edge, such as feed.counts; a client's edge has its name"),
];

/// All metrics, by what they belong to.
pub(super) fn all() -> String {
    let docs = Docs::of_results();
    let mut page = Page::new();
    for (owner, field, heading) in OWNERS {
        page.heading(heading);
        for metric in metric::all().filter(|metric| metric.owner == owner) {
            page.entry(&metric.usage(), &about_one(&docs, field, metric));
        }
    }
    page.line("");
    let more = "A metric is asked for by these names in expectations. Every estimate is the mean over replications with \
                the half-width of its 95 % interval; a percentile is that of all replications together. Latency counts from the intended start of a request. Each window \
                of time has its own. Times also have other percentiles: p50, p90, p95, p99.9 and those that \
                `run.percentiles` asks for. An outcome is one of `brownout explain outcomes`.";
    page.prose(0, more);
    page.line("");
    let rows = "CSV and JSON lines have a unit at the end of each name: p99(app) is latency_p99_ms of the client app, goodput(app) \
                is goodput_share, failed(app, TimedOut) is failed_by_share with TimedOut as its stat, capacity(feed) is \
                capacity_per_s_per_instance of the service feed. Each of these can be explained by that name, too.";
    page.prose(0, rows);
    page.finish()
}

/// The metrics of a name: clients, services and edges may each have one.
pub(super) fn about(what: &str) -> Option<String> {
    let docs = Docs::of_results();
    let mut page = Page::new();
    let mut found = false;
    for (owner, field, _) in OWNERS {
        let named = |metric: &&Metric| names_of(metric).any(|name| name == what);
        for metric in metric::all().filter(|one| one.owner == owner).filter(named) {
            found = true;
            page.heading(&metric.usage());
            page.prose(2, &about_one(&docs, field, metric));
        }
    }
    found.then(|| page.finish())
}

/// The names of all metrics.
pub(super) fn names() -> Vec<String> {
    metric::all().flat_map(names_of).collect()
}

/// The name of a metric, with some of its statistics, and its key in the results.
fn names_of(metric: &Metric) -> impl Iterator<Item = String> {
    let names = [MEAN, "p50", "p90", "p95", "p99", "p99.9"].map(|one| metric.full_name(one));
    let rows = ["mean", "p50", "p90", "p95", "p99", "p99.9"].map(|one| in_rows(metric, one));
    let keys = rows.into_iter().chain([metric.key.to_owned()]);
    let mut names: Vec<String> = names.into_iter().chain(keys).collect();
    names.dedup();
    names.into_iter()
}

/// What CSV and JSON lines call a metric: its key with the unit last.
fn in_rows(metric: &Metric, statistic: &str) -> String {
    let key = metric.key.trim_end_matches("_ms");
    let per_instance = ["capacity", "workers_busy", "queue_length"].contains(&key);
    match (metric.takes, metric.unit) {
        (Takes::Statistic, _) => format!("{key}_{statistic}_ms"),
        (_, Unit::Time) => metric.key.to_owned(),
        (_, Unit::Share) => format!("{key}_share"),
        (_, Unit::RatePerInstance) if per_instance => format!("{key}_per_s_per_instance"),
        _ if per_instance => format!("{key}_per_instance"),
        _ => metric.key.to_owned(),
    }
}

/// What there is to say of a metric.
fn about_one(docs: &Docs, field: &str, metric: &Metric) -> String {
    let said = key(docs, field, metric.key).and_then(|node| node.says().first().cloned());
    let better = metric.better.words().map(|words| format!("; {words}")).unwrap_or_default();
    format!("{} Measured as {}{better}.", said.unwrap_or_default(), metric.unit.words())
}

/// A key of the results of clients, services or edges.
fn key<'a>(docs: &'a Docs, field: &str, key: &str) -> Option<Node<'a>> {
    keys(docs, field).find(|named| named.name == key).map(|named| named.node)
}

fn keys<'a>(docs: &'a Docs, owner: &str) -> impl Iterator<Item = Named<'a>> + use<'a> {
    let field = |node: Node<'a>, name: &str| {
        node.fields().find(|field| field.name == name).map(|field| field.node)
    };
    let window = field(docs.root(), "points")
        .and_then(|points| points.inside())
        .and_then(|point| field(point, "windows"))
        .and_then(|windows| windows.inside());
    let owner = window.and_then(|window| field(window, owner)).and_then(|map| map.inside());
    owner.into_iter().flat_map(|owner| owner.fields())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_of_the_results_is_a_metric_and_every_metric_a_key() {
        // These are no single number: what each metric is told of, how times are spread, a share with its own interval
        // and what it is of, a verdict, and where an edge leads.
        const OTHERS: [&str; 6] =
            ["operations", "histogram", "collapsed", "collapsed_in", "steady", "to"];
        let docs = Docs::of_results();
        for (owner, field, _) in OWNERS {
            let known = |name: &str| {
                metric::all().any(|metric| metric.owner == owner && metric.key == name)
            };
            for Named { name, .. } in keys(&docs, field) {
                assert!(known(name) || OTHERS.contains(&name), "{name} of {field}");
            }
            for metric in metric::all().filter(|metric| metric.owner == owner) {
                assert!(key(&docs, field, metric.key).is_some(), "{}", metric.usage());
            }
        }
    }
}
