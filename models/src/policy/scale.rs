//! Scaling: how many instances a service has.

pub mod contract;
pub mod fixed;
pub mod roster;
