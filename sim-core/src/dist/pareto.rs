//! Pareto times: a tail without a scale, where the largest of many draws is as large as all the others together.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::error::check;
use super::family::Family;
use super::{Dist, DistError};
use crate::time::Span;

/// Pareto: P(T > t) = (min / t)^alpha. With `max`, the same given that it is not exceeded.
///
/// Without `max` the mean is infinite for alpha ≤ 1 and the variance for alpha ≤ 2.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Pareto {
    /// The shortest time, above zero.
    pub min: Span,
    /// How fast the tail falls, from 0.1 to 1,000.
    pub alpha: f64,
    /// The longest time, above `min`; without it there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<Span>,
}

impl Pareto {
    pub(super) fn build(&self) -> Result<Dist, DistError> {
        if self.min.is_zero() {
            return Err(DistError::field("Pareto", "min", self.min, "a time above zero"));
        }
        let alpha = check("Pareto", "alpha", self.alpha, 0.1, 1000.0)?;
        let min = self.min.as_nanos() as f64;
        let Some(max) = self.max else {
            return Ok(Dist::other(PowerLaw { min, alpha, log_range: f64::INFINITY }));
        };
        if max <= self.min {
            let expected = format!("more than `min`, which is {}", self.min);
            return Err(DistError::field("Pareto", "max", max, expected));
        }
        let log_range = libm::log(max.as_nanos() as f64 / min);
        Ok(Dist::other(PowerLaw { min, alpha, log_range }))
    }

    pub(super) fn warning(&self) -> Option<String> {
        (self.max.is_none() && self.alpha <= 1.0).then(|| {
            format!("Pareto with alpha {} and no `max` has no finite mean: averages over it never settle", self.alpha)
        })
    }
}

#[derive(Debug)]
struct PowerLaw {
    min: f64,
    alpha: f64,
    /// ln(max / min); infinite without a maximum.
    log_range: f64,
}

impl PowerLaw {
    /// What the unbounded law puts below the maximum.
    fn mass(&self) -> f64 {
        -libm::expm1(-self.alpha * self.log_range)
    }

    /// E Tⁿ / minⁿ; infinite where it is.
    fn moment(&self, n: f64) -> f64 {
        let growth = n - self.alpha;
        let area = if growth == 0.0 {
            self.log_range
        } else if self.log_range == f64::INFINITY {
            if growth < 0.0 { -1.0 / growth } else { f64::INFINITY }
        } else {
            libm::expm1(growth * self.log_range) / growth
        };
        self.alpha * area / self.mass()
    }
}

impl Family for PowerLaw {
    fn draw_at(&self, u: f64) -> f64 {
        let log = -libm::log1p(-u * self.mass()) / self.alpha;
        self.min * libm::exp(log.min(self.log_range))
    }

    fn cdf(&self, nanos: f64) -> f64 {
        if nanos <= self.min {
            return 0.0;
        }
        let below = -libm::expm1(-self.alpha * libm::log(nanos / self.min));
        (below / self.mass()).min(1.0)
    }

    fn mean(&self) -> f64 {
        self.min * self.moment(1.0)
    }

    fn variance(&self) -> Option<f64> {
        let (mean, square) = (self.moment(1.0), self.moment(2.0));
        square.is_finite().then_some(self.min * self.min * (square - mean * mean))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pareto(alpha: f64, max: Option<Span>) -> Pareto {
        Pareto { min: Span::from_millis(1), alpha, max }
    }

    #[test]
    fn the_unbounded_law_has_the_textbook_moments() {
        let dist = pareto(3.0, None).build().unwrap();
        assert!((dist.mean() - 1.5e6).abs() < 1e-6);
        assert!((dist.variance().unwrap() / 0.75e12 - 1.0).abs() < 1e-14);
        assert!((dist.quantile(0.999) / 10e6 - 1.0).abs() < 1e-13);
        assert_eq!(pareto(2.0, None).build().unwrap().variance(), None);
        assert_eq!(pareto(1.0, None).build().unwrap().mean(), f64::INFINITY);
        assert!(pareto(1.0, None).warning().is_some() && pareto(1.1, None).warning().is_none());
    }

    #[test]
    fn a_maximum_is_never_exceeded_and_makes_every_moment_finite() {
        let max = Span::from_millis(1000);
        for alpha in [0.5, 1.0, 1.0 + 1e-9, 2.0, 3.0] {
            let dist = pareto(alpha, Some(max)).build().unwrap();
            assert!(dist.quantile(1.0 - 1e-16) <= 1e9 * (1.0 + 1e-12));
            assert_eq!(dist.cdf(1e9 * (1.0 + 1e-12)), 1.0);
            assert!(dist.mean() > 1e6 && dist.mean() < 1e9 && dist.variance().unwrap() > 0.0);
        }
        let (at, near) = (pareto(1.0, Some(max)), pareto(1.0 + 1e-9, Some(max)));
        let ratio = at.build().unwrap().mean() / near.build().unwrap().mean();
        assert!((ratio - 1.0).abs() < 1e-7, "the mean is continuous in alpha: {ratio}");
    }

    #[test]
    fn a_maximum_below_the_minimum_is_refused() {
        let error = pareto(2.0, Some(Span::from_micros(5))).build().unwrap_err().to_string();
        assert_eq!(error, "`max` of Pareto is 5us: expected more than `min`, which is 1ms");
    }
}
