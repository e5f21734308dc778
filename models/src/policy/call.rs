//! The caller's side: what stands between a caller and the wire.
//!
//! [`contract`] says what a policy is asked and may answer; each other file is one policy; [`roster`] lists them.

pub mod bulkhead;
pub mod circuit_breaker;
pub mod contract;
pub mod custom;
pub mod deadline;
pub mod fallback;
pub mod hedge;
pub mod retry;
pub mod roster;
pub mod timeout;
#[cfg(test)]
mod trial;
