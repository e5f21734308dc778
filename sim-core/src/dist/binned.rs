//! Times that were measured and counted in bins.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::family::Family;
use super::{Dist, DistError};
use crate::time::Span;

/// A measured histogram: a bin is chosen by its count, and within the bin every time is as likely as any other.
///
/// In a file `Histogram(edges: ["0ms", "1ms", "5ms"], counts: [900, 100])`
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Binned {
    /// The edges of the bins, each above the one before; one more than there are counts.
    pub edges: Vec<Span>,
    /// How many times fell into each bin; not all zero.
    pub counts: Vec<u64>,
}

impl Binned {
    pub(super) fn build(&self) -> Result<Dist, DistError> {
        const FAMILY: &str = "Histogram";
        if self.edges.len() != self.counts.len() + 1 {
            let found = format!("{} edges and {} counts", self.edges.len(), self.counts.len());
            return Err(DistError::whole(FAMILY, found, "one more edge than counts"));
        }
        if let Some(pair) = self.edges.windows(2).find(|pair| pair[0] >= pair[1]) {
            let found = format!("the edge {} after {}", pair[1], pair[0]);
            return Err(DistError::whole(FAMILY, found, "each edge above the one before"));
        }
        let total: u128 = self.counts.iter().map(|&count| u128::from(count)).sum();
        if total == 0 {
            return Err(DistError::whole(FAMILY, "no counts above zero", "at least one"));
        }
        let mut seen = 0;
        let bins = self.counts.iter().zip(self.edges.windows(2)).filter(|(count, _)| **count > 0);
        let bins = bins.map(|(&count, edges)| {
            let below = seen as f64 / total as f64;
            seen += u128::from(count);
            let (low, high) = (edges[0].as_nanos() as f64, edges[1].as_nanos() as f64);
            Bin { below, mass: count as f64 / total as f64, low, width: high - low }
        });
        Ok(Dist::other(Bins { bins: bins.collect() }))
    }
}

#[derive(Debug)]
struct Bins {
    /// The bins that hold something, lowest first.
    bins: Vec<Bin>,
}

#[derive(Debug)]
struct Bin {
    /// The probability of all bins below.
    below: f64,
    /// The probability of this one.
    mass: f64,
    low: f64,
    width: f64,
}

impl Family for Bins {
    fn draw_at(&self, u: f64) -> f64 {
        let at = self.bins.partition_point(|bin| bin.below < u).max(1) - 1;
        let bin = &self.bins[at];
        bin.low + bin.width * ((u - bin.below) / bin.mass).min(1.0)
    }

    fn cdf(&self, nanos: f64) -> f64 {
        let Some(at) = self.bins.partition_point(|bin| bin.low < nanos).checked_sub(1) else {
            return 0.0;
        };
        let bin = &self.bins[at];
        bin.below + bin.mass * ((nanos - bin.low) / bin.width).min(1.0)
    }

    fn mean(&self) -> f64 {
        self.bins.iter().map(|bin| bin.mass * (bin.low + bin.width / 2.0)).sum()
    }

    fn variance(&self) -> Option<f64> {
        let mean = self.mean();
        let of_bin = |bin: &Bin| {
            let off = bin.low + bin.width / 2.0 - mean;
            bin.mass * (off * off + bin.width * bin.width / 12.0)
        };
        Some(self.bins.iter().map(of_bin).sum())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn histogram(edges: &[u64], counts: &[u64]) -> Result<Dist, DistError> {
        let edges = edges.iter().map(|&edge| Span::from_millis(edge)).collect();
        Binned { edges, counts: counts.to_vec() }.build()
    }

    #[test]
    fn bins_are_filled_evenly_and_empty_ones_are_stepped_over() {
        let dist = histogram(&[0, 1, 2, 4], &[3, 0, 1]).unwrap();
        assert_eq!([0.25, 0.75, 0.875].map(|u| dist.quantile(u)), [1e6 / 3.0, 1e6, 3e6]);
        assert_eq!((dist.cdf(1.5e6), dist.cdf(3e6), dist.cdf(9e6)), (0.75, 0.875, 1.0));
        assert_eq!(dist.mean(), 0.75 * 0.5e6 + 0.25 * 3e6);
    }

    #[test]
    fn two_bins_alike_are_the_uniform_distribution() {
        let dist = histogram(&[0, 6, 12], &[5, 5]).unwrap();
        assert_eq!((dist.mean(), dist.variance()), (6e6, Some(12e12)));
    }

    #[test]
    fn edges_and_counts_that_do_not_fit_are_refused() {
        for (edges, counts, why) in [
            (&[0, 1][..], &[1, 1][..], "2 edges and 2 counts"),
            (&[0, 2, 1], &[1, 1], "the edge 1ms after 2ms"),
            (&[0, 1], &[0], "no counts above zero"),
        ] {
            let error = histogram(edges, counts).unwrap_err().to_string();
            assert!(error.contains(why), "{error}");
        }
    }
}
