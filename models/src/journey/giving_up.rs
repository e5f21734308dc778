//! 9. What happens to what nobody wants any more: attempts, calls, visits.

use brownout_core::calendar::Timer;

use super::{Event, Journey, Later};
use crate::ids::{CallId, FrameId, VisitId};
use crate::moment::{Moment, Probe};
use crate::outcome::{Kind, Outcome};
use crate::world::call::{Doing, Frame, NONE};
use crate::world::visit::{Flags, Stage, Visit};

impl<P: Probe> Journey<'_, P> {
    /// A frame is gone, and all that it still had under way is given up. Returns its call and the frame around it.
    pub(super) fn forget(
        &mut self,
        frame: FrameId,
        later: &mut Later,
    ) -> (CallId, Option<FrameId>) {
        let entry = self.world.frames[frame.0];
        self.detach(frame);
        self.dissolve(frame, true, later);
        (entry.call, entry.parent())
    }

    /// A frame is given up, and the frame around it stays.
    pub(super) fn withdraw(&mut self, frame: FrameId, later: &mut Later) {
        self.detach(frame);
        self.give_up(frame, false, later);
    }

    /// Takes a frame out of the list of its parent's children, or from its call if it is the outermost.
    fn detach(&mut self, frame: FrameId) {
        let Frame { parent, call, sibling: behind, .. } = self.world.frames[frame.0];
        if parent == NONE {
            self.world.calls[call.0].root = NONE;
            return;
        }
        let mut at = self.world.frames[parent].child;
        if at == frame.0 {
            self.world.frames[parent].child = behind;
            return;
        }
        while self.world.frames[at].sibling != frame.0 {
            at = self.world.frames[at].sibling;
        }
        self.world.frames[at].sibling = behind;
    }

    /// Removes a frame with all that is inside it; `cancels` if callees may be told.
    fn dissolve(&mut self, frame: FrameId, cancels: bool, later: &mut Later) {
        let entry = self.world.frames[frame.0];
        later.cancel(entry.timer);
        if entry.child != NONE {
            let cancels =
                cancels && self.question(frame, later, |policy, _| policy.cancels_losers());
            let mut child = entry.child;
            while child != NONE {
                let behind = self.world.frames[child].sibling;
                self.give_up(FrameId(child), cancels, later);
                child = behind;
            }
        }
        if entry.doing == Doing::OtherCall {
            self.drop_call(CallId(entry.target), cancels, later);
        }
        self.world.frames[frame.0].generation = 0;
        self.world.frames.remove(frame.0);
    }

    /// A frame is given up from outside: its policy takes back what it lent, its attempt is no longer waited for.
    pub(super) fn give_up(&mut self, frame: FrameId, cancels: bool, later: &mut Later) {
        let Frame { doing, call, .. } = self.world.frames[frame.0];
        if doing == Doing::Attempt {
            self.world.attempt_ends(frame);
            let entry = &self.world.calls[call.0];
            let (edge, request) = (self.world.route(entry.route).edge, entry.request);
            self.see(later, Moment::GivenUp { call, edge, request });
            if cancels && self.plan.edges[edge.index()].cancels {
                self.send_cancel(frame, later);
            }
        } else {
            self.leave_line(frame);
            self.question(frame, later, |policy, ask| policy.abandoned(ask));
            if self.parks(frame) {
                self.release(frame, later);
            }
        }
        self.dissolve(frame, cancels, later);
    }

    /// The callee will learn, a hop from now, that its caller has left.
    fn send_cancel(&mut self, attempt: FrameId, later: &mut Later) {
        let Some(visit) = self.world.frames[attempt.0].visit() else { return };
        // The visit may be over and its number in use again: then there is nobody to tell.
        let Visit { key, route, stage, answers, .. } = self.world.visits.places()[visit.index()];
        if stage == Stage::Over || answers != self.world.frame_ref(attempt) {
            return;
        }
        let edge = self.world.route(route).edge;
        self.world.visits[visit.0].flags.set(Flags::CANCEL_TRAVELS);
        let hop = self.plan.edges[edge.index()].hop;
        self.travel(hop, edge, key, Event::Cancelled(visit), later);
    }

    /// A call that nobody waits for any more is gone, without an outcome.
    fn drop_call(&mut self, call: CallId, cancels: bool, later: &mut Later) {
        let entry = self.world.calls[call.0];
        if entry.root != NONE {
            self.give_up(FrameId(entry.root), cancels, later);
        }
        let edge = self.world.route(entry.route).edge;
        self.see(later, Moment::Dropped { call, edge, request: entry.request });
        self.world.calls.remove(call.0);
        self.world.let_go(entry.request);
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
        let Visit { stage, instance, timer, flags, .. } = self.world.visits[visit.0];
        later.cancel(timer);
        self.world.visits[visit.0].timer = Timer::NONE;
        match stage {
            Stage::Gathers => self.give_up_children(visit, later),
            Stage::Runnable => {
                let world = &mut self.world;
                world.fleet.get_mut(instance).runnable.leave(visit, &mut world.visits);
            }
            _ => {}
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
        let interruptible = self.plan.operations[entry.operation.index()].interruptible;
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
        let Visit { stage, instance, request, parent, operation, .. } = self.world.visits[visit.0];
        if parent != NONE {
            return self.branch_ends(visit, Outcome::local(Kind::Cancelled), later);
        }
        let service = self.plan.operations[operation.index()].service;
        if stage == Stage::Queued {
            let world = &mut self.world;
            world.fleet.get_mut(instance).queue.leave(visit, &mut world.visits);
            self.see(later, Moment::Reneged { visit, service, request });
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
        let Visit { stage, instance, request, operation, flags, .. } = self.world.visits[visit.0];
        let service = self.plan.operations[operation.index()].service;
        let outcome = Outcome::at(Kind::Reset, service);
        if stage == Stage::Queued {
            let world = &mut self.world;
            world.fleet.get_mut(instance).queue.leave(visit, &mut world.visits);
            self.see(later, Moment::Reneged { visit, service, request });
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
