//! Counts per stretch of time, such as answers per second.

use crate::time::{SimTime, Span};

/// How many there were in each bin of a fixed width since the start of the run; grows with time.
///
/// Bin n holds the instants from n × width up to, but not including, (n + 1) × width.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Series {
    width: Span,
    counts: Vec<u64>,
}

impl Series {
    /// A series of bins of this width.
    ///
    /// # Panics
    /// If the width is zero: no bin would hold anything.
    pub fn new(width: Span) -> Series {
        assert!(!width.is_zero(), "a bin of a series takes some time");
        Series { width, counts: Vec::new() }
    }

    /// Counts `n` at the instant `at`.
    ///
    /// # Panics
    /// If the bin does not fit in memory: `at` should lie within the run, not at [`SimTime::NEVER`].
    #[inline]
    pub fn add(&mut self, at: SimTime, n: u64) {
        let bin = (at.as_nanos() / self.width.as_nanos()) as usize;
        if bin >= self.counts.len() {
            self.counts.resize(bin + 1, 0);
        }
        self.counts[bin] += n;
    }

    /// Adds the counts of `other`, which has the same width.
    ///
    /// # Panics
    /// If the widths differ: the bins would not mean the same.
    pub fn merge(&mut self, other: &Series) {
        assert_eq!(self.width, other.width, "series of different widths do not add up");
        if other.counts.len() > self.counts.len() {
            self.counts.resize(other.counts.len(), 0);
        }
        self.counts.iter_mut().zip(&other.counts).for_each(|(ours, theirs)| *ours += theirs);
    }

    /// The width of a bin.
    pub fn width(&self) -> Span {
        self.width
    }

    /// The counts so far, from the start of the run to the last bin that holds something.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// The count of the bin that holds the instant `at`.
    pub fn at(&self, at: SimTime) -> u64 {
        let bin = usize::try_from(at.as_nanos() / self.width.as_nanos()).ok();
        bin.and_then(|bin| self.counts.get(bin)).copied().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(millis: u64) -> SimTime {
        SimTime::ZERO + Span::from_millis(millis)
    }

    #[test]
    fn an_instant_on_the_edge_belongs_to_the_later_bin() {
        let mut series = Series::new(Span::from_secs(1));
        [0, 999, 1000, 3500].iter().for_each(|&millis| series.add(at(millis), 1));
        assert_eq!(series.counts(), [2, 1, 0, 1]);
        assert_eq!((series.at(at(1999)), series.at(SimTime::NEVER)), (1, 0));
    }

    #[test]
    fn merging_adds_bin_by_bin() {
        let [mut one, mut other] =
            [Series::new(Span::from_millis(10)), Series::new(Span::from_millis(10))];
        one.add(at(5), 2);
        other.add(at(5), 3);
        other.add(at(25), 4);
        one.merge(&other);
        assert_eq!(one.counts(), [5, 0, 4]);
    }

    #[test]
    #[should_panic(expected = "do not add up")]
    fn different_widths_do_not_merge() {
        Series::new(Span::from_secs(1)).merge(&Series::new(Span::from_secs(2)));
    }
}
