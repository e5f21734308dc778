//! What a scaler is asked, and what it may answer.

use brownout_core::time::{SimTime, Span};

/// A service as its scaler sees it.
#[derive(Clone, Copy, Debug)]
pub struct Fleet {
    /// The present.
    pub now: SimTime,
    /// Instances that are up.
    pub up: u32,
    /// Instances that the scenario starts with.
    pub initial: u32,
    /// The mean share of workers busy since the question before, from 0 to 1.
    pub utilisation: f64,
}

/// Decides how many instances there should be.
pub trait Scaler {
    /// How often the scaler is asked; `None`: never.
    fn every(&self) -> Option<Span>;

    /// How many instances there should be.
    fn desired(&mut self, fleet: &Fleet) -> u32;
}
