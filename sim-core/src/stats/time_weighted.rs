//! The mean of a level over time, such as busy workers or the length of a queue.

use crate::time::{SimTime, Span};

/// A level that changes at instants, and its exact integral over time since the start of the run.
///
/// Times given must not run backwards. To average over a window, take a [`Mark`] at its beginning and one at its end.
#[derive(Clone, Default, Debug)]
pub struct TimeWeighted {
    level: u64,
    greatest: u64,
    /// What each change added to the level times the nanoseconds when it did: what the integral would lack if the level
    /// had always been as it is now.
    lacking: i128,
    #[cfg(debug_assertions)]
    since: SimTime,
}

/// How far the integral of a level had come at an instant.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Mark {
    /// The instant.
    pub at: SimTime,
    /// Level times nanoseconds since the start of the run.
    pub integral: u128,
}

impl TimeWeighted {
    /// A level of zero at the start of the run.
    pub fn new() -> TimeWeighted {
        TimeWeighted::default()
    }

    /// The level as it stands.
    #[inline]
    pub fn level(&self) -> u64 {
        self.level
    }

    /// The greatest level there ever was.
    pub fn max(&self) -> u64 {
        self.greatest
    }

    /// From `now` on the level is `level`.
    #[inline]
    pub fn set(&mut self, now: SimTime, level: u64) {
        let delta = i128::from(level) - i128::from(self.level);
        self.change(now, delta, level);
    }

    /// From `now` on the level is higher by `delta`, or lower by a negative one.
    ///
    /// # Panics
    /// If the level would fall below zero: something left that had never come.
    #[inline(always)]
    pub fn add(&mut self, now: SimTime, delta: i64) {
        let level = self.level.checked_add_signed(delta);
        let level = level.expect("a level counts what is there and cannot fall below zero");
        self.change(now, i128::from(delta), level);
    }

    #[inline(always)]
    fn change(&mut self, now: SimTime, delta: i128, level: u64) {
        #[cfg(debug_assertions)]
        {
            assert!(now >= self.since, "a level cannot change in the past");
            self.since = now;
        }
        self.level = level;
        self.lacking += delta * i128::from(now.as_nanos());
        if delta > 0 {
            self.greatest = self.greatest.max(level);
        }
    }

    /// Level times nanoseconds from the start of the run to `now`, which is no earlier than the last change.
    #[inline]
    pub fn integral_to(&self, now: SimTime) -> u128 {
        (i128::from(self.level) * i128::from(now.as_nanos()) - self.lacking) as u128
    }

    /// A mark at `now`, which is no earlier than the last change.
    pub fn mark(&self, now: SimTime) -> Mark {
        Mark { at: now, integral: self.integral_to(now) }
    }
}

impl Mark {
    /// The mean level from the mark `earlier` to this one; `None` if no time lies between them.
    pub fn mean_since(self, earlier: Mark) -> Option<f64> {
        let nanos = self.span_since(earlier).as_nanos();
        let integral = self.integral.saturating_sub(earlier.integral);
        (nanos > 0).then(|| integral as f64 / nanos as f64)
    }

    /// The span from the mark `earlier` to this one.
    pub fn span_since(self, earlier: Mark) -> Span {
        self.at.since(earlier.at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(millis: u64) -> SimTime {
        SimTime::ZERO + Span::from_millis(millis)
    }

    #[test]
    fn a_level_counts_for_as_long_as_it_stood() {
        let mut busy = TimeWeighted::new();
        busy.add(at(10), 2);
        busy.add(at(20), 1);
        busy.set(at(20), 4);
        busy.add(at(40), -4);
        let end = busy.mark(at(100));
        assert_eq!(end.integral, (2 * 10 + 4 * 20) * 1_000_000);
        assert_eq!(end.mean_since(Mark::default()), Some(1.0));
        assert_eq!((busy.level(), busy.max()), (0, 4));
    }

    #[test]
    fn the_means_of_two_windows_make_the_mean_of_both() {
        let mut queue = TimeWeighted::new();
        let start = queue.mark(at(0));
        queue.set(at(5), 7);
        let middle = queue.mark(at(25));
        queue.set(at(30), 1);
        let end = queue.mark(at(50));
        let (first, second) = (middle.mean_since(start).unwrap(), end.mean_since(middle).unwrap());
        assert_eq!(end.mean_since(start), Some((first + second) / 2.0));
        assert_eq!(start.mean_since(start), None);
    }

    #[test]
    #[should_panic(expected = "cannot fall below zero")]
    fn what_never_came_cannot_leave() {
        TimeWeighted::new().add(at(1), -1);
    }
}
