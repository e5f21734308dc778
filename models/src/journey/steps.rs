//! 5. What a visit does, step by step.

use brownout_core::calendar::Timer;
use brownout_core::random::Key;
use brownout_core::time::{SimTime, Span};

use super::{Event, Journey, Later};
use crate::delay::Delay;
use crate::ids::{InstanceId, VisitId};
use crate::moment::Moment;
use crate::plan::{Plan, StepPlan, Time};
use crate::probe::contract::Probe;
use crate::world::call::NONE;
use crate::world::instance::Instance;
use crate::world::visit::{Flags, Stage, Visit, Waits};

impl<P: Probe> Journey<'_, P> {
    /// The visit goes on with its next step.
    pub(super) fn go_on(&mut self, visit: VisitId, later: &mut Later) {
        self.goes_on(visit, later);
    }

    /// The same, for those few places where nearly all visits pass.
    #[inline(always)]
    pub(super) fn goes_on(&mut self, visit: VisitId, later: &mut Later) {
        let plan = self.plan;
        if self.world.troubles > 0 && self.stands_still(visit, later) {
            return;
        }
        loop {
            let entry = &mut self.world.visits[visit.0];
            let step = &plan.steps[entry.step as usize];
            entry.step += 1;
            match step {
                StepPlan::Work { time, key, sticky } => {
                    let from = if *sticky { entry.call_key } else { entry.key };
                    return self.work(visit, time, from.with(*key), later);
                }
                StepPlan::Wait { time, key } => {
                    let key = entry.key.with(*key);
                    entry.stage = Stage::Works;
                    entry.due = later.now();
                    let timer = match time {
                        Time::Constant(delay) => self.after(*delay, Event::Done(visit), later),
                        Time::Drawn(dist) => later.timer_after(dist.draw(key), Event::Done(visit)),
                    };
                    self.world.visits[visit.0].waits = Waits::until(timer);
                    return;
                }
                StepPlan::Call { route, occurrence } => {
                    return self.call(visit, *route, *occurrence, later);
                }
                StepPlan::FanOut { route, occurrence, need, wait_for_all } => {
                    return self.fan_out(visit, *route, *occurrence, *need, *wait_for_all, later);
                }
                StepPlan::Parallel { branches, need, wait_for_all } => {
                    return self.branch_out(visit, branches.clone(), *need, *wait_for_all, later);
                }
                StepPlan::Choice { ways, key } => {
                    let uniform = entry.key.with(*key).uniform();
                    let ways = &plan.ways[ways.start as usize..ways.end as usize];
                    if let Some(way) = ways.iter().find(|way| uniform < way.below) {
                        entry.step = way.program;
                    }
                }
                StepPlan::Jump(to) => entry.step = *to,
                StepPlan::Answer => self.answer(visit, later),
                StepPlan::End => return self.finish(visit, later),
            }
        }
    }

    /// Whether a visit's instance is paused: then the visit goes on when the pause is over, whatever it does next. One that
    /// has just got an executor keeps it, and begins work that ends so much later.
    #[cold]
    fn stands_still(&mut self, visit: VisitId, later: &mut Later) -> bool {
        let entry = &mut self.world.visits[visit.0];
        let until = self.world.fleet.get(entry.instance).frozen_until;
        if until <= later.now() || entry.flags.has(Flags::EXECUTES) {
            return false;
        }
        entry.stage = Stage::Works;
        entry.due = until;
        entry.waits = Waits::until(later.timer_at(until, Event::Done(visit)));
        true
    }

    /// The visit works for a time, once it has an executor where executors are scarce.
    #[inline(always)]
    fn work(&mut self, visit: VisitId, time: &Time, key: Key, later: &mut Later) {
        let now = later.now();
        let entry = &mut self.world.visits[visit.0];
        let here = &mut self.world.fleet.instances[entry.instance.index()];
        if let Some(executors) = here.executors
            && !entry.flags.has(Flags::EXECUTES)
        {
            if here.executing >= executors || !here.runnable.is_empty() {
                return self.wait_for_executor(visit, later);
            }
            here.executing += 1;
            let (service, request) = (here.service, entry.request);
            self.probe.see(now, &Moment::Busy { service, change: 1 });
            if let Some(waited) = entry.executes(Span::ZERO) {
                self.probe.see(now, &Moment::Served { service, request, waited });
            }
        }
        let mut delay = match time {
            Time::Constant(delay) => *delay,
            Time::Drawn(dist) => Delay::once(dist.draw(key)),
        };
        if !here.faults.is_empty() {
            match struck(self.plan, here, delay.span(), key, now) {
                Some(span) => delay = Delay::once(span),
                None => {
                    entry.stage = Stage::Hangs;
                    return;
                }
            }
        }
        let Visit { instance, parent, key, .. } = *entry;
        let (span, service) = (delay.span(), here.service);
        entry.stage = Stage::Works;
        entry.due = now + span;
        if let Some(cores) = &mut here.cores {
            cores.begin(now, visit, span);
            entry.flags.set(Flags::SHARES);
            // The cores have the timer; what the visit last waited for is over.
            entry.waits = Waits::NOTHING;
            let first = self.is_first_to_share(visit);
            self.see(later, Moment::Shares { service, span, first });
            self.wait_for_core(instance, later);
        } else if here.disturbed || parent != NONE {
            let timer = match delay.lane() {
                Some(lane) => later.along(self.lanes[lane], Event::Done(visit)),
                None => later.timer_after(span, Event::Done(visit)),
            };
            entry.waits = Waits::until(timer);
        } else {
            // Nothing can stop or move it: nobody keeps a handle.
            match delay.lane() {
                Some(lane) => {
                    later.along(self.lanes[lane], Event::Done(visit));
                }
                None => later.after(span, Event::Done(visit)),
            }
        }
        let visit = if parent == NONE { visit } else { self.world.whole(visit) };
        self.see(later, Moment::Works { key, visit, service, span });
    }

    /// Whether nothing of a visit, its branches included, has shared the cores before.
    fn is_first_to_share(&mut self, visit: VisitId) -> bool {
        let whole = self.world.whole(visit);
        let flags = &mut self.world.visits[whole.0].flags;
        let first = !flags.has(Flags::HAS_SHARED);
        flags.set(Flags::HAS_SHARED);
        first
    }

    /// A visit that wants to work stands in line for an executor.
    fn wait_for_executor(&mut self, visit: VisitId, later: &mut Later) {
        let entry = &mut self.world.visits[visit.0];
        entry.step -= 1;
        entry.stage = Stage::Runnable;
        entry.due = later.now();
        let here = self.world.fleet.get_mut(entry.instance);
        here.runnable.join(visit, &mut self.world.visits);
        let service = here.service;
        self.see(later, Moment::Stands { service, change: 1 });
    }

    pub(super) fn free_executor(&mut self, visit: VisitId, later: &mut Later) {
        let entry = &mut self.world.visits[visit.0];
        if !entry.flags.has(Flags::EXECUTES) {
            return;
        }
        entry.flags.clear(Flags::EXECUTES);
        let instance = entry.instance;
        let here = self.world.fleet.get_mut(instance);
        here.executing -= 1;
        let (service, waiting) = (here.service, !here.runnable.is_empty());
        self.see(later, Moment::Busy { service, change: -1 });
        if waiting {
            self.soon.push(Event::Free(instance));
        }
    }

    /// The visit that has waited longest for an executor gets one, if one is free.
    pub(super) fn take_runnable(&mut self, instance: InstanceId, later: &mut Later) {
        let here = self.world.fleet.get_mut(instance);
        if here.executors.is_none_or(|executors| here.executing >= executors) {
            return;
        }
        let Some(visit) = here.runnable.peek(crate::policy::queue::contract::Next::Oldest) else {
            return;
        };
        here.runnable.leave(visit, &mut self.world.visits);
        here.executing += 1;
        let service = here.service;
        let entry = &mut self.world.visits[visit.0];
        let (request, waited) = (entry.request, entry.executes(later.now() - entry.due));
        self.see(later, Moment::Stands { service, change: -1 });
        self.see(later, Moment::Busy { service, change: 1 });
        if let Some(waited) = waited {
            self.see(later, Moment::Served { service, request, waited });
        }
        self.go_on(visit, later);
    }

    /// Sets the timer for the end of the first of the works that share an instance's cores.
    pub(super) fn wait_for_core(&mut self, instance: InstanceId, later: &mut Later) {
        let now = later.now();
        let Some(cores) = &mut self.world.fleet.get_mut(instance).cores else { return };
        later.cancel(cores.timer);
        cores.timer = match cores.next(now) {
            Some(span) => later.timer_after(span, Event::Core(instance)),
            None => Timer::NONE,
        };
    }

    /// The first of the works that share an instance's cores may be over.
    pub(super) fn core_done(&mut self, instance: InstanceId, later: &mut Later) {
        let now = later.now();
        let Some(cores) = &mut self.world.fleet.get_mut(instance).cores else { return };
        cores.timer = Timer::NONE;
        let ended = cores.ended(now);
        self.wait_for_core(instance, later);
        if let Some(visit) = ended {
            self.world.visits[visit.0].flags.clear(Flags::SHARES);
            self.done(visit, later);
        }
    }

    /// A step that only time ends is over.
    pub(super) fn done(&mut self, visit: VisitId, later: &mut Later) {
        let flags = self.world.visits[visit.0].flags;
        if flags.has(Flags::EXECUTES) {
            self.free_executor(visit, later);
        }
        if flags.has(Flags::CANCELLED) {
            return self.stop(visit, later);
        }
        self.goes_on(visit, later);
    }

    /// Moves the end of a work that is under way.
    pub(super) fn move_end(
        &mut self,
        visit: VisitId,
        later: &mut Later,
        to: impl Fn(Span) -> Span,
    ) {
        let now = later.now();
        let entry = &self.world.visits[visit.0];
        let timer = entry.waits.timer();
        if entry.stage != Stage::Works || timer.is_none() || entry.due <= now {
            return;
        }
        let due = now + to(entry.due - now);
        later.cancel(timer);
        let timer = later.timer_at(due, Event::Done(visit));
        let entry = &mut self.world.visits[visit.0];
        (entry.due, entry.waits) = (due, Waits::until(timer));
    }
}

/// How long a work takes that begins now at an instance that faults strike; `None` if it hangs.
#[cold]
fn struck(plan: &Plan, here: &Instance, span: Span, key: Key, now: SimTime) -> Option<Span> {
    let mut span = span;
    for fault in &here.faults {
        let fault = &plan.faults[fault.index()];
        if fault.fault.hangs() {
            return None;
        }
        span = fault.fault.work(span, key.with(fault.key));
    }
    // Work that begins in a pause stands still until the pause is over; cores see to that themselves.
    Some(if here.cores.is_none() { span + (here.frozen_until - now) } else { span })
}
