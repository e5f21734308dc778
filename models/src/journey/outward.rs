//! 8. What came back passes the policies again, innermost first, and the call settles.

use super::{Event, Journey, Later};
use crate::ids::{CallId, EdgeId, FrameId};
use crate::moment::Moment;
use crate::outcome::Outcome;
use crate::plan::RoutePlan;
use crate::policy::call::contract::After;
use crate::probe::contract::Probe;
use crate::world::call::{Call, Doing, Frame, NONE, Origin};

impl<P: Probe> Journey<'_, P> {
    /// A frame is done: whatever it still had under way is given up, and the frame around it is told.
    pub(super) fn close(&mut self, frame: FrameId, outcome: Outcome, later: &mut Later) {
        let (call, parent) = self.forget(frame, later);
        let route = self.world.route(self.world.calls[call.0].route);
        self.outward(call, route, parent, outcome, later);
    }

    /// An outcome goes outward to `parent` and beyond, as far as the policies let it.
    pub(super) fn outward(
        &mut self,
        call: CallId,
        route: &RoutePlan,
        parent: Option<FrameId>,
        outcome: Outcome,
        later: &mut Later,
    ) {
        let (mut parent, mut outcome) = (parent, outcome);
        while let Some(frame) = parent {
            let entry = &mut self.world.frames[frame.0];
            entry.open -= 1;
            let Frame { hears, parks, .. } = *entry;
            if !hears.has(outcome.kind) {
                parent = self.forget(frame, later).1;
                continue;
            }
            let verdict =
                self.question_along(route, frame, later, |policy, ask| policy.after(ask, outcome));
            if parks {
                self.release(frame, later);
            }
            match verdict {
                After::Pass => {}
                After::Replace(other) => outcome = other,
                After::TryAgain(delay) => {
                    self.waits(frame, Some(delay), later);
                    later.cancel(self.world.frames[frame.0].timer);
                    let timer = self.after(delay, Event::Resume(frame), later);
                    self.world.frames[frame.0].timer = timer;
                    return;
                }
                After::LaunchAnother => {
                    let layer = usize::from(self.world.frames[frame.0].layer);
                    return self.further_inward(call, frame, layer + 1, later);
                }
                After::Hold => return,
                After::CallInstead(edge) => return self.call_instead(call, frame, edge, later),
            }
            parent = self.forget(frame, later).1;
        }
        self.settle(call, route, outcome, later);
    }

    /// Another call of the same caller answers in place of this one.
    fn call_instead(&mut self, call: CallId, frame: FrameId, edge: EdgeId, later: &mut Later) {
        let first = self.plan.edges[edge.index()].first_route;
        let route = self.world.route(first);
        let key = self.world.calls[call.0].key.with(self.plan.edges[edge.index()].hash);
        let origin = Origin::Frame(frame);
        let other = self.open_instead(first, origin, call, key, later);
        let entry = &mut self.world.frames[frame.0];
        entry.doing = Doing::OtherCall;
        entry.target = other.0;
        entry.open += 1;
        self.set_out(other, route, later);
    }

    /// The call is over: whoever made it goes on.
    #[inline(always)]
    pub(super) fn settle(
        &mut self,
        call: CallId,
        route: &RoutePlan,
        outcome: Outcome,
        later: &mut Later,
    ) {
        let Call { key, origin, request, opened, siblings: [before, behind], .. } =
            self.world.calls[call.0];
        let edge = route.edge;
        let latency = later.now() - opened;
        self.see(later, Moment::Settled { key, call, edge, request, outcome, latency });
        self.world.calls.remove(call.0);
        match Origin::from(origin) {
            Origin::Client => self.answered(request, outcome, later),
            Origin::Visit(visit) => {
                if before != NONE {
                    self.world.calls[before].siblings[1] = behind;
                } else {
                    self.world.visits[visit.0].children = behind;
                }
                if behind != NONE {
                    self.world.calls[behind].siblings[0] = before;
                }
                self.call_came_back(visit, outcome, later);
            }
            Origin::Frame(frame) => {
                let entry = &mut self.world.frames[frame.0];
                (entry.doing, entry.target) = (Doing::Policy, NONE);
                let around = entry.call;
                let route = self.world.route(self.world.calls[around.0].route);
                self.outward(around, route, Some(frame), outcome, later);
            }
        }
    }
}
