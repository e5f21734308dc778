//! Functions of the reals that the families need, on `libm` and bare arithmetic: the same bits on every machine.

mod gamma;
mod integral;
mod ln;
mod normal;

pub use gamma::IncompleteGamma;
pub(in crate::dist) use integral::integral;
pub use ln::ln;
pub use normal::{normal_cdf, normal_quantile};
