//! One replica of a service: its workers, its queue, and what is wrong with it.

use brownout_core::random::Key;
use brownout_core::time::SimTime;

use super::cores::Cores;
use super::line::Line;
use crate::ids::{FaultId, ServiceId, ZoneId};
use crate::plan::ServicePlan;
use crate::policy::{admission, queue};

/// One replica of a service.
#[derive(Clone, Debug)]
pub struct Instance {
    /// Of which service.
    pub service: ServiceId,
    /// Its number within the service, from 0.
    pub number: u32,
    /// Which shard it belongs to.
    pub shard: u16,
    /// Where it stands.
    pub zone: ZoneId,
    /// The key of its own draws.
    pub key: Key,
    /// Most visits inside.
    pub slots: u32,
    /// Most visits that wait at the door.
    pub room: u32,
    /// Executors, where they are held for work only.
    pub executors: Option<u32>,
    /// Whether it is up.
    pub up: bool,
    /// Visits inside that hold a slot.
    pub inside: u32,
    /// Visits that work, where executors are held for work only.
    pub executing: u32,
    /// Those that wait for a slot.
    pub queue: Line,
    /// Those inside that wait for an executor.
    pub runnable: Line,
    /// Who of those that wait is next.
    pub discipline: queue::roster::Seated,
    /// Who is let in.
    pub admission: Vec<admission::roster::Seated>,
    /// Its processors, where work shares them.
    pub cores: Option<Cores>,
    /// Whether work may be stopped or moved before its end.
    pub disturbed: bool,
    /// The faults that strike it now.
    pub faults: Vec<FaultId>,
    /// Until when all its work stands still.
    pub frozen_until: SimTime,
}

impl Instance {
    /// Instance `number` of a service, at time 0.
    pub fn new(plan: &ServicePlan, service: ServiceId, number: u32, key: Key) -> Instance {
        Instance {
            service,
            number,
            shard: (number / plan.replicas.max(1)) as u16,
            zone: plan.zone_of(number),
            key: key.with(plan.hash).with(u64::from(number)),
            slots: plan.slots,
            room: plan.room,
            executors: plan.executors,
            up: true,
            inside: 0,
            executing: 0,
            queue: Line::default(),
            runnable: Line::default(),
            discipline: plan.discipline.ready(),
            admission: plan.admission.clone(),
            cores: plan.cores.map(Cores::new),
            disturbed: plan.disturbed,
            faults: Vec::new(),
            frozen_until: SimTime::ZERO,
        }
    }

    /// Forgets all that a process holds in memory: who is inside, who waits, what its policies know.
    pub fn wipe(&mut self, plan: &ServicePlan) {
        self.inside = 0;
        self.executing = 0;
        self.queue = Line::default();
        self.runnable = Line::default();
        self.discipline = plan.discipline.ready();
        self.admission = plan.admission.clone();
        if let Some(cores) = &mut self.cores {
            cores.clear();
        }
    }
}
