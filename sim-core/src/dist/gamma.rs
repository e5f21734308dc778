//! Gamma and Erlang times: the sum of several exponential stages, or a fraction of one.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::error::check;
use super::family::Family;
use super::special::{IncompleteGamma, normal_cdf, normal_quantile};
use super::{Dist, DistError};
use crate::time::Span;

/// Gamma: coefficient of variation 1/√shape. Shape 1 is exponential, below it is burstier, above it steadier.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Gamma {
    /// The mean, above zero.
    pub mean: Span,
    /// The shape, from 0.01 to 10,000.
    pub shape: f64,
}

/// Erlang: the sum of `stages` exponential times, all with the same mean.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Erlang {
    /// The mean of the sum, above zero.
    pub mean: Span,
    /// How many stages, from 1 to 10,000.
    pub stages: u32,
}

impl Gamma {
    pub(super) fn build(&self) -> Result<Dist, DistError> {
        let shape = check("Gamma", "shape", self.shape, 0.01, 10_000.0)?;
        build("Gamma", self.mean, shape)
    }
}

impl Erlang {
    pub(super) fn build(&self) -> Result<Dist, DistError> {
        let stages = check("Erlang", "stages", f64::from(self.stages), 1.0, 10_000.0)?;
        build("Erlang", self.mean, stages)
    }
}

fn build(family: &str, mean: Span, shape: f64) -> Result<Dist, DistError> {
    if mean.is_zero() {
        return Err(DistError::field(family, "mean", mean, "a time above zero"));
    }
    if shape == 1.0 {
        return Ok(Dist::exponential(mean));
    }
    let mean = mean.as_nanos() as f64;
    let standard = IncompleteGamma::new(shape);
    Ok(Dist::other(Stages { mean, shape, standard, starts: Starts::of(&standard) }))
}

#[derive(Debug)]
struct Stages {
    mean: f64,
    shape: f64,
    /// The same shape at scale 1, where the mean is the shape.
    standard: IncompleteGamma,
    starts: Starts,
}

/// Where the quantile function lies, to some six digits: the search for the rest is then one step.
#[derive(Debug)]
struct Starts {
    /// ln of the standard quantile at equal steps of the normal quantile z.
    logs: Vec<f64>,
}

impl Starts {
    /// No uniform number of a key has a normal quantile beyond 8.3.
    const REACH: f64 = 8.5;
    const PER_UNIT: f64 = 16.0;

    fn of(standard: &IncompleteGamma) -> Starts {
        let nodes = (2.0 * Starts::REACH * Starts::PER_UNIT) as u32 + 1;
        let log_at = |node| {
            let z = f64::from(node) / Starts::PER_UNIT - Starts::REACH;
            let (lower, upper) = (normal_cdf(z), normal_cdf(-z));
            standard.log_inverse(lower, upper, standard.log_start(lower.min(1.0 - f64::EPSILON)))
        };
        Starts { logs: (0..nodes).map(log_at).collect() }
    }

    /// The cubic through the four nodes around z.
    fn at(&self, z: f64) -> f64 {
        let place = ((z + Starts::REACH) * Starts::PER_UNIT).max(0.0);
        let first = (place as usize).clamp(1, self.logs.len() - 3) - 1;
        let t = place - (first + 1) as f64;
        let [a, b, c, d] = [0, 1, 2, 3].map(|n| self.logs[first + n]);
        let (bend, twist) = (a - 2.0 * b + c, d - 3.0 * c + 3.0 * b - a);
        b + t * ((c - a) / 2.0 + t * bend / 2.0 + (t * t - 1.0) * twist / 6.0)
    }
}

impl Family for Stages {
    fn draw_at(&self, u: f64) -> f64 {
        let start = self.starts.at(normal_quantile(u));
        self.mean / self.shape * libm::exp(self.standard.log_inverse(u, 1.0 - u, start))
    }

    fn cdf(&self, nanos: f64) -> f64 {
        self.standard.lower(nanos * self.shape / self.mean)
    }

    fn mean(&self) -> f64 {
        self.mean
    }

    fn variance(&self) -> Option<f64> {
        Some(self.mean * self.mean / self.shape)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_stages_are_steadier_and_one_is_exponential() {
        let mean = Span::from_millis(10);
        let spread = |stages| {
            let dist = Erlang { mean, stages }.build().unwrap();
            dist.quantile(0.99) / dist.quantile(0.01)
        };
        assert!(spread(2) > spread(3) && spread(3) > spread(100));
        let one = Gamma { mean, shape: 1.0 }.build().unwrap();
        assert_eq!(one.quantile(0.3), Dist::exponential(mean).quantile(0.3));
    }

    #[test]
    fn no_stages_and_no_mean_are_refused() {
        let error =
            Erlang { mean: Span::from_millis(1), stages: 0 }.build().unwrap_err().to_string();
        assert_eq!(error, "`stages` of Erlang is 0: expected a number from 1 to 10000");
        assert!(Gamma { mean: Span::ZERO, shape: 2.0 }.build().is_err());
        assert!(Gamma { mean: Span::from_millis(1), shape: f64::NAN }.build().is_err());
    }
}
