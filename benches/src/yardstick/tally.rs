//! Latencies counted in buckets that are 6 % wide.

/// Buckets to a power of two, as a power of two.
const FINE: u32 = 4;
const BUCKETS: usize = 64 << FINE;

pub(super) struct Tally {
    count: u64,
    sum: u64,
    buckets: Box<[u32; BUCKETS]>,
}

impl Tally {
    pub(super) fn new() -> Tally {
        Tally { count: 0, sum: 0, buckets: Box::new([0; BUCKETS]) }
    }

    #[inline]
    pub(super) fn count_in(&mut self, nanos: u64) {
        self.count += 1;
        self.sum += nanos;
        self.buckets[bucket(nanos)] += 1;
    }

    pub(super) fn count(&self) -> u64 {
        self.count
    }

    pub(super) fn mean(&self) -> f64 {
        self.sum as f64 / self.count as f64
    }

    /// The lower end of the bucket that holds the percentile.
    pub(super) fn percentile(&self, percent: u64) -> u64 {
        let mut below = 0;
        let at = self.buckets.iter().position(|&count| {
            below += u64::from(count);
            below * 100 >= self.count * percent
        });
        lower_end(at.unwrap_or(BUCKETS - 1))
    }
}

/// Times below 16 ns share the first bucket.
#[inline]
fn bucket(nanos: u64) -> usize {
    let nanos = nanos | 1 << FINE;
    let octave = 63 - nanos.leading_zeros() - FINE;
    ((octave << FINE) as u64 + (nanos >> octave & ((1 << FINE) - 1))) as usize
}

fn lower_end(bucket: usize) -> u64 {
    let fine = bucket as u64 & ((1 << FINE) - 1);
    (1 << FINE | fine) << (bucket >> FINE)
}
