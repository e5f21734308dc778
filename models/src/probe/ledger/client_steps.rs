//! What clients saw, second by second: each request counts in the step of its intended start.

use brownout_core::stats::CoarseHistogram;
use brownout_core::time::{SimTime, Span};

use super::clock::Steps;
use super::tally::ByKind;
use crate::outcome::{Kind, Outcome};
use crate::plan::Plan;

/// All clients, step by step.
#[derive(Debug)]
pub(super) struct ClientSteps {
    width: Span,
    clients: Vec<Vec<Step>>,
}

/// The requests of one client that were meant to start in one step.
#[derive(Clone, Default, Debug)]
struct Step {
    offered: u64,
    /// Answers beyond the `slo` are late instead.
    outcomes: ByKind,
    late: u64,
    latency: CoarseHistogram,
}

/// One client over time; every list has one entry for each step.
#[derive(Clone, Debug)]
pub struct ClientSeries {
    /// Requests a second by how they ended: the kinds, `Late` for answers beyond the `slo`, and `Unanswered`.
    pub outcomes_per_s: Vec<(&'static str, Vec<f64>)>,
    /// The latency of Ok and Degraded at each of [`SERIES_PERCENTILES`]; `None` in steps without answers.
    pub latency: Vec<Vec<Option<Span>>>,
}

/// The percentiles of a series, as shares.
pub const SERIES_PERCENTILES: [f64; 3] = [0.5, 0.9, 0.99];

impl ClientSteps {
    pub(super) fn new(plan: &Plan, steps: &Steps) -> ClientSteps {
        let steps = vec![Step::default(); steps.sums.len()];
        ClientSteps { width: plan.series, clients: vec![steps; plan.clients.len()] }
    }

    /// A request is meant to start at `born`.
    pub(super) fn requested(&mut self, client: usize, born: SimTime) {
        self.step(client, born).offered += 1;
    }

    /// A request that was meant to start at `born` has its answer.
    pub(super) fn answered(
        &mut self,
        client: usize,
        born: SimTime,
        outcome: Outcome,
        latency: Span,
        slo: Span,
    ) {
        let step = self.step(client, born);
        if outcome.is_answer() {
            step.latency.record(latency);
        }
        if outcome.is_answer() && latency > slo {
            step.late += 1;
        } else {
            step.outcomes[outcome.kind as usize] += 1;
        }
    }

    fn step(&mut self, client: usize, born: SimTime) -> &mut Step {
        &mut self.clients[client][(born.as_nanos() / self.width.as_nanos()) as usize]
    }

    /// What came of it, with rates over the time that each step lasts.
    pub(super) fn finish(&self, steps: &Steps) -> Vec<ClientSeries> {
        let client = |client: &Vec<Step>| {
            let rate = |count: &dyn Fn(&Step) -> u64| {
                let rate = |(at, step)| count(step) as f64 / steps.span(at).as_secs_f64();
                client.iter().enumerate().map(rate).collect()
            };
            let mut outcomes: Vec<(&str, Vec<f64>)> = Kind::ALL
                .iter()
                .map(|&kind| (kind.name(), rate(&|step| step.outcomes[kind as usize])))
                .collect();
            outcomes.push(("Late", rate(&|step| step.late)));
            outcomes.push(("Unanswered", rate(&Step::unanswered)));
            let latency = SERIES_PERCENTILES
                .map(|q| client.iter().map(|step| step.latency.quantile(q)).collect());
            ClientSeries { outcomes_per_s: outcomes, latency: latency.to_vec() }
        };
        self.clients.iter().map(client).collect()
    }
}

impl Step {
    fn unanswered(&self) -> u64 {
        self.offered - self.outcomes.iter().sum::<u64>() - self.late
    }
}
