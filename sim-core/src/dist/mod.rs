//! Distributions of times: how long work takes, how far arrivals lie apart.
//!
//! A [`Spec`] is what a file says; [`Spec::build`] checks it and makes a [`Dist`], from which a run draws. Every draw
//! is the inversion of one uniform number: the quantile function at [`Key::uniform`]. So a draw needs one key and no
//! state, and two variants of a system that share the key share the luck: the longer work of one is the longer work
//! of the other.
//!
//! All functions here go through `libm`, never through the machine's own logarithms: the bits are the same everywhere.

mod binned;
mod error;
mod exponential;
mod family;
mod fields;
mod gamma;
mod lognormal;
mod mixture;
mod normal;
mod pareto;
mod percentile;
mod quantiles;
mod spec;
pub mod special;
mod transformed;
mod truncated;
mod uniform;
mod values;
mod weibull;

use std::sync::Arc;

use crate::random::Key;
use crate::time::Span;

pub use binned::Binned;
pub use error::DistError;
pub use exponential::Exponential;
use family::Family;
pub use gamma::{Erlang, Gamma};
pub use lognormal::LogNormal;
pub use mixture::{Hyperexponential, Mixture, Part, Phase, Weight};
pub use normal::Normal;
pub use pareto::Pareto;
pub use percentile::Percentile;
pub use quantiles::Quantiles;
pub use spec::{Spec, TEXT_OR_FAMILY};
use transformed::Linear;
pub use transformed::{Scaled, Shifted};
pub use truncated::Truncated;
pub use uniform::Uniform;
pub use values::Values;
pub use weibull::Weibull;

/// A distribution of non-negative times, ready to draw from; cheap to clone and to share.
///
/// Inside, a time is an `f64` of nanoseconds; what leaves [`draw`](Dist::draw) is a [`Span`] of whole nanoseconds.
#[derive(Clone, Debug)]
pub struct Dist(Shape);

/// The two families that make up most of a run stand inline; the others are one pointer away.
#[derive(Clone, Debug)]
enum Shape {
    Constant(Span),
    /// The mean in nanoseconds.
    Exponential(f64),
    Other(Arc<dyn Family>),
}

impl Dist {
    /// Always `span`.
    pub const fn constant(span: Span) -> Dist {
        Dist(Shape::Constant(span))
    }

    /// Exponential with this mean: the gaps of a Poisson process.
    pub fn exponential(mean: Span) -> Dist {
        Dist::exponential_nanos(mean.as_nanos() as f64)
    }

    fn exponential_nanos(mean: f64) -> Dist {
        Dist(Shape::Exponential(mean))
    }

    fn other(family: impl Family + 'static) -> Dist {
        Dist(Shape::Other(Arc::new(family)))
    }

    /// The time that `key` draws.
    #[inline]
    pub fn draw(&self, key: Key) -> Span {
        match &self.0 {
            Shape::Constant(span) => *span,
            Shape::Exponential(mean) => {
                Span::from_nanos_f64(exponential::draw_at(*mean, key.uniform()))
            }
            Shape::Other(family) => Span::from_nanos_f64(family.draw_at(key.uniform())),
        }
    }

    /// The time, in nanoseconds, that the uniform number `u` draws; `u` lies strictly between 0 and 1.
    ///
    /// It grows with `u`, except from part to part of a mixture.
    pub fn draw_at(&self, u: f64) -> f64 {
        match &self.0 {
            Shape::Constant(span) => span.as_nanos() as f64,
            Shape::Exponential(mean) => exponential::draw_at(*mean, u),
            Shape::Other(family) => family.draw_at(u),
        }
    }

    /// The time, in nanoseconds, below which a draw falls with probability `p`; `p` lies strictly between 0 and 1.
    ///
    /// It is what `p` draws, except for an exponential, where it has all its digits for any `p`, and for a mixture,
    /// where it is the true quantile.
    pub fn quantile(&self, p: f64) -> f64 {
        match &self.0 {
            Shape::Constant(span) => span.as_nanos() as f64,
            Shape::Exponential(mean) => exponential::quantile(*mean, p),
            Shape::Other(family) => family.quantile(p),
        }
    }

    /// The probability that a draw is at most `nanos` nanoseconds.
    pub fn cdf(&self, nanos: f64) -> f64 {
        match &self.0 {
            Shape::Constant(span) => f64::from(nanos >= span.as_nanos() as f64),
            Shape::Exponential(mean) => exponential::cdf(*mean, nanos),
            Shape::Other(family) => family.cdf(nanos),
        }
    }

    /// The mean in nanoseconds; infinite where it is.
    pub fn mean(&self) -> f64 {
        match &self.0 {
            Shape::Constant(span) => span.as_nanos() as f64,
            Shape::Exponential(mean) => *mean,
            Shape::Other(family) => family.mean(),
        }
    }

    /// The variance in square nanoseconds; `None` where it is infinite.
    pub fn variance(&self) -> Option<f64> {
        match &self.0 {
            Shape::Constant(_) => Some(0.0),
            Shape::Exponential(mean) => Some(mean * mean),
            Shape::Other(family) => family.variance(),
        }
    }

    /// The one time that is ever drawn, if there is only one.
    pub fn is_constant(&self) -> Option<Span> {
        match &self.0 {
            Shape::Constant(span) => Some(*span),
            _ => None,
        }
    }

    /// This distribution times a finite factor of at least zero.
    #[must_use]
    pub fn scaled(&self, factor: f64) -> Dist {
        debug_assert!(factor.is_finite() && factor >= 0.0, "a time cannot be scaled by {factor}");
        match &self.0 {
            _ if factor == 0.0 => Dist::constant(Span::ZERO),
            Shape::Constant(span) => Dist::constant(span.scale(factor)),
            Shape::Exponential(mean) => Dist::exponential_nanos(mean * factor),
            Shape::Other(_) => Dist::other(Linear { of: self.clone(), factor, offset: 0.0 }),
        }
    }

    /// A fixed time and this distribution on top.
    #[must_use]
    pub fn shifted(&self, by: Span) -> Dist {
        match &self.0 {
            Shape::Constant(span) => Dist::constant(*span + by),
            _ => {
                Dist::other(Linear { of: self.clone(), factor: 1.0, offset: by.as_nanos() as f64 })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_distribution_is_three_words_and_its_clone_shares_the_rest() {
        assert!(std::mem::size_of::<Dist>() <= 24);
        let dist = Dist::other(Linear {
            of: Dist::exponential(Span::from_millis(1)),
            factor: 2.0,
            offset: 1.0,
        });
        let (Shape::Other(one), Shape::Other(other)) = (&dist.0, &dist.clone().0) else {
            panic!("both are shared")
        };
        assert!(Arc::ptr_eq(one, other));
    }
}
