//! Edges over all replications.

use brownout_core::time::Span;
use brownout_models::outcome::Kind;
use brownout_models::plan::Plan;
use brownout_models::probe::ledger::run_result::EdgeRun;
use brownout_models::probe::openings::Opened;

use super::Values;
use super::measure::Measure;
use super::shares::Shares;
use super::states;
use super::times::TimesFold;
use crate::result::EdgeResult;

/// One edge in one window.
pub(super) struct EdgeFold {
    calls_per_s: Measure,
    attempts_per_s: Measure,
    amplification: Measure,
    in_flight: Measure,
    in_flight_max: Measure,
    unheard_answers_per_s: Measure,
    opens: Measure,
    opened_after: Measure,
    success: Measure,
    failed_by: Shares,
    attempts_failed_by: Shares,
    latency: TimesFold,
}

impl EdgeFold {
    pub(super) fn new(plan: &Plan, values: Values) -> EdgeFold {
        let keeps = values.of_all();
        let measure = || Measure::new(keeps);
        EdgeFold {
            calls_per_s: measure(),
            attempts_per_s: measure(),
            amplification: Measure::new(values.of_headline()),
            in_flight: measure(),
            in_flight_max: measure(),
            unheard_answers_per_s: measure(),
            opens: measure(),
            opened_after: measure(),
            success: measure(),
            failed_by: Shares::new(keeps),
            attempts_failed_by: Shares::new(keeps),
            latency: TimesFold::new(&plan.percentiles, keeps),
        }
    }

    /// One replication.
    pub(super) fn add(&mut self, run: &EdgeRun) {
        let counts = &run.calls;
        self.calls_per_s.add(run.calls_per_s());
        self.attempts_per_s.add(run.attempts_per_s());
        self.amplification.add_if(run.amplification());
        self.in_flight.add(run.in_flight());
        self.in_flight_max.add(run.clock.in_flight_max as f64);
        self.unheard_answers_per_s.add(run.unheard_answers_per_s());
        let ok = counts.outcomes[Kind::Ok as usize];
        self.success.add_if((counts.calls > 0).then(|| ok as f64 / counts.calls as f64));
        let others = [("Dropped", counts.dropped), ("Unanswered", run.unanswered())];
        self.failed_by.add(&counts.outcomes, &[Kind::Ok], &others, counts.calls);
        let others = [("GivenUp", counts.given_up), ("Unanswered", run.attempts_unanswered())];
        self.attempts_failed_by.add(&counts.heard, &[Kind::Ok], &others, counts.attempts);
        self.latency.add(run.latency.as_ref());
    }

    /// The latest replication is one of those that collapsed, or of the others.
    pub(super) fn assign(&mut self, collapsed: bool) {
        let rates =
            [&mut self.calls_per_s, &mut self.attempts_per_s, &mut self.unheard_answers_per_s];
        let levels = [&mut self.in_flight, &mut self.in_flight_max, &mut self.amplification];
        let others = [&mut self.opens, &mut self.opened_after, &mut self.success];
        let all = rates.into_iter().chain(levels).chain(others);
        all.for_each(|measure| measure.assign(collapsed));
        self.failed_by.assign(collapsed);
        self.attempts_failed_by.assign(collapsed);
        self.latency.assign(collapsed);
    }

    /// When circuit breakers opened in one replication, if there is one.
    pub(super) fn add_opens(&mut self, opened: Option<Opened>) {
        self.opens.add_if(opened.map(|opened| opened.times as f64));
        let first = opened.and_then(|opened| opened.first);
        self.opened_after.add_if(first.map(Span::as_millis_f64));
    }

    /// How long calls took.
    pub(super) fn latency(&self) -> &TimesFold {
        &self.latency
    }

    /// The results of an edge that leads to these services.
    pub(super) fn result(&self, to: Vec<String>) -> EdgeResult {
        let always = self.opened_after.count() == self.opens.count();
        let result = EdgeResult {
            to,
            calls_per_s: self.calls_per_s.sure(),
            attempts_per_s: self.attempts_per_s.sure(),
            amplification: self.amplification.estimate(),
            in_flight: self.in_flight.sure(),
            in_flight_max: self.in_flight_max.sure(),
            unheard_answers_per_s: self.unheard_answers_per_s.sure(),
            opens: self.opens.estimate(),
            // The mean of those that opened would hide those that did not.
            opened_after_ms: self.opened_after.estimate().filter(|_| always),
            success: self.success.estimate(),
            failed_by: self.failed_by.estimates(),
            attempts_failed_by: self.attempts_failed_by.estimates(),
            latency_ms: self.latency.estimates_ms(),
        };
        states::of_edge(result)
    }
}
