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
        let within =
            |from, to| window.spans.iter().any(|&(since, until)| since <= from && to <= until);
        borders
            .take_while(|&(_, from, _)| from < plan.length)
            .filter(move |&(_, from, to)| within(from, to))
            .map(|(step, from, to)| Step { from, to, value: self.at(series, step) })
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
        let (mut told, mut held) = (0u32, 0u32);
        let (mut run, mut longest) = (Span::ZERO, Span::ZERO);
        let mut ended = SimTime::ZERO;
        for Step { from, to, value } in self.steps(series, plan, window) {
            told += u32::from(value.is_some());
            let holds = value.is_some_and(|value| accept.holds(value));
            held += u32::from(holds);
            // Steps are neighbours only if none is left out between them.
            run = match holds {
                false => Span::ZERO,
                true if from == ended => run + (to - from),
                true => to - from,
            };
            longest = longest.max(run);
            ended = to;
        }
        (told > 0).then(|| Fared::of(stretch, f64::from(held) / f64::from(told), longest))
    }
}

/// A number in one step of a series.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Step {
    /// Where the step begins.
    pub from: SimTime,
    /// Where it ends.
    pub to: SimTime,
    /// The number; `None` if it cannot be told there.
    pub value: Option<f64>,
}

/// How one replication fared.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fared {
    /// Whether the claim holds in it.
    pub holds: bool,
    /// The share of steps in which the comparison holds, or the longest time in milliseconds for which it does.
    pub measured: f64,
}

impl Fared {
    fn of(stretch: Stretch, share: f64, longest: Span) -> Fared {
        let time = longest.as_millis_f64();
        match stretch {
            Stretch::Always => Fared { holds: share == 1.0, measured: share },
            Stretch::Never => Fared { holds: share == 0.0, measured: share },
            Stretch::During(least) => Fared { holds: longest >= least, measured: time },
            Stretch::NeverDuring(most) => Fared { holds: longest < most, measured: time },
            Stretch::AlwaysDuring(least) => {
                Fared { holds: share == 1.0 && longest >= least, measured: share }
            }
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
