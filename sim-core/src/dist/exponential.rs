//! Exponential times: no memory, the gaps between independent events.

use serde::{Deserialize, Serialize};

use super::{Dist, DistError};
use crate::time::Span;

/// Exponential: P(T > t) = e^(−t / mean). Coefficient of variation 1.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Exponential {
    /// The mean, above zero.
    pub mean: Span,
}

impl Exponential {
    pub(super) fn build(&self) -> Result<Dist, DistError> {
        if self.mean.is_zero() {
            return Err(DistError::new(
                "the mean of Exponential is 0s: expected a time above zero",
            ));
        }
        Ok(Dist::exponential(self.mean))
    }
}

/// −mean ln(1 − u). For a [`Key`](crate::random::Key)'s uniform number the difference is exact.
#[inline]
pub(super) fn quantile(mean: f64, u: f64) -> f64 {
    -mean * libm::log(1.0 - u)
}

pub(super) fn cdf(mean: f64, nanos: f64) -> f64 {
    if nanos <= 0.0 { 0.0 } else { -libm::expm1(-nanos / mean) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Key;

    #[test]
    fn the_draws_have_the_mean_they_were_given() {
        let dist = Exponential { mean: Span::from_millis(10) }.build().unwrap();
        let n = 200_000;
        let sum: f64 =
            (0..n).map(|serial| dist.draw(Key::root(1).with(serial)).as_secs_f64()).sum();
        let mean = sum / n as f64;
        assert!((mean - 0.010).abs() < 5.0 * 0.010 / (n as f64).sqrt(), "{mean}");
    }

    #[test]
    fn a_mean_of_zero_is_refused() {
        let error = Exponential { mean: Span::ZERO }.build().unwrap_err().to_string();
        assert!(error.contains("mean") && error.contains("above zero"), "{error}");
    }
}
