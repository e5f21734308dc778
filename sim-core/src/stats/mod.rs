//! Sums: what came of a run, in forms that merge exactly and never depend on the order of threads.
//!
//! During a run: [`Histogram`] and [`CoarseHistogram`] hold times, [`TimeWeighted`] a level over time, [`Series`]
//! counts per second. After it: [`Summary`] and [`Estimate`] say how far the numbers can be trusted.

mod coarse;
mod estimate;
mod histogram;
mod mser;
mod rank;
mod ratio;
mod serial;
mod series;
mod student;
mod summary;
mod time_weighted;

pub use coarse::CoarseHistogram;
pub use estimate::{Confidence, Estimate, batch_means, wilson};
pub use histogram::Histogram;
pub use mser::mser5;
pub use ratio::{Ratio, fieller, fieller_about};
pub use serial::serial_correlation;
pub use series::Series;
pub use summary::Summary;
pub use time_weighted::{Mark, TimeWeighted};
