//! Times that were measured, one by one.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::family::Family;
use super::{Dist, DistError};
use crate::time::Span;

/// Values: each draw is one of the listed times, all equally likely; a time listed twice comes twice as often.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Values {
    /// The times, at least one, in any order.
    pub times: Vec<Span>,
}

impl Values {
    pub(super) fn build(&self) -> Result<Dist, DistError> {
        let mut sorted = self.times.clone();
        sorted.sort();
        match sorted.as_slice() {
            [] => Err(DistError::whole("Values", "an empty list", "at least one time")),
            [first, .., last] if first != last => Ok(Dist::other(Listed {
                sorted: sorted.iter().map(|span| span.as_nanos() as f64).collect(),
            })),
            [first, ..] => Ok(Dist::constant(*first)),
        }
    }
}

#[derive(Debug)]
struct Listed {
    /// The times in nanoseconds, shortest first.
    sorted: Vec<f64>,
}

impl Listed {
    fn len(&self) -> f64 {
        self.sorted.len() as f64
    }
}

impl Family for Listed {
    fn draw_at(&self, u: f64) -> f64 {
        let rank = (u * self.len()).ceil() as usize;
        self.sorted[rank.clamp(1, self.sorted.len()) - 1]
    }

    fn cdf(&self, nanos: f64) -> f64 {
        self.sorted.partition_point(|time| *time <= nanos) as f64 / self.len()
    }

    fn mean(&self) -> f64 {
        self.sorted.iter().sum::<f64>() / self.len()
    }

    fn variance(&self) -> Option<f64> {
        let mean = self.mean();
        Some(self.sorted.iter().map(|time| (time - mean) * (time - mean)).sum::<f64>() / self.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_gives_back_what_is_in_it_as_often_as_it_is_in_it() {
        let times = [3, 1, 2, 2].map(Span::from_millis).to_vec();
        let dist = Values { times }.build().unwrap();
        assert_eq!([0.1, 0.3, 0.6, 0.9].map(|u| dist.quantile(u)), [1e6, 2e6, 2e6, 3e6]);
        assert_eq!((dist.cdf(2e6), dist.cdf(1.9e6)), (0.75, 0.25));
        assert_eq!((dist.mean(), dist.variance()), (2e6, Some(0.5e12)));
    }

    #[test]
    fn an_empty_list_is_refused_and_one_time_is_a_constant() {
        assert!(Values { times: vec![] }.build().unwrap_err().to_string().contains("empty list"));
        let one = Span::from_millis(1);
        assert_eq!(Values { times: vec![one, one] }.build().unwrap().is_constant(), Some(one));
    }
}
