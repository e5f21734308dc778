//! Functions of the reals that the families need, on `libm` alone: the same bits on every machine.

mod gamma;
mod integral;
mod normal;

pub use gamma::IncompleteGamma;
pub(in crate::dist) use integral::integral;
pub use normal::{normal_cdf, normal_quantile};
