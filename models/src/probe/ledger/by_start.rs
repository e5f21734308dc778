//! What goes by the intended start of requests and not by windows: kept only where somebody asks for it.

use brownout_core::time::{SimTime, Span};

use super::client_steps::ClientSteps;
use super::clock::Steps;
use super::recovery::Seconds;
use crate::outcome::Outcome;
use crate::plan::Plan;

/// The series of clients, and how goodput came back.
#[derive(Debug)]
pub(super) struct ByStart {
    pub(super) steps: Option<ClientSteps>,
    pub(super) seconds: Option<Seconds>,
}

impl ByStart {
    /// What a plan and a series of such steps, if one is wanted, ask for; `None` if that is nothing.
    pub(super) fn of(plan: &Plan, steps: Option<&Steps>) -> Option<ByStart> {
        let steps = steps.map(|steps| ClientSteps::new(plan, steps));
        let seconds = Seconds::of(plan);
        (steps.is_some() || seconds.is_some()).then_some(ByStart { steps, seconds })
    }

    /// A client means to ask now.
    pub(super) fn requested(&mut self, client: usize, now: SimTime) {
        if let Some(steps) = &mut self.steps {
            steps.requested(client, now);
        }
        if let Some(seconds) = &mut self.seconds {
            seconds.offered(client, now);
        }
    }

    /// A client that meant to ask at `born` has its answer, or has given up.
    pub(super) fn answered(
        &mut self,
        client: usize,
        born: SimTime,
        outcome: Outcome,
        latency: Span,
        slo: Span,
    ) {
        if let Some(seconds) = &mut self.seconds
            && outcome.is_answer()
            && latency <= slo
        {
            seconds.in_time(client, born);
        }
        if let Some(steps) = &mut self.steps {
            steps.answered(client, born, outcome, latency, slo);
        }
    }
}
