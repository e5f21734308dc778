//! The run is over: windows are put together from their eras and stretches.

use brownout_core::time::Span;

use super::Ledger;
use super::clock::{Clock, EdgeSums, ServiceSums, Sums};
use super::eras::Cover;
use super::recovery::{Before, Recovery};
use super::run_result::{
    AskedRun, ClientRun, EdgeRun, EdgeSeries, RunResult, SeriesRun, ServiceRun, ServiceSeries,
    Times, WindowRun, per_second,
};
use super::tally::{Asked, Calls, Visits};
use crate::plan::{Caller, Plan};

impl Ledger {
    /// The results of a run of `plan` that is over.
    pub fn finish(mut self, plan: &Plan) -> RunResult {
        self.cross(plan.length);
        let windows: Vec<WindowRun> = (0..plan.windows.len())
            .map(|number| self.window(plan, &self.eras.cover(plan, number)))
            .collect();
        let recovery =
            (0..plan.clients.len()).map(|client| self.recovery(plan, &windows, client)).collect();
        RunResult { series: self.series(), recovery, windows }
    }

    fn window(&self, plan: &Plan, cover: &Cover) -> WindowRun {
        let span = self.lasts(&cover.stretches);
        let clients: Vec<ClientRun> =
            (0..plan.clients.len()).map(|client| self.client(plan, cover, client, span)).collect();
        let requests = clients.iter().map(|client| client.total.counts.offered).sum();
        let services = (0..plan.services.len())
            .map(|service| self.service(plan, cover, service, span, requests))
            .collect();
        let edges = (0..plan.edges.len()).map(|edge| self.edge(plan, cover, edge, span)).collect();
        WindowRun { clients, services, edges }
    }

    fn lasts(&self, stretches: &[usize]) -> Span {
        stretches.iter().fold(Span::ZERO, |sum, &stretch| sum + self.eras.span(stretch))
    }

    fn client(&self, plan: &Plan, cover: &Cover, client: usize, span: Span) -> ClientRun {
        let told = |asked: Asked| AskedRun {
            span,
            counts: asked.counts,
            answers: Times::of(asked.answers, &plan.percentiles),
            failures: Times::of(asked.failures, &plan.percentiles),
        };
        let operations = &self.clients[client].operations;
        if let [_] = operations.as_slice() {
            return ClientRun { total: told(self.asked(cover, client, 0)), operations: vec![] };
        }
        let mut total = Asked::default();
        let mut each = vec![];
        for (place, &operation) in operations.iter().enumerate() {
            let asked = self.asked(cover, client, place);
            total.add(&asked);
            each.push((operation, told(asked)));
        }
        ClientRun { total: told(total), operations: each }
    }

    /// The requests of a client for one of its operations in a window.
    fn asked(&self, cover: &Cover, client: usize, place: usize) -> Asked {
        let mut sum = Asked::default();
        for era in &cover.eras {
            let at = era * self.asked.width + self.clients[client].first + place;
            sum.add(&self.asked.entries[at]);
        }
        sum
    }

    fn service(
        &self,
        plan: &Plan,
        cover: &Cover,
        service: usize,
        span: Span,
        requests: u64,
    ) -> ServiceRun {
        let mut visits = Visits::default();
        for era in &cover.eras {
            visits.add(&self.visits.entries[era * self.visits.width + service]);
        }
        let sums = |stretches: &[usize]| {
            let mut sums = ServiceSums::default();
            stretches.iter().for_each(|&at| sums.add(&self.clock.stretches[at].services[service]));
            sums
        };
        ServiceRun {
            span,
            workers: plan.services[service].workers(),
            threads: plan.services[service].threads,
            places: plan.services[service].places(),
            cores: plan.services[service].cores,
            requests,
            visits: visits.counts,
            clock: sums(&cover.stretches),
            measured: sums(&cover.measuring),
            measured_span: self.lasts(&cover.measuring),
            parts: cover.parts.iter().map(|stretches| sums(stretches)).collect(),
            sojourn: Times::of(std::mem::take(&mut visits.sojourn), &plan.percentiles),
            waiting: Times::of(visits.waiting(), &plan.percentiles),
        }
    }

    fn edge(&self, plan: &Plan, cover: &Cover, edge: usize, span: Span) -> EdgeRun {
        let mut calls = Calls::default();
        for era in &cover.eras {
            calls.add(&self.calls.entries[era * self.calls.width + edge]);
        }
        if let Caller::Client(client) = plan.edges[edge].caller {
            for place in 0..self.clients[client.index()].operations.len() {
                calls.add_requests(&self.asked(cover, client.index(), place));
            }
        }
        let mut clock = EdgeSums::default();
        for &at in &cover.stretches {
            clock.add(&self.clock.stretches[at].edges[edge]);
        }
        let latency = Times::of(calls.latency, &plan.percentiles);
        EdgeRun { span, calls: calls.counts, clock, latency }
    }

    fn recovery(&self, plan: &Plan, windows: &[WindowRun], client: usize) -> Option<Recovery> {
        let before = plan.windows.iter().position(|window| window.name == "before")?;
        let before = &windows[before].clients[client].total;
        let before =
            Before { offered_per_s: before.offered_per_s(), goodput_per_s: before.goodput_per_s() };
        self.by_start.as_ref()?.seconds.as_ref()?.recovery(client, before)
    }

    fn series(&self) -> Option<SeriesRun> {
        let steps = self.clock.steps.as_ref()?;
        let clients = self.by_start.as_ref()?.steps.as_ref()?.finish(steps);
        let Clock { services, edges, .. } = &self.clock;
        let each = |number: &dyn Fn(&Sums, Span) -> f64| -> Vec<f64> {
            let number = |(at, sums)| number(sums, steps.span(at));
            steps.sums.iter().enumerate().map(number).collect()
        };
        let services = (0..services.len()).map(|service| ServiceSeries {
            workers_busy: each(&|sums, _| sums.services[service].workers_busy()),
            queue_length: each(&|sums, _| sums.services[service].queue_length()),
            completed_per_s: each(&|sums, span| per_second(sums.services[service].completed, span)),
        });
        let edges = (0..edges.len()).map(|edge| EdgeSeries {
            attempts_per_s: each(&|sums, span| per_second(sums.edges[edge].attempts, span)),
            in_flight: each(&|sums, span| {
                sums.edges[edge].in_flight as f64 / span.as_nanos() as f64
            }),
        });
        Some(SeriesRun { clients, services: services.collect(), edges: edges.collect() })
    }
}
