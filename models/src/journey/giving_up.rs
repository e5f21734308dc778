//! 9. What happens to what nobody wants any more: attempts, calls, visits.

use super::{Event, Journey, Later};
use crate::ids::{CallId, FrameId, VisitId};
use crate::moment::Moment;
use crate::outcome::{Kind, Outcome};
use crate::probe::contract::Probe;
use crate::world::call::{Call, Doing, Frame, NONE};
use crate::world::visit::{Flags, Stage, Visit, Waits};

impl<P: Probe> Journey<'_, P> {
    /// A frame is gone, and all that it still had under way is given up. Returns its call and the frame around it.
    #[inline(always)]
    pub(super) fn forget(
        &mut self,
        frame: FrameId,
        later: &mut Later,
    ) -> (CallId, Option<FrameId>) {
        let entry = self.world.frames[frame.0];
        self.detach(frame, &entry);
        self.dissolve(frame, &entry, true, later);
        (entry.call, entry.parent())
    }

    /// A frame is given up, and the frame around it stays.
    pub(super) fn withdraw(&mut self, frame: FrameId, later: &mut Later) {
        let entry = self.world.frames[frame.0];
        self.detach(frame, &entry);
        self.give_up(frame, false, later);
    }

    /// Takes a frame out of the list of its parent's children, or from its call if it is the outermost.
    #[inline(always)]
    fn detach(&mut self, frame: FrameId, entry: &Frame) {
        let Frame { parent, call, sibling: behind, .. } = *entry;
        if parent == NONE {
            self.world.calls[call.0].root = NONE;
            return;
        }
        let around = &mut self.world.frames[parent];
        if around.child == frame.0 {
            around.child = behind;
            return;
        }
        let mut at = around.child;
        while self.world.frames[at].sibling != frame.0 {
            at = self.world.frames[at].sibling;
        }
        self.world.frames[at].sibling = behind;
    }

    /// Removes a frame with all that is inside it; `cancels` if callees may be told.
    #[inline(always)]
    fn dissolve(&mut self, frame: FrameId, entry: &Frame, cancels: bool, later: &mut Later) {
        let Frame { timer, child, doing, target, .. } = *entry;
        later.cancel(timer);
        if child != NONE {
            self.give_up_inside(frame, cancels, later);
        }
        if doing == Doing::OtherCall {
            self.drop_call(CallId(target), cancels, later);
        }
        self.world.frames.remove(frame.0);
    }

    /// All that is still under way inside a frame is given up.
    fn give_up_inside(&mut self, frame: FrameId, cancels: bool, later: &mut Later) {
        let Frame { call, layer, innermost, mut child, .. } = self.world.frames[frame.0];
        let edge = &self.plan.edges[self.edge_of(call).index()];
        let cancels = cancels && edge.policy(usize::from(layer)).cancels_losers;
        while child != NONE {
            if innermost {
                let behind = self.world.visits[child].siblings[1];
                self.give_up_attempt(VisitId(child), cancels, later);
                child = behind;
            } else {
                let behind = self.world.frames[child].sibling;
                self.give_up(FrameId(child), cancels, later);
                child = behind;
            }
        }
    }

    /// A frame is given up from outside: its policy takes back what it lent.
    fn give_up(&mut self, frame: FrameId, cancels: bool, later: &mut Later) {
        self.leave_line(frame);
        self.question(frame, later, |policy, ask| policy.abandoned(ask));
        if self.world.frames[frame.0].parks {
            self.release(frame, later);
        }
        let entry = self.world.frames[frame.0];
        self.dissolve(frame, &entry, cancels, later);
    }

    /// An attempt is no longer waited for; where the edge cancels, the callee will learn it a hop from now.
    fn give_up_attempt(&mut self, attempt: VisitId, cancels: bool, later: &mut Later) {
        let Visit { call, request, route, stage, key, call_key, .. } = self.world.visits[attempt.0];
        let route = self.world.route(route);
        let (call, edge) = (CallId(call), route.edge);
        self.world.leave_caller(attempt, route);
        self.see(later, Moment::GivenUp { key: call_key, call, edge, request });
        let edge_plan = &self.plan.edges[edge.index()];
        if stage != Stage::Over && cancels && edge_plan.cancels {
            self.world.visits[attempt.0].flags.set(Flags::CANCEL_TRAVELS);
            self.travel(edge_plan.hop, edge, key, Event::Cancelled(attempt), later);
        }
    }

    /// A call that nobody waits for any more is gone, without an outcome.
    fn drop_call(&mut self, call: CallId, cancels: bool, later: &mut Later) {
        let Call { key, root, route, request, .. } = self.world.calls[call.0];
        let route = self.world.route(route);
        match root {
            NONE => {}
            attempt if route.layers == 0 => self.give_up_attempt(VisitId(attempt), cancels, later),
            frame => self.give_up(FrameId(frame), cancels, later),
        }
        self.see(later, Moment::Dropped { key, call, edge: route.edge, request });
        self.world.calls.remove(call.0);
    }

    /// A visit no longer waits for what it still has under way.
    pub(super) fn give_up_children(&mut self, visit: VisitId, later: &mut Later) {
        let Visit { children, flags, .. } = self.world.visits[visit.0];
        self.world.visits[visit.0].children = NONE;
        self.world.visits[visit.0].open = 0;
        let mut child = children;
        while child != NONE {
            if flags.has(Flags::BRANCHES) {
                let behind = self.world.visits[child].siblings[1];
                self.halt_work(VisitId(child), later);
                self.remove_visit(VisitId(child));
                child = behind;
            } else {
                let behind = self.world.calls[child].siblings[1];
                self.drop_call(CallId(child), true, later);
                child = behind;
            }
        }
    }

    /// Whatever a visit or branch is doing, it stops.
    fn halt_work(&mut self, visit: VisitId, later: &mut Later) {
        let Visit { stage, instance, waits, flags, .. } = self.world.visits[visit.0];
        match stage {
            Stage::Gathers => self.give_up_children(visit, later),
            Stage::Runnable => {
                let world = &mut self.world;
                let here = world.fleet.get_mut(instance);
                here.runnable.leave(visit, &mut world.visits);
                let service = here.service;
                self.see(later, Moment::Stands { service, change: -1 });
            }
            _ => {
                later.cancel(waits.timer());
                self.world.visits[visit.0].waits = Waits::NOTHING;
            }
        }
        if flags.has(Flags::SHARES) {
            self.world.visits[visit.0].flags.clear(Flags::SHARES);
            if let Some(cores) = &mut self.world.fleet.get_mut(instance).cores {
                cores.give_up(later.now(), visit);
            }
            self.wait_for_core(instance, later);
        }
        self.free_executor(visit, later);
    }

    /// The notice that its caller has left arrives at a visit.
    pub(super) fn cancelled(&mut self, visit: VisitId, later: &mut Later) {
        let entry = &mut self.world.visits[visit.0];
        entry.flags.clear(Flags::CANCEL_TRAVELS);
        entry.flags.set(Flags::CANCELLED);
        let operation = self.plan.routes[entry.route.index()].operation;
        let interruptible = self.plan.operations[operation.index()].interruptible;
        match entry.stage {
            Stage::Over => self.forget_visit(visit),
            // It has been overtaken by the notice; it will be turned round at the door.
            Stage::Travels => {}
            Stage::Works if !interruptible => {}
            Stage::Works | Stage::Queued | Stage::Runnable | Stage::Gathers | Stage::Hangs => {
                self.stop(visit, later);
            }
        }
    }

    /// A visit stops where it stands and ends without an answer.
    pub(super) fn stop(&mut self, visit: VisitId, later: &mut Later) {
        let Visit { key, stage, instance, request, parent, route, .. } = self.world.visits[visit.0];
        if parent != NONE {
            return self.branch_ends(visit, Outcome::local(Kind::Cancelled), later);
        }
        let service = self.world.route(route).service;
        if stage == Stage::Queued {
            let world = &mut self.world;
            world.fleet.get_mut(instance).queue.leave(visit, &mut world.visits);
            self.see(later, Moment::Reneged { key, visit, service, request });
            return self.vanish(visit);
        }
        self.halt_work(visit, later);
        let entry = &mut self.world.visits[visit.0];
        entry.decide(Outcome::at(Kind::Cancelled, service));
        entry.flags.set(Flags::ANSWERED);
        self.end(visit, later);
    }

    /// The instance of a visit has died: the visit is lost, and its caller hears `Reset` a hop from now.
    pub(super) fn reset(&mut self, visit: VisitId, later: &mut Later) {
        let Visit { key, stage, instance, request, route, flags, .. } = self.world.visits[visit.0];
        let service = self.world.route(route).service;
        let outcome = Outcome::at(Kind::Reset, service);
        if stage == Stage::Queued {
            let world = &mut self.world;
            world.fleet.get_mut(instance).queue.leave(visit, &mut world.visits);
            self.see(later, Moment::Reneged { key, visit, service, request });
            let entry = &mut self.world.visits[visit.0];
            (entry.stage, entry.outcome) = (Stage::Over, outcome);
            entry.due = brownout_core::time::SimTime::ZERO;
            self.answer_sets_out(visit, later);
            return self.forget_visit(visit);
        }
        self.halt_work(visit, later);
        self.world.visits[visit.0].decide(outcome);
        if !flags.has(Flags::ANSWERED) {
            self.answer_sets_out(visit, later);
        }
        self.end(visit, later);
    }
}
