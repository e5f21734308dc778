//! Exponential times: no memory, the gaps between independent events.

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::fields::{self, Form, Value};
use super::percentile::Percentile;
use super::special::ln;
use super::{Dist, DistError};
use crate::time::Span;

/// Exponential: P(T > t) = e^(−t / mean). Coefficient of variation 1.
///
/// `Exponential("99ms")`, `Exponential(mean: "99ms")` or by one percentile: `Exponential(p99: "500ms")`.
#[derive(Clone, PartialEq, Debug, JsonSchema)]
#[schemars(untagged)]
pub enum Exponential {
    /// By the mean, above zero.
    Mean(Span),
    /// By one percentile, above zero.
    #[schemars(skip)]
    Percentile(Percentile, Span),
}

const FORM: Form = Form {
    family: "Exponential",
    names: &["mean"],
    bare: Some("mean"),
    expected: "`mean` or one percentile such as `p99`",
};

impl Exponential {
    pub(super) fn build(&self) -> Result<Dist, DistError> {
        let (name, span) = self.field();
        if span.is_zero() {
            return Err(DistError::field(FORM.family, name, span, "a time above zero"));
        }
        let nanos = span.as_nanos() as f64;
        Ok(Dist::exponential_nanos(match self {
            Exponential::Mean(_) => nanos,
            Exponential::Percentile(percentile, _) => nanos / percentile.exponential(),
        }))
    }

    fn field(&self) -> (&'static str, Span) {
        match self {
            Exponential::Mean(mean) => ("mean", *mean),
            Exponential::Percentile(percentile, span) => (percentile.name(), *span),
        }
    }
}

/// −mean ln(1 − u). For a [`Key`](crate::random::Key)'s uniform number the difference is exact; another small
/// `u` loses digits in it.
#[inline]
pub(super) fn draw_at(mean: f64, u: f64) -> f64 {
    -mean * ln(1.0 - u)
}

/// The same for any `p`, to the last digits and in three times the time.
pub(super) fn quantile(mean: f64, p: f64) -> f64 {
    -mean * libm::log1p(-p)
}

pub(super) fn cdf(mean: f64, nanos: f64) -> f64 {
    if nanos <= 0.0 { 0.0 } else { -libm::expm1(-nanos / mean) }
}

impl<'de> Deserialize<'de> for Exponential {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Exponential, D::Error> {
        FORM.read(deserializer, |fields| match fields {
            [("mean", Value::Time(mean))] => Some(Exponential::Mean(*mean)),
            _ => fields::one_percentile(fields).map(|(p, span)| Exponential::Percentile(p, span)),
        })
    }
}

impl Serialize for Exponential {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (name, span) = self.field();
        fields::write(serializer, FORM.family, &[(name, Value::Time(span))])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Key;

    #[test]
    fn the_draws_have_the_mean_they_were_given() {
        let dist = Exponential::Mean(Span::from_millis(10)).build().unwrap();
        let n = 200_000;
        let draws = (0..n).map(|serial| dist.draw(Key::root(1).with(serial)).as_secs_f64());
        let mean = draws.sum::<f64>() / n as f64;
        assert!((mean - 0.010).abs() < 5.0 * 0.010 / (n as f64).sqrt(), "{mean}");
    }

    #[test]
    fn a_percentile_comes_back_as_that_percentile() {
        let spec = Exponential::Percentile(Percentile::P99, Span::from_millis(40));
        let dist = spec.build().unwrap();
        assert!((dist.quantile(0.99) / 40e6 - 1.0).abs() < 1e-13);
    }

    #[test]
    fn a_mean_of_zero_is_refused() {
        let error = Exponential::Mean(Span::ZERO).build().unwrap_err().to_string();
        assert_eq!(error, "`mean` of Exponential is 0s: expected a time above zero");
    }
}
