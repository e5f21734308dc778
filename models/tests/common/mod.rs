//! Small systems for tests, their parts written as in a scenario file, and what happened in them.

#![allow(dead_code, reason = "each test crate uses the part that it needs")]

use std::collections::BTreeMap;

use brownout_core::time::{SimTime, Span};
use brownout_models::moment::Moment;
use brownout_models::outcome::Kind;
use brownout_models::plan::Plan;
use brownout_models::probe::auditor::Auditor;
use brownout_models::probe::contract::Probe;
use brownout_models::run::Run;
use brownout_models::spec::System;
use brownout_models::spec::client::Client;
use brownout_models::spec::edge::{Edge, Policies, Scope};
use brownout_models::spec::run::Run as RunSpec;
use brownout_models::spec::service::{Queue, Service};
use brownout_models::spec::step::{Operation, Step};
use ron::extensions::Extensions;
use serde::de::DeserializeOwned;

/// Reads any part of a system from the text that a scenario file would have.
pub(crate) fn read<T: DeserializeOwned>(text: &str) -> T {
    let extensions = Extensions::IMPLICIT_SOME
        | Extensions::UNWRAP_NEWTYPES
        | Extensions::UNWRAP_VARIANT_NEWTYPES;
    let read = ron::Options::default().with_default_extension(extensions).from_str(text);
    read.unwrap_or_else(|error| panic!("{error} in {text}"))
}

/// A map from names.
pub(crate) fn named<T, const N: usize>(parts: [(&str, T); N]) -> BTreeMap<String, T> {
    parts.into_iter().map(|(name, part)| (name.to_owned(), part)).collect()
}

/// A list of call policies, such as `[Timeout("1s"), Bulkhead(3)]`.
pub(crate) fn policies(text: &str) -> Policies {
    Policies::List(read(text))
}

/// A service with one instance and one operation, `get`, that does `steps`.
pub(crate) fn service(workers: &str, steps: &str) -> Service {
    let get = Operation { steps: read::<Vec<Step>>(steps), interruptible: false };
    Service {
        replicas: 1,
        shards: 1,
        zones: vec!["a".to_owned()],
        workers: read(workers),
        in_flight: None,
        cores: None,
        queue: Queue::default(),
        admission: vec![],
        scale: Default::default(),
        operations: named([("get", get)]),
        calls: BTreeMap::new(),
    }
}

/// A call to `to` behind policies.
pub(crate) fn edge(to: &str, list: &str) -> Edge {
    Edge {
        to: to.to_owned(),
        policies: policies(list),
        per_target: vec![],
        balance: Default::default(),
        scope: Scope::PerInstance,
        cancels: false,
        hop: None,
    }
}

/// A client that asks for one thing, without policies.
pub(crate) fn client(arrivals: &str, ask: &str) -> Client {
    Client {
        arrivals: read(arrivals),
        asks: named([(ask, 1.0)]),
        slo: None,
        policies: Policies::default(),
        per_target: vec![],
        balance: Default::default(),
        process: Default::default(),
        cancels: false,
        hop: None,
        class: "default".to_owned(),
        tenant: None,
        zone: None,
    }
}

/// A client that asks for one thing behind policies.
pub(crate) fn careful(arrivals: &str, ask: &str, list: &str) -> Client {
    Client { policies: policies(list), ..client(arrivals, ask) }
}

/// A run of some length without warm-up.
pub(crate) fn lasting(length: &str) -> RunSpec {
    RunSpec { length: length.parse().unwrap(), ..RunSpec::default() }
}

/// The plan of a system in which nothing is wrong.
pub(crate) fn plan(system: &System) -> Plan {
    match Plan::new(system) {
        Ok((plan, _)) => plan,
        Err(problems) => panic!("{problems:#?}"),
    }
}

/// Runs one replication to its end under the eyes of the auditor, and gives the probe back. No law may be broken, and
/// nothing may be left after the drain.
pub(crate) fn finish<P: Probe>(plan: &Plan, replication: u32, probe: P) -> P {
    let mut run = Run::new(plan, replication, (probe, Auditor::new(plan)));
    let audited = run.finish().and_then(|()| run.probe().1.audit_end(run.world(), false));
    if let Err(broken) = audited {
        panic!("{broken}");
    }
    assert_eq!(run.world().leftovers(), None, "after a drain nothing is left");
    run.into_probe().0
}

/// The same without the auditor, for the many further replications of a long experiment.
pub(crate) fn finish_unaudited<P: Probe>(plan: &Plan, replication: u32, probe: P) -> P {
    let mut run = Run::new(plan, replication, probe);
    if let Err(broken) = run.finish() {
        panic!("{broken}");
    }
    assert_eq!(run.world().leftovers(), None, "after a drain nothing is left");
    run.into_probe()
}

/// Everything that happened, in order.
#[derive(Clone, Default, PartialEq, Debug)]
pub(crate) struct Diary(pub(crate) Vec<(SimTime, Moment)>);

impl Probe for Diary {
    fn see(&mut self, now: SimTime, moment: &Moment) {
        self.0.push((now, *moment));
    }
}

/// The diary of the first replication.
pub(crate) fn diary(system: &System) -> Diary {
    finish(&plan(system), 0, Diary::default())
}

/// An instant.
pub(crate) fn at(millis: u64) -> SimTime {
    SimTime::ZERO + Span::from_millis(millis)
}

/// A run of a system without chance, to be compared with what was worked out by hand. Times are whole milliseconds.
pub(crate) struct Story {
    plan: Plan,
    diary: Diary,
}

impl Story {
    /// The story of the first replication.
    pub(crate) fn of(system: &System) -> Story {
        let plan = plan(system);
        let diary = finish(&plan, 0, Diary::default());
        Story { plan, diary }
    }

    /// The answers in their order: when they arrived, and what they were.
    pub(crate) fn answers(&self) -> Vec<(u64, Kind)> {
        self.pick(|now, moment| match moment {
            Moment::Answered { outcome, .. } => Some((millis(now), outcome.kind)),
            _ => None,
        })
    }

    /// When attempts were sent along an edge: `service.call`, or a client's name.
    pub(crate) fn sent(&self, name: &str) -> Vec<u64> {
        self.pick(|now, moment| match moment {
            Moment::Sent { edge, .. } if self.plan.edges[edge.index()].name == name => {
                Some(millis(now))
            }
            _ => None,
        })
    }

    /// How a service's visits ended that had begun, and when.
    pub(crate) fn ended(&self, name: &str) -> Vec<(u64, Kind)> {
        self.pick(|now, moment| match moment {
            Moment::Ended { service, outcome, .. }
                if self.plan.services[service.index()].name == name =>
            {
                Some((millis(now), outcome.kind))
            }
            _ => None,
        })
    }

    fn pick<T>(&self, choose: impl Fn(SimTime, &Moment) -> Option<T>) -> Vec<T> {
        self.diary.0.iter().filter_map(|(now, moment)| choose(*now, moment)).collect()
    }
}

fn millis(now: SimTime) -> u64 {
    let nanos = now.as_nanos();
    assert_eq!(nanos % 1_000_000, 0, "{now} is no whole millisecond");
    nanos / 1_000_000
}
