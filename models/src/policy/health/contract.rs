//! What a health check is told, and what it may decide.

use brownout_core::time::SimTime;

use crate::ids::InstanceId;
use crate::outcome::Outcome;

/// What a health check decides about an instance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Nothing changes.
    Nothing,
    /// No further attempts go to the instance.
    Eject(InstanceId),
    /// Attempts may go to the instance again.
    Return(InstanceId),
}

/// Watches the instances of one callee for its callers.
pub trait HealthCheck {
    /// An attempt at an instance has ended.
    fn heard(&mut self, now: SimTime, target: InstanceId, outcome: Outcome) -> Verdict;

    /// One interval has passed.
    fn tick(&mut self, _now: SimTime) -> Verdict {
        Verdict::Nothing
    }
}
