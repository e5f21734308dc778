//! How a scenario is run: lengths, repetitions, the network in between, and the windows that are reported.

use brownout_core::time::Span;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How long to simulate, what to leave out as warm-up, and how often to repeat.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Run {
    /// Simulated time at the start that no window of its own reports; shorter than `length`. `Auto` finds it: by MSER-5
    /// on the number of requests under way over ten replications of the system without its faults. Default `"0s"`.
    pub warmup: Span,
    /// The whole simulated time, warm-up included; then arrivals stop and the run drains. Default `"60s"`.
    pub length: Span,
    /// Independent repetitions, each with its own random numbers; at least 1. Default 10.
    pub replications: u32,
    /// Where the random numbers begin: the same file and seed give the same bits. Default 1.
    pub seed: u64,
    /// Width of one point of the series that charts are drawn from. Default `"1s"`.
    pub series: Span,
    /// Percentiles to report besides 50, 90, 95, 99 and 99.9; each above 0 and below 100. Default none.
    pub percentiles: Vec<f64>,
}

impl Default for Run {
    fn default() -> Run {
        Run {
            warmup: Span::ZERO,
            length: Span::from_secs(60),
            replications: 10,
            seed: 1,
            series: Span::from_secs(1),
            percentiles: Vec::new(),
        }
    }
}

/// What every message costs on its way.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Network {
    /// One-way time of a message on every edge, those of clients included, unless the edge says otherwise.
    /// Default `"0s"`.
    pub hop: Span,
}

/// A stretch of time to report on; a request belongs to it if it was meant to start in `[from, to)`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Window {
    /// Where the window begins, counted from the start of the run.
    pub from: Span,
    /// Where it ends; later than `from`, at most the run's length.
    pub to: Span,
}
