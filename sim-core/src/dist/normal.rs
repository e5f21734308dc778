//! Normal times, cut off at zero: symmetric about a typical value.

use std::f64::consts::TAU;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::family::Family;
use super::special::{normal_cdf, normal_quantile};
use super::{Dist, DistError};
use crate::time::Span;

/// Normal, given that it is not negative: what lies below zero is cut off and spread over the rest.
///
/// Where much is cut, the mean is above `mean` and a warning says so.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Normal {
    /// The mean before the cut; at least zero.
    pub mean: Span,
    /// The standard deviation before the cut; at least zero.
    pub sd: Span,
}

/// A cut of no more than one draw in ten thousand goes without a warning.
const WORTH_A_WARNING: f64 = 1e-4;

impl Normal {
    pub(super) fn build(&self) -> Result<Dist, DistError> {
        Ok(match self.cut() {
            Some(normal) => Dist::other(normal),
            None => Dist::constant(self.mean),
        })
    }

    pub(super) fn warning(&self) -> Option<String> {
        let normal = self.cut().filter(|normal| normal.below > WORTH_A_WARNING)?;
        let mean = Span::from_nanos_f64(normal.mean().round());
        Some(format!(
            "Normal(mean: \"{}\", sd: \"{}\") has {:.2} % of its mass below zero, which is cut off: \
             the mean of what is left is {mean}",
            self.mean,
            self.sd,
            normal.below * 100.0
        ))
    }

    fn cut(&self) -> Option<CutNormal> {
        let (mean, sd) = (self.mean.as_nanos() as f64, self.sd.as_nanos() as f64);
        let below = normal_cdf(-mean / sd);
        (sd > 0.0).then_some(CutNormal { mean, sd, below })
    }
}

#[derive(Debug)]
struct CutNormal {
    /// Before the cut.
    mean: f64,
    /// Before the cut.
    sd: f64,
    /// What is cut: the probability of less than zero.
    below: f64,
}

impl CutNormal {
    /// φ / (1 − Φ) at the cut: by how many standard deviations it lifts the mean.
    fn lift(&self) -> f64 {
        let z = self.mean / self.sd;
        libm::exp(-z * z / 2.0) / TAU.sqrt() / (1.0 - self.below)
    }
}

impl Family for CutNormal {
    fn draw_at(&self, u: f64) -> f64 {
        let above = (1.0 - u) * (1.0 - self.below);
        // The smaller of the two tails keeps its digits.
        let z = if above < 0.5 {
            -normal_quantile(above)
        } else {
            normal_quantile(self.below + u * (1.0 - self.below))
        };
        (self.mean + self.sd * z).max(0.0)
    }

    fn cdf(&self, nanos: f64) -> f64 {
        if nanos < 0.0 {
            return 0.0;
        }
        (normal_cdf((nanos - self.mean) / self.sd) - self.below) / (1.0 - self.below)
    }

    fn mean(&self) -> f64 {
        self.mean + self.sd * self.lift()
    }

    fn variance(&self) -> Option<f64> {
        let lift = self.lift();
        Some(self.sd * self.sd * (1.0 - self.mean / self.sd * lift - lift * lift))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn far_from_zero_it_is_the_plain_normal_distribution() {
        let spec = Normal { mean: Span::from_millis(100), sd: Span::from_millis(10) };
        let dist = spec.build().unwrap();
        assert_eq!(dist.quantile(0.5), 100e6);
        assert!((dist.cdf(110e6) - 0.841_344_746_068_542_9).abs() < 1e-15);
        assert_eq!(dist.mean(), 100e6);
        assert_eq!(spec.warning(), None);
    }

    #[test]
    fn at_zero_half_is_cut_and_a_half_normal_is_left() {
        let spec = Normal { mean: Span::ZERO, sd: Span::from_millis(1) };
        let dist = spec.build().unwrap();
        assert!((dist.mean() / 1e6 - (2.0 / std::f64::consts::PI).sqrt()).abs() < 1e-14);
        assert!(
            (dist.variance().unwrap() / 1e12 - (1.0 - 2.0 / std::f64::consts::PI)).abs() < 1e-14
        );
        let warning = spec.warning().unwrap();
        assert!(warning.contains("50.00 %") && warning.contains("797885ns"), "{warning}");
    }
}
