//! The laws of lanes, of cancelling, of never, and of ages.

use std::collections::VecDeque;

use super::{Number, nanos};
use crate::calendar::{Calendar, HaltReason, Timer, key};
use crate::time::{SimTime, Span};

#[test]
fn the_same_delay_gives_the_same_lane() {
    let mut calendar = Calendar::<Number>::default();
    let (short, long) = (calendar.lane(nanos(1)), calendar.lane(nanos(2)));
    assert_ne!(short, long);
    assert_eq!(calendar.lane(nanos(1)), short);
}

#[test]
fn a_lane_added_while_others_are_busy_competes_too() {
    let mut calendar = Calendar::new();
    for delay in (1..=40).rev() {
        let lane = calendar.lane(nanos(delay));
        calendar.along(lane, Number(delay as u32));
    }
    for delay in 1..=40 {
        assert_eq!(calendar.next(), Some(Number(delay)));
    }
}

#[test]
fn a_stale_handle_never_reaches_another_timer() {
    let mut calendar = Calendar::new();
    let lane = calendar.lane(nanos(5));
    let set = [calendar.along(lane, Number(1)), calendar.timer_after(nanos(5), Number(2))];
    assert_eq!([calendar.next(), calendar.next()], [Some(Number(1)), Some(Number(2))]);
    // The new timers take the places of the old ones.
    let new = [calendar.along(lane, Number(3)), calendar.timer_after(nanos(5), Number(4))];
    set.iter().for_each(|timer| calendar.cancel(*timer));
    assert_eq!(calendar.pending(), 2);
    for _ in 0..2 {
        new.iter().for_each(|timer| calendar.cancel(*timer));
        calendar.cancel(Timer::NONE);
        assert!(calendar.is_empty());
    }
    assert_eq!(calendar.next(), None);
    assert_eq!(calendar.fired(), 2);
}

#[test]
fn an_event_that_never_happens_is_not_pending() {
    let mut calendar = Calendar::new();
    calendar.at(SimTime::from_nanos(3), Number(0));
    calendar.next();
    let forever = calendar.lane(Span::MAX);
    calendar.at(SimTime::NEVER, Number(1));
    calendar.after(Span::MAX, Number(2));
    assert!(calendar.along(forever, Number(3)).is_none());
    assert!(calendar.timer_after(nanos(u64::MAX - 1), Number(4)).is_none());
    assert!(calendar.timer_at(SimTime::NEVER, Number(5)).is_none());
    assert!(calendar.is_empty());
    assert_eq!((calendar.peek_time(), calendar.next()), (None, None));
    assert_eq!(calendar.now(), SimTime::from_nanos(3));
}

#[test]
fn the_last_instant_before_never_does_happen() {
    let mut calendar = Calendar::new();
    let last = SimTime::from_nanos(u64::MAX - 1);
    for nth in 0..500 {
        calendar.at(last, Number(nth));
    }
    assert_eq!(calendar.peek_time(), Some(last));
    assert!((0..500).all(|nth| calendar.next() == Some(Number(nth))));
}

#[test]
fn timers_that_are_cancelled_early_take_no_lasting_room() {
    let mut calendar = Calendar::new();
    let timeout = calendar.lane(Span::from_secs(10));
    let mut under_way = VecDeque::new();
    for nth in 0..400_000 {
        // 100,000 a second, each cancelled a millisecond later: one in the lane, one loose.
        let jitter = nanos(10_000_000_000 + u64::from(nth) * 7_919 % 1_000_000);
        under_way.push_back(calendar.along(timeout, Number(nth)));
        under_way.push_back(calendar.timer_after(jitter, Number(nth)));
        calendar.next_until(calendar.now() + Span::from_micros(10));
        if under_way.len() > 200 {
            under_way.drain(..2).for_each(|timer| calendar.cancel(timer));
        }
        let (keys, slots) = calendar.loose.room();
        assert!(keys <= 300 && slots <= 202, "{keys} keys and {slots} slots of loose timers");
        assert!(calendar.lanes.room() <= 1_500, "{} places in lanes", calendar.lanes.room());
    }
    assert_eq!((calendar.fired(), calendar.pending()), (0, 200));
}

#[test]
fn a_calendar_out_of_ages_halts_and_says_so() {
    let mut calendar = Calendar::new();
    calendar.scheduled = key::LAST_AGE - 1;
    calendar.after(nanos(1), Number(1));
    assert!(!calendar.is_halted());
    calendar.after(nanos(1), Number(2));
    calendar.resume();
    assert_eq!(calendar.halt_reason(), Some(HaltReason::OutOfAges));
    assert_eq!((calendar.next(), calendar.next()), (Some(Number(1)), None));
}

#[test]
#[cfg(debug_assertions)]
#[should_panic(expected = "came up for the past")]
fn an_event_for_the_past_breaks_a_law() {
    let mut calendar = Calendar::new();
    calendar.at(SimTime::from_nanos(10), Number(1));
    calendar.next();
    calendar.at(SimTime::from_nanos(9), Number(2));
}

#[test]
#[cfg(debug_assertions)]
#[should_panic(expected = "packs into 28 bits")]
fn an_event_that_does_not_fit_breaks_a_law() {
    Calendar::new().after(Span::ZERO, Number(1 << 28));
}
