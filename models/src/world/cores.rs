//! Processor sharing: work in progress shares the cores of an instance evenly.
//!
//! With n works on c cores each goes at the speed min(1, c / n). All works go equally fast, so the one with the least
//! to do ends first: it is enough to know how much each would have done since the start (Kleinrock, *Queueing Systems*,
//! vol. 2, §4.4). Amounts are kept in fractions of 2⁻²⁰ ns, so that nothing is rounded by a machine's own arithmetic.

use std::collections::BTreeSet;

use brownout_core::calendar::Timer;
use brownout_core::time::{SimTime, Span};

use crate::ids::VisitId;

const FRACTION: u32 = 20;

/// The cores of one instance and the works that share them.
#[derive(Clone, Debug)]
pub struct Cores {
    count: u32,
    /// When each work ends, on the clock of done work; then its age.
    works: BTreeSet<(u128, u64, VisitId)>,
    /// The clock of done work: what a work that had begun at time 0 would have done by now.
    done: u128,
    since: SimTime,
    frozen_until: SimTime,
    ages: u64,
    /// The end of the work that ends first.
    pub timer: Timer,
}

impl Cores {
    /// `count` idle cores.
    pub fn new(count: u32) -> Cores {
        Cores {
            count,
            works: BTreeSet::new(),
            done: 0,
            since: SimTime::ZERO,
            frozen_until: SimTime::ZERO,
            ages: 0,
            timer: Timer::NONE,
        }
    }

    fn advance(&mut self, now: SimTime) {
        let passed = u128::from((now - self.since.max(self.frozen_until)).as_nanos()) << FRACTION;
        self.since = now;
        let sharing = self.works.len() as u128;
        if sharing > 0 {
            let count = u128::from(self.count);
            self.done += if sharing <= count { passed } else { passed * count / sharing };
        }
    }

    /// A work begins that takes `span` on a core of its own.
    pub fn begin(&mut self, now: SimTime, visit: VisitId, span: Span) {
        self.advance(now);
        let ends = self.done + (u128::from(span.as_nanos()) << FRACTION);
        self.works.insert((ends, self.ages, visit));
        self.ages += 1;
    }

    /// A work is given up.
    pub fn give_up(&mut self, now: SimTime, visit: VisitId) {
        self.advance(now);
        self.works.retain(|&(_, _, other)| other != visit);
    }

    /// Nothing is done until `until`.
    pub fn freeze(&mut self, now: SimTime, until: SimTime) {
        self.advance(now);
        self.frozen_until = self.frozen_until.max(until);
    }

    /// Nobody works any more.
    pub fn clear(&mut self) {
        self.works.clear();
    }

    /// How long until the first work ends, if any is in progress.
    pub fn next(&mut self, now: SimTime) -> Option<Span> {
        self.advance(now);
        let left = self.works.first()?.0.saturating_sub(self.done);
        let (sharing, count) = (self.works.len() as u128, u128::from(self.count));
        let real = if sharing <= count { left } else { (left * sharing).div_ceil(count) };
        let nanos = real.div_ceil(1 << FRACTION);
        let frozen = self.frozen_until - now;
        Some(Span::from_nanos(u64::try_from(nanos).unwrap_or(u64::MAX)) + frozen)
    }

    /// The work that has ended by now, if any.
    pub fn ended(&mut self, now: SimTime) -> Option<VisitId> {
        self.advance(now);
        // Half a nanosecond: what rounding up the time of the end may have left over or taken.
        const HALF: u128 = 1 << (FRACTION - 1);
        let &(ends, _, visit) = self.works.first()?;
        if ends > self.done + HALF {
            return None;
        }
        self.works.pop_first();
        Some(visit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(millis: u64) -> SimTime {
        SimTime::ZERO + Span::from_millis(millis)
    }

    #[test]
    fn two_works_on_one_core_take_twice_as_long() {
        let mut cores = Cores::new(1);
        cores.begin(at(0), VisitId(1), Span::from_millis(10));
        cores.begin(at(0), VisitId(2), Span::from_millis(20));
        assert_eq!(cores.next(at(0)), Some(Span::from_millis(20)));
        assert_eq!(cores.ended(at(19)), None);
        assert_eq!(cores.ended(at(20)), Some(VisitId(1)));
        // The second has 10 ms left and the core to itself.
        assert_eq!(cores.next(at(20)), Some(Span::from_millis(10)));
        assert_eq!(cores.ended(at(30)), Some(VisitId(2)));
        assert_eq!(cores.next(at(30)), None);
    }

    #[test]
    fn works_do_not_disturb_each_other_while_there_are_cores() {
        let mut cores = Cores::new(2);
        cores.begin(at(0), VisitId(1), Span::from_millis(10));
        cores.begin(at(5), VisitId(2), Span::from_millis(10));
        assert_eq!(cores.next(at(5)), Some(Span::from_millis(5)));
        assert_eq!(cores.ended(at(10)), Some(VisitId(1)));
        assert_eq!(cores.ended(at(15)), Some(VisitId(2)));
    }
}
