//! A small histogram of times at three percent, for one second of a series.

use crate::stats::rank::rank;
use crate::time::Span;

/// How many times of each length there were, in 32 buckets for each doubling.
///
/// A quantile is the middle of its bucket, within 1.6 % of the true sample of that rank. An empty histogram takes four
/// words and no heap; a used one four bytes for each bucket between its shortest and its longest time (128 bytes for
/// each doubling). Made for thousands of them: one a second.
///
/// Histograms merge exactly and in any order.
#[derive(Clone, Default, Debug)]
pub struct CoarseHistogram {
    /// The bucket that `counts` begins with.
    first: u32,
    /// From the shortest to the longest time seen.
    counts: Vec<u32>,
}

/// Times below this many nanoseconds have a bucket each; above it, every doubling has this many.
const PER_OCTAVE: u32 = 32;

impl CoarseHistogram {
    /// A histogram of nothing.
    pub fn new() -> CoarseHistogram {
        CoarseHistogram::default()
    }

    /// Counts one time.
    #[inline]
    pub fn record(&mut self, time: Span) {
        let bucket = bucket_of(time);
        let count = match self.counts.get_mut(bucket.wrapping_sub(self.first) as usize) {
            Some(count) => count,
            None => self.reach(bucket),
        };
        *count = count.saturating_add(1);
    }

    /// Adds all that `other` has counted.
    pub fn merge(&mut self, other: &CoarseHistogram) {
        let Some(last) = other.counts.len().checked_sub(1) else { return };
        self.reach(other.first);
        self.reach(other.first + last as u32);
        let from = (other.first - self.first) as usize;
        for (ours, theirs) in self.counts[from..].iter_mut().zip(&other.counts) {
            *ours = ours.saturating_add(*theirs);
        }
    }

    /// How many times were counted.
    pub fn count(&self) -> u64 {
        self.counts.iter().map(|&count| u64::from(count)).sum()
    }

    /// The time that the share `q` (0 to 1) of all times does not exceed; `None` without any.
    pub fn quantile(&self, q: f64) -> Option<Span> {
        let n = Some(self.count()).filter(|&n| n > 0)?;
        let rank = rank(q, n);
        let mut seen = 0;
        let at = self.counts.iter().position(|&count| {
            seen += u64::from(count);
            seen >= rank
        })?;
        Some(middle_of(self.first + at as u32))
    }

    /// Makes room for `bucket` and returns its count.
    #[cold]
    fn reach(&mut self, bucket: u32) -> &mut u32 {
        if self.counts.is_empty() {
            self.first = bucket;
        }
        if bucket < self.first {
            let missing = (self.first - bucket) as usize;
            self.counts.splice(0..0, std::iter::repeat_n(0, missing));
            self.first = bucket;
        }
        let at = (bucket - self.first) as usize;
        if at >= self.counts.len() {
            self.counts.resize(at + 1, 0);
        }
        &mut self.counts[at]
    }
}

/// The bucket of a time: which doubling it lies in, and which thirty-second of that.
fn bucket_of(time: Span) -> u32 {
    let nanos = time.as_nanos();
    let octave = (nanos | u64::from(PER_OCTAVE)).ilog2() - PER_OCTAVE.ilog2();
    octave * PER_OCTAVE + (nanos >> octave) as u32
}

/// The time in the middle of a bucket.
fn middle_of(bucket: u32) -> Span {
    let octave = (bucket / PER_OCTAVE).saturating_sub(1);
    let low = u64::from(bucket - octave * PER_OCTAVE) << octave;
    Span::from_nanos(low + (1_u64 << octave) / 2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Key;

    fn times(serials: std::ops::Range<u64>) -> impl Iterator<Item = Span> {
        serials.map(|serial| Span::from_nanos_f64(libm::exp(Key::root(3).draw(serial) * 25.0)))
    }

    fn histogram_of(serials: std::ops::Range<u64>) -> CoarseHistogram {
        let mut histogram = CoarseHistogram::new();
        times(serials).for_each(|time| histogram.record(time));
        histogram
    }

    #[test]
    fn every_time_lies_within_a_sixtieth_of_the_middle_of_its_bucket() {
        let edges = (0..64).flat_map(|bit| [(1_u64 << bit) - 1, 1 << bit, (1 << bit) + 1]);
        for nanos in edges.chain(times(0..10_000).map(Span::as_nanos)).chain([u64::MAX]) {
            let middle = middle_of(bucket_of(Span::from_nanos(nanos))).as_nanos();
            assert!(middle.abs_diff(nanos) <= nanos / 64 + 1, "{nanos} became {middle}");
            assert!(nanos >= 32 || middle == nanos);
        }
    }

    #[test]
    fn buckets_rise_with_time_and_leave_none_out() {
        let mut before = bucket_of(Span::ZERO);
        assert_eq!(before, 0);
        for nanos in 1..100_000 {
            let bucket = bucket_of(Span::from_nanos(nanos));
            assert!(bucket == before || bucket == before + 1);
            before = bucket;
        }
    }

    #[test]
    fn a_quantile_is_the_sorted_sample_of_its_rank_to_three_percent() {
        let mut sorted: Vec<Span> = times(0..5000).collect();
        sorted.sort();
        let histogram = histogram_of(0..5000);
        for percent in 1..=100 {
            let exact = sorted[percent * 50 - 1].as_nanos();
            let found = histogram.quantile(percent as f64 / 100.0).unwrap().as_nanos();
            assert!(found.abs_diff(exact) <= exact / 60 + 1, "p{percent}: {found} for {exact}");
        }
    }

    #[test]
    fn merging_gives_the_histogram_of_all_samples_in_any_order() {
        let whole = histogram_of(0..600);
        let parts = [histogram_of(0..5), CoarseHistogram::new(), histogram_of(5..600)];
        for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
            let mut merged = CoarseHistogram::new();
            order.iter().for_each(|&part| merged.merge(&parts[part]));
            assert_eq!((merged.first, &merged.counts), (whole.first, &whole.counts));
        }
    }

    #[test]
    fn an_empty_histogram_has_no_quantile_and_no_heap() {
        let empty = CoarseHistogram::new();
        assert_eq!((empty.count(), empty.quantile(0.5), empty.counts.capacity()), (0, None, 0));
    }
}
