//! The few numbers that tell how a system fares: what is compared first.

use brownout_models::plan::Plan;

use super::reading::{Detail, Reading};
use super::statistic::MEAN;
use super::subject::Subject;
use super::{Metric, all};

/// Of each client.
const CLIENT: [&str; 3] = ["goodput", "goodput_per_s", "success"];
/// Statistics of each client's latency.
const LATENCY: [&str; 3] = [MEAN, "p50", "p99"];
/// Of each service.
const SERVICE: [&str; 3] = ["capacity", "utilisation", "wasted_work"];
/// Of each edge.
const EDGE: [&str; 1] = ["amplification"];

/// The headline metrics of a system, clients first: goodput, success and latency of each client; capacity, utilisation
/// and wasted work of each service; amplification of each edge. Not every window can tell all of them.
pub fn of(plan: &Plan) -> Vec<Reading> {
    let mut readings = Vec::new();
    for client in &plan.clients {
        let subject = || Subject::Client(client.name.clone());
        readings.extend(CLIENT.iter().filter_map(|name| reading(name, subject(), Detail::Only)));
        let statistic = |name: &&str| reading("", subject(), Detail::Statistic((*name).to_owned()));
        readings.extend(LATENCY.iter().filter_map(statistic));
    }
    for service in &plan.services {
        let subject = || Subject::Service(service.name.clone());
        readings.extend(SERVICE.iter().filter_map(|name| reading(name, subject(), Detail::Only)));
    }
    for edge in &plan.edges {
        let subject = || Subject::Edge(edge.name.clone());
        readings.extend(EDGE.iter().filter_map(|name| reading(name, subject(), Detail::Only)));
    }
    readings
}

fn reading(name: &str, subject: Subject, detail: Detail) -> Option<Reading> {
    let owner = subject.owner();
    let metric: &'static Metric = all().find(|one| (one.name, one.owner) == (name, owner))?;
    Some(Reading { metric, subject, detail })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::{Options, run_point};
    use crate::library;

    #[test]
    fn every_client_service_and_edge_has_headlines_and_results_hold_them() {
        let document = library::find("hello").unwrap().document().unwrap();
        let plan = document.point(None, &[]).unwrap().plan;
        let headlines = of(&plan);
        assert_eq!(headlines.len(), 6 + 2 * 3 + 2);
        let point = run_point(&plan, Options::replications(1), &()).unwrap().point;
        let told = |reading: &Reading| point.windows.iter().any(|one| reading.find(one).is_some());
        for reading in headlines {
            // Nothing here is saturated long enough for a capacity to be told.
            assert_eq!(told(&reading), reading.metric.name != "capacity", "{reading}");
        }
    }
}
