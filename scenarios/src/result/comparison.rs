//! One point held against another, replication by replication: the same requests, the same randomness.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Estimate;
use crate::metric::unit::Unit;

/// One point held against another under common random numbers.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Comparison {
    /// The point that the other is held against: its place in `points`, from 0.
    pub baseline: usize,
    /// The other point: its place in `points`.
    pub other: usize,
    /// Replications that were run of both.
    pub replications: u32,
    /// The headline metrics of every window that both have.
    pub measures: Vec<Compared>,
    /// The headline metrics that only one of them can tell, in windows that both have.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub one_sided: Vec<OneSided>,
    /// In which of the same replications a client's system collapsed; of clients that ever did.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub collapsed: Vec<SameStates>,
    /// What became of the same requests in both.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub requests: Vec<SameRequests>,
}

/// One metric in one window that only one of the points can tell: the other has no service of that name, or nothing to
/// measure there.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct OneSided {
    /// The window's name.
    pub window: String,
    /// The metric as an expectation writes it.
    pub metric: String,
    /// What it is measured in.
    pub unit: Unit,
    /// Whether it is the baseline that can tell it, and not the other point.
    pub in_baseline: bool,
    /// The number there.
    pub value: Estimate,
}

/// In which of the same replications the system of one client collapsed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SameStates {
    /// The client's name.
    pub client: String,
    /// Replications in which it collapsed in both points.
    pub both: u64,
    /// In the baseline only.
    pub baseline_only: u64,
    /// In the other point only.
    pub other_only: u64,
    /// In neither.
    pub neither: u64,
    /// How likely it is that as many replications or more differ in one direction if neither point collapses more often:
    /// the two-sided sign test over the replications that differ, exact (McNemar 1947).
    pub p_value: f64,
    /// `better` or `worse` where that is below 5 %, else `no difference`.
    pub verdict: String,
}

/// One metric in one window, in both points.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Compared {
    /// The window's name.
    pub window: String,
    /// The metric as an expectation writes it: `goodput(app)`.
    pub metric: String,
    /// What it is measured in.
    pub unit: Unit,
    /// Which of two values is the better one, `higher` or `lower`; absent where neither is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub better: Option<String>,
    /// In the baseline.
    pub baseline: Estimate,
    /// In the other point.
    pub other: Estimate,
    /// The other less the baseline, with Student's interval over pairs of replications; over those only that have the
    /// number in both points.
    pub difference: Estimate,
    /// The other over the baseline; absent where the baseline cannot be told from zero.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ratio: Option<Ratio>,
    /// `better` or `worse` where the interval of the difference excludes zero, `higher` or `lower` where neither is
    /// better, else `no difference`. `negligible` where it excludes zero and holds nothing beyond a thousandth of the
    /// numbers, of a share also of what it lacks to the whole. `two states` where either number is the mean of two, so
    /// that its difference is that of no replication.
    pub verdict: String,
    /// How many times as many replications independent seeds would need for the same half-width of the difference:
    /// (Var A + Var B) / Var (B − A). Absent where nothing varies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub saved: Option<f64>,
}

/// A ratio of two means with its 95 % interval after Fieller (1954), which is not symmetric.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Ratio {
    /// The mean of the one over the mean of the other.
    pub value: f64,
    /// The lower end of the interval; absent with one replication.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub low: Option<f64>,
    /// The upper end of the interval.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub high: Option<f64>,
}

/// The same requests of one client in both points. A request succeeds if it counts as goodput.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SameRequests {
    /// The window's name: requests that were meant to start in it in both points.
    pub window: String,
    /// The client's name.
    pub client: String,
    /// Requests that were made in both points, over all replications.
    pub pairs: u64,
    /// Requests that were made in one of them only, or in another window of the other one.
    pub unpaired: u64,
    /// Share of pairs that succeeded in both.
    pub both: Estimate,
    /// Share of pairs that succeeded in the baseline only.
    pub baseline_only: Estimate,
    /// Share of pairs that succeeded in the other point only.
    pub other_only: Estimate,
    /// Share of pairs that succeeded in neither.
    pub neither: Estimate,
}
