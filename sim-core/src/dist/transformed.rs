//! One distribution made from another: shifted or scaled.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::error::check;
use super::family::Family;
use super::{Dist, DistError, Spec};
use crate::time::Span;

/// Shifted: a fixed time, and what another distribution draws on top.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Shifted {
    /// The fixed time.
    pub by: Span,
    /// What comes on top.
    pub of: Box<Spec>,
}

/// Scaled: what another distribution draws, times a factor.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Scaled {
    /// The factor, from 0 to 1,000,000,000.
    pub by: f64,
    /// What is multiplied.
    pub of: Box<Spec>,
}

impl Shifted {
    pub(super) fn build(&self) -> Result<Dist, DistError> {
        let of = self.of.build().map_err(|error| error.within("Shifted"))?;
        Ok(of.shifted(self.by))
    }
}

impl Scaled {
    pub(super) fn build(&self) -> Result<Dist, DistError> {
        let by = check("Scaled", "by", self.by, 0.0, 1e9)?;
        let of = self.of.build().map_err(|error| error.within("Scaled"))?;
        Ok(of.scaled(by))
    }
}

/// factor T + offset, for a factor above zero and an offset of at least zero.
#[derive(Debug)]
pub(super) struct Linear {
    pub(super) of: Dist,
    pub(super) factor: f64,
    pub(super) offset: f64,
}

impl Family for Linear {
    fn draw_at(&self, u: f64) -> f64 {
        self.factor * self.of.draw_at(u) + self.offset
    }

    fn quantile(&self, p: f64) -> f64 {
        self.factor * self.of.quantile(p) + self.offset
    }

    fn cdf(&self, nanos: f64) -> f64 {
        self.of.cdf((nanos - self.offset) / self.factor)
    }

    fn mean(&self) -> f64 {
        self.factor * self.of.mean() + self.offset
    }

    fn variance(&self) -> Option<f64> {
        self.of.variance().map(|variance| self.factor * self.factor * variance)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dist::Uniform;

    fn spec() -> Box<Spec> {
        Box::new(Spec::Uniform(Uniform::Ends {
            from: Span::from_millis(1),
            to: Span::from_millis(3),
        }))
    }

    #[test]
    fn quantiles_and_moments_move_along() {
        let shifted = Shifted { by: Span::from_millis(10), of: spec() }.build().unwrap();
        assert_eq!((shifted.quantile(0.5), shifted.mean(), shifted.cdf(12e6)), (12e6, 12e6, 0.5));
        let scaled = Scaled { by: 2.0, of: spec() }.build().unwrap();
        assert_eq!((scaled.quantile(0.5), scaled.mean(), scaled.cdf(4e6)), (4e6, 4e6, 0.5));
        assert_eq!(scaled.variance(), Some(16e12 / 12.0));
    }

    #[test]
    fn a_constant_stays_a_constant_and_an_exponential_an_exponential() {
        let ms = Span::from_millis;
        assert_eq!(Dist::constant(ms(2)).scaled(1.5).shifted(ms(1)).is_constant(), Some(ms(4)));
        assert_eq!(Dist::exponential(ms(2)).scaled(0.0).is_constant(), Some(Span::ZERO));
        assert_eq!(
            Dist::exponential(ms(2)).scaled(2.0).quantile(0.3),
            Dist::exponential(ms(4)).quantile(0.3)
        );
    }

    #[test]
    fn a_negative_factor_is_refused() {
        let error = Scaled { by: -1.0, of: spec() }.build().unwrap_err().to_string();
        assert_eq!(error, "`by` of Scaled is -1: expected a number from 0 to 1000000000");
    }
}
