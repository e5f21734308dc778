//! What came of one run: plain numbers by window, and what they mean.
//!
//! Everything stands in the order of the plan. A number that cannot be told is `None`.

use brownout_core::stats::Histogram;
use brownout_core::time::Span;

use super::client_steps::ClientSeries;
use super::clock::{EdgeSums, ServiceSums};
use super::recovery::Recovery;
use super::tally::{AskedCounts, CallCounts, VisitCounts};
use crate::ids::OperationId;

/// The results of one run.
#[derive(Clone, Debug)]
pub struct RunResult {
    /// The windows, in the order of the plan.
    pub windows: Vec<WindowRun>,
    /// The series, if one was wanted.
    pub series: Option<SeriesRun>,
    /// For each client whether its goodput came back; `None` where that cannot be asked.
    pub recovery: Vec<Option<Recovery>>,
}

/// One window of one run.
#[derive(Clone, Debug)]
pub struct WindowRun {
    /// The clients.
    pub clients: Vec<ClientRun>,
    /// The services.
    pub services: Vec<ServiceRun>,
    /// The edges.
    pub edges: Vec<EdgeRun>,
}

/// One client in one window.
#[derive(Clone, Debug)]
pub struct ClientRun {
    /// All that it asks for.
    pub total: AskedRun,
    /// Each operation, where there are several.
    pub operations: Vec<(OperationId, AskedRun)>,
}

/// The requests of one client that were meant to start in one window.
#[derive(Clone, Debug)]
pub struct AskedRun {
    /// How long the window lasts.
    pub span: Span,
    /// How many there were, and how they ended.
    pub counts: AskedCounts,
    /// Latencies of Ok and Degraded.
    pub answers: Option<Times>,
    /// Latencies of all other outcomes.
    pub failures: Option<Times>,
}

/// One service in one window.
#[derive(Clone, Debug)]
pub struct ServiceRun {
    /// How long the window lasts.
    pub span: Span,
    /// Workers of one instance; `None` where nobody waits for one.
    pub workers: Option<u32>,
    /// Whether a worker is held for the whole visit.
    pub threads: bool,
    /// Visits that may be inside one instance; `None` where there is no limit.
    pub places: Option<u32>,
    /// Processors of one instance; `None` where nobody shares them.
    pub cores: Option<u32>,
    /// Requests of all clients that were meant to start in the window.
    pub requests: u64,
    /// Visits on behalf of those requests.
    pub visits: VisitCounts,
    /// What happened in the window by the clock.
    pub clock: ServiceSums,
    /// The same of the part of the window over which a capacity is measured.
    pub measured: ServiceSums,
    /// How long that part lasts.
    pub measured_span: Span,
    /// The same of the eight parts of a window in one piece, one after the other; none of other windows.
    pub parts: Vec<ServiceSums>,
    /// From arrival to a worker.
    pub waiting: Option<Times>,
    /// From arrival to the end of the visit.
    pub sojourn: Option<Times>,
}

/// One edge in one window.
#[derive(Clone, Debug)]
pub struct EdgeRun {
    /// How long the window lasts.
    pub span: Span,
    /// Calls on behalf of the requests that were meant to start in the window.
    pub calls: CallCounts,
    /// What happened in the window by the clock.
    pub clock: EdgeSums,
    /// From the start of a call to its end, however it ended.
    pub latency: Option<Times>,
}

/// Some times, told by their mean and percentiles.
#[derive(Clone, Debug)]
pub struct Times {
    /// The mean.
    pub mean: Span,
    /// The plan's percentiles.
    pub percentiles: Vec<Span>,
    /// All of them, to be pooled.
    pub histogram: Histogram,
}

/// One run over time; every list has one entry for each step.
#[derive(Clone, Debug)]
pub struct SeriesRun {
    /// The clients.
    pub clients: Vec<ClientSeries>,
    /// The services.
    pub services: Vec<ServiceSeries>,
    /// The edges.
    pub edges: Vec<EdgeSeries>,
}

/// One service over time, by the clock.
#[derive(Clone, Debug)]
pub struct ServiceSeries {
    /// Mean busy workers in each instance.
    pub workers_busy: Vec<f64>,
    /// Mean visits that wait in each instance.
    pub queue_length: Vec<f64>,
    /// Completed visits a second, all instances together.
    pub completed_per_s: Vec<f64>,
}

/// One edge over time, by the clock.
#[derive(Clone, Debug)]
pub struct EdgeSeries {
    /// Attempts a second that went on the wire.
    pub attempts_per_s: Vec<f64>,
    /// Mean attempts under way.
    pub in_flight: Vec<f64>,
}

impl Times {
    pub(super) fn of(histogram: Histogram, percentiles: &[f64]) -> Option<Times> {
        let mean = histogram.mean()?;
        Some(Times { mean, percentiles: histogram.quantiles(percentiles), histogram })
    }
}

impl AskedRun {
    /// Requests a second that were meant to start.
    pub fn offered_per_s(&self) -> f64 {
        per_second(self.counts.offered, self.span)
    }

    /// Answers in time a second.
    pub fn goodput_per_s(&self) -> f64 {
        per_second(self.counts.in_time, self.span)
    }

    /// Requests that nobody ever answered.
    pub fn unanswered(&self) -> u64 {
        self.counts.offered - self.counts.outcomes.iter().sum::<u64>()
    }
}

impl EdgeRun {
    /// Calls a second that began.
    pub fn calls_per_s(&self) -> f64 {
        per_second(self.clock.calls, self.span)
    }

    /// Attempts a second that went on the wire.
    pub fn attempts_per_s(&self) -> f64 {
        per_second(self.clock.attempts, self.span)
    }

    /// Answers a second that found nobody.
    pub fn unheard_answers_per_s(&self) -> f64 {
        per_second(self.clock.unheard, self.span)
    }

    /// Mean attempts under way.
    pub fn in_flight(&self) -> f64 {
        ratio(self.clock.in_flight as f64, self.span.as_nanos() as f64).unwrap_or(0.0)
    }

    /// Attempts for each call.
    pub fn amplification(&self) -> Option<f64> {
        ratio(self.calls.attempts as f64, self.calls.calls as f64)
    }

    /// Calls without an end when nothing was left to happen.
    pub fn unanswered(&self) -> u64 {
        self.calls.calls - self.calls.outcomes.iter().sum::<u64>() - self.calls.dropped
    }

    /// Attempts of which nobody ever heard, and that nobody gave up.
    pub fn attempts_unanswered(&self) -> u64 {
        self.calls.attempts - self.calls.heard.iter().sum::<u64>() - self.calls.given_up
    }
}

pub(super) fn per_second(count: u64, span: Span) -> f64 {
    ratio(count as f64, span.as_secs_f64()).unwrap_or(0.0)
}

pub(super) fn ratio(of: f64, to: f64) -> Option<f64> {
    (to > 0.0).then(|| of / to)
}
