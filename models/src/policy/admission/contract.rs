//! What an admission policy is asked, and what it may answer.

use brownout_core::random::Key;
use brownout_core::time::{SimTime, Span};

use crate::outcome::Outcome;

/// A visit at the door of an instance.
#[derive(Clone, Copy, Debug)]
pub struct Arrival {
    /// The present.
    pub now: SimTime,
    /// Visits inside the instance, those that wait included.
    pub inside: u32,
    /// Those of them that wait for a worker.
    pub waiting: u32,
    /// The priority class that the request carries.
    pub class: u16,
    /// The instant after which the answer is useless.
    pub deadline: SimTime,
    /// The visit's key, for draws of the policy's own.
    pub key: Key,
}

/// The end of a visit that was let in.
#[derive(Clone, Copy, Debug)]
pub struct End {
    /// The present.
    pub now: SimTime,
    /// From its arrival to its end.
    pub sojourn: Span,
    /// How it ended.
    pub outcome: Outcome,
}

/// A policy at the door of an instance; each instance has its own.
pub trait AdmissionPolicy {
    /// `None` lets the visit in; an outcome turns it away.
    fn refuses(&mut self, arrival: &Arrival) -> Option<Outcome>;

    /// A visit that was let in has ended.
    fn ended(&mut self, _end: &End) {}
}
