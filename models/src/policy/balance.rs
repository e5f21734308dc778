//! Load balancing: which instance gets the next attempt.

pub mod contract;
pub mod least_outstanding;
pub mod random;
pub mod roster;
pub mod round_robin;
#[cfg(test)]
mod tests;
pub mod two_choices;
