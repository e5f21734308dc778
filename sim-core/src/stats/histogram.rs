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

    /// Counts one time so many times.
    pub fn record_many(&mut self, time: Span, times: u64) {
        if times == 0 {
            return;
        }
        let bucket = bucket_of(time.as_nanos());
        self.reach(bucket, bucket + 1);
        self.add(bucket, times as u32);
        (0..times >> u32::BITS).for_each(|_| self.fill(bucket));
        let sum = self.sum_nanos() + u128::from(time.as_nanos()) * u128::from(times);
        (self.sum, self.carried) = (sum as u64, (sum >> 64) as u16);
        self.greatest = self.greatest.max(time);
        if time <= self.least {
            self.shorten(time, u32::try_from(times).unwrap_or(u32::MAX));
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
        if other.is_empty() {
            return;
        }
        let from = usize::from(other.first);
        self.reach(from, from + other.counts.len());
        let ours = &mut self.counts[from - usize::from(self.first)..];
        let mut is_full = false;
        for (ours, theirs) in ours.iter_mut().zip(&other.counts) {
            *ours = ours.wrapping_add(*theirs);
            is_full |= *ours < *theirs;
        }
        if is_full {
            let sums = ours.iter().zip(&other.counts).map(|(sum, theirs)| sum < theirs);
            let full: Vec<usize> =
                (from..).zip(sums).filter(|sum| sum.1).map(|sum| sum.0).collect();
            full.into_iter().for_each(|bucket| self.fill(bucket));
        }
        let full = other.full.iter().flat_map(|full| &full.0);
        full.for_each(|&bucket| self.fill(usize::from(bucket)));
        let (sum, carry) = self.sum.overflowing_add(other.sum);
        (self.sum, self.carried) = (sum, self.carried + other.carried + u16::from(carry));
        self.greatest = self.greatest.max(other.greatest);
        if other.least <= self.least {
            self.shorten(other.least, other.at_least);
        }
    }

    /// How many times were counted.
    pub fn count(&self) -> u64 {
        let full = self.full.as_ref().map_or(0, |full| full.0.len() as u64);
        (full << u32::BITS) + self.counts.iter().map(|&held| u64::from(held)).sum::<u64>()
    }

    /// Whether none were counted.
    pub fn is_empty(&self) -> bool {
        // There is no room before the first, and none is ever taken away.
        self.counts.is_empty()
    }

    /// The mean of all times, from their exact sum; `None` without any.
    pub fn mean(&self) -> Option<Span> {
        let count = u128::from(self.count());
        (count > 0).then(|| Span::from_nanos(((self.sum_nanos() + count / 2) / count) as u64))
    }

    /// The sum of all times in nanoseconds, exact.
    pub fn sum_nanos(&self) -> u128 {
        u128::from(self.carried) << 64 | u128::from(self.sum)
    }

    /// The shortest time; `None` without any.
    pub fn min(&self) -> Option<Span> {
        (!self.is_empty()).then_some(self.least)
    }

    /// The longest time; `None` without any.
    pub fn max(&self) -> Option<Span> {
        (!self.is_empty()).then_some(self.greatest)
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
        let count = self.count();
        if count == 0 {
            return Vec::new();
        }
        let mut buckets = self.iter();
        let (mut edge, mut seen) = (Span::ZERO, 0);
        let quantile = |&q: &f64| {
            let rank = rank(q, count);
            while seen < rank
                && let Some((next, held)) = buckets.next()
            {
                (edge, seen) = (next, seen + held);
            }
            match rank {
                rank if rank <= u64::from(self.at_least) => (self.least, self.least),
                rank if rank == count => (self.greatest, self.greatest),
                _ => (floor_of(edge).max(self.least), edge),
            }
        };
        shares.iter().map(quantile).collect()
    }

    /// How many times have a rank beyond the `q`-quantile's: with few of them, that quantile is a guess.
    pub fn beyond(&self, q: f64) -> u64 {
        let count = self.count();
        if count > 0 { count - rank(q, count) } else { 0 }
    }

    /// The share of all times, 0 to 1, that are longer than `limit` by more than the width of its bucket (0.1 %);
    /// 0 without any.
    pub fn share_above(&self, limit: Span) -> f64 {
        let first = bucket_of(limit.as_nanos()) + 1;
        let above = self.buckets().skip_while(|(bucket, _)| *bucket < first);
        let above: u64 = above.map(|(_, held)| held).sum();
        if above > 0 { above as f64 / self.count() as f64 } else { 0.0 }
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
mod tests;
