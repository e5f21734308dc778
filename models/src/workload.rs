//! When requests are meant to start: open streams, rate curves, bursts, closed populations.

pub mod curve;
pub mod ready;
