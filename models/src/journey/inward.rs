//! 2. On the way out a call passes its caller's policies, outermost first.

use brownout_core::calendar::Timer;
use brownout_core::time::SimTime;

use super::{Event, Journey, Later};
use crate::delay::Delay;
use crate::ids::{CallId, EdgeId, FrameId};
use crate::moment::Moment;
use crate::plan::{PolicyPlan, RoutePlan};
use crate::policy::call::contract::{Ask, Before, CallPolicy, OnTimer};
use crate::probe::contract::Probe;
use crate::world::call::{Call, Doing, Frame, NONE, Origin};
use crate::world::edge::Seat;

/// A policy that asked to be woken at intervals.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ticker {
    edge: EdgeId,
    holder: u32,
    layer: usize,
    every: Delay,
}

impl<P: Probe> Journey<'_, P> {
    /// Somebody, a client, a visit or a fallback, starts a call along a route.
    #[inline(always)]
    pub(super) fn open(&mut self, route: &RoutePlan, call: Call, later: &mut Later) -> CallId {
        let Call { key, request, origin, .. } = call;
        let id = CallId(self.world.calls.insert(call));
        let by = match Origin::from(origin) {
            Origin::Visit(visit) => Some(self.world.whole(visit)),
            Origin::Client | Origin::Frame(_) => None,
        };
        self.see(later, Moment::Opened { key, call: id, edge: route.edge, request, by });
        id
    }

    /// A call that has just been opened sets out.
    #[inline(always)]
    pub(super) fn set_out(&mut self, call: CallId, route: &RoutePlan, later: &mut Later) {
        match route.before {
            0 => self.choose_and_send(call, route, None, later),
            _ => self.inward(call, route, None, 0, later),
        }
    }

    /// The call goes on inward from `layer`, inside `parent`.
    pub(super) fn inward(
        &mut self,
        call: CallId,
        route: &RoutePlan,
        parent: Option<FrameId>,
        layer: usize,
        later: &mut Later,
    ) {
        let mut parent = parent;
        let policies = &self.plan.edges[route.edge.index()].policies;
        for (policy, layer) in policies[layer..].iter().zip(layer..) {
            let frame = self.stand(call, parent, route, policy, layer, NONE, later);
            let verdict = match policy.always {
                Some(verdict) => verdict,
                None => self.question_along(route, frame, later, |policy, ask| policy.before(ask)),
            };
            if !self.obey(frame, verdict, later) {
                return;
            }
            parent = Some(frame);
        }
        self.choose_and_send(call, route, parent, later);
    }

    /// The call stands inside one more policy.
    #[expect(clippy::too_many_arguments, reason = "a frame is what all of these say together")]
    #[inline(always)]
    pub(super) fn stand(
        &mut self,
        call: CallId,
        parent: Option<FrameId>,
        route: &RoutePlan,
        policy: &PolicyPlan,
        layer: usize,
        target: u32,
        later: &mut Later,
    ) -> FrameId {
        let (around, limit, older) = match parent {
            Some(around) => {
                let frame = self.world.frames[around.0].sends_inward();
                (around.0, frame.limit, frame.child)
            }
            None => (NONE, self.world.calls[call.0].deadline, NONE),
        };
        let id = self.world.frames.insert(Frame {
            entered: later.now(),
            limit,
            timer: Timer::NONE,
            note: 0,
            call,
            parent: around,
            child: NONE,
            sibling: older,
            target,
            tries: 0,
            open: 0,
            hears: policy.hears,
            layer: layer as u8,
            doing: Doing::Policy,
            innermost: layer + 1 == usize::from(route.layers),
            parks: policy.parks,
        });
        match parent {
            Some(around) => self.world.frames[around.0].child = id,
            None => self.world.calls[call.0].root = id,
        }
        self.check_room(id, later);
        FrameId(id)
    }

    /// Acts on what a policy says before a call goes on inward; returns whether it does, now.
    #[inline(always)]
    pub(super) fn obey(&mut self, frame: FrameId, verdict: Before, later: &mut Later) -> bool {
        let now = later.now();
        let timer = match verdict {
            Before::Proceed => return true,
            Before::Within(delay) => {
                let limit = now + delay.span();
                let entry = &mut self.world.frames[frame.0];
                entry.limit = entry.limit.min(limit);
                self.after(delay, Event::Wake(frame), later)
            }
            Before::Until(limit) => {
                let entry = &mut self.world.frames[frame.0];
                entry.limit = entry.limit.min(limit);
                later.timer_at(limit, Event::Wake(frame))
            }
            Before::ProceedAndWake(delay) => self.after(delay, Event::Wake(frame), later),
            Before::Wait(delay) => {
                self.waits(frame, Some(delay), later);
                let timer = self.after(delay, Event::Resume(frame), later);
                self.world.frames[frame.0].timer = timer;
                return false;
            }
            Before::Park(limit) => {
                self.park(frame, limit, later);
                return false;
            }
            Before::Refuse(outcome) => {
                let Frame { call, layer, .. } = self.world.frames[frame.0];
                let (key, edge) = (self.world.calls[call.0].key, self.edge_of(call));
                self.see(later, Moment::Refused { key, call, edge, layer, outcome });
                self.close(frame, outcome, later);
                return false;
            }
            Before::PickAgain => {
                self.breaks(
                    "only policies behind the choice of a target may ask for another",
                    later,
                );
                return false;
            }
        };
        self.world.frames[frame.0].timer = timer;
        true
    }

    /// Along which edge a call goes.
    #[inline]
    pub(super) fn edge_of(&self, call: CallId) -> EdgeId {
        self.world.route(self.world.calls[call.0].route).edge
    }

    /// Tells that a frame waits before the call goes on.
    pub(super) fn waits(&mut self, frame: FrameId, delay: Option<Delay>, later: &mut Later) {
        let Frame { call, layer, .. } = self.world.frames[frame.0];
        let (key, edge) = (self.world.calls[call.0].key, self.edge_of(call));
        let span = delay.map(Delay::span);
        self.see(later, Moment::Waits { key, call, edge, layer, span });
    }

    /// A call stands in line until something is released.
    fn park(&mut self, frame: FrameId, limit: Option<Delay>, later: &mut Later) {
        self.waits(frame, None, later);
        let timer = limit.map_or(Timer::NONE, |limit| self.after(limit, Event::Wake(frame), later));
        let entry = &mut self.world.frames[frame.0];
        entry.doing = Doing::Parked;
        entry.timer = timer;
        self.world.line_of(frame).push_back(frame);
    }

    /// Something may have been released where `frame` stands: those in line go on, first come first.
    pub(super) fn release(&mut self, frame: FrameId, later: &mut Later) {
        while let Some(&first) = self.world.line_of(frame).front() {
            if !self.question(first, later, |policy, ask| policy.may_enter(ask)) {
                return;
            }
            self.world.line_of(frame).pop_front();
            later.cancel(self.world.frames[first.0].timer);
            let timer = self.at_once(Event::Resume(first), later);
            let entry = &mut self.world.frames[first.0];
            entry.doing = Doing::Policy;
            entry.timer = timer;
        }
    }

    /// A pause is over: the call goes on inward.
    pub(super) fn resume(&mut self, frame: FrameId, later: &mut Later) {
        let entry = &mut self.world.frames[frame.0];
        entry.timer = Timer::NONE;
        let (call, layer) = (entry.call, usize::from(entry.layer));
        self.further_inward(call, frame, layer + 1, later);
    }

    /// Goes on inward inside a frame, whichever side of the choice of a target it stands on.
    pub(super) fn further_inward(
        &mut self,
        call: CallId,
        frame: FrameId,
        layer: usize,
        later: &mut Later,
    ) {
        let route = self.world.route(self.world.calls[call.0].route);
        if layer > usize::from(route.before) {
            self.behind_the_choice(call, Some(frame), layer, later);
        } else {
            self.inward(call, route, Some(frame), layer, later);
        }
    }

    /// A time that a policy asked for has passed.
    pub(super) fn wake(&mut self, frame: FrameId, later: &mut Later) {
        self.world.frames[frame.0].timer = Timer::NONE;
        match self.question(frame, later, |policy, ask| policy.on_timer(ask)) {
            OnTimer::Nothing => {}
            OnTimer::GiveUp(outcome) => {
                self.leave_line(frame);
                self.close(frame, outcome, later);
            }
            OnTimer::LaunchAnother(next) => {
                if let Some(delay) = next {
                    let timer = self.after(delay, Event::Wake(frame), later);
                    self.world.frames[frame.0].timer = timer;
                }
                let Frame { call, layer, .. } = self.world.frames[frame.0];
                self.further_inward(call, frame, usize::from(layer) + 1, later);
            }
        }
    }

    /// A parked frame no longer stands in line.
    pub(super) fn leave_line(&mut self, frame: FrameId) {
        if self.world.frames[frame.0].doing == Doing::Parked {
            self.world.line_of(frame).retain(|&other| other != frame);
            self.world.frames[frame.0].doing = Doing::Policy;
        }
    }

    /// Puts a question to the policy that a frame stands in.
    pub(super) fn question<A>(
        &mut self,
        frame: FrameId,
        later: &mut Later,
        question: impl FnOnce(&mut dyn CallPolicy, &mut Ask<'_>) -> A,
    ) -> A {
        let call = self.world.frames[frame.0].call;
        let route = self.world.route(self.world.calls[call.0].route);
        self.question_along(route, frame, later, question)
    }

    /// The same, where it is known along which route the frame's call goes.
    #[inline]
    pub(super) fn question_along<A>(
        &mut self,
        route: &RoutePlan,
        frame: FrameId,
        later: &mut Later,
        question: impl FnOnce(&mut dyn CallPolicy, &mut Ask<'_>) -> A,
    ) -> A {
        let world = &mut self.world;
        let entry = &mut world.frames[frame.0];
        let call = &world.calls[entry.call.0];
        let edge = &self.plan.edges[route.edge.index()];
        let layer = usize::from(entry.layer);
        let holder = &mut world.edges[route.edge.index()].holders[call.holder as usize];
        let (policy, seat) = match layer.checked_sub(usize::from(route.before)) {
            None => (&edge.policies[layer], &mut holder.policies[layer]),
            Some(behind) => {
                let number = world.fleet.get(entry.instance()).number as usize;
                let per_target = &mut holder.callees[usize::from(route.callee)].per_target;
                (&edge.per_target[behind], &mut per_target[number][behind])
            }
        };
        let mut ask = Ask {
            now: later.now(),
            entered: entry.entered,
            tries: u32::from(entry.tries),
            open: u32::from(entry.open),
            deadline: if edge.propagates { entry.limit } else { SimTime::NEVER },
            class: world.requests[call.request.0].class,
            note: &mut entry.note,
            shared: match policy.resource {
                Some(resource) => {
                    let copy = crate::world::copy_of(self.plan, resource, edge, call.holder);
                    Some(&mut world.resources[resource.index()][copy].shared)
                }
                None => None,
            },
            key: call.key.with(policy.key),
        };
        let answer = question(seat.policy.seat(), &mut ask);
        if P::GAUGES
            && let Some(value) = changed(seat)
        {
            let (edge, holder) = (route.edge, call.holder);
            let moment = Moment::Gauge { edge, layer: layer as u8, holder, value };
            self.probe.see(later.now(), &moment);
        }
        answer
    }

    pub(super) fn schedule_ticks(&mut self, later: &mut Later) {
        for (at, edge) in self.plan.edges.iter().enumerate() {
            for (layer, policy) in edge.policies.iter().enumerate() {
                let Some(every) = policy.first.clone().seat().tick_every() else { continue };
                for holder in 0..self.world.edges[at].holders.len() as u32 {
                    self.tickers.push(Ticker { edge: EdgeId(at as u16), holder, layer, every });
                }
            }
        }
        for (number, ticker) in self.tickers.iter().enumerate() {
            self.after(ticker.every, Event::Tick(number as u32), later);
        }
    }

    /// An interval of a policy's own has passed. Ticks end with the arrivals: what is left drains without them.
    pub(super) fn tick(&mut self, number: u32, later: &mut Later) {
        let Ticker { edge, holder, layer, every } = self.tickers[number as usize];
        let holders = &mut self.world.edges[edge.index()].holders;
        let seat = &mut holders[holder as usize].policies[layer];
        seat.policy.seat().tick(later.now());
        if P::GAUGES
            && let Some(value) = changed(seat)
        {
            let moment = Moment::Gauge { edge, layer: layer as u8, holder, value };
            self.probe.see(later.now(), &moment);
        }
        if later.now() < self.plan.length {
            self.after(every, Event::Tick(number), later);
        }
    }
}

/// The value of a policy's gauge, if it has changed since it was last told.
fn changed(seat: &mut Seat) -> Option<f64> {
    let value = seat.policy.seat().gauge()?.value;
    let changed = value != seat.shown;
    seat.shown = value;
    changed.then_some(value)
}
