//! The life of a request, from the client's click to the client's answer, in the order in which it happens.
//!
//! ```text
//!  arrive -> open -> inward -> send ~~hop~~> deliver -> begin -> steps ... -> answer ~~hop~~> hear -> outward -> settle
//!              ^                                          |                                                      |
//!              '------------- a step that calls ----------'<-------------- the caller's next step ---------------'
//! ```
//!
//! | chapter | what it tells |
//! |---|---|
//! | `ask` | clients ask: streams of arrivals, users that think |
//! | `inward` | a call passes its policies on the way to the wire |
//! | `wire` | a target is chosen, messages travel |
//! | `door` | an instance turns a visit away, lets it wait, or begins it |
//! | `steps` | what a visit does, step by step |
//! | `gather` | a visit waits for calls and branches of its own |
//! | `departure` | the answer sets out, the worker is free, the visit ends |
//! | `outward` | an answer passes the policies again, and the call settles |
//! | `giving_up` | what happens to what nobody wants any more |
//! | `trouble` | faults begin and end |
//!
//! Only this story schedules events and emits moments.

mod ask;
mod departure;
mod door;
mod gather;
mod giving_up;
mod inward;
mod outward;
mod soon;
mod steps;
mod trouble;
mod wire;

use brownout_core::calendar::{self, Calendar, Lane, Timer};
use brownout_core::engine::Model;
use brownout_core::time::SimTime;

use self::soon::Soon;
use crate::delay::Delay;
use crate::ids::{FaultId, FrameId, InstanceId, VisitId};
use crate::moment::Moment;
use crate::plan::Plan;
use crate::policy::balance::contract::Target;
use crate::probe::contract::Probe;
use crate::world::World;

/// Everything that can happen later: the table of contents of the story.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// The next request of a stream is meant to start.
    Arrive(u32),
    /// A user has thought enough.
    Ask(u32),
    /// A pause that a policy asked for is over: the call goes on inward.
    Resume(FrameId),
    /// A time that a policy asked to be woken after has passed.
    Wake(FrameId),
    /// A message arrives at its instance.
    Deliver(VisitId),
    /// A branch begins.
    Branch(VisitId),
    /// A worker or executor of an instance is free, and somebody waits for it.
    Free(InstanceId),
    /// A step that only time ends is over.
    Done(VisitId),
    /// The first of the works that share an instance's cores may be over.
    Core(InstanceId),
    /// An answer arrives at its caller.
    Hear(VisitId),
    /// The notice that its caller has left arrives at a visit.
    Cancelled(VisitId),
    /// A fault begins.
    FaultBegins(FaultId),
    /// A fault is over.
    FaultEnds(FaultId),
    /// An interval of a policy's own has passed.
    Tick(u32),
}

const INDEX_BITS: u32 = 24;
const MOST: u32 = (1 << INDEX_BITS) - 1;

impl calendar::Event for Event {
    #[inline(always)]
    fn pack(self) -> u32 {
        let (kind, index) = match self {
            Event::Arrive(stream) => (0, stream),
            Event::Ask(user) => (1, user),
            Event::Resume(frame) => (2, frame.0),
            Event::Wake(frame) => (3, frame.0),
            Event::Deliver(visit) => (4, visit.0),
            Event::Branch(visit) => (5, visit.0),
            Event::Free(instance) => (6, instance.0),
            Event::Done(visit) => (7, visit.0),
            Event::Core(instance) => (8, instance.0),
            Event::Hear(visit) => (9, visit.0),
            Event::Cancelled(visit) => (10, visit.0),
            Event::FaultBegins(fault) => (11, fault.0),
            Event::FaultEnds(fault) => (12, fault.0),
            Event::Tick(ticker) => (13, ticker),
        };
        kind << INDEX_BITS | index & MOST
    }

    // Each kind carries one number of four bytes, so that all this is a shift and a mask.
    #[inline(always)]
    fn unpack(code: u32) -> Event {
        let index = code & MOST;
        match code >> INDEX_BITS {
            0 => Event::Arrive(index),
            1 => Event::Ask(index),
            2 => Event::Resume(FrameId(index)),
            3 => Event::Wake(FrameId(index)),
            4 => Event::Deliver(VisitId(index)),
            5 => Event::Branch(VisitId(index)),
            6 => Event::Free(InstanceId(index)),
            7 => Event::Done(VisitId(index)),
            8 => Event::Core(InstanceId(index)),
            9 => Event::Hear(VisitId(index)),
            10 => Event::Cancelled(VisitId(index)),
            11 => Event::FaultBegins(FaultId(index)),
            12 => Event::FaultEnds(FaultId(index)),
            _ => Event::Tick(index),
        }
    }
}

/// What will happen, in order.
pub type Later = Calendar<Event>;

/// A law of the model that did not hold: a fault of the program, or of a policy plugged into it, and never a result.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a law of the model is broken at {at}: {law}")]
pub struct BrokenLaw {
    /// What must hold.
    pub law: String,
    /// When it did not.
    pub at: SimTime,
    /// Whether time stood still there for too many events: a loop, which may be the scenario's own.
    pub endless: bool,
}

/// The story and its world.
#[derive(Debug)]
pub struct Journey<'p, P> {
    /// All that changes.
    pub world: World<'p>,
    /// Who looks.
    pub probe: P,
    plan: &'p Plan,
    /// The lane of each of the plan's constant delays, and that of no delay at all.
    lanes: Vec<Lane>,
    at_once: Lane,
    /// What happens at this instant, before anything else does.
    soon: Soon,
    /// The streams of arrivals.
    streams: Vec<ask::Stream<'p>>,
    /// Policies that asked to be woken at intervals.
    tickers: Vec<inward::Ticker>,
    /// A visit that opens several calls at one instant, and what came back before it was through.
    opening: gather::Opening,
    /// The targets of the choice at hand.
    targets: Vec<Target>,
    /// The law that was broken, if one was.
    broken: Option<BrokenLaw>,
}

impl<P: Probe> Model for Journey<'_, P> {
    type Event = Event;

    #[inline(always)]
    fn handle(&mut self, event: Event, later: &mut Later) {
        self.probe.reach(later.now());
        // A line that is turned away at one instant is a loop here, and not a pile of calls.
        let mut next = Some(event);
        while let Some(event) = next {
            self.happen(event, later);
            next = self.soon.pop();
        }
    }
}

impl<P: Probe> Journey<'_, P> {
    #[inline(always)]
    fn happen(&mut self, event: Event, later: &mut Later) {
        match event {
            Event::Arrive(stream) => self.arrive(stream, later),
            Event::Ask(user) => self.user_asks(user, later),
            Event::Resume(frame) => self.resume(frame, later),
            Event::Wake(frame) => self.wake(frame, later),
            Event::Deliver(visit) => self.deliver(visit, later),
            Event::Branch(visit) => self.branch_begins(visit, later),
            Event::Free(instance) => self.take_next(instance, later),
            Event::Done(visit) => self.done(visit, later),
            Event::Core(instance) => self.core_done(instance, later),
            Event::Hear(visit) => self.hear(visit, later),
            Event::Cancelled(visit) => self.cancelled(visit, later),
            Event::FaultBegins(fault) => self.fault_begins(fault, later),
            Event::FaultEnds(fault) => self.fault_ends(fault, later),
            Event::Tick(ticker) => self.tick(ticker, later),
        }
    }
}

impl<'p, P: Probe> Journey<'p, P> {
    /// The story of one replication of a plan; what happens first is put into the calendar.
    pub fn new(plan: &'p Plan, replication: u32, probe: P, later: &mut Later) -> Journey<'p, P> {
        let lanes = plan.delays.spans().iter().map(|&span| later.lane(span)).collect();
        let at_once = later.lane(brownout_core::time::Span::ZERO);
        let mut journey = Journey {
            world: World::new(plan, replication),
            probe,
            plan,
            lanes,
            at_once,
            soon: Soon::default(),
            streams: vec![],
            tickers: vec![],
            opening: gather::Opening::default(),
            targets: vec![],
            broken: None,
        };
        journey.schedule_faults(later);
        journey.schedule_ticks(later);
        journey.schedule_arrivals(later);
        journey.instances_come_up(later);
        journey
    }

    /// Events that happened at once, and never were in the calendar.
    pub fn happened_at_once(&self) -> u64 {
        self.soon.happened()
    }

    /// The law that was broken, if one was.
    pub fn broken(&self) -> Option<&BrokenLaw> {
        self.broken.as_ref()
    }

    /// Stops the run because a law does not hold.
    fn breaks(&mut self, law: impl Into<String>, later: &mut Later) {
        self.broken.get_or_insert(BrokenLaw { law: law.into(), at: later.now(), endless: false });
        later.halt();
    }

    /// An event after a delay, along its lane if it has one.
    #[inline(always)]
    fn after(&self, delay: Delay, event: Event, later: &mut Later) -> Timer {
        match delay.lane() {
            Some(lane) => later.along(self.lanes[lane], event),
            None => later.timer_after(delay.span(), event),
        }
    }

    /// An event that can be taken back, at this instant, behind all that is already due.
    #[inline(always)]
    fn at_once(&self, event: Event, later: &mut Later) -> Timer {
        later.along(self.at_once, event)
    }

    #[inline(always)]
    fn see(&mut self, later: &Later, moment: Moment) {
        self.probe.see(later.now(), &moment);
    }

    /// More under way than an event can name: a limit of this program, told as one.
    #[inline]
    fn check_room(&mut self, number: u32, later: &mut Later) {
        if number >= MOST {
            self.breaks(format!("at most {MOST} visits and frames are under way at a time"), later);
        }
    }
}

#[cfg(test)]
mod tests {
    use brownout_core::calendar::Event as _;

    use super::*;

    #[test]
    fn every_event_unpacks_to_what_was_packed() {
        let all = [
            Event::Arrive(3),
            Event::Ask(MOST),
            Event::Resume(FrameId(1)),
            Event::Wake(FrameId(2)),
            Event::Deliver(VisitId(3)),
            Event::Branch(VisitId(4)),
            Event::Free(InstanceId(5)),
            Event::Done(VisitId(6)),
            Event::Core(InstanceId(7)),
            Event::Hear(VisitId(8)),
            Event::Cancelled(VisitId(9)),
            Event::FaultBegins(FaultId(10)),
            Event::FaultEnds(FaultId(11)),
            Event::Tick(12),
        ];
        for event in all {
            assert!(event.pack() < 1 << 28);
            assert_eq!(Event::unpack(event.pack()), event);
        }
    }
}
