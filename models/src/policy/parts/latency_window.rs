//! A percentile of the latencies seen lately: two windows of the same length, one filling, one to read beside it.

use brownout_core::time::{SimTime, Span};

/// Buckets for each doubling: an observed percentile is at most 1/16 too long.
const PER_OCTAVE: u64 = 16;
const BUCKETS: usize = 1024;

/// Latencies of the last one to two spans, and a percentile of them.
#[derive(Clone, Debug)]
pub struct LatencyWindow {
    span: Span,
    share: f64,
    min_samples: u32,
    /// When the filling window began.
    began: SimTime,
    filling: Box<[u32; BUCKETS]>,
    before: Box<[u32; BUCKETS]>,
    counts: [u32; 2],
    /// The percentile when it was last worked out, and how many samples it may serve for.
    known: Option<Span>,
    fresh_for: u32,
}

impl LatencyWindow {
    /// An empty window that knows the percentile `share` once it has seen `min_samples`.
    pub fn new(span: Span, share: f64, min_samples: u32) -> LatencyWindow {
        LatencyWindow {
            span,
            share,
            min_samples,
            began: SimTime::ZERO,
            filling: Box::new([0; BUCKETS]),
            before: Box::new([0; BUCKETS]),
            counts: [0; 2],
            known: None,
            fresh_for: 0,
        }
    }

    /// Takes in one latency.
    pub fn record(&mut self, now: SimTime, latency: Span) {
        self.turn(now);
        self.filling[bucket(latency)] += 1;
        self.counts[0] += 1;
        self.fresh_for = self.fresh_for.saturating_sub(1);
    }

    /// The percentile, once enough has been seen; the upper edge of its bucket.
    pub fn percentile(&mut self, now: SimTime) -> Option<Span> {
        self.turn(now);
        let total = self.counts[0] + self.counts[1];
        if total < self.min_samples.max(1) {
            return None;
        }
        if self.fresh_for == 0 {
            // A new sample in a hundred cannot move the percentile much: working it out that often is enough.
            self.fresh_for = (total / 100).max(1);
            self.known = self.work_out(total);
        }
        self.known
    }

    fn work_out(&self, total: u32) -> Option<Span> {
        let rank = (self.share * f64::from(total)).ceil().max(1.0) as u32;
        let mut below = 0;
        let both = self.filling.iter().zip(self.before.iter());
        for (at, (now, then)) in both.enumerate() {
            below += now + then;
            if below >= rank {
                return Some(upper_edge(at));
            }
        }
        None
    }

    fn turn(&mut self, now: SimTime) {
        let age = now - self.began;
        if age < self.span {
            return;
        }
        std::mem::swap(&mut self.filling, &mut self.before);
        self.counts[1] = self.counts[0];
        if age >= self.span * 2 {
            self.before.fill(0);
            self.counts[1] = 0;
        }
        self.filling.fill(0);
        self.counts[0] = 0;
        self.began = now;
        self.fresh_for = 0;
    }
}

fn bucket(latency: Span) -> usize {
    let nanos = latency.as_nanos().max(PER_OCTAVE);
    let shift = nanos.ilog2() - PER_OCTAVE.ilog2();
    let at = u64::from(shift) * PER_OCTAVE + (nanos >> shift);
    (at as usize - PER_OCTAVE as usize).min(BUCKETS - 1)
}

fn upper_edge(at: usize) -> Span {
    let at = at as u64 + 1;
    let shift = at / PER_OCTAVE;
    Span::from_nanos((PER_OCTAVE + at % PER_OCTAVE) << shift)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(secs: u64) -> SimTime {
        SimTime::ZERO + Span::from_secs(secs)
    }

    #[test]
    fn the_percentile_is_right_to_one_sixteenth() {
        let mut window = LatencyWindow::new(Span::from_secs(60), 0.95, 100);
        for millis in 1..=1000 {
            window.record(at(1), Span::from_millis(millis));
        }
        let p95 = window.percentile(at(1)).unwrap().as_millis_f64();
        assert!((950.0..=950.0 * 17.0 / 16.0).contains(&p95), "{p95}");
    }

    #[test]
    fn nothing_is_known_before_the_first_hundred_or_after_a_long_silence() {
        let mut window = LatencyWindow::new(Span::from_secs(10), 0.5, 100);
        for _ in 0..99 {
            window.record(at(1), Span::from_millis(5));
        }
        assert_eq!(window.percentile(at(1)), None);
        window.record(at(1), Span::from_millis(5));
        assert!(window.percentile(at(1)).is_some());
        assert_eq!(window.percentile(at(100)), None);
    }

    #[test]
    fn every_latency_lies_below_the_upper_edge_of_its_bucket() {
        for nanos in [0, 1, 15, 16, 17, 31, 32, 33, 1000, 12_345_678, 9_999_999_999] {
            let edge = upper_edge(bucket(Span::from_nanos(nanos)));
            assert!(
                edge.as_nanos() > nanos && edge.as_nanos() <= (nanos + nanos / 8).max(17),
                "{nanos} {edge}"
            );
        }
    }
}
