//! The ground floor of brownout: time, order, chance and sums.
//!
//! Nothing here has heard of a service. A [`calendar::Calendar`] keeps what will happen in order, [`engine`] makes it
//! happen to a model, [`random`] gives every draw its own key, [`dist`] turns uniform numbers into times, and
//! [`stats`] adds up what came of it. All of it is deterministic to the bit on every machine.

pub mod calendar;
pub mod dist;
pub mod engine;
pub mod random;
pub mod stats;
pub mod time;
pub mod units;
