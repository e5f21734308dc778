//! 7. The answer sets out, the worker is free, the visit ends: three moments, and not always at one instant.

use brownout_core::time::{SimTime, Span};

use super::{Event, Journey, Later};
use crate::fault::contract::{Leg, When};
use crate::ids::VisitId;
use crate::moment::Moment;
use crate::outcome::{Kind, Outcome};
use crate::plan::RoutePlan;
use crate::policy::admission::contract::End;
use crate::probe::contract::Probe;
use crate::world::call::NONE;
use crate::world::visit::{Flags, Stage, Visit};

impl<P: Probe> Journey<'_, P> {
    /// The last step is done.
    #[inline(always)]
    pub(super) fn finish(&mut self, visit: VisitId, later: &mut Later) {
        let entry = &self.world.visits[visit.0];
        if entry.parent != NONE {
            let outcome = entry.outcome;
            return self.branch_ends(visit, outcome, later);
        }
        self.answer(visit, later);
        self.end(visit, later);
    }

    /// The visit fails: its caller hears what its caller can use of it.
    pub(super) fn fail(&mut self, visit: VisitId, outcome: Outcome, later: &mut Later) {
        let entry = &mut self.world.visits[visit.0];
        if entry.parent != NONE {
            return self.branch_ends(visit, outcome, later);
        }
        let service = self.plan.routes[entry.route.index()].service;
        let kind = match outcome.kind {
            // What is wrong with the request, or too late for it, stays so on the way up.
            Kind::Invalid | Kind::DeadlineExceeded | Kind::Cancelled => outcome.kind,
            _ => Kind::Failed,
        };
        entry.decide(Outcome::at(kind, outcome.origin().unwrap_or(service)));
        self.answer(visit, later);
        self.end(visit, later);
    }

    /// The answer sets out, unless it has before.
    #[inline(always)]
    pub(super) fn answer(&mut self, visit: VisitId, later: &mut Later) {
        let Visit { flags, key, route, outcome, .. } = self.world.visits[visit.0];
        if flags.has(Flags::ANSWERED) {
            return;
        }
        if self.fails_now(visit, When::After, key) && outcome.is_answer() {
            let service = self.world.route(route).service;
            self.world.visits[visit.0].outcome = Outcome::at(Kind::Failed, service);
        }
        self.answer_sets_out(visit, later);
    }

    /// The answer goes on the wire as it is.
    #[inline(always)]
    pub(super) fn answer_sets_out(&mut self, visit: VisitId, later: &mut Later) {
        let Visit { instance, key, route, outcome, .. } = self.world.visits[visit.0];
        let &RoutePlan { service, edge, hop, .. } = self.world.route(route);
        let lost = self.loses(edge, instance, Leg::Answer, key);
        let flags = &mut self.world.visits[visit.0].flags;
        flags.set(Flags::ANSWERED);
        if !lost {
            flags.set(Flags::ANSWER_TRAVELS);
        }
        self.see(later, Moment::Replied { key, visit, service, outcome });
        if !lost {
            self.travel(hop, edge, key, Event::Hear(visit), later);
        }
    }

    /// The visit is over, background work included: its worker is free.
    #[inline(always)]
    pub(super) fn end(&mut self, visit: VisitId, later: &mut Later) {
        let now = later.now();
        let entry = &mut self.world.visits[visit.0];
        let Visit { key, instance, request, outcome, arrived, began, flags, .. } = *entry;
        let (held, sojourn) = (now - began, now - arrived);
        let left = self.world.requests[request.0].left;
        let mut wasted = if left < now { now - left.max(began) } else { Span::ZERO };
        if flags.has(Flags::UNHEARD) {
            wasted = held;
        }
        entry.stage = Stage::Over;
        entry.due = SimTime::ZERO + (held - wasted);
        let is_forgotten = entry.is_forgotten();
        let here = &mut self.world.fleet.instances[instance.index()];
        here.inside -= 1;
        let service = here.service;
        for policy in &mut here.admission {
            policy.seat().ended(&End { now, sojourn, outcome });
        }
        if !here.queue.is_empty() {
            self.soon.push(Event::Free(instance));
        }
        let thread = here.executors.is_none();
        self.see(
            later,
            Moment::Ended { key, visit, service, request, outcome, sojourn, held, wasted, thread },
        );
        if is_forgotten {
            self.forget_visit(visit);
        }
    }

    /// Removes a visit that is over and whose caller has left, unless something about it is still on the way.
    pub(super) fn forget_visit(&mut self, visit: VisitId) {
        let entry = &self.world.visits[visit.0];
        if entry.is_forgotten() {
            let request = entry.request;
            self.remove_visit(visit);
            self.world.let_go(request);
        }
    }

    /// Removes a visit or a branch; its place says that nobody is there.
    pub(super) fn remove_visit(&mut self, visit: VisitId) {
        let entry = &mut self.world.visits[visit.0];
        entry.stage = Stage::Over;
        entry.flags = Flags::default();
        self.world.visits.remove(visit.0);
    }
}
