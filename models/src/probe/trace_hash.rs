//! A hash over everything that happens in a run, by name: equal runs have equal hashes, on every machine.
//!
//! Numbers of the plan and of the slabs do not enter. Services, edges, operations, policies and faults stand for
//! themselves by name, an instance by its service and its number; requests, calls and visits by the keys from which their
//! draws descend, and those by the names of clients and edges. So the hash does not move when something that takes no
//! part is added to a system, nor when numbers are used again in another order.
//!
//! What follows from the rest is left out: when a call opened, from when and how long after it settled; the answer to a
//! request, from how its client's call settled; when a visit arrived and began, and whether it stood in line, from when it
//! ended, how long it was held and how long it was there; its work, from its end; its answer, from who hears it; levels and
//! gauges, from all of these. Of a visit that never ends it is known where it was sent.

use brownout_core::random::Key;
use brownout_core::time::{SimTime, Span};

use crate::ids::{InstanceId, ServiceId};
use crate::moment::Moment;
use crate::outcome::Outcome;
use crate::plan::Plan;
use crate::probe::contract::Probe;

/// Hashes the moments of a run. One multiplication for each.
#[derive(Clone, Debug)]
pub struct TraceHash {
    value: u64,
    services: Vec<u64>,
    operations: Vec<u64>,
    /// For each edge the names of its policies, in order.
    policies: Vec<Vec<u64>>,
    faults: Vec<u64>,
    /// How many instances of each service have come up so far.
    born: Vec<u64>,
    instances: Vec<u64>,
}

impl TraceHash {
    /// A hash that has seen nothing yet of a run of `plan`.
    pub fn new(plan: &Plan) -> TraceHash {
        let policies = plan.edges.iter().map(|edge| {
            let all = edge.policies.iter().chain(&edge.per_target);
            all.map(|policy| Key::name(policy.name)).collect()
        });
        TraceHash {
            value: 0,
            services: plan.services.iter().map(|service| service.hash).collect(),
            operations: plan.operations.iter().map(|operation| operation.hash).collect(),
            policies: policies.collect(),
            faults: plan.faults.iter().map(|fault| Key::name(&fault.name)).collect(),
            born: vec![0; plan.services.len()],
            instances: Vec::new(),
        }
    }

    /// The hash of all that was seen so far.
    pub fn value(&self) -> u64 {
        self.value
    }

    /// Folds a moment in: when, whose, and what happened.
    #[inline]
    fn fold(&mut self, now: SimTime, whose: Key, what: u64) {
        // One round of wyhash (Wang Yi 2019): the product of both words, folded.
        const SECRET: u64 = 0xa076_1d64_78bd_642f;
        let left = whose.as_u64() ^ now.as_nanos() ^ SECRET;
        let product = u128::from(left) * u128::from(what ^ self.value);
        self.value = (product >> 64) as u64 ^ product as u64;
    }

    #[inline]
    fn service(&self, id: ServiceId) -> u64 {
        self.services[id.index()]
    }

    #[inline]
    fn instance(&self, id: InstanceId) -> u64 {
        self.instances[id.index()]
    }

    #[inline]
    fn outcome(&self, outcome: Outcome) -> u64 {
        let kind = (outcome.kind as u64 + 1) << 48;
        if outcome.is_plain() {
            return kind;
        }
        let origin = outcome.origin().map_or(0, |service| self.service(service));
        let hint = outcome.hint().map_or(0, Span::as_nanos);
        origin.rotate_left(8) ^ kind ^ hint
    }

    /// An instance comes up; for the first time it gets its name.
    fn comes_up(&mut self, instance: InstanceId, service: ServiceId) {
        if instance.index() >= self.instances.len() {
            let number = self.born[service.index()];
            let name = Key::root(self.services[service.index()]).with(number).as_u64();
            remember(&mut self.instances, instance.index(), name);
            self.born[service.index()] += 1;
        }
    }
}

/// Puts a name into a table by number.
#[inline]
fn remember(table: &mut Vec<u64>, at: usize, name: u64) {
    if at >= table.len() {
        table.resize(at + 1, 0);
    }
    table[at] = name;
}

/// A span as bits that do not fall upon those of another span with another turn.
#[inline]
fn turned(span: Span, turn: u32) -> u64 {
    span.as_nanos().rotate_left(turn)
}

const REQUESTED: u64 = Key::name("Requested");
const SETTLED: u64 = Key::name("Settled");
const DROPPED: u64 = Key::name("Dropped");
const REFUSED: u64 = Key::name("Refused");
const WAITS: u64 = Key::name("Waits");
const SENT: u64 = Key::name("Sent");
const GIVEN_UP: u64 = Key::name("GivenUp");
const UNHEARD: u64 = Key::name("Unheard");
const TURNED_AWAY: u64 = Key::name("TurnedAway");
const RENEGED: u64 = Key::name("Reneged");
const ENDED: u64 = Key::name("Ended");
const UP: u64 = Key::name("Up");
const DOWN: u64 = Key::name("Down");
const FAULT_BEGAN: u64 = Key::name("FaultBegan");
const FAULT_ENDED: u64 = Key::name("FaultEnded");

impl Probe for TraceHash {
    #[inline(always)]
    fn see(&mut self, now: SimTime, moment: &Moment) {
        let (whose, what) = match *moment {
            Moment::Requested { key, operation, .. } => {
                (key, REQUESTED ^ self.operations[operation.index()])
            }
            Moment::Settled { key, outcome, latency, .. } => {
                (key, SETTLED ^ self.outcome(outcome) ^ turned(latency, 16))
            }
            Moment::Dropped { key, .. } => (key, DROPPED),
            Moment::Refused { key, edge, layer, outcome, .. } => {
                let policy = self.policies[edge.index()][usize::from(layer)];
                (key, REFUSED ^ policy ^ self.outcome(outcome))
            }
            Moment::Waits { key, edge, layer, span, .. } => {
                let policy = self.policies[edge.index()][usize::from(layer)];
                (key, WAITS ^ policy ^ span.map_or(1 << 63, |span| turned(span, 16)))
            }
            Moment::Sent { key, ordinal, target, .. } => {
                (key, SENT ^ self.instance(target) ^ u64::from(ordinal) << 32)
            }
            Moment::GivenUp { key, .. } => (key, GIVEN_UP),
            Moment::Unheard { key, wasted, .. } => (key, UNHEARD ^ turned(wasted, 16)),
            Moment::TurnedAway { key, outcome, .. } => (key, TURNED_AWAY ^ self.outcome(outcome)),
            Moment::Reneged { key, .. } => (key, RENEGED),
            Moment::Ended { key, outcome, sojourn, held, wasted, .. } => {
                let times = turned(sojourn, 4) ^ turned(held, 24) ^ turned(wasted, 44);
                (key, ENDED ^ self.outcome(outcome) ^ times)
            }
            Moment::Up { instance, service } => {
                self.comes_up(instance, service);
                if now == SimTime::ZERO {
                    // Who is there at the start stands in the plan; it becomes part of the story when it takes part.
                    return;
                }
                (Key::root(self.instance(instance)), UP)
            }
            Moment::Down { instance, service: _, busy } => {
                (Key::root(self.instance(instance)), DOWN ^ u64::from(busy))
            }
            Moment::FaultBegan(fault) => (Key::root(self.faults[fault.index()]), FAULT_BEGAN),
            Moment::FaultEnded(fault) => (Key::root(self.faults[fault.index()]), FAULT_ENDED),
            // These follow from the others.
            Moment::Answered { .. }
            | Moment::Opened { .. }
            | Moment::Arrived { .. }
            | Moment::Queued { .. }
            | Moment::Began { .. }
            | Moment::Works { .. }
            | Moment::Shares { .. }
            | Moment::Replied { .. }
            | Moment::Heard { .. }
            | Moment::Busy { .. }
            | Moment::Stands { .. }
            | Moment::Served { .. }
            | Moment::Gauge { .. } => return,
        };
        self.fold(now, whose, what);
    }
}
