//! What a file says about a distribution.

use super::{Dist, DistError, Exponential, Uniform};
use crate::time::Span;

/// A distribution of times as it is written down.
#[derive(Clone, PartialEq, Debug, serde::Serialize, serde::Deserialize)]
pub enum Spec {
    /// Always the same time; in a file a bare duration: `"1ms"`.
    Constant(Span),
    /// Exponential by its mean.
    Exponential(Exponential),
    /// Equally likely between two ends.
    Uniform(Uniform),
}

impl Spec {
    /// The distribution to draw from, or why there is none.
    pub fn build(&self) -> Result<Dist, DistError> {
        match self {
            Spec::Constant(span) => Ok(Dist::constant(*span)),
            Spec::Exponential(spec) => spec.build(),
            Spec::Uniform(spec) => spec.build(),
        }
    }
}
