//! What will happen, in order: a [`Calendar`] hands out events by time, and those of one instant by age.
//!
//! An event waits in one of three places, each made for the way it was scheduled:
//!
//! - `lanes`: timers of constant delay, in lines that are in order by themselves;
//! - `queue`: events of any delay that are never cancelled;
//! - `loose`: timers of any delay.
//!
//! The first of each compete, and the order is the same as if all stood in one sorted list.

mod far;
mod heads;
mod key;
mod lanes;
mod line;
mod loose;
mod near;
mod queue;
mod slab;
#[cfg(test)]
mod tests;
mod timer;

use std::marker::PhantomData;

use crate::time::{SimTime, Span};
use key::Key;
pub use lanes::Lane;
pub use timer::Timer;
use timer::Waits;

/// Something that can happen, small enough to travel as a number.
///
/// `unpack(event.pack())` must be the same event.
pub trait Event: Copy {
    /// The event as a number below 2^28.
    fn pack(self) -> u32;
    /// The event that was packed as `code`.
    fn unpack(code: u32) -> Self;
}

/// Why a calendar wants the run to stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HaltReason {
    /// The model asked for it.
    Asked,
    /// 2^36 - 2 events have been scheduled, and a further one could not be put in order. It was dropped.
    OutOfAges,
}

/// Events to come in the order of their times, and among equal times in the order in which they were scheduled.
///
/// The order holds across all ways of scheduling. The clock starts at [`SimTime::ZERO`] and moves only when an event is
/// taken out. What would happen at [`SimTime::NEVER`] is not kept at all: it does not count as pending and its handle is
/// [`Timer::NONE`].
///
/// A calendar orders 2^36 - 2 events, a hundred minutes' worth at ten million events per second; then it halts.
pub struct Calendar<E: Event> {
    now: SimTime,
    queue: queue::Queue,
    lanes: lanes::Lanes,
    loose: loose::Loose,
    halted: Option<HaltReason>,
    /// Events scheduled so far; the age of the youngest.
    scheduled: u64,
    fired: u64,
    events: PhantomData<fn() -> E>,
}

impl<E: Event> Default for Calendar<E> {
    fn default() -> Self {
        Self::new()
    }
}

impl<E: Event> Calendar<E> {
    /// An empty calendar at time 0.
    pub fn new() -> Self {
        Calendar {
            now: SimTime::ZERO,
            queue: queue::Queue::new(),
            lanes: lanes::Lanes::new(),
            loose: loose::Loose::new(),
            halted: None,
            scheduled: 0,
            fired: 0,
            events: PhantomData,
        }
    }

    /// The time of the event taken out last, or up to which the calendar was searched.
    #[inline]
    pub fn now(&self) -> SimTime {
        self.now
    }

    /// Schedules `event` for good at `when`, which must not be earlier than [`now`](Self::now).
    ///
    /// Built without assertions, an earlier time counts as now.
    #[inline(always)]
    pub fn at(&mut self, when: SimTime, event: E) {
        self.enter(when, event.pack());
    }

    // Events are packed where they are scheduled, because their kind is known there; the rest is no part of the caller.
    fn enter(&mut self, when: SimTime, code: u32) {
        if let Some(key) = self.stamp(when, code) {
            self.queue.push(key, self.now.as_nanos());
        }
    }

    /// Schedules `event` for good, `delay` from now.
    #[inline(always)]
    pub fn after(&mut self, delay: Span, event: E) {
        self.at(self.now + delay, event);
    }

    /// The lane of all timers that are set `delay` ahead; the same delay gives the same lane.
    ///
    /// Get it once, when the model is built. Hundreds of lanes are fine.
    ///
    /// # Panics
    /// If there are more than 131,072 different delays.
    pub fn lane(&mut self, delay: Span) -> Lane {
        self.lanes.of(delay)
    }

    /// Schedules `event` after the lane's delay, in constant time.
    #[inline(always)]
    pub fn along(&mut self, lane: Lane, event: E) -> Timer {
        self.enter_lane(lane, event.pack())
    }

    fn enter_lane(&mut self, lane: Lane, code: u32) -> Timer {
        let when = self.now + self.lanes.delay(lane);
        self.stamp(when, code).map_or(Timer::NONE, |key| self.lanes.join(lane, key))
    }

    /// Schedules `event` after any delay, so that it can be cancelled. For a constant delay a lane is faster.
    #[inline(always)]
    pub fn timer_after(&mut self, delay: Span, event: E) -> Timer {
        self.timer_at(self.now + delay, event)
    }

    /// Schedules `event` at `when` as [`at`](Self::at) does, but so that it can be cancelled.
    #[inline(always)]
    pub fn timer_at(&mut self, when: SimTime, event: E) -> Timer {
        self.enter_loose(when, event.pack())
    }

    fn enter_loose(&mut self, when: SimTime, code: u32) -> Timer {
        match self.stamp(when, code) {
            Some(key) => {
                let slot = self.loose.set(key, self.now.as_nanos());
                Timer::loose(key, slot)
            }
            None => Timer::NONE,
        }
    }

    /// Takes back an event. Does nothing if it has fired, was cancelled already, or is [`Timer::NONE`].
    #[inline]
    pub fn cancel(&mut self, timer: Timer) {
        if timer.is_none() {
            return;
        }
        match timer.waits() {
            Waits::InLane(lane, place) => self.lanes.leave(lane, place),
            Waits::Loose { slot, age } => self.loose.cancel(slot, age),
        }
    }

    /// Takes out the earliest event and moves the clock to its time.
    #[expect(
        clippy::should_implement_trait,
        reason = "a calendar is scheduled to between two events"
    )]
    #[inline]
    pub fn next(&mut self) -> Option<E> {
        self.next_until(SimTime::NEVER)
    }

    /// Takes out the earliest event that is due at `until` or before, and moves the clock to its time.
    ///
    /// If there is none, the clock moves to `until`; it never moves back, nor to [`SimTime::NEVER`].
    #[inline(always)]
    pub fn next_until(&mut self, until: SimTime) -> Option<E> {
        let last = until.as_nanos().min(Key::LAST_TIME);
        loop {
            let (queue, loose, lane) = (self.queue.head(), self.loose.head(), self.lanes.head());
            let timer = if loose.is_before(lane) { loose } else { lane };
            let key = if queue.is_before(timer) {
                if queue.time() > last {
                    break;
                }
                self.queue.pop()
            } else if timer.time() > last {
                break;
            } else if timer == lane {
                self.lanes.pop()
            } else if let Some(key) = self.loose.pop() {
                key
            } else {
                continue; // the timer was cancelled
            };
            self.now = SimTime::from_nanos(key.time());
            self.fired += 1;
            return Some(E::unpack(key.code()));
        }
        if until < SimTime::NEVER {
            self.now = self.now.max(until);
        }
        None
    }

    /// The time of the earliest event, which stays. Not for every event: cancelled timers may have to be cleared first.
    pub fn peek_time(&mut self) -> Option<SimTime> {
        let heads = [self.queue.head(), self.lanes.head(), self.loose.live_head()];
        let earliest = heads.map(Key::time).into_iter().min()?;
        (earliest <= Key::LAST_TIME).then_some(SimTime::from_nanos(earliest))
    }

    /// How many events are scheduled and neither fired nor cancelled.
    pub fn pending(&self) -> usize {
        self.queue.len() + self.lanes.len() + self.loose.len()
    }

    /// Whether nothing more will happen.
    pub fn is_empty(&self) -> bool {
        self.pending() == 0
    }

    /// How many events have been taken out so far.
    pub fn fired(&self) -> u64 {
        self.fired
    }

    /// Asks whoever runs the calendar to stop after the event under way.
    pub fn halt(&mut self) {
        self.halted = self.halted.or(Some(HaltReason::Asked));
    }

    /// Whether the run is to stop.
    #[inline]
    pub fn is_halted(&self) -> bool {
        self.halted.is_some()
    }

    /// Why the run is to stop, if it is.
    pub fn halt_reason(&self) -> Option<HaltReason> {
        self.halted
    }

    /// Takes back a model's [`halt`](Self::halt), so that the run can go on. A calendar out of ages stays halted.
    pub fn resume(&mut self) {
        if self.halted == Some(HaltReason::Asked) {
            self.halted = None;
        }
    }

    /// Gives an event its place in the order; nothing if it never happens.
    #[inline]
    fn stamp(&mut self, when: SimTime, code: u32) -> Option<Key> {
        debug_assert!(code < key::CODES, "an event packs into {} bits, not {code}", key::CODE_BITS);
        debug_assert!(when >= self.now, "at {} an event came up for the past: {when}", self.now);
        if when == SimTime::NEVER {
            return None;
        }
        if self.scheduled == key::LAST_AGE {
            self.halted = Some(HaltReason::OutOfAges);
            return None;
        }
        self.scheduled += 1;
        Some(Key::new(when.max(self.now).as_nanos(), self.scheduled, code))
    }
}
