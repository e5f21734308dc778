//! Pareto times: a tail without a scale, where the largest of many draws is as large as all the others together.

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::error::check;
use super::family::Family;
use super::fields::{self, Form, Value};
use super::percentile::{self, Percentile};
use super::{Dist, DistError};
use crate::time::Span;

/// Pareto: P(T > t) = (min / t)^alpha. With `max`, the same given that it is not exceeded.
///
/// Without `max` the mean is infinite for alpha ≤ 1 and the variance for alpha ≤ 2. `Pareto(min: "1ms", alpha: 1.5)`, or by
/// the two percentiles that determine it: `Pareto(p50: "2ms", p99: "40ms")`.
#[derive(Clone, PartialEq, Debug, JsonSchema)]
#[schemars(untagged)]
pub enum Pareto {
    /// By its parameters; or by the two percentiles that determine it: `Pareto(p50: "2ms", p99: "40ms")`.
    Min {
        /// The shortest time, above zero.
        min: Span,
        /// How fast the tail falls, from 0.1 to 1,000.
        alpha: f64,
        /// The longest time, above `min`; without it there is none.
        max: Option<Span>,
    },
    /// By two percentiles, lower one first, both above zero.
    #[schemars(skip)]
    Percentiles([(Percentile, Span); 2]),
}

const FORM: Form = Form {
    family: "Pareto",
    names: &["min", "alpha", "max"],
    bare: None,
    expected: "`min` and `alpha`, perhaps with `max`, or two percentiles such as `p50` and `p99`",
};

impl Pareto {
    pub(super) fn build(&self) -> Result<Dist, DistError> {
        for (name, value) in self.fields() {
            if value == Value::Time(Span::ZERO) && name != "max" {
                return Err(DistError::field(FORM.family, name, Span::ZERO, "a time above zero"));
            }
        }
        if let Pareto::Percentiles([low, high]) = self {
            percentile::in_order(FORM.family, *low, *high)?;
        }
        let (min, alpha) = self.law();
        let alpha = check(FORM.family, "alpha", alpha, 0.1, 1000.0)?;
        let Pareto::Min { min: shortest, max: Some(max), .. } = *self else {
            return Ok(Dist::other(PowerLaw { min, alpha, log_range: f64::INFINITY }));
        };
        if max <= shortest {
            let expected = format!("more than `min`, which is {shortest}");
            return Err(DistError::field(FORM.family, "max", max, expected));
        }
        let log_range = libm::log(max.as_nanos() as f64 / min);
        Ok(Dist::other(PowerLaw { min, alpha, log_range }))
    }

    /// The shortest time in nanoseconds and alpha. Between two percentiles the ln of the time grows as that of one over the
    /// share beyond it, which is an exponential variate, divided by alpha.
    fn law(&self) -> (f64, f64) {
        match *self {
            Pareto::Min { min, alpha, .. } => (min.as_nanos() as f64, alpha),
            Pareto::Percentiles([low, high]) => {
                let (short, long) = (low.1.as_nanos() as f64, high.1.as_nanos() as f64);
                let alpha = (high.0.exponential() - low.0.exponential()) / libm::log(long / short);
                (short * libm::exp(-low.0.exponential() / alpha), alpha)
            }
        }
    }

    pub(super) fn warning(&self) -> Option<String> {
        let has_end = matches!(self, Pareto::Min { max: Some(_), .. });
        let (_, alpha) = self.law();
        (!has_end && alpha <= 1.0).then(|| {
            format!("Pareto with alpha {alpha} and no `max` has no finite mean: averages over it never settle")
        })
    }

    fn fields(&self) -> Vec<(&'static str, Value)> {
        match *self {
            Pareto::Min { min, alpha, max } => {
                let max = max.map(|max| ("max", Value::Time(max)));
                let own = [("min", Value::Time(min)), ("alpha", Value::Number(alpha))];
                own.into_iter().chain(max).collect()
            }
            Pareto::Percentiles(two) => two.map(|(p, span)| (p.name(), Value::Time(span))).to_vec(),
        }
    }
}

impl<'de> Deserialize<'de> for Pareto {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Pareto, D::Error> {
        FORM.read(deserializer, |fields| match *fields {
            [("min", Value::Time(min)), ("alpha", Value::Number(alpha))] => {
                Some(Pareto::Min { min, alpha, max: None })
            }
            [
                ("min", Value::Time(min)),
                ("alpha", Value::Number(alpha)),
                ("max", Value::Time(max)),
            ] => Some(Pareto::Min { min, alpha, max: Some(max) }),
            _ => fields::two_percentiles(fields).map(Pareto::Percentiles),
        })
    }
}

impl Serialize for Pareto {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        fields::write(serializer, FORM.family, &self.fields())
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
        Pareto::Min { min: Span::from_millis(1), alpha, max }
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

    #[test]
    fn two_percentiles_come_back_as_those_percentiles() {
        let of = |low, high| {
            let percentiles = [(Percentile::P50, low), (Percentile::P99, high)];
            Pareto::Percentiles(percentiles.map(|(p, ms)| (p, Span::from_millis(ms))))
        };
        let dist = of(2, 40).build().unwrap();
        assert!((dist.quantile(0.5) / 2e6 - 1.0).abs() < 1e-13);
        assert!((dist.quantile(0.99) / 40e6 - 1.0).abs() < 1e-13);
        assert!(of(2, 40).warning().is_none() && of(2, 400).warning().is_some());
        assert!(of(5, 5).build().unwrap_err().to_string().contains("more than `p50`"));
        assert!(of(0, 5).build().unwrap_err().to_string().contains("a time above zero"));
    }
}
