//! A workload made ready: when the next request of a stream is meant to start.

use brownout_core::dist::special::ln;
use brownout_core::random::Key;
use brownout_core::time::{SimTime, Span};

use super::curve::Curve;
use crate::delay::Delay;
use crate::plan::Time;

/// When the requests of a stream are meant to start.
#[derive(Clone, Debug)]
pub enum Workload {
    /// Exponential gaps with this mean rate per second.
    Poisson(f64),
    /// Equal gaps.
    Constant(Delay),
    /// A Poisson process whose rate changes.
    Curve(Curve),
    /// Some requests at one instant.
    Burst {
        /// How many.
        count: u32,
        /// When.
        at: SimTime,
    },
    /// Users that think between an answer and the next request.
    Closed {
        /// How many.
        users: u32,
        /// How long they think.
        think: Time,
    },
}

/// How far a stream has come.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Requests that have come.
    pub serial: u64,
    /// When the last one came, or the start of the run.
    pub at: SimTime,
    /// The area under the rate curve up to there.
    area: f64,
}

impl Progress {
    /// The start of the run.
    pub const START: Progress = Progress { serial: 0, at: SimTime::ZERO, area: 0.0 };
}

impl Workload {
    /// When the next request of an open stream comes, and how far the stream is then; `None` if none comes any more.
    /// `key` belongs to the stream. A closed population has no stream.
    #[inline(always)]
    pub fn next(&self, progress: Progress, key: Key) -> Option<Progress> {
        let serial = progress.serial + 1;
        // −ln(1 − u): the gap of a Poisson process of rate 1.
        let gap = || -ln(1.0 - key.with(serial).uniform());
        let (at, area) = match self {
            Workload::Poisson(rate) => {
                (progress.at + Span::from_nanos_f64(gap() * 1e9 / rate), 0.0)
            }
            Workload::Constant(delay) => (progress.at + delay.span(), 0.0),
            Workload::Curve(curve) => {
                let area = progress.area + gap();
                (curve.reaches(area)?, area)
            }
            Workload::Burst { count, at } if progress.serial < u64::from(*count) => (*at, 0.0),
            Workload::Burst { .. } | Workload::Closed { .. } => return None,
        };
        (at < SimTime::NEVER).then_some(Progress { serial, at, area })
    }

    /// How many requests an open stream is expected to bring between two instants; `None` for a closed population.
    pub fn expected(&self, from: SimTime, to: SimTime) -> Option<f64> {
        let secs = (to - from).as_secs_f64();
        match self {
            Workload::Poisson(rate) => Some(rate * secs),
            Workload::Constant(delay) => Some(secs / delay.span().as_secs_f64()),
            Workload::Curve(curve) => Some(curve.area_between(from, to)),
            Workload::Burst { count, at } => {
                Some(if (from..to).contains(at) { f64::from(*count) } else { 0.0 })
            }
            Workload::Closed { .. } => None,
        }
    }
}
