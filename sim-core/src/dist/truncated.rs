//! A distribution given that it stays within bounds.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::family::Family;
use super::special::integral;
use super::{Dist, DistError, Spec};
use crate::time::Span;

/// Truncated: another distribution, given that its draw lies between two bounds; what is cut is spread over the rest.
///
/// Drawn by one uniform number, without trying again; a mixture is searched for it, which takes some microseconds.
/// `min` and `max` may be told alone.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Truncated {
    /// The shortest time kept; zero if not told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min: Option<Span>,
    /// The longest time kept, no shorter than `min`; none if not told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<Span>,
    /// What is cut.
    pub of: Box<Spec>,
}

/// Less than this between the bounds is taken for a mistake: the digits of the tail would be noise.
const LEAST_KEPT: f64 = 1e-6;

impl Truncated {
    pub(super) fn build(&self) -> Result<Dist, DistError> {
        const FAMILY: &str = "Truncated";
        let of = self.of.build().map_err(|error| error.within(FAMILY))?;
        let min = self.min.unwrap_or(Span::ZERO);
        let max = self.max.unwrap_or(Span::MAX);
        if max < min {
            return Err(DistError::field(
                FAMILY,
                "max",
                max,
                format_args!("at least `min`, which is {min}"),
            ));
        }
        let (min, max) = (min.as_nanos() as f64, max.as_nanos() as f64);
        let below = if min > 0.0 { of.cdf(min.next_down()) } else { 0.0 };
        let kept = (if self.max.is_some() { of.cdf(max) } else { 1.0 }) - below;
        if kept < LEAST_KEPT {
            let found = format!("{kept:e} of the other distribution between its bounds");
            return Err(DistError::whole(FAMILY, found, format_args!("at least {LEAST_KEPT:e}")));
        }
        if of.is_constant().is_some() {
            return Ok(of);
        }
        Ok(Dist::other(Within { of, min, max, below, kept }))
    }
}

#[derive(Debug)]
struct Within {
    of: Dist,
    min: f64,
    max: f64,
    /// The probability below `min`.
    below: f64,
    /// The probability between the bounds.
    kept: f64,
}

impl Within {
    /// E Tⁿ for n = 1 or 2, given what it is without bounds.
    ///
    /// The integral runs only where the quantile function is bounded; an open tail is what is left of the whole.
    fn moment(&self, n: i32, of_all: f64) -> f64 {
        let power = |p: f64| {
            let nanos = self.of.quantile(p);
            if n == 1 { nanos } else { nanos * nanos }
        };
        let upper = self.below + self.kept;
        if upper < 1.0 {
            return integral(&power, self.below, upper) / self.kept;
        }
        let below = if self.below > 0.0 { integral(&power, 0.0, self.below) } else { 0.0 };
        (of_all - below) / self.kept
    }
}

impl Family for Within {
    fn draw_at(&self, u: f64) -> f64 {
        self.of.quantile(self.below + u * self.kept).clamp(self.min, self.max)
    }

    fn cdf(&self, nanos: f64) -> f64 {
        if nanos < self.min {
            return 0.0;
        }
        ((self.of.cdf(nanos) - self.below) / self.kept).min(1.0)
    }

    fn mean(&self) -> f64 {
        self.moment(1, self.of.mean())
    }

    fn variance(&self) -> Option<f64> {
        let open = self.below + self.kept >= 1.0;
        let square = match self.of.variance() {
            Some(variance) => variance + self.of.mean() * self.of.mean(),
            None if open => return None,
            None => f64::INFINITY,
        };
        let mean = self.mean();
        Some(self.moment(2, square) - mean * mean)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dist::{Exponential, Mixture, Pareto, Part, Uniform, Weight};

    fn cut(min: Option<u64>, max: Option<u64>, of: Spec) -> Result<Dist, DistError> {
        let [min, max] = [min, max].map(|bound| bound.map(Span::from_millis));
        Truncated { min, max, of: Box::new(of) }.build()
    }

    fn exponential() -> Spec {
        Spec::Exponential(Exponential::Mean(Span::from_millis(10)))
    }

    #[test]
    fn an_exponential_cut_below_is_a_shifted_exponential() {
        let dist = cut(Some(5), None, exponential()).unwrap();
        for p in [0.001, 0.5, 0.999] {
            let shifted = 5e6 - 10e6 * libm::log(1.0 - p);
            assert!((dist.quantile(p) / shifted - 1.0).abs() < 1e-12);
        }
        assert!((dist.mean() / 15e6 - 1.0).abs() < 1e-9);
        assert!((dist.variance().unwrap() / 100e12 - 1.0).abs() < 1e-8);
    }

    #[test]
    fn a_cut_at_both_ends_has_the_moments_of_what_is_left() {
        let of = Spec::Uniform(Uniform::Ends { from: Span::ZERO, to: Span::from_millis(10) });
        let dist = cut(Some(2), Some(6), of).unwrap();
        assert!((dist.mean() / 4e6 - 1.0).abs() < 1e-12);
        assert!((dist.variance().unwrap() / (16e12 / 12.0) - 1.0).abs() < 1e-10);
        assert!((dist.cdf(4e6) - 0.5).abs() < 1e-15);
        assert_eq!((dist.cdf(1e6), dist.cdf(7e6)), (0.0, 1.0));

        let min = Span::from_millis(1);
        let heavy = Spec::Pareto(Pareto::Min { min, alpha: 0.9, max: None });
        let bounded =
            Pareto::Min { min, alpha: 0.9, max: Some(Span::from_millis(500)) }.build().unwrap();
        let dist = cut(None, Some(500), heavy).unwrap();
        assert!((dist.mean() / bounded.mean() - 1.0).abs() < 1e-9);
        assert!((dist.variance().unwrap() / bounded.variance().unwrap() - 1.0).abs() < 1e-8);
    }

    #[test]
    fn a_mixture_is_cut_as_a_whole() {
        let part = |weight, of| Part { weight: Weight(weight), of };
        let slow = Spec::Constant(Span::from_secs(1));
        let both =
            Spec::Mixture(Mixture { parts: vec![part(0.9, slow), part(0.1, exponential())] });
        let dist = cut(None, Some(500), both).unwrap();
        let alone = cut(None, Some(500), exponential()).unwrap();
        for p in [0.01, 0.5, 0.99] {
            assert!((dist.quantile(p) / alone.quantile(p) - 1.0).abs() < 1e-9);
        }
    }

    #[test]
    fn bounds_that_keep_nothing_are_refused() {
        assert!(
            cut(Some(5), Some(1), exponential())
                .unwrap_err()
                .to_string()
                .contains("at least `min`")
        );
        let nothing = cut(Some(10_000), None, exponential()).unwrap_err().to_string();
        assert!(nothing.contains("between its bounds"), "{nothing}");
        assert!(cut(Some(5), Some(9), Spec::Constant(Span::from_millis(1))).is_err());
    }
}
