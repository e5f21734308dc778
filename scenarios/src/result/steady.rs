//! Whether a system can have a steady state, and the numbers that this rests on.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Whether the system can have a steady state: what is said of the worst of its services.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Steady {
    /// Offered load over capacity, by service, where it can be told.
    pub offered_over_capacity: BTreeMap<String, f64>,
    /// The worst verdict of all services with a limit on their workers; `unknown` without one. From the best to the
    /// worst: `steady`, `unknown`, `critical`, `growing`, `saturated`, as each service has them.
    pub verdict: String,
    /// Whose verdict it is; of several, that of the service with the most load for its capacity. Absent where no service
    /// has a limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub service: Option<String>,
}

/// Whether one service can have a steady state in a window, and why. All intervals are told with one confidence.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ServiceSteady {
    /// The first of these that applies: `saturated` if the interval of `load` lies above 1 or all workers were busy nearly
    /// all the time in every replication; `growing` if the interval of `growth` lies above 0 and its mean above half of
    /// `backlog`, whatever the load is; `steady` if the interval of `load` lies below 1; `critical` if it holds 1, so that
    /// the backlog may grow with the root of time; `unknown` if there is none.
    pub verdict: String,
    /// How often the intervals contain the true value: 0.99.
    pub confidence: f64,
    /// Offered load over capacity, over replications; over the eight parts of the window where there is one replication.
    /// Absent where some replication cannot tell it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub load: Option<Interval>,
    /// In how many replications all workers were busy for 99 % of the time.
    pub saturated_in: u64,
    /// Mean number of visits that wait for a worker or hold one, in each instance. Absent where the window is not in one
    /// piece.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub backlog: Option<f64>,
    /// By how many visits in each instance the backlog rises from the beginning of the window to its end: the line through
    /// the means of its eight parts (least squares), over replications. Absent where the window is not in one piece.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub growth: Option<Interval>,
}

/// A mean and the interval that decides.
#[derive(Clone, Copy, PartialEq, Default, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Interval {
    /// The mean.
    pub mean: f64,
    /// The lower end of its interval; absent where fewer than two values leave it unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub low: Option<f64>,
    /// The upper end of its interval; absent where fewer than two values leave it unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub high: Option<f64>,
}
