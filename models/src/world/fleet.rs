//! The instances of all services: who there is, and whom callers know of.

use brownout_core::random::Key;

use super::instance::Instance;
use crate::ids::{InstanceId, ServiceId};
use crate::plan::Plan;

/// The instances of all services.
#[derive(Debug)]
pub struct Fleet {
    /// All instances that live or have lived.
    pub instances: Vec<Instance>,
    /// For each service and shard, those that callers may choose, by number.
    known: Vec<Vec<Vec<InstanceId>>>,
    /// The first instance of each service.
    first: Vec<u32>,
}

impl Fleet {
    /// The fleet that the scenario starts with.
    pub fn new(plan: &Plan, key: Key) -> Fleet {
        let mut fleet = Fleet { instances: vec![], known: vec![], first: vec![] };
        let key = key.with(Key::name("instance"));
        for (at, service) in plan.services.iter().enumerate() {
            let id = ServiceId(at as u16);
            fleet.first.push(fleet.instances.len() as u32);
            let mut shards = vec![vec![]; service.shards as usize];
            for number in 0..service.instances() {
                let instance = Instance::new(service, id, number, key);
                shards[usize::from(instance.shard)].push(InstanceId(fleet.instances.len() as u32));
                fleet.instances.push(instance);
            }
            fleet.known.push(shards);
        }
        fleet
    }

    /// The instances of a shard that callers may choose, by number. One that is down stays until somebody finds out.
    #[inline]
    pub fn known(&self, service: ServiceId, shard: u16) -> &[InstanceId] {
        &self.known[service.index()][usize::from(shard)]
    }

    /// The instance of a service by its number within it.
    pub fn find(&self, service: ServiceId, number: u32) -> InstanceId {
        InstanceId(self.first[service.index()] + number)
    }

    /// Callers may choose an instance, or no longer.
    pub fn set_known(&mut self, id: InstanceId, known: bool) {
        let instance = &self.instances[id.index()];
        let shard = &mut self.known[instance.service.index()][usize::from(instance.shard)];
        match shard.binary_search(&id) {
            Ok(at) if !known => {
                shard.remove(at);
            }
            Err(at) if known => shard.insert(at, id),
            _ => {}
        }
    }

    /// An instance.
    #[inline]
    pub fn get(&self, id: InstanceId) -> &Instance {
        &self.instances[id.index()]
    }

    /// An instance, to change it.
    #[inline]
    pub fn get_mut(&mut self, id: InstanceId) -> &mut Instance {
        &mut self.instances[id.index()]
    }
}
