//! What came out: the same shape in memory and as JSON (schema_version 1).
//!
//! A key that does not apply is absent, never null and never zero. Maps are ordered by name, lists as the file has them.

pub mod against;
pub mod comparison;
pub mod estimate;
pub mod steady;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use self::against::Against;
use self::comparison::Comparison;
pub use self::estimate::Estimate;
use self::steady::ServiceSteady;
pub use self::steady::Steady;
use crate::metric::unit::Unit;

/// All results of one command.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ResultSet {
    /// The version of this shape: 1.
    pub schema_version: u32,
    /// Name and version of the program.
    pub tool: String,
    /// The scenario's name: the bundled name, or the file's name without its ending.
    pub scenario: String,
    /// The scenario's title, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// SHA-256 of the scenario as read, data files included, in hex.
    pub scenario_sha256: String,
    /// The seed.
    pub seed: u64,
    /// The warm-up in seconds, where it was found (by MSER-5) and not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub warmup_s: Option<f64>,
    /// Whether every replication that was asked for was run.
    pub complete: bool,
    /// What a sweep walks through, the slowest axis first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub axes: Vec<Axis>,
    /// One for each variant and setting, in the order of the file; in a sweep variant by variant, the last axis fastest.
    pub points: Vec<Point>,
    /// What `compare` found: each further point against the first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub comparisons: Vec<Comparison>,
    /// How these results differ from saved ones, if they were held against some.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against: Option<Against>,
}

/// One axis of a sweep.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Axis {
    /// The paths that it sets; several where they are walked side by side.
    pub paths: Vec<String>,
    /// `linear` for steps of one width, `log` for steps of one factor, `list` for values as they were written.
    pub scale: String,
    /// The settings in their order, each with one RON text for each path.
    pub values: Vec<Vec<String>>,
}

/// How precisely the numbers that decide are known.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Precision {
    /// What was asked for: the largest relative half-width.
    pub asked: f64,
    /// The largest relative half-width that there is; absent where none of the numbers has an interval.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reached: Option<f64>,
    /// Whose it is: the metric and the window.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub of: String,
    /// Numbers that were asked for by name and have no interval in any window: nothing of the kind happened, or they are
    /// the means of two states.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub untold: Vec<String>,
}

impl Precision {
    /// Whether all that can be known is known as precisely as was asked for.
    pub fn is_reached(&self) -> bool {
        self.reached.is_none_or(|reached| reached <= self.asked)
    }
}

/// A share of replications, with its 95 % interval after Wilson (1927).
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Proportion {
    /// In how many.
    pub count: u64,
    /// Of how many.
    pub of: u64,
    /// The lower end of the interval of the share.
    pub low: f64,
    /// The upper end of the interval of the share.
    pub high: f64,
}

/// The results of one variant at one setting.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Point {
    /// The variant's name; absent in a scenario without variants.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
    /// What was set on top, by path.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub set: BTreeMap<String, String>,
    /// How many replications these results rest on.
    pub replications: u32,
    /// How precisely the numbers that decide are known, where replications went on until they were.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub precision: Option<Precision>,
    /// The trace hash over all replications in order, as 16 hex digits.
    pub trace_hash: String,
    /// Events of all replications together.
    pub events: u64,
    /// The windows, in the order of time: `all`, `before`, `fault`, `after`, then named ones.
    pub windows: Vec<WindowResult>,
    /// The series that charts are drawn from; with `--series` only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub series: Option<Series>,
    /// What was expected, and whether it came true.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub expectations: Vec<Expectation>,
    /// Warnings about this point's results, such as percentiles that rest on few samples.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<ResultWarning>,
}

/// A warning about results.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ResultWarning {
    /// Its code, such as `BO104`.
    pub code: String,
    /// What is the matter.
    pub message: String,
}

/// The results of one window.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize, JsonSchema)]
pub struct WindowResult {
    /// The window's name.
    pub name: String,
    /// Its stretches of time, in seconds from the start of the run.
    pub spans_s: Vec<(f64, f64)>,
    /// Whether the system can have a steady state here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub steady: Option<Steady>,
    /// By client.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub clients: BTreeMap<String, ClientResult>,
    /// By service.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub services: BTreeMap<String, ServiceResult>,
    /// By edge, `service.call`; the edge of a client has the client's name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub edges: BTreeMap<String, EdgeResult>,
}

/// What the clients of one name saw. Requests belong to the window in which they were meant to start.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ClientResult {
    /// Requests a second that were meant to start.
    pub offered_per_s: Estimate,
    /// Answers in time a second: Ok and Degraded within the client's `slo`.
    pub goodput_per_s: Estimate,
    /// Answers in time as a share of offered; absent when nothing was offered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goodput: Option<Estimate>,
    /// Ok and Degraded as a share of offered, in time or not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub success: Option<Estimate>,
    /// Degraded as a share of offered; absent if there were none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub degraded: Option<Estimate>,
    /// The other outcomes as shares of offered, by kind; `Unanswered` are those still without an answer at the end.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub failed_by: BTreeMap<String, Estimate>,
    /// From the intended start to the answer, of Ok and Degraded: `mean`, `p50`, `p90`, `p95`, `p99`, `p99.9` ….
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub latency_ms: BTreeMap<String, Estimate>,
    /// The same of all other outcomes.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub failure_latency_ms: BTreeMap<String, Estimate>,
    /// The share of Ok and Degraded that took longer than a time, by that time; for the times that expectations name.
    /// A latency counts as longer if it is so by more than 0.1 %, the width of its bucket.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub slower_than: BTreeMap<String, Estimate>,
    /// Latencies of Ok and Degraded of all replications together: upper edge in ms and count.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub histogram: Vec<(f64, u64)>,
    /// Share of replications in which goodput came back after the last fault: five consecutive steps in which the share of
    /// requests answered in time is at least 95 % of what it was in `before`; a step is one second, or as many as it takes
    /// for some hundred requests. The half-width is that of Wilson's interval, on its longer side. In the window `after`
    /// only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recovered: Option<Estimate>,
    /// Seconds from the end of the last fault to the first of those five; absent if goodput did not come back in every
    /// replication. In the window `after` only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recovery_s: Option<Estimate>,
    /// In how many replications the client's system collapsed: after the last fault, the share of requests answered in
    /// time was below half of what it was in `before`. In the window `after` only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub collapsed: Option<Proportion>,
    /// Whether it did in each replication, in order, `null` where that cannot be asked; with `--per-replication` only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub collapsed_in: Option<Vec<Option<bool>>>,
    /// The same for each operation that is asked for, when there is more than one.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub operations: BTreeMap<String, ClientResult>,
}

/// What happened at one service. Rates and levels go by the clock, over all instances unless they say otherwise; shares,
/// amplification and times are those of visits on behalf of requests that were meant to start in the window.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ServiceResult {
    /// Visits a second that arrived, those turned away included.
    pub arriving_per_s: Estimate,
    /// Visits a second that held a worker and ended, whatever the outcome.
    pub completed_per_s: Estimate,
    /// The same for each instance that is up.
    pub completed_per_s_per_instance: Estimate,
    /// Completed visits per second per instance while every instance was saturated; absent elsewhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub capacity: Option<Estimate>,
    /// Offered load over capacity: arriving visits times the worker-time that one takes, over all workers' time; absent
    /// where workers are unlimited, or where some replication cannot tell how long a visit takes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offered_over_capacity: Option<Estimate>,
    /// Whether it can have a steady state here, and why; absent where workers are unlimited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub steady: Option<ServiceSteady>,
    /// Share of worker-time spent after the root's client had left, and, while it was still there, on answers that nobody
    /// heard: what was done before it left was wanted then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wasted_work: Option<Estimate>,
    /// Mean share of workers busy; absent where workers are unlimited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub utilisation: Option<Estimate>,
    /// Mean number of workers busy in each instance.
    pub workers_busy: Estimate,
    /// Mean number of visits that wait for a worker in each instance; of `Async`, of visits and branches that wait for an
    /// executor, as often as they do.
    pub queue_length: Estimate,
    /// Time from arrival to a worker, of visits that got one: `mean`, `p50`, `p99` …. Of `Async`, what visits and branches
    /// waited up to their first executor, at the door and in line for it.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub waiting_ms: BTreeMap<String, Estimate>,
    /// Time from arrival to the end of the visit: `mean`, `p50`, `p99` ….
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub sojourn_ms: BTreeMap<String, Estimate>,
    /// Mean number of instances that are up.
    pub instances_up: Estimate,
    /// Visits that arrived for each client request; absent without requests.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub amplification: Option<Estimate>,
    /// Arrivals turned away, as shares of arriving, by kind.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub turned_away_by: BTreeMap<String, Estimate>,
}

/// What happened on one edge. Rates and levels go by the clock; shares, amplification and latency are those of the calls
/// of requests that were meant to start in the window.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize, JsonSchema)]
pub struct EdgeResult {
    /// The services that it leads to: one of a service's edge, those that a client asks of its own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub to: Vec<String>,
    /// Calls a second that started.
    pub calls_per_s: Estimate,
    /// Attempts a second that went on the wire.
    pub attempts_per_s: Estimate,
    /// Attempts for each call; absent without calls.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub amplification: Option<Estimate>,
    /// Mean number of attempts under way, all callers together.
    pub in_flight: Estimate,
    /// The most attempts under way at once, all callers together.
    pub in_flight_max: Estimate,
    /// Answers a second that found nobody.
    pub unheard_answers_per_s: Estimate,
    /// How often a circuit breaker of the edge opened, all callers together; only if an expectation asks for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opens: Option<Estimate>,
    /// How long after the beginning of the window one first opened; only if an expectation asks for it, and where one did in
    /// every replication.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opened_after_ms: Option<Estimate>,
    /// Calls that ended as Ok as a share of calls.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub success: Option<Estimate>,
    /// Calls that ended otherwise, as shares of calls, by kind (Degraded among them); `Dropped` are those that their
    /// visit gave up, `Unanswered` those without an end when nothing was left to happen.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub failed_by: BTreeMap<String, Estimate>,
    /// Attempts that ended otherwise than Ok, as shares of attempts, by kind; `GivenUp` are those that their caller no
    /// longer waited for, `Unanswered` those of which nobody heard and that nobody gave up.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub attempts_failed_by: BTreeMap<String, Estimate>,
    /// From the start of the call to its end, of all calls: `mean`, `p50`, `p99` ….
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub latency_ms: BTreeMap<String, Estimate>,
}

/// Means over replications at equal steps of time; every list has one number for each step.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Series {
    /// Width of a step in seconds; step i covers `[i, i + 1) × window_s`.
    pub window_s: f64,
    /// The scenario's fault spans in seconds, for shading.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults_s: Vec<(f64, f64)>,
    /// Where the warm-up ends, in seconds.
    pub warmup_s: f64,
    /// By client.
    pub clients: BTreeMap<String, ClientSeries>,
    /// By service.
    pub services: BTreeMap<String, ServiceSeries>,
    /// By edge.
    pub edges: BTreeMap<String, EdgeSeries>,
    /// Policies' gauges, by `edge/policy what`, such as `feed.counts/CircuitBreaker open`: mean over holders.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub gauges: BTreeMap<String, Vec<f64>>,
}

/// One client over time, by the intended start of its requests.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ClientSeries {
    /// Requests a second by outcome: kinds, with `Late` for Ok and Degraded beyond the `slo` and `Unanswered`.
    pub outcomes_per_s: BTreeMap<String, Vec<f64>>,
    /// Percentiles of the latency of Ok and Degraded in ms: `p50`, `p90`, `p99`; NaN-free: absent steps are `None`.
    pub latency_ms: BTreeMap<String, Vec<Option<f64>>>,
}

/// One service over time, by the clock.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ServiceSeries {
    /// Mean busy workers in each instance.
    pub workers_busy: Vec<f64>,
    /// Workers of one instance; absent where unlimited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub workers: Option<u32>,
    /// Mean queue length in each instance.
    pub queue_length: Vec<f64>,
    /// Completed visits a second, all instances together.
    pub completed_per_s: Vec<f64>,
}

/// One edge over time, by the clock.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize, JsonSchema)]
pub struct EdgeSeries {
    /// Attempts a second that went on the wire.
    pub attempts_per_s: Vec<f64>,
    /// Mean attempts under way.
    pub in_flight: Vec<f64>,
}

/// What was expected, and whether it came true.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Expectation {
    /// The expectation as the file has it.
    pub text: String,
    /// What was measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measured: Option<Estimate>,
    /// Of what it was measured, where that is not the number of the sentence: `of steps`, `on end at most`, `at the latest`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<String>,
    /// The unit of what was measured: a `time` is in ms.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<Unit>,
    /// Whether it came true.
    pub verdict: Verdict,
    /// Why it did not, or why nobody can say, where the numbers do not tell it by themselves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// Whether an expectation came true.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// It did, with the whole interval.
    Pass,
    /// It did not, with the whole interval.
    Fail,
    /// The results do not decide it.
    Undecided,
}
