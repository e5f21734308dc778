//! A service by number.

use std::ops::Range;

use crate::ids::ZoneId;
use crate::policy::queue::roster::DisciplineSpec;
use crate::policy::{admission, scale};

/// A service by number.
#[derive(Clone, Debug)]
pub struct ServicePlan {
    /// Its name.
    pub name: String,
    /// The hash of its name.
    pub hash: u64,
    /// Instances of each shard.
    pub replicas: u32,
    /// Groups of replicas.
    pub shards: u32,
    /// The zones over which each shard's instances are spread in turn.
    pub zones: Vec<ZoneId>,
    /// Most visits inside one instance, `u32::MAX` for no limit.
    pub slots: u32,
    /// Whether a slot is a thread, so that whoever is inside is busy.
    pub threads: bool,
    /// Executors of one instance, where they are held for work only.
    pub executors: Option<u32>,
    /// Processors of one instance, where they are shared.
    pub cores: Option<u32>,
    /// Most visits that wait, `u32::MAX` for no bound.
    pub room: u32,
    /// Who is served next.
    pub discipline: DisciplineSpec,
    /// Who is let in.
    pub admission: Vec<admission::roster::Seated>,
    /// How the number of instances changes.
    pub scale: scale::roster::ScaleSpec,
    /// Its operations.
    pub operations: Range<u16>,
    /// Its calls.
    pub edges: Range<u16>,
    /// Whether any of its operations has a step of work.
    pub works: bool,
    /// Whether work may be stopped or moved before its end: a caller can cancel it, or a fault kills, freezes or
    /// stretches. Elsewhere nothing needs a handle on the end of a work.
    pub disturbed: bool,
}

impl ServicePlan {
    /// How many instances the scenario starts with.
    pub fn instances(&self) -> u32 {
        self.replicas.saturating_mul(self.shards)
    }

    /// The zone of an instance, by its number within the service: each shard's replicas take the zones in turn.
    pub fn zone_of(&self, number: u32) -> ZoneId {
        let replica = (number % self.replicas.max(1)) as usize;
        self.zones.get(replica % self.zones.len().max(1)).copied().unwrap_or(ZoneId(0))
    }

    /// Workers of one instance; `None` where nobody waits for one.
    pub fn workers(&self) -> Option<u32> {
        if self.threads { Some(self.slots) } else { self.executors }
    }

    /// Places of one instance for visits; `None` where any number may be inside.
    pub fn places(&self) -> Option<u32> {
        (self.slots < u32::MAX).then_some(self.slots)
    }

    /// Whether anything that visits need is scarce.
    pub fn is_limited(&self) -> bool {
        self.workers().or(self.places()).or(self.cores).is_some()
    }
}
