//! The calendar held against a plain sorted list.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::{Number, nanos};
use crate::calendar::{Calendar, Lane, Timer};
use crate::time::SimTime;

/// A way to touch a calendar; delays in nanoseconds, `which` picks a lane or an old timer.
#[derive(Clone, Copy, Debug)]
enum Touch {
    At(u64),
    After(u64),
    Along { which: usize },
    TimerAfter(u64),
    TimerAt(u64),
    Cancel { which: usize },
    Next,
    NextUntil(u64),
    Peek,
}

/// A calendar and the sorted list that it must agree with.
struct Pair {
    calendar: Calendar<Number>,
    lanes: Vec<(Lane, u64)>,
    sorted: BTreeMap<(u64, u64), u32>,
    /// All timers ever set, with their place in the sorted list.
    timers: Vec<(Timer, (u64, u64))>,
    scheduled: u64,
}

impl Pair {
    fn with_lanes(delays: &[u64]) -> Pair {
        let mut calendar = Calendar::new();
        let lanes = delays.iter().map(|&delay| (calendar.lane(nanos(delay)), delay)).collect();
        Pair { calendar, lanes, sorted: BTreeMap::new(), timers: Vec::new(), scheduled: 0 }
    }

    fn now(&self) -> u64 {
        self.calendar.now().as_nanos()
    }

    /// Enters an event into the sorted list and returns it with its place there.
    fn enter(&mut self, delay: u64) -> (Number, (u64, u64)) {
        self.scheduled += 1;
        let code = (self.scheduled.wrapping_mul(0x9e37_79b9) & 0xfff_ffff) as u32;
        let place = (self.now().saturating_add(delay), self.scheduled);
        if place.0 < u64::MAX {
            self.sorted.insert(place, code);
        }
        (Number(code), place)
    }

    fn touch(&mut self, touch: Touch) {
        match touch {
            Touch::At(delay) => {
                let (event, _) = self.enter(delay);
                self.calendar.at(self.calendar.now() + nanos(delay), event);
            }
            Touch::After(delay) => {
                let (event, _) = self.enter(delay);
                self.calendar.after(nanos(delay), event);
            }
            Touch::Along { which } => {
                let (lane, delay) = self.lanes[which % self.lanes.len()];
                let (event, place) = self.enter(delay);
                let timer = self.calendar.along(lane, event);
                self.remember(timer, place);
            }
            Touch::TimerAfter(delay) => {
                let (event, place) = self.enter(delay);
                let timer = self.calendar.timer_after(nanos(delay), event);
                self.remember(timer, place);
            }
            Touch::TimerAt(delay) => {
                let (event, place) = self.enter(delay);
                let timer = self.calendar.timer_at(self.calendar.now() + nanos(delay), event);
                self.remember(timer, place);
            }
            Touch::Cancel { which } => {
                if self.timers.is_empty() {
                    return;
                }
                // Mostly one of the latest, which is likely to be set still; sometimes any that ever was.
                let back =
                    if which % 8 == 0 { self.timers.len() } else { self.timers.len().min(300) };
                let (timer, place) = self.timers[self.timers.len() - 1 - which % back];
                self.calendar.cancel(timer);
                self.sorted.remove(&place);
            }
            Touch::Next => self.next_until(u64::MAX),
            Touch::NextUntil(delay) => self.next_until(self.now().saturating_add(delay)),
            Touch::Peek => {
                let first = self.sorted.keys().next().map(|&(time, _)| SimTime::from_nanos(time));
                assert_eq!(self.calendar.peek_time(), first);
            }
        }
        assert_eq!(self.calendar.pending(), self.sorted.len());
    }

    fn remember(&mut self, timer: Timer, place: (u64, u64)) {
        assert_eq!(timer.is_none(), place.0 == u64::MAX);
        self.timers.push((timer, place));
    }

    fn next_until(&mut self, until: u64) {
        let before = self.now();
        let expected = self.sorted.first_entry().filter(|first| first.key().0 <= until);
        let expected = expected.map(|first| (first.key().0, first.remove()));
        let event = self.calendar.next_until(SimTime::from_nanos(until));
        assert_eq!(event.map(|number| (self.now(), number.0)), expected);
        if expected.is_none() {
            assert_eq!(self.now(), if until < u64::MAX { until } else { before });
        }
    }

    fn drain(&mut self) {
        while !self.sorted.is_empty() {
            self.touch(Touch::Next);
        }
        assert!(self.calendar.is_empty());
        assert_eq!(self.calendar.next(), None);
    }
}

/// Delays from nothing to beyond the end of time, many of them equal.
fn any_delay() -> impl Strategy<Value = u64> {
    prop_oneof![
        3 => Just(0),
        4 => 0..8_u64,
        4 => 0..2_000_u64,
        4 => 0..50_000_000_u64,
        1 => 0..1_u64 << 44,
        1 => Just(1_u64 << 61),
        1 => Just(u64::MAX),
    ]
}

fn any_touch() -> impl Strategy<Value = Touch> {
    prop_oneof![
        3 => any_delay().prop_map(Touch::At),
        3 => any_delay().prop_map(Touch::After),
        4 => (0..1_000_usize).prop_map(|which| Touch::Along { which }),
        2 => any_delay().prop_map(Touch::TimerAfter),
        2 => any_delay().prop_map(Touch::TimerAt),
        3 => (0..100_000_usize).prop_map(|which| Touch::Cancel { which }),
        8 => Just(Touch::Next),
        1 => (0..5_000_u64).prop_map(Touch::NextUntil),
        1 => Just(Touch::Peek),
    ]
}

proptest! {
    #[test]
    fn any_touches_give_the_order_of_a_sorted_list(
        delays in prop::collection::vec(any_delay(), 1..20),
        touches in prop::collection::vec(any_touch(), 1..1_500),
    ) {
        let mut pair = Pair::with_lanes(&delays);
        for touch in touches {
            pair.touch(touch);
        }
        pair.drain();
    }
}

/// A plain generator for long runs.
struct Dice(u64);

impl Dice {
    fn throw(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 >> 11
    }

    fn delay(&mut self) -> u64 {
        let widest = [0, 1, 3, 200, 70_000, 20_000_000, 20_000_000, 20_000_000, 1 << 40];
        let wide = widest[self.throw() as usize % widest.len()];
        self.throw() % (wide + 1)
    }

    fn touch(&mut self, growing: bool) -> Touch {
        let leave = if growing { 30 } else { 55 };
        let which = self.throw() as usize;
        match self.throw() % 100 {
            percent if percent < leave => Touch::Next,
            percent if percent < leave + 10 => Touch::Cancel { which },
            percent if percent < leave + 20 => Touch::Along { which },
            percent if percent < leave + 30 => Touch::TimerAfter(self.delay()),
            98 => Touch::NextUntil(self.delay() % 1_000),
            _ => Touch::At(self.delay()),
        }
    }
}

#[test]
fn a_calendar_that_grows_and_shrinks_through_every_size_keeps_the_order() {
    let mut dice = Dice(0x5eed_1234_5678_9abc);
    let mut pair = Pair::with_lanes(&[0, 5, 5, 1_000, 500_000, 100_000_000]);
    for size in [20, 3, 90, 40, 100, 30, 1_000, 20, 40_000, 200, 100_000, 10, 20_000, 0] {
        let growing = pair.sorted.len() < size;
        while (pair.sorted.len() < size) == growing && pair.sorted.len() != size {
            pair.touch(dice.touch(growing));
        }
        for _ in 0..2_000 {
            let growing = pair.sorted.len() < size;
            pair.touch(dice.touch(growing));
        }
        pair.touch(Touch::Peek);
    }
    pair.drain();
}

#[test]
fn a_crowd_at_one_instant_leaves_in_the_order_it_came() {
    for crowd in [50, 97, 500, 100_000] {
        let mut pair = Pair::with_lanes(&[7]);
        for nth in 0..crowd {
            pair.touch(if nth % 3 == 0 { Touch::Along { which: 0 } } else { Touch::At(7) });
        }
        for _ in 0..crowd / 2 {
            pair.touch(Touch::Next);
            pair.touch(Touch::After(0));
            pair.touch(Touch::At(1));
        }
        pair.drain();
    }
}

#[test]
fn events_scheduled_before_a_far_first_event_come_first() {
    let mut pair = Pair::with_lanes(&[10]);
    for nth in 0..1_000 {
        pair.touch(Touch::At(1_000_000_000 + nth * 1_000));
    }
    for _ in 0..500 {
        pair.touch(Touch::Along { which: 0 });
        pair.touch(Touch::At(15));
        pair.touch(Touch::Next);
        pair.touch(Touch::At(3));
        pair.touch(Touch::TimerAfter(4));
        pair.touch(Touch::Peek);
    }
    pair.drain();
}

#[test]
fn hundreds_of_lanes_compete_in_order() {
    let delays: Vec<u64> = (0..300).map(|nth| nth * nth % 1_009 * 100).collect();
    for lanes in [1, 2, 8, 9, 16, 17, 300] {
        let mut dice = Dice(lanes as u64 + 77);
        let mut pair = Pair::with_lanes(&delays[..lanes]);
        for _ in 0..20_000 {
            let which = dice.throw() as usize;
            pair.touch(match dice.throw() % 10 {
                0..5 => Touch::Along { which },
                5..7 => Touch::Cancel { which },
                _ => Touch::Next,
            });
        }
        pair.drain();
    }
}
