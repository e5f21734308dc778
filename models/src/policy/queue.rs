//! Queue disciplines: who of those that wait is served next.

pub mod contract;
pub mod fifo;
pub mod lifo;
pub mod roster;
