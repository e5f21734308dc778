//! All faults: how a file names them, and how they are made ready.

use brownout_core::dist::{DistError, Spec};
use brownout_core::time::{SimTime, Span};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::contract::Fault;
use super::target::Target;
use super::{black_hole, crash, error_rate, hang, pause, slow, spike};

/// Something that goes wrong, as a file describes it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub enum FaultSpec {
    /// Work or messages take longer.
    Slow(slow::Spec),
    /// The target accepts and never answers.
    Hang(hang::Spec),
    /// Instances die, and perhaps come back.
    Crash(crash::Spec),
    /// Messages vanish, and nobody is told.
    BlackHole(black_hole::Spec),
    /// A share of visits fails.
    ErrorRate(error_rate::Spec),
    /// All work stands still for a while.
    Pause(pause::Spec),
    /// More requests than usual.
    Spike(spike::Spec),
}

impl FaultSpec {
    /// The name that files and reports use.
    pub fn name(&self) -> &'static str {
        match self {
            FaultSpec::Slow(_) => "Slow",
            FaultSpec::Hang(_) => "Hang",
            FaultSpec::Crash(_) => "Crash",
            FaultSpec::BlackHole(_) => "BlackHole",
            FaultSpec::ErrorRate(_) => "ErrorRate",
            FaultSpec::Pause(_) => "Pause",
            FaultSpec::Spike(_) => "Spike",
        }
    }

    /// When it begins.
    pub fn begins(&self) -> SimTime {
        let at = match self {
            FaultSpec::Slow(spec) => spec.at,
            FaultSpec::Hang(spec) => spec.at,
            FaultSpec::Crash(spec) => spec.at,
            FaultSpec::BlackHole(spec) => spec.at,
            FaultSpec::ErrorRate(spec) => spec.at,
            FaultSpec::Pause(spec) => spec.at,
            FaultSpec::Spike(spec) => spec.at,
        };
        SimTime::ZERO + at
    }

    /// How long it lasts; `None`: to the end of the run.
    pub fn lasts(&self) -> Option<Span> {
        match self {
            FaultSpec::Slow(spec) => spec.lasts,
            FaultSpec::Hang(spec) => spec.lasts,
            FaultSpec::Crash(spec) => spec.restarts_after,
            FaultSpec::BlackHole(spec) => spec.lasts,
            FaultSpec::ErrorRate(spec) => spec.lasts,
            FaultSpec::Pause(spec) => Some(spec.lasts),
            FaultSpec::Spike(spec) => spec.lasts,
        }
    }

    /// Where it strikes; `None` for a spike, which strikes a client's arrivals.
    pub fn target(&self) -> Option<&Target> {
        match self {
            FaultSpec::Slow(spec) => Some(&spec.target),
            FaultSpec::Hang(spec) => Some(&spec.target),
            FaultSpec::Crash(spec) => Some(&spec.target),
            FaultSpec::BlackHole(spec) => Some(&spec.target),
            FaultSpec::ErrorRate(spec) => Some(&spec.target),
            FaultSpec::Pause(spec) => Some(&spec.target),
            FaultSpec::Spike(_) => None,
        }
    }

    /// Whether it can strike the messages of an edge.
    pub fn strikes_edges(&self) -> bool {
        matches!(self, FaultSpec::Slow(_) | FaultSpec::BlackHole(_) | FaultSpec::ErrorRate(_))
    }

    /// The fault made ready; `None` for a spike, which is a workload.
    pub fn ready(&self) -> Result<Option<Box<dyn Fault + Send + Sync>>, DistError> {
        Ok(match self {
            FaultSpec::Slow(spec) => {
                let to = spec.to.as_ref().map(Spec::build).transpose()?;
                let plus = spec.plus.as_ref().map(Spec::build).transpose()?;
                Some(Box::new(slow::Slow::new(spec, to, plus)))
            }
            FaultSpec::Hang(_) => Some(Box::new(hang::Hang)),
            FaultSpec::Crash(_) => Some(Box::new(crash::Crash)),
            FaultSpec::BlackHole(spec) => Some(Box::new(black_hole::BlackHole::new(spec))),
            FaultSpec::ErrorRate(spec) => Some(Box::new(error_rate::ErrorRate::new(spec))),
            FaultSpec::Pause(_) => Some(Box::new(pause::Pause)),
            FaultSpec::Spike(_) => None,
        })
    }
}
