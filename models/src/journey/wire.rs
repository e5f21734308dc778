//! 3. Past the caller's policies a target is chosen, and the attempt goes on the wire.

use brownout_core::random::Key;
use brownout_core::time::SimTime;

use super::{Event, Journey, Later};
use crate::delay::Delay;
use crate::fault::contract::Leg;
use crate::ids::{CallId, EdgeId, FaultId, FrameId, InstanceId, RequestId, VisitId};
use crate::moment::Moment;
use crate::outcome::{Kind, Outcome};
use crate::plan::RoutePlan;
use crate::policy::balance::contract::{Choice, Target};
use crate::policy::call::contract::Before;
use crate::probe::contract::Probe;
use crate::world::call::{Call, NONE};
use crate::world::visit::{Flags, Stage, Visit, Waits};

const BALANCE: u64 = Key::name("balance");
const SHARD: u64 = Key::name("shard");

impl<P: Probe> Journey<'_, P> {
    /// The shard that a request's key belongs to.
    #[inline(always)]
    pub(super) fn shard_of(&self, route: &RoutePlan, request: RequestId) -> u16 {
        if route.shards == 1 {
            return 0;
        }
        let key = self.world.requests[request.0].key.with(SHARD);
        key.below(u32::from(route.shards)) as u16
    }

    /// Chooses a target, passes the policies behind the choice, and sends; tries another target where one refuses.
    #[inline(always)]
    pub(super) fn choose_and_send(
        &mut self,
        call: CallId,
        route: &RoutePlan,
        parent: Option<FrameId>,
        later: &mut Later,
    ) {
        let shard = self.world.calls[call.0].shard;
        let per_target = route.layers > route.before;
        match *self.world.fleet.known(route.service, shard) {
            [only] if !per_target => self.send(call, route, parent, only, later),
            _ => self.choose_among_several(call, route, parent, later),
        }
    }

    /// A target for a call that need avoid none, from a balancer that need see none.
    #[inline(always)]
    fn choose_unseen(&mut self, call: CallId, route: &RoutePlan) -> Option<InstanceId> {
        let Call { key, attempts, holder, shard, .. } = self.world.calls[call.0];
        let per_target = route.layers > route.before;
        if per_target || attempts > 0 && self.plan.edges[route.edge.index()].elsewhere {
            return None;
        }
        let known = self.world.fleet.known(route.service, shard);
        if known.is_empty() {
            return None;
        }
        let holder = &mut self.world.edges[route.edge.index()].holders[holder as usize];
        let balancer = &mut holder.callees[usize::from(route.callee)].balancer;
        let key = key.with(BALANCE).with(u64::from(attempts));
        balancer.seat().choose_unseen(known.len(), key).map(|at| known[at])
    }

    fn choose_among_several(
        &mut self,
        call: CallId,
        route: &RoutePlan,
        parent: Option<FrameId>,
        later: &mut Later,
    ) {
        if let Some(target) = self.choose_unseen(call, route) {
            return self.send(call, route, parent, target, later);
        }
        let Call { key, attempts, holder, .. } = self.world.calls[call.0];
        let per_target = route.layers > route.before;
        self.list_targets(call);
        let mut refused = Outcome::at(Kind::ConnectionRefused, route.service);
        while !self.targets.is_empty() {
            let key = key.with(BALANCE).with(u64::from(attempts));
            let choice = Choice { targets: &self.targets, key };
            let holder = &mut self.world.edges[route.edge.index()].holders[holder as usize];
            let callee = &mut holder.callees[usize::from(route.callee)];
            let at = match self.targets.len() {
                1 => 0,
                _ => callee.balancer.seat().choose(&choice),
            };
            let target = self.targets[at].instance;
            if !per_target {
                return self.send(call, route, parent, target, later);
            }
            match self.try_target(call, parent, route, target, later) {
                Tried::Sent => return,
                Tried::Refused(outcome) => refused = outcome,
            }
            self.targets.remove(at);
            self.allow_all_if_none();
        }
        // Nobody is left to ask: the call ends where it stands.
        if let Some(parent) = parent {
            let entry = &mut self.world.frames[parent.0];
            entry.open += 1;
            entry.tries = entry.tries.saturating_add(1);
        }
        self.outward(call, route, parent, refused, later);
    }

    /// Lists the targets of a call, those to avoid marked.
    fn list_targets(&mut self, call: CallId) {
        let entry = &self.world.calls[call.0];
        let route = self.world.route(entry.route);
        let elsewhere = self.plan.edges[route.edge.index()].elsewhere && entry.attempts > 0;
        let holder = &self.world.edges[route.edge.index()].holders[entry.holder as usize];
        let outstanding = &holder.callees[usize::from(route.callee)].outstanding;
        self.targets.clear();
        let fleet = &self.world.fleet;
        self.targets.extend(fleet.known(route.service, entry.shard).iter().map(|&instance| {
            let number = fleet.get(instance).number as usize;
            Target { instance, outstanding: outstanding[number], avoid: false }
        }));
        if elsewhere {
            for target in &mut self.targets {
                target.avoid = self.world.has_attempt_at(call, target.instance);
            }
            self.allow_all_if_none();
        }
    }

    fn allow_all_if_none(&mut self) {
        if self.targets.iter().all(|target| target.avoid) {
            self.targets.iter_mut().for_each(|target| target.avoid = false);
        }
    }

    /// Passes the policies behind the choice and sends; what they had let through is given back if one of them refuses.
    fn try_target(
        &mut self,
        call: CallId,
        parent: Option<FrameId>,
        route: &RoutePlan,
        target: InstanceId,
        later: &mut Later,
    ) -> Tried {
        let mut around = parent;
        let mut outermost = None;
        for layer in usize::from(route.before)..usize::from(route.layers) {
            let policy = self.plan.edges[route.edge.index()].policy(layer);
            let frame = self.stand(call, around, route, policy, layer, target.0, later);
            let verdict =
                self.question_along(route, frame, later, |policy, ask| policy.before(ask));
            let refused = match verdict {
                Before::Refuse(outcome) => outcome,
                Before::PickAgain => Outcome::local(Kind::ConnectionRefused),
                verdict => {
                    if !self.obey(frame, verdict, later) {
                        return Tried::Sent;
                    }
                    outermost.get_or_insert(frame);
                    around = Some(frame);
                    continue;
                }
            };
            let (edge, layer) = (route.edge, layer as u8);
            let key = self.world.calls[call.0].key;
            self.see(later, Moment::Refused { key, call, edge, layer, outcome: refused });
            self.forget(frame, later);
            if let Some(outermost) = outermost {
                self.withdraw(outermost, later);
            }
            if let Some(parent) = parent {
                // As if the target had never been tried.
                let entry = &mut self.world.frames[parent.0];
                entry.open -= 1;
                entry.tries -= 1;
            }
            return Tried::Refused(refused);
        }
        self.send(call, route, around, target, later);
        Tried::Sent
    }

    /// The call goes on inward behind the choice of a target, from `layer`.
    pub(super) fn behind_the_choice(
        &mut self,
        call: CallId,
        parent: Option<FrameId>,
        layer: usize,
        later: &mut Later,
    ) {
        let Some(mut around) = parent else { return };
        let target = self.world.frames[around.0].target;
        let route = self.world.route(self.world.calls[call.0].route);
        for layer in layer..usize::from(route.layers) {
            let policy = self.plan.edges[route.edge.index()].policy(layer);
            let frame = self.stand(call, Some(around), route, policy, layer, target, later);
            let verdict =
                self.question_along(route, frame, later, |policy, ask| policy.before(ask));
            if !self.obey(frame, verdict, later) {
                return;
            }
            around = frame;
        }
        self.send(call, route, Some(around), InstanceId(target), later);
    }

    /// The attempt goes on the wire.
    #[inline(always)]
    fn send(
        &mut self,
        call: CallId,
        route: &RoutePlan,
        parent: Option<FrameId>,
        target: InstanceId,
        later: &mut Later,
    ) {
        let now = later.now();
        let edge = route.edge;
        let entry = &mut self.world.calls[call.0];
        let Call { key: call_key, route: route_id, request, holder, attempts, .. } = *entry;
        entry.attempts = attempts.saturating_add(1);
        if route.counts {
            let number = self.world.fleet.instances[target.index()].number as usize;
            let holder = &mut self.world.edges[edge.index()].holders[holder as usize];
            holder.callees[usize::from(route.callee)].outstanding[number] += 1;
        }
        let ordinal = attempts;
        let moment = Moment::Sent { key: call_key, call, edge, request, ordinal, target };
        self.probe.see(now, &moment);

        // Inside a frame stand all its attempts, the youngest first; where there is none, the call has only one.
        let (around, limit, older, youngest) = match parent {
            Some(around) => {
                let frame = self.world.frames[around.0].sends_inward();
                (around.0, frame.limit, frame.child, &mut frame.child)
            }
            None => (NONE, entry.deadline, NONE, &mut entry.root),
        };
        // Message number 0 adds nothing: what a call would do with one attempt, its first attempt does.
        let key = if ordinal == 0 { call_key } else { call_key.with(u64::from(ordinal)) };
        let visit = self.world.visits.insert(Visit {
            key,
            call_key,
            arrived: now,
            began: now,
            due: SimTime::ZERO,
            deadline: if route.propagates { limit } else { SimTime::NEVER },
            waits: Waits::NOTHING,
            outcome: Outcome::OK,
            call: call.0,
            around,
            request,
            instance: target,
            step: route.program,
            parent: NONE,
            children: NONE,
            siblings: [NONE, older],
            route: route_id,
            open: 0,
            need: 0,
            stage: Stage::Travels,
            flags: Flags::default(),
        });
        *youngest = visit;
        if older != NONE {
            self.world.visits[older].siblings[0] = visit;
        }
        self.check_room(visit, later);
        if self.loses(edge, target, Leg::Request, key) {
            self.world.visits[visit].stage = Stage::Over;
        } else {
            self.travel(route.hop, edge, key, Event::Deliver(VisitId(visit)), later);
        }
    }

    /// A message sets out along an edge.
    #[inline(always)]
    pub(super) fn travel(
        &mut self,
        hop: Delay,
        edge: EdgeId,
        key: Key,
        event: Event,
        later: &mut Later,
    ) {
        if self.world.troubles > 0 && !self.world.edges[edge.index()].faults.is_empty() {
            self.travel_in_trouble(hop, edge, key, event, later);
        } else if hop.span().is_zero() {
            self.soon.push(event);
        } else {
            self.after(hop, event, later);
        }
    }

    /// A message sets out along an edge that faults strike.
    #[cold]
    fn travel_in_trouble(
        &mut self,
        hop: Delay,
        edge: EdgeId,
        key: Key,
        event: Event,
        later: &mut Later,
    ) {
        let slowed =
            self.world.edges[edge.index()].faults.iter().fold(hop.span(), |span, &fault| {
                let fault = &self.plan.faults[fault.index()];
                fault.fault.hop(span, key.with(fault.key))
            });
        later.after(slowed, event);
    }

    /// Whether a message that sets out now is lost.
    #[inline(always)]
    pub(super) fn loses(&self, edge: EdgeId, instance: InstanceId, leg: Leg, key: Key) -> bool {
        self.world.troubles > 0 && self.loses_in_trouble(edge, instance, leg, key)
    }

    #[cold]
    fn loses_in_trouble(&self, edge: EdgeId, instance: InstanceId, leg: Leg, key: Key) -> bool {
        let on_edge = &self.world.edges[edge.index()].faults;
        let at_instance = &self.world.fleet.get(instance).faults;
        let loses = |fault: &FaultId| {
            let fault = &self.plan.faults[fault.index()];
            fault.fault.loses(leg, key.with(fault.key))
        };
        on_edge.iter().any(loses) || at_instance.iter().any(loses)
    }

    /// An answer arrives: its caller hears it, or nobody does.
    #[inline(always)]
    pub(super) fn hear(&mut self, visit: VisitId, later: &mut Later) {
        let entry = &mut self.world.visits[visit.0];
        entry.flags.clear(Flags::ANSWER_TRAVELS);
        let Visit { key, call_key, call, around, outcome, request, route, .. } = *entry;
        let route = self.world.route(route);
        let &RoutePlan { edge, service, .. } = route;
        if call == NONE {
            let wasted = self.world.unheard(visit);
            self.see(later, Moment::Unheard { key, edge, request, service, wasted });
            self.forget_visit(visit);
            return;
        }
        self.world.leave_caller(visit, route);
        let call = CallId(call);
        self.see(later, Moment::Heard { key: call_key, call, edge, request, outcome });
        match around {
            NONE => self.settle(call, route, outcome, later),
            around => self.outward(call, route, Some(FrameId(around)), outcome, later),
        }
    }
}

/// What became of a target.
enum Tried {
    /// The call went on towards it, or waits for it.
    Sent,
    /// It may not be called now.
    Refused(Outcome),
}
