//! Weibull times: an exponential time raised to a power, for lifetimes and for tails of any weight.

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::error::check;
use super::family::Family;
use super::fields::{self, Form, Value};
use super::percentile::{self, Percentile};
use super::{Dist, DistError};
use crate::time::Span;

/// Weibull: P(T > t) = e^(−(t / scale)^shape). Below shape 1 the tail is heavier than exponential, above it lighter.
///
/// `Weibull(scale: "5ms", shape: 0.7)`, or by the two percentiles that determine it:
/// `Weibull(p50: "5ms", p99: "90ms")`.
#[derive(Clone, PartialEq, Debug, JsonSchema)]
#[schemars(untagged)]
pub enum Weibull {
    /// By its parameters; or by the two percentiles that determine it: `Weibull(p50: "5ms", p99: "90ms")`.
    Scale {
        /// The time that 1 − 1/e (63.2 %) of all draws do not exceed, above zero.
        scale: Span,
        /// The shape, from 0.1 to 1,000.
        shape: f64,
    },
    /// By two percentiles, lower one first, both above zero.
    #[schemars(skip)]
    Percentiles([(Percentile, Span); 2]),
}

const FORM: Form = Form {
    family: "Weibull",
    names: &["scale", "shape"],
    bare: None,
    expected: "`scale` and `shape`, or two percentiles such as `p50` and `p99`",
};

impl Weibull {
    pub(super) fn build(&self) -> Result<Dist, DistError> {
        for (name, value) in self.fields() {
            if value == Value::Time(Span::ZERO) {
                return Err(DistError::field(FORM.family, name, Span::ZERO, "a time above zero"));
            }
        }
        let (scale, shape) = match *self {
            Weibull::Scale { scale, shape } => (scale.as_nanos() as f64, shape),
            Weibull::Percentiles([low, high]) => by_percentiles(low, high)?,
        };
        let shape = check(FORM.family, "shape", shape, 0.1, 1000.0)?;
        if shape == 1.0 {
            return Ok(Dist::exponential_nanos(scale));
        }
        Ok(Dist::other(PowerOfExponential { scale, power: 1.0 / shape }))
    }

    fn fields(&self) -> [(&'static str, Value); 2] {
        match *self {
            Weibull::Scale { scale, shape } => {
                [("scale", Value::Time(scale)), ("shape", Value::Number(shape))]
            }
            Weibull::Percentiles(two) => two.map(|(p, span)| (p.name(), Value::Time(span))),
        }
    }
}

/// Scale and shape of the Weibull distribution through two points: ln T is linear in the ln of an exponential variate.
fn by_percentiles(
    low: (Percentile, Span),
    high: (Percentile, Span),
) -> Result<(f64, f64), DistError> {
    percentile::in_order(FORM.family, low, high)?;
    let ratio = libm::log(high.1.as_nanos() as f64 / low.1.as_nanos() as f64);
    let power = ratio / libm::log(high.0.exponential() / low.0.exponential());
    Ok((low.1.as_nanos() as f64 / libm::pow(low.0.exponential(), power), 1.0 / power))
}

#[derive(Debug)]
struct PowerOfExponential {
    scale: f64,
    /// One over the shape.
    power: f64,
}

impl PowerOfExponential {
    /// E Tⁿ / scaleⁿ.
    fn moment(&self, n: f64) -> f64 {
        libm::tgamma(1.0 + n * self.power)
    }
}

impl Family for PowerOfExponential {
    fn draw_at(&self, u: f64) -> f64 {
        self.scale * libm::pow(-libm::log1p(-u), self.power)
    }

    fn cdf(&self, nanos: f64) -> f64 {
        if nanos <= 0.0 {
            0.0
        } else {
            -libm::expm1(-libm::pow(nanos / self.scale, 1.0 / self.power))
        }
    }

    fn mean(&self) -> f64 {
        self.scale * self.moment(1.0)
    }

    fn variance(&self) -> Option<f64> {
        let mean = self.moment(1.0);
        Some(self.scale * self.scale * (self.moment(2.0) - mean * mean))
    }
}

impl<'de> Deserialize<'de> for Weibull {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Weibull, D::Error> {
        FORM.read(deserializer, |fields| match *fields {
            [("scale", Value::Time(scale)), ("shape", Value::Number(shape))] => {
                Some(Weibull::Scale { scale, shape })
            }
            _ => fields::two_percentiles(fields).map(Weibull::Percentiles),
        })
    }
}

impl Serialize for Weibull {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        fields::write(serializer, FORM.family, &self.fields())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_percentiles_come_back_as_those_percentiles() {
        let (five, ninety) = (Span::from_millis(5), Span::from_millis(90));
        let two = Weibull::Percentiles([(Percentile::P50, five), (Percentile::P99, ninety)]);
        let dist = two.build().unwrap();
        assert!((dist.quantile(0.5) / 5e6 - 1.0).abs() < 1e-13);
        assert!((dist.quantile(0.99) / 90e6 - 1.0).abs() < 1e-13);
    }

    #[test]
    fn shape_two_is_the_rayleigh_distribution() {
        let dist = Weibull::Scale { scale: Span::from_millis(1), shape: 2.0 }.build().unwrap();
        let pi = std::f64::consts::PI;
        assert!((dist.mean() / 1e6 - pi.sqrt() / 2.0).abs() < 1e-14);
        assert!((dist.variance().unwrap() / 1e12 - (1.0 - pi / 4.0)).abs() < 1e-14);
    }

    #[test]
    fn what_determines_nothing_is_refused() {
        let five = Span::from_millis(5);
        let same = Weibull::Percentiles([(Percentile::P50, five), (Percentile::P99, five)]);
        assert!(same.build().unwrap_err().to_string().contains("more than `p50`"));
        assert!(Weibull::Scale { scale: Span::ZERO, shape: 1.0 }.build().is_err());
        assert!(Weibull::Scale { scale: five, shape: 0.0 }.build().is_err());
    }
}
