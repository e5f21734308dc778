//! 4. At the callee: turned away, made to wait, or begun.

use brownout_core::random::Key;

use super::{Event, Journey, Later};
use crate::fault::contract::{Leg, When};
use crate::ids::{CallId, InstanceId, VisitId};
use crate::moment::{Moment, Probe};
use crate::outcome::{Kind, Outcome};
use crate::policy::admission::contract::Arrival;
use crate::policy::queue::contract::Line;
use crate::world::call::NONE;
use crate::world::visit::{Flags, Stage, Visit};

impl<P: Probe> Journey<'_, P> {
    /// A message arrives at its instance.
    pub(super) fn deliver(&mut self, visit: VisitId, later: &mut Later) {
        let Visit { instance, request, call, flags, key, .. } = self.world.visits[visit.0];
        if flags.has(Flags::CANCELLED) {
            return self.vanish(visit);
        }
        let here = self.world.fleet.get(instance);
        let (service, guarded) = (here.service, !here.admission.is_empty());
        if !here.up {
            return self.turn_away(visit, Outcome::at(Kind::ConnectionRefused, service), later);
        }
        if self.world.troubles > 0 && self.loses_at_door(instance, key) {
            return self.vanish(visit);
        }
        // The caller may have left by now; the visit does not know, and happens all the same.
        let call = (call != NONE).then_some(CallId(call));
        self.see(later, Moment::Arrived { key, visit, instance, service, request, call });
        let entry = &mut self.world.visits[visit.0];
        entry.arrived = later.now();
        if guarded && let Some(outcome) = self.refusal(visit, later) {
            return self.turn_away(visit, outcome.from_service(service), later);
        }
        let here = self.world.fleet.get_mut(instance);
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

    /// Whether the door swallows the message: a black hole that opened while it was on the way.
    #[cold]
    fn loses_at_door(&self, instance: InstanceId, key: Key) -> bool {
        self.world.fleet.get(instance).faults.iter().any(|fault| {
            let fault = &self.plan.faults[fault.index()];
            fault.fault.loses(Leg::Request, key.with(fault.key))
        })
    }

    /// What the instance's admission policies say against a visit, if anything.
    fn refusal(&mut self, visit: VisitId, later: &mut Later) -> Option<Outcome> {
        let Visit { instance, request, deadline, key, .. } = self.world.visits[visit.0];
        let client = self.world.requests[request.0].client;
        let here = self.world.fleet.get_mut(instance);
        let arrival = Arrival {
            now: later.now(),
            inside: here.inside + here.queue.length(),
            waiting: here.queue.length(),
            class: self.plan.clients[client.index()].class,
            deadline,
            key,
        };
        here.admission.iter_mut().find_map(|policy| policy.seat().refuses(&arrival))
    }

    /// The visit is over before it has begun, and says so.
    pub(super) fn turn_away(&mut self, visit: VisitId, outcome: Outcome, later: &mut Later) {
        let Visit { key, request, route, .. } = self.world.visits[visit.0];
        let service = self.world.route(route).service;
        self.see(later, Moment::TurnedAway { key, visit, service, request, outcome });
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
    fn begin(&mut self, visit: VisitId, later: &mut Later) {
        let now = later.now();
        let entry = &mut self.world.visits[visit.0];
        entry.began = now;
        entry.stage = Stage::Works;
        let Visit { instance, request, arrived, key, .. } = *entry;
        let here = self.world.fleet.get_mut(instance);
        here.inside += 1;
        let (service, is_thread) = (here.service, here.executors.is_none());
        let waited = now - arrived;
        self.see(later, Moment::Began { key, visit, instance, service, request, waited });
        if is_thread {
            self.see(later, Moment::Busy { service, change: 1 });
        }
        if self.fails_now(visit, When::Before, key) {
            return self.fail(visit, Outcome::at(Kind::Failed, service), later);
        }
        self.go_on(visit, later);
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
