//! Times that are equally likely anywhere between two ends.

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::family::Family;
use super::fields::{self, Form, Value};
use super::percentile::{self, Percentile};
use super::{Dist, DistError};
use crate::time::Span;

/// Uniform: every time between two ends is as likely as any other.
///
/// `Uniform(from: "1ms", to: "5ms")`, or by the two percentiles that determine it: `Uniform(p10: "2ms", p90: "8ms")`.
#[derive(Clone, PartialEq, Debug, JsonSchema)]
#[schemars(untagged)]
pub enum Uniform {
    /// By its ends; or by the two percentiles that determine it: `Uniform(p10: "2ms", p90: "8ms")`.
    Ends {
        /// The shortest time.
        from: Span,
        /// The longest time, no shorter than `from`.
        to: Span,
    },
    /// By two percentiles, lower one first.
    #[schemars(skip)]
    Percentiles([(Percentile, Span); 2]),
}

const FORM: Form = Form {
    family: "Uniform",
    names: &["from", "to"],
    bare: None,
    expected: "`from` and `to`, or two percentiles such as `p10` and `p90`",
};

impl Uniform {
    pub(super) fn build(&self) -> Result<Dist, DistError> {
        match *self {
            Uniform::Ends { from, to } if from > to => {
                let expected = format!("at least `from`, which is {from}");
                Err(DistError::field(FORM.family, "to", to, expected))
            }
            Uniform::Ends { from, to } if from == to => Ok(Dist::constant(from)),
            Uniform::Ends { from, to } => {
                let from = from.as_nanos() as f64;
                Ok(Dist::other(Between { from, width: to.as_nanos() as f64 - from }))
            }
            Uniform::Percentiles([low, high]) => by_percentiles(low, high),
        }
    }

    fn fields(&self) -> [(&'static str, Value); 2] {
        match *self {
            Uniform::Ends { from, to } => [("from", Value::Time(from)), ("to", Value::Time(to))],
            Uniform::Percentiles(two) => two.map(|(p, span)| (p.name(), Value::Time(span))),
        }
    }
}

/// The uniform distribution through two points, which must not begin below zero.
fn by_percentiles(low: (Percentile, Span), high: (Percentile, Span)) -> Result<Dist, DistError> {
    percentile::in_order(FORM.family, low, high)?;
    let (at, p) = (low.1.as_nanos() as f64, low.0.probability());
    let width = (high.1.as_nanos() as f64 - at) / (high.0.probability() - p);
    let from = at - p * width;
    // So much may be lost in the last digits.
    if from < -1e-9 * width {
        let most = at * high.0.probability() / p;
        let expected = format!(
            "at most {}, or the shortest time would be below zero",
            Span::from_nanos_f64(most.floor())
        );
        return Err(DistError::field(FORM.family, high.0.name(), high.1, expected));
    }
    Ok(Dist::other(Between { from: from.max(0.0), width }))
}

impl<'de> Deserialize<'de> for Uniform {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Uniform, D::Error> {
        FORM.read(deserializer, |fields| match *fields {
            [("from", Value::Time(from)), ("to", Value::Time(to))] => {
                Some(Uniform::Ends { from, to })
            }
            _ => fields::two_percentiles(fields).map(Uniform::Percentiles),
        })
    }
}

impl Serialize for Uniform {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        fields::write(serializer, FORM.family, &self.fields())
    }
}

#[derive(Debug)]
struct Between {
    from: f64,
    width: f64,
}

impl Family for Between {
    fn draw_at(&self, u: f64) -> f64 {
        self.from + self.width * u
    }

    fn cdf(&self, nanos: f64) -> f64 {
        ((nanos - self.from) / self.width).clamp(0.0, 1.0)
    }

    fn mean(&self) -> f64 {
        self.from + self.width / 2.0
    }

    fn variance(&self) -> Option<f64> {
        Some(self.width * self.width / 12.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_run_evenly_from_end_to_end() {
        let (from, to) = (Span::from_nanos(100), Span::from_nanos(300));
        let dist = Uniform::Ends { from, to }.build().unwrap();
        assert_eq!(dist.quantile(0.25), 150.0);
        assert_eq!(dist.cdf(150.0), 0.25);
        assert_eq!((dist.mean(), dist.variance()), (200.0, Some(40_000.0 / 12.0)));
    }

    #[test]
    fn ends_the_wrong_way_round_are_refused_and_equal_ones_are_a_constant() {
        let error = Uniform::Ends { from: Span::from_millis(5), to: Span::from_millis(1) }.build();
        assert!(error.unwrap_err().to_string().contains("`to` of Uniform is 1ms"));
        let five = Span::from_millis(5);
        assert_eq!(
            Uniform::Ends { from: five, to: five }.build().unwrap().is_constant(),
            Some(five)
        );
    }

    #[test]
    fn two_percentiles_come_back_as_those_percentiles() {
        let of = |low, high| {
            let percentiles = [(Percentile::P10, low), (Percentile::P90, high)];
            Uniform::Percentiles(percentiles.map(|(p, ms)| (p, Span::from_millis(ms)))).build()
        };
        let dist = of(2, 8).unwrap();
        assert!((dist.quantile(0.1) - 2e6).abs() < 1e-6 && (dist.quantile(0.9) - 8e6).abs() < 1e-6);
        assert!((dist.mean() - 5e6).abs() < 1e-6);
        assert!((of(1, 9).unwrap().quantile(0.5) - 5e6).abs() < 1e-6, "it may begin at zero");
        let error = of(1, 10).unwrap_err().to_string();
        assert!(error.contains("`p90` of Uniform is 10ms: expected at most 9ms"), "{error}");
        assert!(of(5, 5).unwrap_err().to_string().contains("more than `p10`"));
    }
}
