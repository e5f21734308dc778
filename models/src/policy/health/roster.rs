//! All health checks. Today there is one: believe in every instance, as a client without health checks does.

use brownout_core::time::SimTime;

use super::contract::{HealthCheck, Verdict};
use crate::ids::InstanceId;
use crate::outcome::Outcome;

/// A health check with its state.
#[derive(Clone, Default, Debug)]
pub enum Seated {
    /// Believes in every instance, whatever happens.
    #[default]
    Trusting,
}

impl HealthCheck for Seated {
    fn heard(&mut self, _: SimTime, _: InstanceId, _: Outcome) -> Verdict {
        match self {
            Seated::Trusting => Verdict::Nothing,
        }
    }
}
