//! Percentiles by the names they have in files: `p50`, `p99`, `p999`.

use super::DistError;
use super::special::normal_quantile;
use crate::time::Span;

/// A percentile that a distribution can be told by.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Percentile {
    /// 1 %.
    P1,
    /// 5 %.
    P5,
    /// 10 %.
    P10,
    /// 25 %.
    P25,
    /// 50 %, the median.
    P50,
    /// 75 %.
    P75,
    /// 90 %.
    P90,
    /// 95 %.
    P95,
    /// 99 %.
    P99,
    /// 99.9 %.
    P999,
    /// 99.99 %.
    P9999,
}

/// Each with its name and its probability, in order.
const ALL: [(Percentile, &str, f64); 11] = [
    (Percentile::P1, "p1", 0.01),
    (Percentile::P5, "p5", 0.05),
    (Percentile::P10, "p10", 0.1),
    (Percentile::P25, "p25", 0.25),
    (Percentile::P50, "p50", 0.5),
    (Percentile::P75, "p75", 0.75),
    (Percentile::P90, "p90", 0.9),
    (Percentile::P95, "p95", 0.95),
    (Percentile::P99, "p99", 0.99),
    (Percentile::P999, "p999", 0.999),
    (Percentile::P9999, "p9999", 0.9999),
];

impl Percentile {
    /// The percentile that a file calls `name`.
    pub fn named(name: &str) -> Option<Percentile> {
        ALL.iter().find(|(_, known, _)| *known == name).map(|(percentile, ..)| *percentile)
    }

    /// Its name in a file.
    pub fn name(self) -> &'static str {
        ALL[self as usize].1
    }

    /// Its probability, strictly between 0 and 1.
    pub fn probability(self) -> f64 {
        ALL[self as usize].2
    }

    /// Where the standard normal distribution has it.
    pub(super) fn normal(self) -> f64 {
        normal_quantile(self.probability())
    }

    /// Where the exponential distribution of mean 1 has it.
    pub(super) fn exponential(self) -> f64 {
        -libm::log1p(-self.probability())
    }
}

/// Whether the later of two percentiles of `family` is the higher one, and a longer time.
pub(super) fn in_order(
    family: &str,
    low: (Percentile, Span),
    high: (Percentile, Span),
) -> Result<(), DistError> {
    if low.0 < high.0 && low.1 < high.1 {
        return Ok(());
    }
    let expected = format!("more than `{}`, which is {}", low.0.name(), low.1);
    Err(DistError::field(family, high.0.name(), high.1, expected))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_stands_in_the_order_of_the_enum() {
        for (at, (percentile, name, probability)) in ALL.into_iter().enumerate() {
            assert_eq!(percentile as usize, at);
            assert_eq!((percentile.name(), percentile.probability()), (name, probability));
            assert_eq!(Percentile::named(name), Some(percentile));
            assert!(at == 0 || ALL[at - 1].2 < probability);
        }
        assert_eq!(Percentile::named("p51"), None);
    }
}
