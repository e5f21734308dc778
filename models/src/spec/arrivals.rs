//! When requests are meant to start.

use brownout_core::dist;
use brownout_core::time::Span;
use brownout_core::units::Rate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// When requests are meant to start.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub enum Arrivals {
    /// Independent users: exponential gaps with this mean rate.
    Poisson(Rate),
    /// A metronome: equal gaps. The first request comes one gap after the start.
    Constant(Rate),
    /// A Poisson process whose rate jumps: `[("0s", "100/s"), ("60s", "300/s")]`. Before the first point the rate is 0.
    Steps(Vec<(Span, Rate)>),
    /// A Poisson process whose rate is straight between the points and constant after the last.
    Ramp(Vec<(Span, Rate)>),
    /// A Poisson process whose rate swings around a mean.
    Sine(Sine),
    /// A Poisson process whose rate is read from a CSV file with the columns `time_s,rate_per_s`; straight between rows.
    Csv(String),
    /// Some requests at one instant.
    Burst(Burst),
    /// A closed population: each user thinks, asks, waits for the answer, and thinks again.
    Closed(Closed),
}

/// A rate that swings around a mean.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Sine {
    /// The mean rate.
    pub mean: Rate,
    /// How far the rate swings to either side; at most the mean.
    pub swing: Rate,
    /// The length of one swing; it starts at the mean, going up.
    pub period: Span,
}

/// Some requests at one instant.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Burst {
    /// How many; at least 1.
    pub count: u32,
    /// When. Default: the start of the run.
    #[serde(default)]
    pub at: Span,
}

/// A closed population.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Closed {
    /// How many users; at least 1.
    pub users: u32,
    /// How long a user thinks between an answer and the next request, and before the first.
    pub think: dist::Spec,
}
