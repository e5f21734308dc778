//! 4. At the callee: turned away, made to wait, or begun.

use brownout_core::random::Key;
use brownout_core::time::SimTime;

use super::{Event, Journey, Later};
use crate::fault::contract::{Leg, When};
use crate::ids::{CallId, InstanceId, VisitId};
use crate::moment::Moment;
use crate::outcome::{Kind, Outcome};
use crate::plan::Plan;
use crate::policy::admission::contract::Arrival;
use crate::policy::queue::contract::Line;
use crate::probe::contract::Probe;
use crate::world::call::NONE;
use crate::world::instance::Instance;
use crate::world::visit::{Flags, Stage, Visit};

impl<P: Probe> Journey<'_, P> {
    /// A message arrives at its instance.
    #[inline(always)]
    pub(super) fn deliver(&mut self, visit: VisitId, later: &mut Later) {
        let now = later.now();
        let entry = &mut self.world.visits[visit.0];
        let Visit { instance, request, call, flags, key, .. } = *entry;
        if flags.has(Flags::CANCELLED) {
            return self.vanish(visit);
        }
        let here = &mut self.world.fleet.instances[instance.index()];
        let service = here.service;
        if !here.up {
            return self.turn_away(visit, Outcome::at(Kind::ConnectionRefused, service), later);
        }
        if !here.faults.is_empty() && swallows(self.plan, here, key) {
            return self.vanish(visit);
        }
        entry.arrived = now;
        // The caller may have left by now; the visit does not know, and happens all the same.
        let call = (call != NONE).then_some(CallId(call));
        self.probe.see(now, &Moment::Arrived { key, visit, instance, service, request, call });
        if !here.admission.is_empty() {
            let class = self.world.requests[request.0].class;
            if let Some(outcome) = refusal(here, entry, class, now) {
                return self.turn_away(visit, outcome.from_service(service), later);
            }
        }
        if here.inside < here.slots && here.queue.is_empty() {
            return self.begin(visit, later);
        }
        let ahead = here.queue.length();
        if ahead >= here.room {
            return self.turn_away(visit, Outcome::at(Kind::QueueFull, service), later);
        }
        here.queue.join(visit, &mut self.world.visits);
        self.world.visits[visit.0].stage = Stage::Queued;
        self.see(later, Moment::Queued { key, visit, instance, service, ahead });
    }

    /// The visit is over before it has begun, and says so.
    pub(super) fn turn_away(&mut self, visit: VisitId, outcome: Outcome, later: &mut Later) {
        let Visit { key, request, route, stage, .. } = self.world.visits[visit.0];
        let service = self.world.route(route).service;
        let queued = stage == Stage::Queued;
        self.see(later, Moment::TurnedAway { key, visit, service, request, outcome, queued });
        let entry = &mut self.world.visits[visit.0];
        entry.outcome = outcome;
        entry.stage = Stage::Over;
        entry.due = brownout_core::time::SimTime::ZERO;
        self.answer_sets_out(visit, later);
        self.forget_visit(visit);
    }

    /// The visit is over, and nobody hears of it.
    pub(super) fn vanish(&mut self, visit: VisitId) {
        self.world.visits[visit.0].stage = Stage::Over;
        self.forget_visit(visit);
    }

    /// A worker takes the visit. A thread keeps it, through calls of its own, until it ends.
    #[inline(always)]
    fn begin(&mut self, visit: VisitId, later: &mut Later) {
        let now = later.now();
        let entry = &mut self.world.visits[visit.0];
        let queued = entry.stage == Stage::Queued;
        entry.began = now;
        entry.stage = Stage::Works;
        let Visit { instance, request, arrived, key, .. } = *entry;
        let here = &mut self.world.fleet.instances[instance.index()];
        here.inside += 1;
        let (service, thread) = (here.service, here.executors.is_none());
        let waited = now - arrived;
        self.see(
            later,
            Moment::Began { key, visit, instance, service, request, waited, queued, thread },
        );
        if self.fails_now(visit, When::Before, key) {
            return self.fail(visit, Outcome::at(Kind::Failed, service), later);
        }
        // Accepted and never answered, whatever it would do.
        if self.world.troubles > 0 && self.still(instance, |fault| fault.hangs()) {
            self.world.visits[visit.0].stage = Stage::Hangs;
            return;
        }
        self.goes_on(visit, later);
    }

    /// Whether an error strikes the visit at this point.
    #[inline(always)]
    pub(super) fn fails_now(&self, visit: VisitId, when: When, key: Key) -> bool {
        self.world.troubles > 0 && self.fails_in_trouble(visit, when, key)
    }

    #[cold]
    fn fails_in_trouble(&self, visit: VisitId, when: When, key: Key) -> bool {
        let Visit { instance, route, .. } = self.world.visits[visit.0];
        let edge = self.world.route(route).edge;
        let on_edge = &self.world.edges[edge.index()].faults;
        let at_instance = &self.world.fleet.get(instance).faults;
        on_edge.iter().chain(at_instance).any(|fault| {
            let fault = &self.plan.faults[fault.index()];
            fault.fault.fails(when, key.with(fault.key))
        })
    }

    /// A worker or an executor is free, and somebody waits for it.
    #[inline(always)]
    pub(super) fn take_next(&mut self, instance: InstanceId, later: &mut Later) {
        self.take_runnable(instance, later);
        let here = self.world.fleet.get_mut(instance);
        if !here.up || here.inside >= here.slots || here.queue.is_empty() {
            return;
        }
        let line = Line { now: later.now(), length: here.queue.length() };
        let next = here.discipline.seat().next(line);
        let Some(visit) = here.queue.peek(next) else { return };
        let waited = later.now() - self.world.visits[visit.0].arrived;
        let dropped = here.discipline.seat().drops(later.now(), waited);
        here.queue.leave(visit, &mut self.world.visits);
        match dropped {
            None => self.begin(visit, later),
            Some(outcome) => {
                self.turn_away(visit, outcome, later);
                self.soon.push(Event::Free(instance));
            }
        }
    }
}

/// Whether the door swallows a message: a black hole that opened while it was on the way.
#[cold]
fn swallows(plan: &Plan, here: &Instance, key: Key) -> bool {
    here.faults.iter().any(|fault| {
        let fault = &plan.faults[fault.index()];
        fault.fault.loses(Leg::Request, key.with(fault.key))
    })
}

/// What the instance's admission policies say against a visit, if anything.
fn refusal(here: &mut Instance, visit: &Visit, class: u16, now: SimTime) -> Option<Outcome> {
    let waiting = here.queue.length();
    let Visit { deadline, key, .. } = *visit;
    let arrival = Arrival { now, inside: here.inside + waiting, waiting, class, deadline, key };
    here.admission.iter_mut().find_map(|policy| policy.seat().refuses(&arrival))
}
