//! 6. A visit waits for calls and branches of its own, side by side or one after the other.

use std::ops::Range;

use brownout_core::random::Key;

use super::{Event, Journey, Later};
use crate::ids::{CallId, RequestId, RouteId, VisitId};
use crate::outcome::{Kind, Outcome};
use crate::probe::contract::Probe;
use crate::world::call::{Call, NONE, Origin};
use crate::world::visit::{Flags, Stage, Visit, Waits};

const BRANCH: u64 = Key::name("branch");

/// A visit that opens several calls at one instant. What comes back at once waits until all are open.
#[derive(Clone, Debug, Default)]
pub(super) struct Opening {
    visit: Option<VisitId>,
    came_back: Vec<Outcome>,
}

impl<P: Probe> Journey<'_, P> {
    /// The visit makes one call and waits for it.
    #[inline]
    pub(super) fn call(
        &mut self,
        visit: VisitId,
        route: RouteId,
        occurrence: u16,
        later: &mut Later,
    ) {
        let request = self.expect(visit, 1, 1, Flags::default());
        let shard = self.shard_of(self.world.route(route), request);
        self.open_from(visit, route, occurrence, shard, None, later);
    }

    /// The visit calls every shard and waits for as many as it needs.
    pub(super) fn fan_out(
        &mut self,
        visit: VisitId,
        route: RouteId,
        occurrence: u16,
        need: u16,
        wait_for_all: bool,
        later: &mut Later,
    ) {
        let shards = self.world.route(route).shards;
        let flags = if wait_for_all { Flags::WAITS_FOR_ALL } else { Flags::default() };
        self.expect(visit, shards, need, flags);
        self.opening.visit = Some(visit);
        for shard in 0..shards {
            self.open_from(visit, route, occurrence, shard, Some(shard), later);
        }
        self.opening.visit = None;
        let came_back = std::mem::take(&mut self.opening.came_back);
        for &outcome in &came_back {
            if !self.gather(visit, outcome, later) {
                break;
            }
        }
        self.opening.came_back = came_back;
        self.opening.came_back.clear();
    }

    /// The visit goes several ways at once and waits for as many as it needs.
    pub(super) fn branch_out(
        &mut self,
        visit: VisitId,
        branches: Range<u32>,
        need: u16,
        wait_for_all: bool,
        later: &mut Later,
    ) {
        let mut flags = Flags::BRANCHES;
        if wait_for_all {
            flags.set(Flags::WAITS_FOR_ALL);
        }
        self.expect(visit, branches.len() as u16, need, flags);
        let parent = self.world.visits[visit.0];
        for at in branches {
            let program = self.plan.branches[at as usize];
            let branch = self.world.visits.insert(Visit {
                key: parent.key.with(BRANCH).with(u64::from(program)),
                call_key: parent.call_key.with(BRANCH).with(u64::from(program)),
                waits: Waits::NOTHING,
                outcome: Outcome::OK,
                call: NONE,
                around: NONE,
                step: program,
                parent: visit.0,
                children: NONE,
                siblings: [NONE, self.world.visits[visit.0].children],
                open: 0,
                need: 0,
                stage: Stage::Works,
                flags: Flags::default(),
                ..parent
            });
            if let Some(next) = some(self.world.visits[visit.0].children) {
                self.world.visits[next].siblings[0] = branch;
            }
            self.world.visits[visit.0].children = branch;
            self.check_room(branch, later);
            let timer = self.at_once(Event::Branch(VisitId(branch)), later);
            self.world.visits[branch].waits = Waits::until(timer);
        }
    }

    /// A branch begins.
    pub(super) fn branch_begins(&mut self, branch: VisitId, later: &mut Later) {
        self.go_on(branch, later);
    }

    /// The visit will wait for `open` calls or branches, of which `need` must succeed. Returns on whose behalf it is there.
    fn expect(&mut self, visit: VisitId, open: u16, need: u16, flags: Flags) -> RequestId {
        let entry = &mut self.world.visits[visit.0];
        (entry.open, entry.need, entry.stage) = (open, need, Stage::Gathers);
        entry.flags.clear(Flags::BRANCHES);
        entry.flags.clear(Flags::WAITS_FOR_ALL);
        entry.flags.clear(Flags::FAILED);
        entry.flags.set(flags);
        entry.request
    }

    /// Opens a call of a visit along a route.
    #[inline(always)]
    fn open_from(
        &mut self,
        visit: VisitId,
        route: RouteId,
        occurrence: u16,
        shard: u16,
        fan: Option<u16>,
        later: &mut Later,
    ) {
        let Visit { key, instance, request, deadline, children, .. } = self.world.visits[visit.0];
        let number = self.world.fleet.get(instance).number;
        let id = route;
        let route = self.world.route(id);
        let edge = &self.plan.edges[route.edge.index()];
        let mut key = key.with(edge.hash).with(u64::from(occurrence));
        if let Some(shard) = fan {
            key = key.with(u64::from(shard));
        }
        let call = Call {
            key,
            opened: later.now(),
            deadline,
            origin: Origin::Visit(visit).into(),
            request,
            root: NONE,
            siblings: [NONE, children],
            holder: edge.holder_of(number),
            route: id,
            attempts: 0,
            shard,
        };
        let call = self.open(route, call, later);
        if let Some(next) = some(children) {
            self.world.calls[next].siblings[0] = call.0;
        }
        self.world.visits[visit.0].children = call.0;
        self.set_out(call, route, later);
    }

    /// Another call of the same caller, in place of one that failed inside a fallback.
    pub(super) fn open_instead(
        &mut self,
        id: RouteId,
        origin: Origin,
        instead_of: CallId,
        key: Key,
        later: &mut Later,
    ) -> CallId {
        let failed = self.world.calls[instead_of.0];
        let route = self.world.route(id);
        let number = self.world.caller_number(instead_of);
        let call = Call {
            key,
            opened: later.now(),
            origin: origin.into(),
            root: NONE,
            siblings: [NONE; 2],
            holder: self.plan.edges[route.edge.index()].holder_of(number),
            route: id,
            attempts: 0,
            shard: self.shard_of(route, failed.request),
            ..failed
        };
        self.open(route, call, later)
    }

    /// A call of a visit has settled.
    pub(super) fn call_came_back(&mut self, visit: VisitId, outcome: Outcome, later: &mut Later) {
        if self.opening.visit == Some(visit) {
            self.opening.came_back.push(outcome);
        } else {
            self.gather(visit, outcome, later);
        }
    }

    /// One of the things that a visit waits for has come back. Returns whether the visit goes on waiting.
    pub(super) fn gather(&mut self, visit: VisitId, outcome: Outcome, later: &mut Later) -> bool {
        let entry = &mut self.world.visits[visit.0];
        entry.open -= 1;
        if outcome.is_answer() {
            entry.need = entry.need.saturating_sub(1);
            if outcome.kind == Kind::Degraded && entry.outcome.kind == Kind::Ok {
                entry.decide(outcome);
            }
        } else if entry.need > entry.open && !entry.flags.has(Flags::FAILED) {
            entry.flags.set(Flags::FAILED);
            entry.decide(outcome);
        }
        let failed = entry.flags.has(Flags::FAILED);
        let certain = failed || entry.need == 0;
        if !certain || entry.open > 0 && entry.flags.has(Flags::WAITS_FOR_ALL) {
            return true;
        }
        let outcome = entry.outcome;
        entry.stage = Stage::Works;
        if entry.open > 0 {
            self.give_up_children(visit, later);
        }
        if failed {
            self.fail(visit, outcome, later);
        } else {
            self.go_on(visit, later);
        }
        false
    }

    /// A branch is over: its visit gathers.
    pub(super) fn branch_ends(&mut self, branch: VisitId, outcome: Outcome, later: &mut Later) {
        let Visit { parent, siblings: [before, behind], .. } = self.world.visits[branch.0];
        match some(before) {
            Some(before) => self.world.visits[before].siblings[1] = behind,
            None => self.world.visits[parent].children = behind,
        }
        if let Some(behind) = some(behind) {
            self.world.visits[behind].siblings[0] = before;
        }
        self.remove_visit(branch);
        self.gather(VisitId(parent), outcome, later);
    }
}

/// The number of an entry, unless it stands for none.
fn some(number: u32) -> Option<u32> {
    (number != NONE).then_some(number)
}
