//! Times that are equally likely anywhere between two ends.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::family::Family;
use super::{Dist, DistError};
use crate::time::Span;

/// Uniform: every time between two ends is as likely as any other.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Uniform {
    /// The shortest time.
    pub from: Span,
    /// The longest time, no shorter than `from`.
    pub to: Span,
}

impl Uniform {
    pub(super) fn build(&self) -> Result<Dist, DistError> {
        if self.from > self.to {
            let expected = format!("at least `from`, which is {}", self.from);
            return Err(DistError::field("Uniform", "to", self.to, expected));
        }
        if self.from == self.to {
            return Ok(Dist::constant(self.from));
        }
        let from = self.from.as_nanos() as f64;
        Ok(Dist::other(Between { from, width: self.to.as_nanos() as f64 - from }))
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
        let dist = Uniform { from, to }.build().unwrap();
        assert_eq!(dist.quantile(0.25), 150.0);
        assert_eq!(dist.cdf(150.0), 0.25);
        assert_eq!((dist.mean(), dist.variance()), (200.0, Some(40_000.0 / 12.0)));
    }

    #[test]
    fn ends_the_wrong_way_round_are_refused_and_equal_ones_are_a_constant() {
        let error = Uniform { from: Span::from_millis(5), to: Span::from_millis(1) }.build();
        assert!(error.unwrap_err().to_string().contains("`to` of Uniform is 1ms"));
        let five = Span::from_millis(5);
        assert_eq!(Uniform { from: five, to: five }.build().unwrap().is_constant(), Some(five));
    }
}
