//! A sliding window of successes and failures: over the last stretch of time, or over the last so many results.

use brownout_core::time::{SimTime, Span};

/// Successes and failures that the window holds.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// All results.
    pub total: u32,
    /// Those that were failures.
    pub failed: u32,
}

impl Tally {
    /// The share of failures; 0 for an empty window.
    pub fn failure_share(self) -> f64 {
        if self.total == 0 { 0.0 } else { f64::from(self.failed) / f64::from(self.total) }
    }
}

/// A sliding window of results.
#[derive(Clone, Debug)]
pub enum OutcomeWindow {
    /// The results of the last stretch of time.
    Time(TimeWindow),
    /// The last so many results.
    Count(CountWindow),
}

impl OutcomeWindow {
    /// An empty window over the last `span`, which forgets in steps of 1 % of it.
    pub fn over_time(span: Span) -> OutcomeWindow {
        const STEPS: u64 = 100;
        let step = Span::from_nanos((span.as_nanos() / STEPS).max(1));
        let slots = span.as_nanos().div_ceil(step.as_nanos()) as usize;
        let slots = vec![Tally::default(); slots].into_boxed_slice();
        OutcomeWindow::Time(TimeWindow { step, slots, newest: 0, tally: Tally::default() })
    }

    /// An empty window over the last `count` results.
    pub fn over_count(count: u32) -> OutcomeWindow {
        let ring = vec![false; count as usize].into_boxed_slice();
        OutcomeWindow::Count(CountWindow { ring, next: 0, tally: Tally::default() })
    }

    /// Takes in one result.
    pub fn record(&mut self, now: SimTime, failed: bool) {
        match self {
            OutcomeWindow::Time(window) => window.record(now, failed),
            OutcomeWindow::Count(window) => window.record(failed),
        }
    }

    /// What the window holds at this instant.
    pub fn tally(&mut self, now: SimTime) -> Tally {
        match self {
            OutcomeWindow::Time(window) => {
                window.forget_until(now);
                window.tally
            }
            OutcomeWindow::Count(window) => window.tally,
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        match self {
            OutcomeWindow::Time(window) => {
                window.slots.fill(Tally::default());
                window.tally = Tally::default();
            }
            OutcomeWindow::Count(window) => {
                window.next = 0;
                window.tally = Tally::default();
            }
        }
    }
}

/// The results of the last stretch of time, in steps.
#[derive(Clone, Debug)]
pub struct TimeWindow {
    step: Span,
    slots: Box<[Tally]>,
    /// The number, counted from time 0, of the step that was written last.
    newest: u64,
    tally: Tally,
}

impl TimeWindow {
    fn record(&mut self, now: SimTime, failed: bool) {
        self.forget_until(now);
        let at = (self.newest % self.slots.len() as u64) as usize;
        for tally in [&mut self.slots[at], &mut self.tally] {
            tally.total += 1;
            tally.failed += u32::from(failed);
        }
    }

    fn forget_until(&mut self, now: SimTime) {
        let present = now.as_nanos() / self.step.as_nanos();
        let len = self.slots.len() as u64;
        let gone = (present - self.newest).min(len);
        for step in 1..=gone {
            let slot = &mut self.slots[((self.newest + step) % len) as usize];
            self.tally.total -= slot.total;
            self.tally.failed -= slot.failed;
            *slot = Tally::default();
        }
        self.newest = present;
    }
}

/// The last so many results.
#[derive(Clone, Debug)]
pub struct CountWindow {
    ring: Box<[bool]>,
    next: usize,
    tally: Tally,
}

impl CountWindow {
    fn record(&mut self, failed: bool) {
        if self.tally.total as usize == self.ring.len() {
            self.tally.failed -= u32::from(self.ring[self.next]);
        } else {
            self.tally.total += 1;
        }
        self.ring[self.next] = failed;
        self.tally.failed += u32::from(failed);
        self.next = (self.next + 1) % self.ring.len();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(millis: u64) -> SimTime {
        SimTime::ZERO + Span::from_millis(millis)
    }

    #[test]
    fn a_time_window_forgets_what_is_older_than_its_span() {
        let mut window = OutcomeWindow::over_time(Span::from_secs(10));
        window.record(at(0), true);
        window.record(at(5_000), false);
        assert_eq!(window.tally(at(9_900)), Tally { total: 2, failed: 1 });
        assert_eq!(window.tally(at(10_000)), Tally { total: 1, failed: 0 });
        assert_eq!(window.tally(at(1_000_000)), Tally::default());
    }

    #[test]
    fn a_count_window_holds_the_last_results_only() {
        let mut window = OutcomeWindow::over_count(3);
        for failed in [true, true, false, false] {
            window.record(at(0), failed);
        }
        assert_eq!(window.tally(at(0)), Tally { total: 3, failed: 1 });
        window.clear();
        assert_eq!(window.tally(at(0)).failure_share(), 0.0);
    }

    #[test]
    fn a_window_shorter_than_its_steps_still_works() {
        let mut window = OutcomeWindow::over_time(Span::from_nanos(7));
        window.record(SimTime::from_nanos(1), true);
        assert_eq!(window.tally(SimTime::from_nanos(7)).total, 1);
        assert_eq!(window.tally(SimTime::from_nanos(8)).total, 0);
    }
}
