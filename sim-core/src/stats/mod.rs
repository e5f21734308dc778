//! Sums: what came of a run, in forms that merge exactly and never depend on the order of threads.
//!
//! During a run: [`Histogram`] holds times, [`TimeWeighted`] a level over time. After it: [`Estimate`] says how far
//! the numbers can be trusted.

mod estimate;
mod histogram;
mod rank;
mod time_weighted;

pub use estimate::{Confidence, Estimate, wilson};
pub use histogram::Histogram;
pub use time_weighted::{Mark, TimeWeighted};
