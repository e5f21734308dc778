//! The auditor's book of instances: who is inside, who waits, and how many workers are busy.

use std::collections::BTreeSet;

use super::visits::Stood;
use super::{Law, must};
use crate::ids::{InstanceId, ServiceId, VisitId};
use crate::plan::Plan;
use crate::policy::queue::roster::DisciplineSpec;

/// All instances, and what the plan allows them.
#[derive(Debug)]
pub(super) struct Instances {
    entries: Vec<Entry>,
    services: Vec<Service>,
    /// Visits that have joined a line so far; each gets its place.
    places: u64,
}

#[derive(Clone, Debug, Default)]
struct Entry {
    up: bool,
    inside: u32,
    /// The places of those that wait.
    line: BTreeSet<u64>,
}

#[derive(Clone, Debug)]
struct Service {
    name: String,
    slots: u32,
    room: u32,
    discipline: DisciplineSpec,
    /// Workers of one instance, `None` where nobody waits for one.
    workers: Option<u32>,
    /// Whether whoever is inside is busy.
    inside_is_busy: bool,
    instances: u32,
    inside: i64,
    busy: i64,
    /// Visits and branches that wait for an executor.
    standing: i64,
}

impl Instances {
    pub(super) fn new(plan: &Plan) -> Instances {
        let services = plan.services.iter().map(|service| Service {
            name: service.name.clone(),
            slots: service.slots,
            room: service.room,
            discipline: service.discipline,
            workers: service.workers(),
            inside_is_busy: service.executors.is_none(),
            instances: 0,
            inside: 0,
            busy: 0,
            standing: 0,
        });
        Instances { entries: Vec::new(), services: services.collect(), places: 0 }
    }

    pub(super) fn comes_up(&mut self, instance: InstanceId, service: ServiceId) -> Law {
        let at = instance.index();
        if at >= self.entries.len() {
            self.entries.resize(at + 1, Entry::default());
            self.services[service.index()].instances += 1;
        }
        let entry = &mut self.entries[at];
        must(!entry.up, || "an instance that is up does not come up".to_owned())?;
        entry.up = true;
        let empty = entry.inside == 0 && entry.line.is_empty();
        must(empty, || "an instance comes up with nobody inside".to_owned())
    }

    pub(super) fn goes_down(&mut self, instance: InstanceId, busy: u32) -> Law {
        let entry = &mut self.entries[instance.index()];
        must(entry.up, || "only an instance that is up goes down".to_owned())?;
        entry.up = false;
        let inside = entry.inside;
        must(inside == busy, || format!("{inside} are inside a dying instance and not {busy}"))
    }

    pub(super) fn is_up(&self, instance: InstanceId) -> Law {
        let up = self.entries.get(instance.index()).is_some_and(|entry| entry.up);
        must(up, || "visits arrive only where somebody listens".to_owned())
    }

    /// A visit joins a line and gets its place there.
    pub(super) fn joins(
        &mut self,
        _visit: VisitId,
        instance: InstanceId,
        service: ServiceId,
        ahead: u32,
    ) -> Result<u64, String> {
        let service = &self.services[service.index()];
        let line = &mut self.entries[instance.index()].line;
        let waiting = line.len() as u32;
        must(ahead == waiting, || format!("{waiting} wait ahead and not {ahead}"))?;
        must(waiting < service.room, || {
            format!("at most {} wait in one instance of {}", service.room, service.name)
        })?;
        self.places += 1;
        line.insert(self.places);
        Ok(self.places)
    }

    /// A visit no longer stands in line, and was not served.
    pub(super) fn leaves_line(&mut self, stood: Stood) -> Law {
        let Some((instance, place)) = stood else { return Ok(()) };
        let stood = self.entries[instance.index()].line.remove(&place);
        must(stood, || "only a visit that waits in line can leave it".to_owned())
    }

    /// A visit is let in, from the line or from the door.
    pub(super) fn begins(&mut self, instance: InstanceId, service: ServiceId, stood: Stood) -> Law {
        let entry = &mut self.entries[instance.index()];
        let service = &mut self.services[service.index()];
        must(entry.up, || "visits begin only where somebody works".to_owned())?;
        let next = match (service.discipline, stood) {
            (_, None) => {
                must(entry.line.is_empty(), || "nobody overtakes those in line".to_owned())?;
                None
            }
            (DisciplineSpec::Fifo, Some(_)) => entry.line.pop_first(),
            (DisciplineSpec::Lifo, Some(_)) => entry.line.pop_last(),
        };
        let place = stood.map(|(_, place)| place);
        must(next == place, || {
            let order = service.discipline;
            format!("those in line at {} are served in the order {order:?}", service.name)
        })?;
        entry.inside += 1;
        service.inside += 1;
        let (inside, slots) = (entry.inside, service.slots);
        must(inside <= slots, || {
            format!("at most {slots} are inside one instance of {}", service.name)
        })
    }

    pub(super) fn ends(&mut self, instance: InstanceId, service: ServiceId) -> Law {
        let entry = &mut self.entries[instance.index()];
        must(entry.inside > 0, || "whoever ends has begun".to_owned())?;
        entry.inside -= 1;
        self.services[service.index()].inside -= 1;
        Ok(())
    }

    /// The number of those that wait for an executor of a service changes.
    pub(super) fn stands(&mut self, service: ServiceId, change: i8) -> Law {
        let service = &mut self.services[service.index()];
        service.standing += i64::from(change);
        let (standing, name) = (service.standing, &service.name);
        must(standing >= 0, || format!("{standing} wait for an executor of {name}"))?;
        must(!service.inside_is_busy, || format!("nobody waits for an executor of {name}"))
    }

    /// The number of busy workers of a service changes.
    pub(super) fn busy(&mut self, service: ServiceId, change: i8) -> Law {
        let service = &mut self.services[service.index()];
        service.busy += i64::from(change);
        let (busy, name) = (service.busy, &service.name);
        must(busy >= 0, || format!("{busy} workers of {name} are busy"))?;
        if service.inside_is_busy {
            let inside = service.inside;
            must(busy == inside, || {
                format!("whoever is inside {name} is busy: {busy} are, and {inside} inside")
            })?;
        }
        let Some(workers) = service.workers else { return Ok(()) };
        let most = i64::from(workers) * i64::from(service.instances);
        must(busy <= most, || format!("{busy} of {most} workers of {name} are busy"))
    }
}
