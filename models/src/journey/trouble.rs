//! 10. Faults begin and end. They change what begins while they last; the story goes on.

use super::{Event, Journey, Later};
use crate::ids::{FaultId, InstanceId, VisitId};
use crate::moment::Moment;
use crate::plan::{Caller, Strikes};
use crate::probe::contract::Probe;
use crate::spec::edge::Scope;
use crate::world::call::NONE;
use crate::world::edge::Holder;
use crate::world::visit::Stage;

impl<P: Probe> Journey<'_, P> {
    pub(super) fn schedule_faults(&mut self, later: &mut Later) {
        for (number, fault) in self.plan.faults.iter().enumerate() {
            let id = FaultId(number as u32);
            later.at(fault.begins, Event::FaultBegins(id));
            later.at(fault.ends, Event::FaultEnds(id));
        }
    }

    pub(super) fn instances_come_up(&mut self, later: &mut Later) {
        for number in 0..self.world.fleet.instances.len() as u32 {
            let service = self.world.fleet.instances[number as usize].service;
            self.see(later, Moment::Up { instance: InstanceId(number), service });
        }
    }

    pub(super) fn fault_begins(&mut self, id: FaultId, later: &mut Later) {
        self.see(later, Moment::FaultBegan(id));
        self.world.troubles += 1;
        let plan = self.plan;
        let fault = &plan.faults[id.index()];
        for instance in self.struck(id) {
            self.world.fleet.get_mut(instance).faults.push(id);
            if fault.fault.kills() {
                self.die(instance, later);
            }
            if fault.fault.freezes() {
                self.freeze(instance, fault.ends, later);
            }
            if fault.fault.stretches() {
                self.move_ends(instance, later, |left| {
                    fault.fault.work(left, brownout_core::random::Key::root(0))
                });
            }
        }
        if let Strikes::Edge(edge) = fault.strikes {
            self.world.edges[edge.index()].faults.push(id);
        }
    }

    pub(super) fn fault_ends(&mut self, id: FaultId, later: &mut Later) {
        self.see(later, Moment::FaultEnded(id));
        self.world.troubles -= 1;
        let plan = self.plan;
        let fault = &plan.faults[id.index()];
        for instance in self.struck(id) {
            self.world.fleet.get_mut(instance).faults.retain(|&other| other != id);
            if fault.fault.kills() {
                self.come_back(instance, later);
            }
            if fault.fault.hangs() && !self.still(instance, |fault| fault.hangs()) {
                self.drop_hanging(instance, later);
            }
            if fault.fault.stretches() {
                let one = brownout_core::time::Span::from_secs(1);
                let factor =
                    fault.fault.work(one, brownout_core::random::Key::root(0)).as_secs_f64();
                self.move_ends(instance, later, |left| left.scale(1.0 / factor));
            }
        }
        if let Strikes::Edge(edge) = fault.strikes {
            self.world.edges[edge.index()].faults.retain(|&other| other != id);
        }
    }

    /// The instances that a fault strikes.
    fn struck(&self, id: FaultId) -> Vec<InstanceId> {
        match &self.plan.faults[id.index()].strikes {
            Strikes::Instances(all) => all
                .iter()
                .map(|&(service, number)| self.world.fleet.find(service, number))
                .collect(),
            Strikes::Edge(_) => Vec::new(),
        }
    }

    /// Whether a fault that lasts at an instance does something.
    #[cold]
    pub(super) fn still(
        &self,
        instance: InstanceId,
        does: impl Fn(&dyn crate::fault::contract::Fault) -> bool,
    ) -> bool {
        let here = self.world.fleet.get(instance);
        here.faults.iter().any(|fault| does(self.plan.faults[fault.index()].fault.as_ref()))
    }

    /// The visits that are at an instance, branches and messages on the way excepted.
    fn visits_at(&self, instance: InstanceId, stage: impl Fn(Stage) -> bool) -> Vec<VisitId> {
        let places = self.world.visits.places().iter().enumerate();
        places
            .filter(|(_, visit)| {
                visit.instance == instance && visit.parent == NONE && stage(visit.stage)
            })
            .map(|(number, _)| VisitId(number as u32))
            .collect()
    }

    /// An instance dies: whoever is inside is lost, and so is all that its policies know.
    fn die(&mut self, instance: InstanceId, later: &mut Later) {
        let here = self.world.fleet.get_mut(instance);
        if !here.up {
            return;
        }
        here.up = false;
        let (service, number, busy) = (here.service, here.number, here.inside);
        self.see(later, Moment::Down { instance, service, busy });
        for visit in
            self.visits_at(instance, |stage| !matches!(stage, Stage::Over | Stage::Travels))
        {
            self.reset(visit, later);
        }
        let plan = self.plan;
        self.world.fleet.get_mut(instance).wipe(&plan.services[service.index()]);
        for (at, edge) in plan.edges.iter().enumerate() {
            if edge.caller == Caller::Service(service) && edge.scope == Scope::PerInstance {
                let fresh = Holder::new(plan, edge, &self.world.fleet, self.world.key, number);
                self.world.edges[at].holders[number as usize] = fresh;
            }
        }
        self.world.renew_budgets(Caller::Service(service), number);
    }

    /// An instance is back, unless another crash keeps it down.
    fn come_back(&mut self, instance: InstanceId, later: &mut Later) {
        if self.still(instance, |fault| fault.kills()) {
            return;
        }
        let here = self.world.fleet.get_mut(instance);
        here.up = true;
        let service = here.service;
        self.see(later, Moment::Up { instance, service });
    }

    /// All work at an instance stands still until `until`.
    fn freeze(
        &mut self,
        instance: InstanceId,
        until: brownout_core::time::SimTime,
        later: &mut Later,
    ) {
        let now = later.now();
        let here = self.world.fleet.get_mut(instance);
        let longer = until - here.frozen_until.max(now);
        here.frozen_until = here.frozen_until.max(until);
        if let Some(cores) = &mut here.cores {
            cores.freeze(now, until);
            return self.wait_for_core(instance, later);
        }
        self.move_ends(instance, later, |left| left + longer);
    }

    /// Moves the ends of all works under way at an instance.
    fn move_ends(
        &mut self,
        instance: InstanceId,
        later: &mut Later,
        to: impl Fn(brownout_core::time::Span) -> brownout_core::time::Span,
    ) {
        let places = self.world.visits.places().iter().enumerate();
        let works: Vec<VisitId> = places
            .filter(|(_, visit)| visit.instance == instance && visit.stage == Stage::Works)
            .map(|(number, _)| VisitId(number as u32))
            .collect();
        for visit in works {
            self.move_end(visit, later, &to);
        }
    }

    /// An instance no longer hangs: what hung there is dropped, and nobody hears of it.
    fn drop_hanging(&mut self, instance: InstanceId, later: &mut Later) {
        // Where a branch hangs its visit can never end: the whole of it is dropped.
        let places = self.world.visits.places().iter().enumerate();
        let mut hanging: Vec<VisitId> = places
            .filter(|(_, visit)| visit.instance == instance && visit.stage == Stage::Hangs)
            .map(|(number, _)| self.world.whole(VisitId(number as u32)))
            .collect();
        hanging.sort_unstable();
        hanging.dedup();
        for visit in hanging {
            self.stop(visit, later);
        }
    }
}
