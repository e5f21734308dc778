//! A histogram of times at three significant digits, for the latencies of a whole run.

use crate::stats::rank::rank;
use crate::time::Span;

/// How many times of each length there were, to three significant digits; count, mean, least and greatest are exact.
///
/// A quantile is at most 0.1 % above the true sample of that rank, and never below it; where that sample is the least or
/// the greatest of all, it is exact. An empty histogram is a few words; a used one takes 4 KiB for each doubling between
/// the least time and the greatest (16 KiB for a decade; all that is below 2 µs takes 8 KiB).
///
/// Histograms merge exactly and in any order: the sum is the histogram of all samples together. The buckets are those of
/// an HdrHistogram of three digits (Gil Tene, <https://hdrhistogram.org>): 1,024 of equal width to each doubling.
#[derive(Clone, Debug)]
pub struct Histogram {
    /// By bucket, from the first doubling that was used to the last: the lower 32 bits of how many times it holds.
    counts: Box<[u32]>,
    /// What those bits cannot hold.
    full: Option<Box<Full>>,
    count: u64,
    /// The sum of all times in nanoseconds, in two parts: the lower 64 bits and those above.
    sum: u64,
    carried: u16,
    /// The bucket of the first count.
    first: u16,
    /// How many times were as short as the least; no more than there is room for are counted.
    at_least: u32,
    least: Span,
    greatest: Span,
}

/// The buckets that hold more than 32 bits can count, each as often as it has been full.
#[derive(Clone, Default, Debug)]
struct Full(Vec<u16>);

/// Bits of a time that its bucket keeps, the leading one included.
const BITS: u32 = 11;
/// Buckets to each doubling.
const HALF: usize = 1 << (BITS - 1);

/// The bucket of a time in nanoseconds.
#[inline]
fn bucket_of(nanos: u64) -> usize {
    let dropped = (u64::BITS - BITS) - (nanos | (2 * HALF as u64 - 1)).leading_zeros();
    dropped as usize * HALF + (nanos >> dropped) as usize
}

/// The longest time in a bucket.
#[inline]
fn edge_of(bucket: usize) -> u64 {
    let dropped = (bucket / HALF).saturating_sub(1);
    ((bucket - dropped * HALF) as u64) << dropped | ((1 << dropped) - 1)
}

/// The shortest time that shares a bucket with this one.
fn floor_of(time: Span) -> Span {
    let bucket = bucket_of(time.as_nanos());
    Span::from_nanos(bucket.checked_sub(1).map_or(0, |before| edge_of(before) + 1))
}

impl Default for Histogram {
    fn default() -> Histogram {
        Histogram::new()
    }
}

impl Histogram {
    /// A histogram of nothing.
    pub fn new() -> Histogram {
        Histogram {
            counts: Box::default(),
            full: None,
            count: 0,
            sum: 0,
            carried: 0,
            first: 0,
            at_least: 0,
            least: Span::MAX,
            greatest: Span::ZERO,
        }
    }

    /// Counts one time.
    #[inline(always)]
    pub fn record(&mut self, time: Span) {
        self.count += 1;
        let (sum, carry) = self.sum.overflowing_add(time.as_nanos());
        (self.sum, self.carried) = (sum, self.carried + u16::from(carry));
        if time > self.greatest {
            self.greatest = time;
        }
        if time <= self.least {
            self.shorten(time, 1);
        }
        let bucket = bucket_of(time.as_nanos());
        match self.counts.get_mut(bucket.wrapping_sub(usize::from(self.first))) {
            Some(count) => {
                *count = count.wrapping_add(1);
                if *count == 0 {
                    self.fill(bucket);
                }
            }
            None => self.begin(bucket),
        }
    }

    /// Counts the first time in a bucket that there was no room for.
    #[cold]
    #[inline(never)]
    fn begin(&mut self, bucket: usize) {
        self.reach(bucket, bucket + 1);
        self.add(bucket, 1);
    }

    /// A bucket has been full, and its count has begun anew.
    #[cold]
    #[inline(never)]
    fn fill(&mut self, bucket: usize) {
        self.full.get_or_insert_default().0.push(bucket as u16);
    }

    /// Adds to a bucket that is there.
    fn add(&mut self, bucket: usize, more: u32) {
        let count = &mut self.counts[bucket - usize::from(self.first)];
        let (sum, is_full) = count.overflowing_add(more);
        *count = sum;
        if is_full {
            self.fill(bucket);
        }
    }

    /// Takes in `more` times that are no longer than the least so far.
    #[inline]
    fn shorten(&mut self, time: Span, more: u32) {
        self.at_least = if time < self.least { more } else { self.at_least.saturating_add(more) };
        self.least = time;
    }

    /// Makes room for the buckets from one to another, that one not included.
    fn reach(&mut self, from: usize, to: usize) {
        let (from, to) = (from / HALF * HALF, to.next_multiple_of(HALF));
        let first = if self.counts.is_empty() { from } else { usize::from(self.first) };
        let end = first + self.counts.len();
        if from < first || end < to {
            let start = from.min(first);
            let mut wider = vec![0; end.max(to) - start].into_boxed_slice();
            wider[first - start..end - start].copy_from_slice(&self.counts);
            (self.counts, self.first) = (wider, start as u16);
        }
    }

    /// Adds all that `other` has counted.
    pub fn merge(&mut self, other: &Histogram) {
        if other.count == 0 {
            return;
        }
        let from = usize::from(other.first);
        self.reach(from, from + other.counts.len());
        self.count += other.count;
        if self.count <= u64::from(u32::MAX) {
            let ours = &mut self.counts[from - usize::from(self.first)..];
            ours.iter_mut().zip(&other.counts).for_each(|(ours, theirs)| *ours += theirs);
        } else {
            (from..).zip(&other.counts).for_each(|(bucket, &more)| self.add(bucket, more));
            let full = other.full.iter().flat_map(|full| &full.0);
            full.for_each(|&bucket| self.fill(usize::from(bucket)));
        }
        let (sum, carry) = self.sum.overflowing_add(other.sum);
        (self.sum, self.carried) = (sum, self.carried + other.carried + u16::from(carry));
        self.greatest = self.greatest.max(other.greatest);
        if other.least <= self.least {
            self.shorten(other.least, other.at_least);
        }
    }

    /// How many times were counted.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The mean of all times, from their exact sum; `None` without any.
    pub fn mean(&self) -> Option<Span> {
        let count = u128::from(self.count);
        (count > 0).then(|| Span::from_nanos(((self.sum_nanos() + count / 2) / count) as u64))
    }

    /// The sum of all times in nanoseconds, exact.
    pub fn sum_nanos(&self) -> u128 {
        u128::from(self.carried) << 64 | u128::from(self.sum)
    }

    /// The shortest time; `None` without any.
    pub fn min(&self) -> Option<Span> {
        (self.count > 0).then_some(self.least)
    }

    /// The longest time; `None` without any.
    pub fn max(&self) -> Option<Span> {
        (self.count > 0).then_some(self.greatest)
    }

    /// The time that the share `q` (0 to 1) of all times does not exceed; `None` without any.
    ///
    /// It is the sample of rank ⌈q n⌉, rounded up to the edge of its bucket but not above the longest time. As many
    /// samples as are equal to the shortest time are that, exactly.
    pub fn quantile(&self, q: f64) -> Option<Span> {
        self.quantiles(&[q]).first().copied()
    }

    /// The quantiles of several shares in rising order, in one pass; empty without any times.
    pub fn quantiles(&self, shares: &[f64]) -> Vec<Span> {
        self.between(shares).into_iter().map(|(_, most)| most).collect()
    }

    /// The same with all that is known of them: from the shortest to the longest time that the sample of that rank may have
    /// been; the quantile is the longest.
    pub fn between(&self, shares: &[f64]) -> Vec<(Span, Span)> {
        if self.count == 0 {
            return Vec::new();
        }
        let mut buckets = self.iter();
        let (mut edge, mut seen) = (Span::ZERO, 0);
        let quantile = |&q: &f64| {
            let rank = rank(q, self.count);
            while seen < rank
                && let Some((next, held)) = buckets.next()
            {
                (edge, seen) = (next, seen + held);
            }
            match rank {
                rank if rank <= u64::from(self.at_least) => (self.least, self.least),
                rank if rank == self.count => (self.greatest, self.greatest),
                _ => (floor_of(edge).max(self.least), edge),
            }
        };
        shares.iter().map(quantile).collect()
    }

    /// How many times have a rank beyond the `q`-quantile's: with few of them, that quantile is a guess.
    pub fn beyond(&self, q: f64) -> u64 {
        if self.count > 0 { self.count - rank(q, self.count) } else { 0 }
    }

    /// The share of all times, 0 to 1, that are longer than `limit` by more than the width of its bucket (0.1 %);
    /// 0 without any.
    pub fn share_above(&self, limit: Span) -> f64 {
        let first = bucket_of(limit.as_nanos()) + 1;
        let above = self.buckets().skip_while(|(bucket, _)| *bucket < first);
        let above: u64 = above.map(|(_, held)| held).sum();
        if above > 0 { above as f64 / self.count as f64 } else { 0.0 }
    }

    /// Every bucket that holds something, and how many times.
    fn buckets(&self) -> impl Iterator<Item = (usize, u64)> {
        let full = |bucket: usize| {
            let full = self.full.iter().flat_map(|full| &full.0);
            full.filter(|&&at| usize::from(at) == bucket).count() as u64
        };
        let held = move |(bucket, &low): (usize, &u32)| match &self.full {
            None => (bucket, u64::from(low)),
            Some(_) => (bucket, full(bucket) << u32::BITS | u64::from(low)),
        };
        let buckets = (usize::from(self.first)..).zip(&self.counts).map(held);
        buckets.filter(|(_, held)| *held > 0)
    }

    /// Every bucket that holds something: its upper edge, inclusive, and how many times it holds; shortest first.
    pub fn iter(&self) -> impl Iterator<Item = (Span, u64)> {
        self.buckets()
            .map(|(bucket, held)| (Span::from_nanos(edge_of(bucket)).min(self.greatest), held))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Key;

    fn times(serials: std::ops::Range<u64>) -> impl Iterator<Item = Span> {
        // Spread over nine decades, as latencies of a system in trouble are.
        serials.map(|serial| {
            let draw = Key::root(7).draw(serial);
            Span::from_nanos_f64(libm::exp(draw * 20.0))
        })
    }

    fn histogram_of(serials: std::ops::Range<u64>) -> Histogram {
        let mut histogram = Histogram::new();
        times(serials).for_each(|time| histogram.record(time));
        histogram
    }

    #[test]
    fn a_quantile_is_the_sorted_sample_of_its_rank_to_a_thousandth() {
        let mut sorted: Vec<Span> = times(0..10_000).collect();
        sorted.sort();
        let histogram = histogram_of(0..10_000);
        for per_mille in 1..=1000 {
            let exact = sorted[per_mille * 10 - 1];
            let found = histogram.quantile(per_mille as f64 / 1000.0).unwrap();
            assert!(found >= exact, "{found} is below {exact}");
            assert!(found.as_nanos() <= exact.as_nanos() + exact.as_nanos() / 1000);
        }
        assert_eq!(histogram.max(), sorted.last().copied());
        assert_eq!(histogram.min(), sorted.first().copied());
        assert_eq!(histogram.quantile(1.0), histogram.max());
    }

    #[test]
    fn as_many_quantiles_as_samples_are_the_least_or_the_greatest_are_exact() {
        let ms = Span::from_millis;
        let mut histogram = Histogram::new();
        // Twenty milliseconds share their bucket with a little more.
        (0..70).for_each(|_| histogram.record(ms(20)));
        (0..29).for_each(|_| histogram.record(ms(20) + Span::from_micros(1)));
        histogram.record(ms(50));
        assert_eq!(histogram.quantiles(&[0.0, 0.5, 0.7, 1.0]), [ms(20), ms(20), ms(20), ms(50)]);
        let between = histogram.between(&[0.5, 0.8, 1.0]);
        assert_eq!((between[0], between[2]), ((ms(20), ms(20)), (ms(50), ms(50))));
        let (low, high) = between[1];
        assert!(low == ms(20) && high > low && high.as_nanos() < 20_020_000, "{low} to {high}");
        // The parts need not have the same least.
        let mut merged = Histogram::new();
        merged.record(ms(20));
        merged.record(ms(30));
        let mut longer = Histogram::new();
        longer.record(ms(30));
        for parts in [[&merged, &longer], [&longer, &merged]] {
            let mut sum = parts[0].clone();
            sum.merge(parts[1]);
            assert_eq!(sum.between(&[0.3, 1.0]), [(ms(20), ms(20)), (ms(30), ms(30))]);
            sum.merge(&merged);
            assert_eq!((sum.at_least, sum.quantile(0.4)), (2, Some(ms(20))));
        }
    }

    #[test]
    fn what_is_known_of_a_quantile_holds_the_sample_of_its_rank() {
        let mut sorted: Vec<Span> = times(0..2000).collect();
        sorted.sort();
        let histogram = histogram_of(0..2000);
        let shares: Vec<f64> = (1..=1000).map(|n| f64::from(n) / 1000.0).collect();
        for (number, (low, high)) in histogram.between(&shares).into_iter().enumerate() {
            let exact = sorted[number * 2 + 1];
            assert!(low <= exact && exact <= high, "{exact} is not in {low} to {high}");
            assert!(high.as_nanos() - low.as_nanos() <= low.as_nanos() / 1000 + 1);
        }
    }

    #[test]
    fn the_sum_of_times_is_exact_beyond_64_bits() {
        let mut histogram = Histogram::new();
        (0..5).for_each(|_| histogram.record(Span::MAX));
        let mut twice = histogram.clone();
        twice.merge(&histogram);
        assert_eq!(twice.sum_nanos(), u128::from(u64::MAX) * 10);
        assert_eq!(twice.mean(), Some(Span::MAX));
    }

    #[test]
    fn several_quantiles_in_one_pass_are_those_of_one_pass_each() {
        let histogram = histogram_of(0..777);
        let shares = [0.0, 0.1, 0.5, 0.5, 0.99, 1.0];
        let each: Vec<Span> = shares.iter().filter_map(|&q| histogram.quantile(q)).collect();
        assert_eq!(histogram.quantiles(&shares), each);
    }

    #[test]
    fn merging_gives_the_histogram_of_all_samples_in_any_order() {
        let whole = histogram_of(0..3000);
        let parts = [
            histogram_of(0..10),
            histogram_of(10..2000),
            Histogram::new(),
            histogram_of(2000..3000),
        ];
        for order in [[0, 1, 2, 3], [3, 2, 1, 0], [2, 0, 3, 1]] {
            let mut merged = Histogram::new();
            order.iter().for_each(|&part| merged.merge(&parts[part]));
            assert!(merged.iter().eq(whole.iter()));
            assert_eq!(merged.mean(), whole.mean());
            assert_eq!(merged.sum_nanos(), whole.sum_nanos());
            assert_eq!((merged.min(), merged.max()), (whole.min(), whole.max()));
        }
    }

    #[test]
    fn a_bucket_holds_more_than_32_bits_can_count() {
        let mut histogram = Histogram::new();
        histogram.record(Span::from_millis(7));
        (0..34).for_each(|_| histogram.merge(&histogram.clone()));
        histogram.record(Span::from_millis(9));
        let held = |histogram: &Histogram| histogram.iter().map(|(_, n)| n).collect::<Vec<_>>();
        assert_eq!(held(&histogram), [1 << 34, 1]);
        assert_eq!(histogram.quantiles(&[0.1, 1.0]), [7, 9].map(Span::from_millis));
        // One at a time, too.
        let mut nearly = Histogram::new();
        nearly.record(Span::from_millis(7));
        nearly.counts.iter_mut().for_each(|held| *held *= u32::MAX);
        nearly.record(Span::from_millis(7));
        assert_eq!(nearly.buckets().map(|(_, held)| held).collect::<Vec<_>>(), [1 << 32]);
        nearly.count = 1 << 32;
        nearly.merge(&histogram);
        assert_eq!(held(&nearly), [5 << 32, 1]);
        assert_eq!(nearly.share_above(Span::from_millis(8)) * nearly.count as f64, 1.0);
    }

    #[test]
    fn room_is_taken_between_the_least_and_the_greatest_only() {
        let ms = Span::from_millis;
        let mut histogram = Histogram::new();
        histogram.record(ms(50));
        assert_eq!(histogram.counts.len(), HALF);
        let mut shorter = histogram.clone();
        shorter.record(ms(3));
        assert_eq!(
            shorter.counts.len(),
            5 * HALF,
            "2 to 4, 4 to 8, 8 to 16, 16 to 33 and 33 to 67 ms"
        );
        // In either order, and with nothing.
        let mut both = [histogram.clone(), shorter.clone()];
        both[0].merge(&shorter);
        both[1].merge(&histogram);
        both.iter_mut().for_each(|one| one.merge(&Histogram::new()));
        for one in both {
            assert_eq!(one.counts.len(), 5 * HALF);
            assert_eq!(one.quantiles(&[0.3, 1.0]), [ms(3), ms(50)]);
            assert_eq!(one.iter().map(|(_, held)| held).collect::<Vec<_>>(), [1, 2]);
            assert_eq!((one.share_above(ms(2)), one.share_above(ms(4))), (1.0, 2.0 / 3.0));
        }
    }

    #[test]
    fn samples_beyond_a_quantile_and_above_a_limit_are_counted() {
        let mut histogram = Histogram::new();
        (1..=1000).for_each(|ms| histogram.record(Span::from_millis(ms)));
        assert_eq!(histogram.beyond(0.99), 10);
        assert_eq!(histogram.beyond(0.999), 1);
        assert_eq!(histogram.beyond(1.0), 0);
        assert_eq!(histogram.share_above(Span::from_millis(800)), 0.2);
        assert_eq!(histogram.share_above(Span::from_secs(2)), 0.0);
        assert_eq!(histogram.share_above(Span::ZERO), 1.0);
        assert_eq!(histogram.mean(), Some(Span::from_micros(500_500)));
    }

    #[test]
    fn an_empty_histogram_has_no_numbers_and_the_longest_time_is_no_panic() {
        let mut histogram = Histogram::new();
        assert_eq!((histogram.count(), histogram.mean(), histogram.quantile(0.5)), (0, None, None));
        assert_eq!((histogram.min(), histogram.max(), histogram.beyond(0.5)), (None, None, 0));
        histogram.record(Span::MAX);
        histogram.record(Span::ZERO);
        assert_eq!(histogram.max(), Some(Span::MAX));
        assert_eq!(histogram.quantile(0.5), Some(Span::ZERO));
        assert!(std::mem::size_of::<Histogram>() <= 64);
    }
}
