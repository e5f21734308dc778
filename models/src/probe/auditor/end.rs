//! What must hold of a world between two instants, and when it has drained: nobody waits for what is free; nothing is
//! left, and whatever policies lend is back.

use super::{Law, must};
use crate::policy::parts::resource::Shared;
use crate::spec::resource::Resource;
use crate::world::World;
use crate::world::edge::Seat;

/// Checks a drained world.
pub(super) fn audit(world: &World, expects_leftovers: bool) -> Law {
    if let Some(left) = world.leftovers() {
        // Whoever waits for ever keeps what was lent to it, and rightly.
        return must(expects_leftovers, || format!("after a drain nothing is left: {left}"));
    }
    audit_instances(world)?;
    audit_resources(world)?;
    audit_edges(world)
}

/// Checks that nobody waits for a worker, an executor or a slot that is free.
pub(super) fn audit_waiting(world: &World) -> Law {
    for instance in &world.fleet.instances {
        let service = &world.plan.services[instance.service.index()];
        let name = || format!("{}[{}]", service.name, instance.number);
        let full = instance.inside >= service.slots;
        must(full || instance.queue.is_empty(), || {
            format!("{} has room, and visits wait", name())
        })?;
        let busy = service.executors.is_none_or(|executors| instance.executing >= executors);
        must(busy || instance.runnable.is_empty(), || {
            format!("{} idles, and visits wait", name())
        })?;
    }
    for (plan, copies) in world.plan.resources.iter().zip(&world.resources) {
        let Resource::Bulkhead(bulkhead) = &plan.spec else { continue };
        for copy in copies {
            let Shared::Bulkhead(slots) = &copy.shared else { continue };
            let full = slots.in_use() >= bulkhead.max;
            must(full || copy.line.is_empty(), || {
                format!("{} has room, and calls wait", plan.name)
            })?;
        }
    }
    Ok(())
}

fn audit_instances(world: &World) -> Law {
    for instance in &world.fleet.instances {
        let service = &world.plan.services[instance.service.index()].name;
        let name = || format!("{service}[{}]", instance.number);
        let (inside, executing) = (instance.inside, instance.executing);
        let waiting = instance.queue.length() + instance.runnable.length();
        must(inside == 0, || format!("after a drain {inside} are inside {}", name()))?;
        must(executing == 0, || format!("after a drain {executing} work in {}", name()))?;
        must(waiting == 0, || format!("after a drain {waiting} wait in {}", name()))?;
    }
    Ok(())
}

fn audit_resources(world: &World) -> Law {
    for (plan, copies) in world.plan.resources.iter().zip(&world.resources) {
        for copy in copies {
            let waiting = copy.line.len();
            must(waiting == 0, || format!("after a drain {waiting} wait for {}", plan.name))?;
            let in_use = match &copy.shared {
                Shared::Bulkhead(slots) => slots.in_use(),
                Shared::Budget(_) => 0,
            };
            must(in_use == 0, || {
                format!("after a drain all slots of {} are free, and {in_use} are not", plan.name)
            })?;
        }
    }
    Ok(())
}

fn audit_edges(world: &World) -> Law {
    for (plan, state) in world.plan.edges.iter().zip(&world.edges) {
        for holder in &state.holders {
            let behind = holder.callees.iter().flat_map(|callee| &callee.per_target);
            for seat in behind.flatten().chain(&holder.policies) {
                audit_seat(seat, &plan.name)?;
            }
            let outstanding = holder.callees.iter().flat_map(|callee| &callee.outstanding);
            let outstanding: u32 = outstanding.sum();
            must(outstanding == 0, || {
                format!(
                    "after a drain no attempts are under way, and {} has {outstanding}",
                    plan.name
                )
            })?;
        }
    }
    Ok(())
}

fn audit_seat(seat: &Seat, edge: &str) -> Law {
    let waiting = seat.line.len();
    must(waiting == 0, || format!("after a drain {waiting} stand in line on {edge}"))?;
    let lent = seat.policy.clone().seat().lent();
    must(lent == 0, || format!("after a drain a policy on {edge} misses {lent} that it has lent"))
}
