//! What a metric is measured in, and which way it should go.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a metric is measured in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Unit {
    /// A part of a whole, 0 to 1.
    Share,
    /// Things per second.
    Rate,
    /// Things per second and instance.
    RatePerInstance,
    /// A time, held in milliseconds.
    Time,
    /// A number of things, or its mean.
    Count,
    /// How many for each one.
    Ratio,
}

impl Unit {
    /// What it measures, with an example of how a value is written.
    pub fn words(self) -> &'static str {
        match self {
            Unit::Share => "a share, such as 99.9%",
            Unit::Rate => "a rate, such as 50/s",
            Unit::RatePerInstance => "a rate for each instance, such as 50/s",
            Unit::Time => "a time, such as 100ms",
            Unit::Count => "a number, such as 200",
            Unit::Ratio => "a ratio, such as 1.1",
        }
    }

    /// The most that can be; no metric is ever below zero.
    pub fn most(self) -> f64 {
        if self == Unit::Share { 1.0 } else { f64::INFINITY }
    }
}

/// Which way is better for whoever runs the system.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Better {
    /// The more the better.
    Higher,
    /// The less the better.
    Lower,
    /// It depends.
    Neither,
}

impl Better {
    /// Whether a number has become better; `None` where that depends, or where it is the same.
    pub fn is_better(self, before: f64, now: f64) -> Option<bool> {
        match self {
            Better::Higher => (now != before).then_some(now > before),
            Better::Lower => (now != before).then_some(now < before),
            Better::Neither => None,
        }
    }

    /// In words, if there is anything to say.
    pub fn words(self) -> Option<&'static str> {
        match self {
            Better::Higher => Some("higher is better"),
            Better::Lower => Some("lower is better"),
            Better::Neither => None,
        }
    }
}
