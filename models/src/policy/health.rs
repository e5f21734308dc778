//! Health: which instances callers believe in.

pub mod contract;
pub mod roster;
