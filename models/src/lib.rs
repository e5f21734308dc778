//! The first floor of brownout: services, calls, policies and faults, and the story of a request among them.
//!
//! A [`spec`] says what a system is, by name.

pub mod delay;
pub mod fault;
pub mod ids;
pub mod journey;
pub mod moment;
pub mod outcome;
pub mod plan;
pub mod policy;
pub mod probe;
pub mod problem;
pub mod prose;
pub mod run;
pub mod slab;
pub mod spec;
pub mod watched;
pub mod workload;
pub mod world;

#[cfg(test)]
mod testing;
