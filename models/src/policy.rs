//! The seats where policies sit. Every seat has the same shape: a contract on the ground, one file per policy in the
//! middle, a roster on the roof.

pub mod admission;
pub mod balance;
pub mod call;
pub mod health;
pub mod parts;
pub mod queue;
pub mod scale;
