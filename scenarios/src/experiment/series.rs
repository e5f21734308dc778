//! The series: means over replications, step by step.

use std::collections::BTreeMap;

use brownout_core::time::Span;
use brownout_models::plan::Plan;
use brownout_models::probe::ledger::client_steps::SERIES_PERCENTILES;

use super::replication::Replication;
use crate::metric::statistic::percentile_name;
use crate::result::{ClientSeries, EdgeSeries, Series, ServiceSeries};

/// The sums of all replications so far.
#[derive(Default)]
pub(super) struct SeriesFold {
    clients: Vec<ClientFold>,
    /// For each service: busy workers, queue length, completed.
    services: Vec<[Steps; 3]>,
    /// For each edge: attempts, attempts under way.
    edges: Vec<[Steps; 2]>,
    gauges: Vec<Steps>,
    names: Vec<String>,
}

/// One number over time, summed over replications.
#[derive(Clone, Default)]
struct Steps {
    sums: Vec<f64>,
    /// In how many replications each step has a number.
    counts: Vec<u32>,
}

#[derive(Clone, Default)]
struct ClientFold {
    outcomes: Vec<(&'static str, Steps)>,
    latency: Vec<Steps>,
}

impl Steps {
    fn add(&mut self, values: impl ExactSizeIterator<Item = Option<f64>>) {
        self.sums.resize(values.len(), 0.0);
        self.counts.resize(values.len(), 0);
        for (step, value) in values.enumerate() {
            if let Some(value) = value {
                self.sums[step] += value;
                self.counts[step] += 1;
            }
        }
    }

    fn add_all(&mut self, values: &[f64]) {
        self.add(values.iter().map(|&value| Some(value)));
    }

    /// The mean of each step over the replications that have a number there.
    fn means(&self) -> impl Iterator<Item = Option<f64>> {
        let steps = self.sums.iter().zip(&self.counts);
        steps.map(|(sum, &count)| (count > 0).then(|| sum / f64::from(count)))
    }

    fn all_means(&self) -> Vec<f64> {
        self.means().map(Option::unwrap_or_default).collect()
    }

    fn is_zero(&self) -> bool {
        self.sums.iter().all(|&sum| sum == 0.0)
    }
}

impl SeriesFold {
    /// One replication.
    pub(super) fn add(&mut self, run: &Replication) {
        let Some(series) = &run.result.series else { return };
        self.clients.resize_with(series.clients.len(), ClientFold::default);
        for (fold, client) in self.clients.iter_mut().zip(&series.clients) {
            let named = client.outcomes_per_s.iter().map(|(name, _)| (*name, Steps::default()));
            if fold.outcomes.is_empty() {
                fold.outcomes = named.collect();
            }
            for ((_, fold), (_, rates)) in fold.outcomes.iter_mut().zip(&client.outcomes_per_s) {
                fold.add_all(rates);
            }
            fold.latency.resize_with(client.latency.len(), Steps::default);
            for (fold, times) in fold.latency.iter_mut().zip(&client.latency) {
                fold.add(times.iter().map(|time| time.map(Span::as_millis_f64)));
            }
        }
        self.services.resize_with(series.services.len(), Default::default);
        for ([busy, queue, completed], service) in self.services.iter_mut().zip(&series.services) {
            busy.add_all(&service.workers_busy);
            queue.add_all(&service.queue_length);
            completed.add_all(&service.completed_per_s);
        }
        self.edges.resize_with(series.edges.len(), Default::default);
        for ([attempts, in_flight], edge) in self.edges.iter_mut().zip(&series.edges) {
            attempts.add_all(&edge.attempts_per_s);
            in_flight.add_all(&edge.in_flight);
        }
        self.names = run.gauges.iter().map(|gauge| gauge.name.clone()).collect();
        self.gauges.resize_with(run.gauges.len(), Steps::default);
        for (fold, gauge) in self.gauges.iter_mut().zip(&run.gauges) {
            fold.add_all(&gauge.means);
        }
    }

    pub(super) fn result(&self, plan: &Plan) -> Series {
        let clients = self
            .clients
            .iter()
            .enumerate()
            .map(|(at, client)| (plan.clients[at].name.clone(), client.result()));
        let services = self.services.iter().enumerate().map(|(at, [busy, queue, completed])| {
            let service = ServiceSeries {
                workers_busy: busy.all_means(),
                workers: plan.services[at].workers(),
                queue_length: queue.all_means(),
                completed_per_s: completed.all_means(),
            };
            (plan.services[at].name.clone(), service)
        });
        let edges = self.edges.iter().enumerate().map(|(at, [attempts, in_flight])| {
            let (attempts_per_s, in_flight) = (attempts.all_means(), in_flight.all_means());
            (plan.edges[at].name.clone(), EdgeSeries { attempts_per_s, in_flight })
        });
        let gauges = self.names.iter().cloned().zip(self.gauges.iter().map(Steps::all_means));
        let fault = plan.windows.iter().find(|window| window.name == "fault");
        Series {
            window_s: plan.series.as_secs_f64(),
            faults_s: fault.map(super::point::spans_s).unwrap_or_default(),
            warmup_s: plan.warmup.as_secs_f64(),
            clients: clients.collect(),
            services: services.collect(),
            edges: edges.collect(),
            gauges: gauges.collect(),
        }
    }
}

impl ClientFold {
    fn result(&self) -> ClientSeries {
        let seen = self.outcomes.iter().filter(|(_, steps)| !steps.is_zero());
        let percentiles = SERIES_PERCENTILES.map(percentile_name).into_iter().zip(&self.latency);
        let latency_ms: BTreeMap<_, _> =
            percentiles.map(|(name, steps)| (name, steps.means().collect())).collect();
        ClientSeries {
            outcomes_per_s: seen.map(|(name, s)| ((*name).to_owned(), s.all_means())).collect(),
            latency_ms,
        }
    }
}
