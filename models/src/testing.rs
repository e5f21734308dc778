//! Small systems for tests: short builders, a run with its laws audited, and random systems.

#![allow(dead_code, reason = "builders are there before the tests that need them")]

pub(crate) mod random;

mod laws;
mod neutral;
mod trace;

use std::collections::BTreeMap;
use std::sync::Arc;

use brownout_core::dist::{self, Exponential};
use brownout_core::time::Span;
use brownout_core::units::{Rate, Share};

use crate::fault::roster::FaultSpec;
use crate::fault::target::Target;
use crate::plan::Plan;
use crate::policy::balance::roster::BalanceSpec;
use crate::policy::call::roster::CallPolicySpec;
use crate::policy::call::{bulkhead, circuit_breaker, fallback, hedge, retry, timeout};
use crate::policy::parts::backoff::Backoff;
use crate::probe::contract::Probe;
use crate::run::Run;
use crate::spec::System;
use crate::spec::arrivals::{Arrivals, Burst, Closed};
use crate::spec::client::{Client, Process};
use crate::spec::edge::{Edge, Policies, Scope};
use crate::spec::resource::Resource;
use crate::spec::service::{Queue, Service, Workers};
use crate::spec::step::{Operation, Step, Work};

pub(crate) fn span(text: &str) -> Span {
    text.parse().unwrap()
}

pub(crate) fn share(text: &str) -> Share {
    text.parse().unwrap()
}

pub(crate) fn rate(text: &str) -> Rate {
    text.parse().unwrap()
}

pub(crate) fn target(text: &str) -> Target {
    text.parse().unwrap()
}

pub(crate) fn constant(time: &str) -> dist::Spec {
    dist::Spec::Constant(span(time))
}

pub(crate) fn exponential(mean: &str) -> dist::Spec {
    dist::Spec::Exponential(Exponential::Mean(span(mean)))
}

pub(crate) fn work(time: dist::Spec) -> Step {
    Step::Work(Work { time, sticky: false })
}

pub(crate) fn call(name: &str) -> Step {
    Step::Call(name.to_owned())
}

pub(crate) fn poisson(text: &str) -> Arrivals {
    Arrivals::Poisson(rate(text))
}

pub(crate) fn burst(count: u32) -> Arrivals {
    Arrivals::Burst(Burst { count, at: Span::ZERO })
}

pub(crate) fn closed(users: u32, think: dist::Spec) -> Arrivals {
    Arrivals::Closed(Closed { users, think })
}

pub(crate) fn timeout(after: &str) -> CallPolicySpec {
    CallPolicySpec::Timeout(timeout::Spec { after: span(after) })
}

pub(crate) fn retry(attempts: u32) -> CallPolicySpec {
    let on = retry::RETRIED.to_vec();
    CallPolicySpec::Retry(retry::Spec { attempts, backoff: Backoff::None, on, budget: None })
}

pub(crate) fn bulkhead(max: u32) -> CallPolicySpec {
    CallPolicySpec::Bulkhead(bulkhead::Spec { max: Some(max), ..Default::default() })
}

pub(crate) fn breaker() -> CallPolicySpec {
    CallPolicySpec::CircuitBreaker(circuit_breaker::Spec::default())
}

pub(crate) fn fallback() -> CallPolicySpec {
    CallPolicySpec::Fallback(fallback::Spec::default())
}

pub(crate) fn hedge(after: &str) -> CallPolicySpec {
    CallPolicySpec::Hedge(hedge::Spec { elsewhere: false, ..hedge::Spec::after(span(after)) })
}

/// A service with one operation, `do`, one instance, and a queue without a bound.
pub(crate) fn service(workers: Workers, steps: Vec<Step>) -> Service {
    let operation = Operation { steps, interruptible: false };
    Service {
        replicas: 1,
        shards: 1,
        zones: vec!["a".to_owned()],
        workers,
        in_flight: None,
        cores: None,
        queue: Queue::default(),
        admission: vec![],
        scale: Default::default(),
        operations: BTreeMap::from([("do".to_owned(), operation)]),
        calls: BTreeMap::new(),
    }
}

/// An edge to `service.operation` with policies.
pub(crate) fn edge(to: &str, policies: Vec<CallPolicySpec>) -> Edge {
    Edge {
        to: to.to_owned(),
        policies: Policies::List(policies),
        per_target: vec![],
        balance: BalanceSpec::RoundRobin,
        scope: Scope::PerInstance,
        cancels: false,
        hop: None,
    }
}

/// A client that asks for one operation.
pub(crate) fn client(arrivals: Arrivals, asks: &str, policies: Vec<CallPolicySpec>) -> Client {
    Client {
        arrivals,
        asks: BTreeMap::from([(asks.to_owned(), 1.0)]),
        slo: None,
        policies: Policies::List(policies),
        per_target: vec![],
        balance: BalanceSpec::RoundRobin,
        process: Process::Shared,
        cancels: false,
        hop: None,
        class: "default".to_owned(),
        tenant: None,
        zone: None,
    }
}

/// An empty system with a run of this length.
pub(crate) fn system(length: &str) -> System {
    let mut system = System::default();
    system.run.length = span(length);
    system
}

impl Service {
    /// The same service with a call of its own.
    pub(crate) fn calling(mut self, name: &str, edge: Edge) -> Service {
        self.calls.insert(name.to_owned(), edge);
        self
    }
}

impl System {
    /// The same system with one more service, or another in its place.
    pub(crate) fn service(mut self, name: &str, service: Service) -> System {
        self.services.insert(name.to_owned(), service);
        self
    }

    /// The same system with one more client, or another in its place.
    pub(crate) fn client(mut self, name: &str, client: Client) -> System {
        self.clients.insert(name.to_owned(), client);
        self
    }

    /// The same system with one more resource.
    pub(crate) fn resource(mut self, name: &str, resource: Resource) -> System {
        self.resources.insert(name.to_owned(), resource);
        self
    }

    /// The same system with one more fault.
    pub(crate) fn fault(mut self, fault: FaultSpec) -> System {
        self.faults.push(fault);
        self
    }

    /// The plan of a system that is sound.
    pub(crate) fn plan(&self) -> Arc<Plan> {
        match Plan::new(self) {
            Ok((plan, _)) => Arc::new(plan),
            Err(problems) => panic!("{problems:#?}"),
        }
    }
}

/// A finished run of replication 0 of a sound system, seen by a probe.
pub(crate) fn run<P: Probe>(
    system: &System,
    probe: impl FnOnce(&Arc<Plan>) -> P,
) -> Run<'static, P> {
    // A test that hands out its run needs a plan that outlives it.
    let plan: &'static Arc<Plan> = Box::leak(Box::new(system.plan()));
    let mut run = Run::new(plan, 0, probe(plan));
    run.finish().unwrap();
    run
}
