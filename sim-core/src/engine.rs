//! Makes what a calendar holds happen to a model: one event at a time, as far as is asked.
//!
//! A run is these functions and nothing more. It can be stepped, stopped and taken up again: to run to one time and then
//! to a later one is the same as to run to the later one.

use thiserror::Error;

use crate::calendar::{Calendar, Event};
use crate::time::SimTime;

/// Something that events happen to.
pub trait Model {
    /// What can happen to it.
    type Event: Event;

    /// Lets `event` happen, now; what follows from it is scheduled in `calendar`.
    fn handle(&mut self, event: Self::Event, calendar: &mut Calendar<Self::Event>);
}

/// How many events one instant may have before the run counts as stuck: a model may loop without time going on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct EventsPerInstant(u64);

impl EventsPerInstant {
    /// Allows `events` at one instant, or one if that is zero.
    pub const fn new(events: u64) -> EventsPerInstant {
        EventsPerInstant(if events == 0 { 1 } else { events })
    }

    /// The number of events allowed.
    pub const fn get(self) -> u64 {
        self.0
    }
}

impl Default for EventsPerInstant {
    /// A hundred million: more than any crowd that stands at a door, some seconds of computing.
    fn default() -> EventsPerInstant {
        EventsPerInstant(100_000_000)
    }
}

/// Why a run returned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Progress {
    /// The calendar was asked to halt; [`Calendar::halt_reason`] tells why. The clock stands at the last event.
    Halted,
    /// All events up to the given time have happened, and later ones are pending. The clock stands at that time.
    ReachedTime,
    /// No event is left. The clock stands at the given time, or at the last event if none was given.
    Empty,
}

/// One instant had more events than are allowed. The events that are left are still in the calendar.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("{events} events at one instant, {at}, and more to come: a loop without time")]
pub struct Stuck {
    /// The instant.
    pub at: SimTime,
    /// How many events have happened then.
    pub events: u64,
}

/// Lets the earliest event happen, however late it is; false if there is none or the calendar is halted.
pub fn step<M: Model>(model: &mut M, calendar: &mut Calendar<M::Event>) -> bool {
    if calendar.is_halted() {
        return false;
    }
    let Some(event) = calendar.next() else { return false };
    model.handle(event, calendar);
    true
}

/// Lets all events up to and including `until` happen, and leaves the clock there.
///
/// # Errors
///
/// [`Stuck`] if more than `bound` events happen at one instant.
pub fn run_until<M: Model>(
    model: &mut M,
    calendar: &mut Calendar<M::Event>,
    until: SimTime,
    bound: EventsPerInstant,
) -> Result<Progress, Stuck> {
    let mut instant = calendar.now();
    let mut events = 0;
    while !calendar.is_halted() {
        if events == bound.get() && calendar.peek_time() == Some(instant) {
            return Err(Stuck { at: instant, events });
        }
        let Some(event) = calendar.next_until(until) else {
            return Ok(if calendar.is_empty() { Progress::Empty } else { Progress::ReachedTime });
        };
        if calendar.now() != instant {
            instant = calendar.now();
            events = 0;
        }
        events += 1;
        model.handle(event, calendar);
    }
    Ok(Progress::Halted)
}

/// Lets events happen until none is left.
///
/// # Errors
///
/// [`Stuck`] if more than `bound` events happen at one instant.
pub fn run_to_end<M: Model>(
    model: &mut M,
    calendar: &mut Calendar<M::Event>,
    bound: EventsPerInstant,
) -> Result<Progress, Stuck> {
    run_until(model, calendar, SimTime::NEVER, bound)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::time::Span;

    #[derive(Clone, Copy)]
    struct Tick(u32);

    impl Event for Tick {
        fn pack(self) -> u32 {
            self.0
        }
        fn unpack(code: u32) -> Tick {
            Tick(code)
        }
    }

    /// Writes down what happens; a tick `n` at an odd count begets another, up to a limit.
    #[derive(Default)]
    struct Diary {
        entries: Vec<(SimTime, u32)>,
        halts_at: Option<u32>,
    }

    impl Model for Diary {
        type Event = Tick;

        fn handle(&mut self, Tick(n): Tick, calendar: &mut Calendar<Tick>) {
            self.entries.push((calendar.now(), n));
            if self.halts_at == Some(n) {
                calendar.halt();
            }
            if n < 400 {
                calendar.after(Span::from_nanos(u64::from(n * 37 % 11)), Tick(n + 2));
                let lane = calendar.lane(Span::from_nanos(6));
                let timer = calendar.along(lane, Tick(1_000 + n));
                if n % 3 == 0 {
                    calendar.cancel(timer);
                }
            }
        }
    }

    fn begun() -> (Diary, Calendar<Tick>) {
        let mut calendar = Calendar::new();
        calendar.at(SimTime::ZERO, Tick(0));
        calendar.at(SimTime::from_nanos(3), Tick(1));
        (Diary::default(), calendar)
    }

    const BOUND: EventsPerInstant = EventsPerInstant::new(1_000);

    proptest! {
        #[test]
        fn to_run_to_a_and_then_to_b_is_to_run_to_b(a in 0..1_500_u64, more in 0..1_500_u64) {
            let (a, b) = (SimTime::from_nanos(a), SimTime::from_nanos(a + more));
            let (mut straight, mut calendar) = begun();
            let progress = run_until(&mut straight, &mut calendar, b, BOUND);
            let (mut halved, mut resumed) = begun();
            run_until(&mut halved, &mut resumed, a, BOUND).unwrap();
            prop_assert_eq!(resumed.now(), a);
            prop_assert_eq!(run_until(&mut halved, &mut resumed, b, BOUND), progress);
            prop_assert_eq!(halved.entries, straight.entries);
            prop_assert_eq!((resumed.now(), resumed.pending()), (b, calendar.pending()));
        }
    }

    #[test]
    fn to_step_to_the_end_is_to_run_to_the_end() {
        let (mut run, mut calendar) = begun();
        assert_eq!(run_to_end(&mut run, &mut calendar, BOUND), Ok(Progress::Empty));
        assert_eq!(calendar.now(), run.entries.last().unwrap().0);
        let (mut stepped, mut calendar) = begun();
        while step(&mut stepped, &mut calendar) {}
        assert_eq!(stepped.entries, run.entries);
        assert_eq!(calendar.fired(), run.entries.len() as u64);
    }

    #[test]
    fn a_run_to_the_past_leaves_the_clock_alone() {
        let (mut diary, mut calendar) = begun();
        run_until(&mut diary, &mut calendar, SimTime::from_nanos(100), BOUND).unwrap();
        let progress = run_until(&mut diary, &mut calendar, SimTime::from_nanos(50), BOUND);
        assert_eq!(progress, Ok(Progress::ReachedTime));
        assert_eq!(calendar.now(), SimTime::from_nanos(100));
    }

    #[test]
    fn a_halted_run_stands_still_until_it_is_resumed() {
        let (mut straight, mut calendar) = begun();
        run_to_end(&mut straight, &mut calendar, BOUND).unwrap();
        let (mut diary, mut calendar) = begun();
        diary.halts_at = Some(200);
        for _ in 0..2 {
            assert_eq!(run_to_end(&mut diary, &mut calendar, BOUND), Ok(Progress::Halted));
            assert_eq!(diary.entries.last(), Some(&(calendar.now(), 200)));
            assert!(!step(&mut diary, &mut calendar));
        }
        calendar.resume();
        assert_eq!(run_to_end(&mut diary, &mut calendar, BOUND), Ok(Progress::Empty));
        assert_eq!(diary.entries, straight.entries);
    }

    /// Begets a child at the same instant until the generations are over.
    struct Zeno(u32);

    impl Model for Zeno {
        type Event = Tick;

        fn handle(&mut self, _: Tick, calendar: &mut Calendar<Tick>) {
            if self.0 > 1 {
                self.0 -= 1;
                calendar.after(Span::ZERO, Tick(0));
            }
        }
    }

    #[test]
    fn a_loop_without_time_is_stopped_and_named() {
        let mut calendar = Calendar::new();
        calendar.at(SimTime::from_nanos(5_000), Tick(0));
        let stuck = run_to_end(&mut Zeno(1_001), &mut calendar, BOUND).unwrap_err();
        assert_eq!(stuck, Stuck { at: SimTime::from_nanos(5_000), events: 1_000 });
        assert!(stuck.to_string().contains("1000 events at one instant"), "{stuck}");
        assert_eq!(calendar.pending(), 1);
    }

    #[test]
    fn as_many_events_as_are_allowed_are_no_loop() {
        let mut calendar = Calendar::new();
        for at in [5, 5_000] {
            calendar.at(SimTime::from_nanos(at), Tick(0));
            assert_eq!(run_to_end(&mut Zeno(1_000), &mut calendar, BOUND), Ok(Progress::Empty));
        }
    }
}
