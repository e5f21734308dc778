//! What goes wrong, and when. Faults have the shape of policies: a contract, one file per fault, a roster.
//!
//! A fault acts on what begins while it lasts. Faults that overlap stack up and each is taken off by itself.

pub mod black_hole;
pub mod contract;
pub mod crash;
pub mod error_rate;
pub mod hang;
pub mod pause;
pub mod roster;
pub mod slow;
pub mod spike;
pub mod target;
