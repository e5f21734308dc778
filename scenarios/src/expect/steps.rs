//! A number over time: what it is in each step of one replication's series.

use brownout_core::time::{SimTime, Span};
use brownout_models::outcome::Kind;
use brownout_models::plan::{Plan, Window};
use brownout_models::probe::ledger::client_steps::{ClientSeries, SERIES_PERCENTILES};
use brownout_models::probe::ledger::run_result::SeriesRun;

use super::Stretch;
use super::accept::Accept;
use crate::metric::Owner;
use crate::metric::reading::{Detail, Reading};
use crate::metric::statistic::percentile_name;
use crate::metric::subject::Subject;
use crate::metric::unit::Unit;
use crate::result::Estimate;

/// A number that is told step by step. Answers in time, and all that clients saw, by the intended start of requests; the
/// rest by the clock.
#[derive(Clone, PartialEq, Debug)]
pub struct StepReading {
    /// The unit of the number.
    pub unit: Unit,
    what: What,
    /// Whose: the place among the plan's clients, services or edges.
    whose: usize,
}

/// What is told step by step.
#[derive(Clone, PartialEq, Eq, Debug)]
enum What {
    Offered,
    Goodput,
    GoodputShare,
    Success,
    Failed(String),
    Latency(usize),
    Busy,
    /// Of so many workers.
    Utilisation(u32),
    Queue,
    Completed,
    Attempts,
    InFlight,
}

/// The metrics that are told step by step, for messages.
pub const TOLD: &str = "goodput, goodput_per_s, offered_per_s, success, failed, p50, p90 and p99 of a client; \
                        utilisation, workers_busy, queue_length and completed_per_s of a service; attempts_per_s and \
                        in_flight of an edge";

impl StepReading {
    /// The number of a reading step by step; `None` if it is not told so.
    pub fn of(reading: &Reading, plan: &Plan) -> Option<StepReading> {
        let (whose, workers) = match &reading.subject {
            Subject::Client(name) => (plan.clients.iter().position(|one| one.name == *name)?, None),
            Subject::Service(name) => {
                let at = plan.services.iter().position(|one| one.name == *name)?;
                (at, plan.services[at].workers())
            }
            Subject::Edge(name) => (plan.edges.iter().position(|one| one.name == *name)?, None),
            Subject::Operation { .. } => return None,
        };
        let what = match (reading.metric.owner, reading.metric.name, &reading.detail) {
            (Owner::Client, "offered_per_s", _) => What::Offered,
            (Owner::Client, "goodput_per_s", _) => What::Goodput,
            (Owner::Client, "goodput", _) => What::GoodputShare,
            (Owner::Client, "success", _) => What::Success,
            (Owner::Client, "failed", Detail::Outcome(outcome)) => What::Failed(outcome.clone()),
            (Owner::Client, "", Detail::Statistic(name)) => {
                What::Latency(SERIES_PERCENTILES.iter().position(|&q| percentile_name(q) == *name)?)
            }
            (Owner::Service, "workers_busy", _) => What::Busy,
            (Owner::Service, "utilisation", _) => What::Utilisation(workers?),
            (Owner::Service, "queue_length", _) => What::Queue,
            (Owner::Service, "completed_per_s", _) => What::Completed,
            (Owner::Edge, "attempts_per_s", _) => What::Attempts,
            (Owner::Edge, "in_flight", _) => What::InFlight,
            _ => return None,
        };
        Some(StepReading { unit: reading.metric.unit, what, whose })
    }

    /// The number in a step; `None` if it cannot be told there, as a share of no requests.
    fn at(&self, series: &SeriesRun, step: usize) -> Option<f64> {
        let client = || &series.clients[self.whose];
        let service = || &series.services[self.whose];
        let edge = || &series.edges[self.whose];
        match &self.what {
            What::Offered => Some(sum(client(), step, |_| true)),
            What::Goodput => Some(sum(client(), step, is_in_time)),
            What::GoodputShare => share(client(), step, is_in_time),
            What::Success => share(client(), step, |name| is_in_time(name) || name == "Late"),
            What::Failed(outcome) => share(client(), step, |name| name == outcome),
            What::Latency(at) => client().latency[*at][step].map(Span::as_millis_f64),
            What::Busy => Some(service().workers_busy[step]),
            What::Utilisation(of) => Some(service().workers_busy[step] / f64::from(*of)),
            What::Queue => Some(service().queue_length[step]),
            What::Completed => Some(service().completed_per_s[step]),
            What::Attempts => Some(edge().attempts_per_s[step]),
            What::InFlight => Some(edge().in_flight[step]),
        }
    }

    /// The number in each step that lies wholly within a window, in one replication.
    pub fn steps(
        &self,
        series: &SeriesRun,
        plan: &Plan,
        window: &Window,
    ) -> impl Iterator<Item = Step> {
        let borders = (0..).map(|step| {
            let from = SimTime::ZERO + plan.series * step as u64;
            (step, from, (from + plan.series).min(plan.length))
        });
        let since = window.spans.first().map_or(SimTime::ZERO, |&(since, _)| since);
        let until = window.spans.last().map_or(plan.length, |&(_, until)| until);
        let whole = until.since(since).as_secs_f64();
        let over = move |from: SimTime, to: SimTime| {
            (from.since(since) + to.since(since)).as_secs_f64() / (2.0 * whole)
        };
        let within =
            |from, to| window.spans.iter().any(|&(since, until)| since <= from && to <= until);
        borders
            .take_while(|&(_, from, _)| from < plan.length)
            .filter(move |&(_, from, to)| within(from, to))
            .map(move |(step, from, to)| Step {
                from,
                to,
                over: over(from, to),
                value: self.at(series, step),
            })
    }

    /// From where to where a number that is told for a step may lie: times are counted in buckets, and told by the middle
    /// of theirs.
    pub(super) fn between(&self, value: f64) -> (f64, f64) {
        let off = if matches!(self.what, What::Latency(_)) { value / OFF } else { 0.0 };
        (value - off, value + off)
    }

    /// How the steps that lie wholly within a window fare in one replication; `None` if none of them can tell.
    pub fn judge(
        &self,
        series: &SeriesRun,
        plan: &Plan,
        window: &Window,
        accept: Accept,
        stretch: Stretch,
    ) -> Option<Fared> {
        // What holds for sure, and what may hold.
        let (mut sure, mut perhaps) = (Held::default(), Held::default());
        let mut told = 0u32;
        for step in self.steps(series, plan, window) {
            let value = step.value.map(|value| self.between(value));
            told += u32::from(value.is_some());
            sure.add(&step, value.is_some_and(|(low, high)| accept.holds_all(low, high)));
            perhaps.add(&step, value.is_some_and(|(low, high)| !accept.holds_none(low, high)));
        }
        let [sure, perhaps] = [sure, perhaps].map(|held| {
            let share = f64::from(held.steps) / f64::from(told);
            (stretch.holds(share, held.longest), stretch.measured(share, held.longest))
        });
        let holds = (sure.0 == perhaps.0).then_some(sure.0);
        (told > 0).then_some(Fared { holds, measured: sure.1 })
    }
}

/// The part of a time by which the middle of its bucket may be off.
const OFF: f64 = 64.0;

/// Steps one after the other in which something holds or not.
#[derive(Default)]
struct Held {
    /// In how many of them it holds.
    steps: u32,
    /// For how long it has held on end, and how long it did at most.
    run: Span,
    longest: Span,
    ended: SimTime,
}

impl Held {
    fn add(&mut self, step: &Step, holds: bool) {
        let &Step { from, to, .. } = step;
        self.steps += u32::from(holds);
        // Steps are neighbours only if none is left out between them.
        self.run = match holds {
            false => Span::ZERO,
            true if from == self.ended => self.run + (to - from),
            true => to - from,
        };
        self.longest = self.longest.max(self.run);
        self.ended = to;
    }
}

/// A number in one step of a series.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Step {
    /// Where the step begins.
    pub from: SimTime,
    /// Where it ends.
    pub to: SimTime,
    /// Which part of the window is over in its middle.
    pub over: f64,
    /// The number; `None` if it cannot be told there.
    pub value: Option<f64>,
}

/// A number in one step, as its mean over replications.
#[derive(Clone, PartialEq, Debug)]
pub struct StepMean {
    /// Where the step begins.
    pub from: SimTime,
    /// Which part of the window is over in its middle.
    pub over: f64,
    /// The mean with its 95 % interval.
    pub mean: Estimate,
}

/// How one replication fared.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fared {
    /// Whether the claim holds in it; `None` where the width of a bucket leaves that open.
    pub holds: Option<bool>,
    /// The share of steps in which the comparison holds, or the longest time in milliseconds for which it does.
    pub measured: f64,
}

impl Stretch {
    /// Whether a comparison holds as often as claimed that does in this share of steps, and so long on end.
    fn holds(self, share: f64, longest: Span) -> bool {
        match self {
            Stretch::Always => share == 1.0,
            Stretch::Never => share == 0.0,
            Stretch::During(least) => longest >= least,
            Stretch::NeverDuring(most) => longest < most,
            Stretch::AlwaysDuring(least) => share == 1.0 && longest >= least,
        }
    }

    /// What is told of it: the share, or the time in milliseconds.
    fn measured(self, share: f64, longest: Span) -> f64 {
        match self {
            Stretch::Always | Stretch::Never | Stretch::AlwaysDuring(_) => share,
            Stretch::During(_) | Stretch::NeverDuring(_) => longest.as_millis_f64(),
        }
    }
}

fn is_in_time(outcome: &str) -> bool {
    outcome == Kind::Ok.name() || outcome == Kind::Degraded.name()
}

/// Requests a second that ended in some ways.
fn sum(client: &ClientSeries, step: usize, such: impl Fn(&str) -> bool) -> f64 {
    client.outcomes_per_s.iter().filter(|(name, _)| such(name)).map(|(_, rates)| rates[step]).sum()
}

fn share(client: &ClientSeries, step: usize, such: impl Fn(&str) -> bool) -> Option<f64> {
    let all = sum(client, step, |_| true);
    (all > 0.0).then(|| sum(client, step, such) / all)
}
