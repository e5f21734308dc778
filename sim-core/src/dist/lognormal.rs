//! Lognormal times: what many small factors make, the usual shape of latencies.

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::error::check;
use super::family::Family;
use super::fields::{self, Form, Value};
use super::percentile::Percentile;
use super::special::{normal_cdf, normal_quantile};
use super::{Dist, DistError};
use crate::time::Span;

/// Lognormal: ln T is normal with mean ln `median` and standard deviation `sigma`.
///
/// `LogNormal(median: "5ms", sigma: 0.8)`, `LogNormal(mean: "7ms", sd: "6ms")`, or by the two percentiles that
/// determine it: `LogNormal(p50: "5ms", p99: "40ms")`.
#[derive(Clone, PartialEq, Debug, JsonSchema)]
#[schemars(untagged)]
pub enum LogNormal {
    /// By the median and the spread of the logarithm.
    Median {
        /// The median, above zero.
        median: Span,
        /// The standard deviation of ln T, from 0 to 10. At 1 the p99 is ten times the median.
        sigma: f64,
    },
    /// By the mean and the standard deviation of T itself.
    Mean {
        /// The mean, above zero.
        mean: Span,
        /// The standard deviation, at least zero.
        sd: Span,
    },
    /// By two percentiles, lower one first, both above zero.
    #[schemars(skip)]
    Percentiles([(Percentile, Span); 2]),
}

const FORM: Form = Form {
    family: "LogNormal",
    names: &["median", "sigma", "mean", "sd"],
    bare: None,
    expected: "`median` and `sigma`, `mean` and `sd`, or two percentiles such as `p50` and `p99`",
};
const MOST_SIGMA: f64 = 10.0;

impl LogNormal {
    pub(super) fn build(&self) -> Result<Dist, DistError> {
        for (name, value) in self.fields() {
            if value == Value::Time(Span::ZERO) && name != "sd" {
                return Err(DistError::field(FORM.family, name, Span::ZERO, "a time above zero"));
            }
        }
        let nanos = |span: Span| span.as_nanos() as f64;
        let (median, sigma) = match *self {
            LogNormal::Median { median, sigma } => (nanos(median), sigma),
            LogNormal::Mean { mean, sd } => {
                let variation = nanos(sd) / nanos(mean);
                let square = libm::log1p(variation * variation);
                (nanos(mean) * libm::exp(-square / 2.0), square.sqrt())
            }
            LogNormal::Percentiles([low, high]) => by_percentiles(low, high)?,
        };
        let sigma = check(FORM.family, "sigma", sigma, 0.0, MOST_SIGMA)?;
        if sigma == 0.0 {
            return Ok(Dist::constant(Span::from_nanos_f64(median)));
        }
        Ok(Dist::other(LogOfNormal { median, sigma }))
    }

    fn fields(&self) -> [(&'static str, Value); 2] {
        match *self {
            LogNormal::Median { median, sigma } => {
                [("median", Value::Time(median)), ("sigma", Value::Number(sigma))]
            }
            LogNormal::Mean { mean, sd } => [("mean", Value::Time(mean)), ("sd", Value::Time(sd))],
            LogNormal::Percentiles(two) => two.map(|(p, span)| (p.name(), Value::Time(span))),
        }
    }
}

/// Median and sigma of the lognormal distribution through two points.
fn by_percentiles(
    low: (Percentile, Span),
    high: (Percentile, Span),
) -> Result<(f64, f64), DistError> {
    if low.0 >= high.0 || low.1 > high.1 {
        let expected = format_args!("at least `{}`, which is {}", low.0.name(), low.1).to_string();
        return Err(DistError::field(FORM.family, high.0.name(), high.1, expected));
    }
    let (z, log) = (low.0.normal(), libm::log(low.1.as_nanos() as f64));
    let (rise, run) = (libm::log(high.1.as_nanos() as f64) - log, high.0.normal() - z);
    let sigma = rise / run;
    Ok((libm::exp(log - sigma * z), sigma))
}

#[derive(Debug)]
struct LogOfNormal {
    median: f64,
    sigma: f64,
}

impl Family for LogOfNormal {
    fn draw_at(&self, u: f64) -> f64 {
        self.median * libm::exp(self.sigma * normal_quantile(u))
    }

    fn cdf(&self, nanos: f64) -> f64 {
        if nanos <= 0.0 { 0.0 } else { normal_cdf(libm::log(nanos / self.median) / self.sigma) }
    }

    fn mean(&self) -> f64 {
        self.median * libm::exp(self.sigma * self.sigma / 2.0)
    }

    fn variance(&self) -> Option<f64> {
        Some(libm::expm1(self.sigma * self.sigma) * self.mean() * self.mean())
    }
}

impl<'de> Deserialize<'de> for LogNormal {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<LogNormal, D::Error> {
        FORM.read(deserializer, |fields| match *fields {
            [("median", Value::Time(median)), ("sigma", Value::Number(sigma))] => {
                Some(LogNormal::Median { median, sigma })
            }
            [("mean", Value::Time(mean)), ("sd", Value::Time(sd))] => {
                Some(LogNormal::Mean { mean, sd })
            }
            _ => fields::two_percentiles(fields).map(LogNormal::Percentiles),
        })
    }
}

impl Serialize for LogNormal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        fields::write(serializer, FORM.family, &self.fields())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_way_of_telling_it_comes_back() {
        let (five, forty) = (Span::from_millis(5), Span::from_millis(40));
        let dist = LogNormal::Mean { mean: five, sd: forty }.build().unwrap();
        assert!((dist.mean() / 5e6 - 1.0).abs() < 1e-13);
        assert!((dist.variance().unwrap() / 1600e12 - 1.0).abs() < 1e-13);

        let two = LogNormal::Percentiles([(Percentile::P50, five), (Percentile::P99, forty)]);
        let dist = two.build().unwrap();
        assert!((dist.quantile(0.5) / 5e6 - 1.0).abs() < 1e-13);
        assert!((dist.quantile(0.99) / 40e6 - 1.0).abs() < 1e-13);

        let none = LogNormal::Median { median: five, sigma: 0.0 }.build().unwrap();
        assert_eq!(none.is_constant(), Some(five));
    }

    #[test]
    fn percentiles_out_of_order_and_a_wild_sigma_are_refused() {
        let (five, forty) = (Span::from_millis(5), Span::from_millis(40));
        let spec = LogNormal::Percentiles([(Percentile::P50, forty), (Percentile::P99, five)]);
        let error = spec.build().unwrap_err().to_string();
        assert_eq!(error, "`p99` of LogNormal is 5ms: expected at least `p50`, which is 40ms");
        for sigma in [-1.0, 11.0, f64::NAN] {
            assert!(LogNormal::Median { median: five, sigma }.build().is_err());
        }
    }
}
