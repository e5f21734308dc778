//! Gamma and Erlang times: the sum of several exponential stages, or a fraction of one.

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::error::check;
use super::family::Family;
use super::fields::{self, Form, Value};
use super::percentile::{self, Percentile};
use super::special::{IncompleteGamma, normal_cdf, normal_quantile};
use super::{Dist, DistError};
use crate::time::Span;

/// Gamma: coefficient of variation 1/√shape. Shape 1 is exponential, below it is burstier, above it steadier.
///
/// `Gamma(mean: "10ms", shape: 2.5)`, or by the two percentiles that determine it: `Gamma(p50: "8ms", p99: "40ms")`.
#[derive(Clone, PartialEq, Debug, JsonSchema)]
#[schemars(untagged)]
pub enum Gamma {
    /// By its parameters; or by the two percentiles that determine it: `Gamma(p50: "8ms", p99: "40ms")`.
    Mean {
        /// The mean, above zero.
        mean: Span,
        /// The shape, from 0.01 to 10,000.
        shape: f64,
    },
    /// By two percentiles, lower one first, both above zero.
    #[schemars(skip)]
    Percentiles([(Percentile, Span); 2]),
}

const FORM: Form = Form {
    family: "Gamma",
    names: &["mean", "shape"],
    bare: None,
    expected: "`mean` and `shape`, or two percentiles such as `p50` and `p99`",
};

/// The shapes that there are.
const SHAPES: (f64, f64) = (0.01, 10_000.0);

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
        match *self {
            Gamma::Mean { mean, shape } => {
                let shape = check(FORM.family, "shape", shape, SHAPES.0, SHAPES.1)?;
                build(FORM.family, mean, shape)
            }
            Gamma::Percentiles([low, high]) => {
                let (mean, shape) = by_percentiles(low, high)?;
                Ok(stages(mean, shape))
            }
        }
    }

    fn fields(&self) -> [(&'static str, Value); 2] {
        match *self {
            Gamma::Mean { mean, shape } => {
                [("mean", Value::Time(mean)), ("shape", Value::Number(shape))]
            }
            Gamma::Percentiles(two) => two.map(|(p, span)| (p.name(), Value::Time(span))),
        }
    }
}

/// Mean in nanoseconds and shape of the gamma distribution through two points. The steadier it is, the nearer are its
/// percentiles by their ratio, so that the shape is found by halving.
fn by_percentiles(
    low: (Percentile, Span),
    high: (Percentile, Span),
) -> Result<(f64, f64), DistError> {
    if low.1.is_zero() {
        return Err(DistError::field(FORM.family, low.0.name(), low.1, "a time above zero"));
    }
    percentile::in_order(FORM.family, low, high)?;
    let ratio = libm::log(high.1.as_nanos() as f64 / low.1.as_nanos() as f64);
    let log_at = |shape: f64, p: f64| {
        let standard = IncompleteGamma::new(shape);
        standard.log_inverse(p, 1.0 - p, standard.log_start(p))
    };
    let apart = |log_shape: f64| {
        let shape = libm::exp(log_shape);
        log_at(shape, high.0.probability()) - log_at(shape, low.0.probability())
    };
    let (mut bursty, mut steady) = (libm::log(SHAPES.0), libm::log(SHAPES.1));
    if !(apart(steady)..=apart(bursty)).contains(&ratio) {
        let expected = format!(
            "a ratio to `{}` that some shape from {} to {} has",
            low.0.name(),
            SHAPES.0,
            SHAPES.1
        );
        return Err(DistError::field(FORM.family, high.0.name(), high.1, expected));
    }
    for _ in 0..100 {
        let middle = (bursty + steady) / 2.0;
        if apart(middle) > ratio { bursty = middle } else { steady = middle }
    }
    let shape = libm::exp((bursty + steady) / 2.0);
    let standard = libm::exp(log_at(shape, low.0.probability()));
    Ok((low.1.as_nanos() as f64 * shape / standard, shape))
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
    Ok(stages(mean.as_nanos() as f64, shape))
}

/// So many stages with this mean in nanoseconds.
fn stages(mean: f64, shape: f64) -> Dist {
    if shape == 1.0 {
        return Dist::exponential_nanos(mean);
    }
    let standard = IncompleteGamma::new(shape);
    Dist::other(Stages { mean, shape, standard, starts: Starts::of(&standard) })
}

impl<'de> Deserialize<'de> for Gamma {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Gamma, D::Error> {
        FORM.read(deserializer, |fields| match *fields {
            [("mean", Value::Time(mean)), ("shape", Value::Number(shape))] => {
                Some(Gamma::Mean { mean, shape })
            }
            _ => fields::two_percentiles(fields).map(Gamma::Percentiles),
        })
    }
}

impl Serialize for Gamma {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        fields::write(serializer, FORM.family, &self.fields())
    }
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
        let one = Gamma::Mean { mean, shape: 1.0 }.build().unwrap();
        assert_eq!(one.quantile(0.3), Dist::exponential(mean).quantile(0.3));
    }

    #[test]
    fn no_stages_and_no_mean_are_refused() {
        let error =
            Erlang { mean: Span::from_millis(1), stages: 0 }.build().unwrap_err().to_string();
        assert_eq!(error, "`stages` of Erlang is 0: expected a number from 1 to 10000");
        assert!(Gamma::Mean { mean: Span::ZERO, shape: 2.0 }.build().is_err());
        assert!(Gamma::Mean { mean: Span::from_millis(1), shape: f64::NAN }.build().is_err());
    }

    #[test]
    fn two_percentiles_come_back_as_those_percentiles() {
        let of = |low: u64, high: u64| {
            let percentiles = [(Percentile::P50, low), (Percentile::P99, high)];
            Gamma::Percentiles(percentiles.map(|(p, us)| (p, Span::from_micros(us)))).build()
        };
        for (low, high) in [(8_000, 40_000), (100, 900_000), (10_000, 10_500), (1_000, 7_000)] {
            let dist = of(low, high).unwrap();
            let off = |q, us: u64| (dist.quantile(q) / (us as f64 * 1e3) - 1.0).abs();
            assert!(off(0.5, low) < 1e-9 && off(0.99, high) < 1e-9, "{low} and {high}");
        }
        assert!(of(10_000, 10_001).unwrap_err().to_string().contains("some shape"));
        assert!(of(5, 5).unwrap_err().to_string().contains("more than `p50`"));
        assert!(of(0, 5).unwrap_err().to_string().contains("a time above zero"));
    }
}
