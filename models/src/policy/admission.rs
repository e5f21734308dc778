//! The callee's side: who is let in at all.

pub mod contract;
pub mod fixed_limit;
pub mod roster;
