//! Normal times, cut off at zero: symmetric about a typical value.

use std::f64::consts::TAU;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::family::Family;
use super::fields::{self, Form, Value};
use super::percentile::{self, Percentile};
use super::special::{normal_cdf, normal_quantile};
use super::{Dist, DistError};
use crate::time::Span;

/// Normal, given that it is not negative: what lies below zero is cut off and spread over the rest.
///
/// Where much is cut, the mean is above `mean` and a warning says so. `Normal(mean: "100ms", sd: "10ms")`, or by the two
/// percentiles that determine it, if hardly anything is cut: `Normal(p50: "100ms", p99: "120ms")`.
#[derive(Clone, PartialEq, Debug, JsonSchema)]
#[schemars(untagged)]
pub enum Normal {
    /// By its moments; or by the two percentiles that determine it: `Normal(p50: "100ms", p99: "120ms")`.
    Mean {
        /// The mean before the cut; at least zero.
        mean: Span,
        /// The standard deviation before the cut; at least zero.
        sd: Span,
    },
    /// By two percentiles, lower one first.
    #[schemars(skip)]
    Percentiles([(Percentile, Span); 2]),
}

const FORM: Form = Form {
    family: "Normal",
    names: &["mean", "sd"],
    bare: None,
    expected: "`mean` and `sd`, or two percentiles such as `p50` and `p99`",
};

/// A cut of no more than one draw in ten thousand goes without a warning.
const WORTH_A_WARNING: f64 = 1e-4;

impl Normal {
    pub(super) fn build(&self) -> Result<Dist, DistError> {
        Ok(match *self {
            Normal::Percentiles([low, high]) => Dist::other(by_percentiles(low, high)?),
            Normal::Mean { mean, sd } => match cut(mean, sd) {
                Some(normal) => Dist::other(normal),
                None => Dist::constant(mean),
            },
        })
    }

    pub(super) fn warning(&self) -> Option<String> {
        let Normal::Mean { mean, sd } = *self else { return None };
        let normal = cut(mean, sd).filter(|normal| normal.below > WORTH_A_WARNING)?;
        let left = Span::from_nanos_f64(normal.mean().round());
        Some(format!(
            "Normal(mean: \"{mean}\", sd: \"{sd}\") has {:.2} % of its mass below zero, which is cut off: \
             the mean of what is left is {left}",
            normal.below * 100.0
        ))
    }

    fn fields(&self) -> [(&'static str, Value); 2] {
        match *self {
            Normal::Mean { mean, sd } => [("mean", Value::Time(mean)), ("sd", Value::Time(sd))],
            Normal::Percentiles(two) => two.map(|(p, span)| (p.name(), Value::Time(span))),
        }
    }
}

fn cut(mean: Span, sd: Span) -> Option<CutNormal> {
    let (mean, sd) = (mean.as_nanos() as f64, sd.as_nanos() as f64);
    (sd > 0.0).then(|| CutNormal { mean, sd, below: normal_cdf(-mean / sd) })
}

/// The normal distribution of which two points are these after the cut. Where that is worth a warning, the points no longer
/// say much about it, and it is refused.
fn by_percentiles(
    low: (Percentile, Span),
    high: (Percentile, Span),
) -> Result<CutNormal, DistError> {
    percentile::in_order(FORM.family, low, high)?;
    let (short, long) = (low.1.as_nanos() as f64, high.1.as_nanos() as f64);
    let mut normal = CutNormal { mean: 0.0, sd: 1.0, below: 0.0 };
    // What is cut moves the points, and where they lie says what is cut: each round is some thousand times as near.
    for _ in 0..10 {
        let z =
            |p: Percentile| normal_quantile(normal.below + p.probability() * (1.0 - normal.below));
        let sd = (long - short) / (z(high.0) - z(low.0));
        let mean = short - sd * z(low.0);
        normal = CutNormal { mean, sd, below: normal_cdf(-mean / sd) };
        if normal.below > WORTH_A_WARNING {
            let expected = "less, so that hardly anything lies below zero (or a LogNormal)";
            return Err(DistError::field(FORM.family, high.0.name(), high.1, expected));
        }
    }
    Ok(normal)
}

impl<'de> Deserialize<'de> for Normal {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Normal, D::Error> {
        FORM.read(deserializer, |fields| match *fields {
            [("mean", Value::Time(mean)), ("sd", Value::Time(sd))] => {
                Some(Normal::Mean { mean, sd })
            }
            _ => fields::two_percentiles(fields).map(Normal::Percentiles),
        })
    }
}

impl Serialize for Normal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        fields::write(serializer, FORM.family, &self.fields())
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
        let spec = Normal::Mean { mean: Span::from_millis(100), sd: Span::from_millis(10) };
        let dist = spec.build().unwrap();
        assert_eq!(dist.quantile(0.5), 100e6);
        assert!((dist.cdf(110e6) - 0.841_344_746_068_542_9).abs() < 1e-15);
        assert_eq!(dist.mean(), 100e6);
        assert_eq!(spec.warning(), None);
    }

    #[test]
    fn at_zero_half_is_cut_and_a_half_normal_is_left() {
        let spec = Normal::Mean { mean: Span::ZERO, sd: Span::from_millis(1) };
        let dist = spec.build().unwrap();
        assert!((dist.mean() / 1e6 - (2.0 / std::f64::consts::PI).sqrt()).abs() < 1e-14);
        assert!(
            (dist.variance().unwrap() / 1e12 - (1.0 - 2.0 / std::f64::consts::PI)).abs() < 1e-14
        );
        let warning = spec.warning().unwrap();
        assert!(warning.contains("50.00 %") && warning.contains("797885ns"), "{warning}");
    }

    #[test]
    fn two_percentiles_come_back_as_those_percentiles() {
        let of = |low, high| {
            let percentiles = [(Percentile::P25, low), (Percentile::P99, high)];
            Normal::Percentiles(percentiles.map(|(p, ms)| (p, Span::from_millis(ms))))
        };
        for (low, high) in [(90, 130), (80, 150)] {
            let dist = of(low, high).build().unwrap();
            let off = |q, ms: u64| (dist.quantile(q) / (ms as f64 * 1e6) - 1.0).abs();
            assert!(off(0.25, low) < 1e-12 && off(0.99, high) < 1e-12);
            assert_eq!(of(low, high).warning(), None);
        }
        let error = of(10, 90).build().unwrap_err().to_string();
        assert!(
            error.contains("`p99` of Normal is 90ms") && error.contains("below zero"),
            "{error}"
        );
        assert!(of(5, 5).build().unwrap_err().to_string().contains("more than `p25`"));
    }
}
