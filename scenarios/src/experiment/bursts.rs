//! How many independent samples lie beyond a time: what is slow comes in bursts, and a burst is one event and not many.
//!
//! If samples were independent, the number of them beyond some time would vary from replication to replication by its
//! own mean (Poisson). If it varies by more, so many times fewer of them are independent (the index of dispersion: Cox
//! and Lewis, "The Statistical Analysis of Series of Events", 1966, §4.5). Kept in constant memory, for every time at
//! once: the sum over replications of the square of the number beyond it.

use brownout_core::stats::Histogram;
use brownout_core::time::Span;

/// Classes to each doubling, three percent wide.
const EACH: usize = 32;
/// Classes of all times that there are.
const CLASSES: usize = 64 * EACH;
/// Replications from which on their spread says something.
const ENOUGH: u32 = 5;

/// For each time, how the samples beyond it spread over replications.
#[derive(Clone, Debug)]
pub(super) struct Bursts {
    replications: u32,
    /// By class: samples in later classes, of all replications.
    beyond: Vec<f64>,
    /// The sum of their squares.
    squares: Vec<f64>,
}

impl Bursts {
    pub(super) fn new() -> Bursts {
        Bursts { replications: 0, beyond: vec![0.0; CLASSES], squares: vec![0.0; CLASSES] }
    }

    /// The samples of one replication.
    pub(super) fn add(&mut self, samples: &Histogram) {
        self.replications += 1;
        let mut classes = [0.0; CLASSES];
        samples.iter().for_each(|(time, count)| classes[class_of(time)] += count as f64);
        let mut beyond = 0.0;
        for at in (0..CLASSES).rev() {
            self.beyond[at] += beyond;
            self.squares[at] += beyond * beyond;
            beyond += classes[at];
        }
    }

    /// The share of the samples beyond a time that are independent, 0 to 1; `None` where replications are too few to
    /// say, or nothing lies beyond.
    pub(super) fn worth_beyond(&self, time: Span) -> Option<f64> {
        let n = f64::from(self.replications);
        let mean = self.beyond[class_of(time)] / n;
        let variance = (self.squares[class_of(time)] - n * mean * mean) / (n - 1.0);
        let told = self.replications >= ENOUGH && mean > 0.0;
        told.then(|| if variance > mean { mean / variance } else { 1.0 })
    }
}

/// The class of a time.
fn class_of(time: Span) -> usize {
    let nanos = time.as_nanos().max(EACH as u64);
    let doubling = nanos.ilog2();
    let within = (nanos >> (doubling - EACH.ilog2())) as usize - EACH;
    doubling as usize * EACH + within
}

#[cfg(test)]
mod tests {
    use super::*;

    fn histogram(slow: u64) -> Histogram {
        let mut histogram = Histogram::new();
        (0..100).for_each(|_| histogram.record(Span::from_millis(1)));
        (0..slow).for_each(|_| histogram.record(Span::from_millis(100)));
        histogram
    }

    fn worth(slow: &[u64]) -> Option<f64> {
        let mut bursts = Bursts::new();
        slow.iter().for_each(|&slow| bursts.add(&histogram(slow)));
        bursts.worth_beyond(Span::from_millis(50))
    }

    #[test]
    fn samples_in_bursts_are_worth_fewer() {
        // Even is what chance would not do either, and takes nothing away.
        assert_eq!(worth(&[4, 4, 4, 4, 4]), Some(1.0));
        // Twenty in one replication and none in the others: a variance of eighty about a mean of four.
        assert_eq!(worth(&[20, 0, 0, 0, 0]), Some(4.0 / 80.0));
        assert_eq!(worth(&[0, 0, 0, 0, 0]), None);
        assert_eq!(worth(&[20, 0]), None, "two replications tell nothing of spread");
    }

    #[test]
    fn classes_are_ordered_as_times_are() {
        let times = [0, 1, 31, 32, 33, 63, 64, 66, 1 << 20, (1 << 20) + (1 << 15), u64::MAX];
        let classes = times.map(|nanos| class_of(Span::from_nanos(nanos)));
        assert!(classes.is_sorted() && classes[10] < CLASSES, "{classes:?}");
    }
}
