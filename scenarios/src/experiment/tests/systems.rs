//! Small systems for the tests.

use std::collections::BTreeMap;

use brownout_core::dist::{Exponential, Shifted, Spec as Dist};
use brownout_core::time::Span;
use brownout_models::fault::roster::FaultSpec;
use brownout_models::fault::{crash, slow};
use brownout_models::policy::call::roster::CallPolicySpec;
use brownout_models::policy::call::{bulkhead, fallback, retry, timeout};
use brownout_models::policy::parts::backoff::Backoff;
use brownout_models::spec::System;
use brownout_models::spec::arrivals::{Arrivals, Burst};
use brownout_models::spec::client::Client;
use brownout_models::spec::edge::{Edge, Policies};
use brownout_models::spec::run::Window;
use brownout_models::spec::service::{Queue, Service, Workers};
use brownout_models::spec::step::{Operation, Step, Work};

pub(super) fn span(text: &str) -> Span {
    text.parse().unwrap()
}

pub(super) fn exponential(mean: &str) -> Dist {
    Dist::Exponential(Exponential::Mean(span(mean)))
}

pub(super) fn constant(time: &str) -> Dist {
    Dist::Constant(span(time))
}

pub(super) fn shifted(by: &str, of: Dist) -> Dist {
    Dist::Shifted(Shifted { by: span(by), of: Box::new(of) })
}

pub(super) fn work(time: Dist) -> Step {
    Step::Work(Work { time, sticky: false })
}

pub(super) fn call(name: &str) -> Step {
    Step::Call(name.to_owned())
}

pub(super) fn poisson(rate: &str) -> Arrivals {
    Arrivals::Poisson(rate.parse().unwrap())
}

pub(super) fn constant_rate(rate: &str) -> Arrivals {
    Arrivals::Constant(rate.parse().unwrap())
}

pub(super) fn burst(count: u32, at: &str) -> Arrivals {
    Arrivals::Burst(Burst { count, at: span(at) })
}

pub(super) fn timeout(after: &str) -> CallPolicySpec {
    CallPolicySpec::Timeout(timeout::Spec { after: span(after) })
}

pub(super) fn retry(attempts: u32) -> CallPolicySpec {
    let on = retry::RETRIED.to_vec();
    CallPolicySpec::Retry(retry::Spec { attempts, backoff: Backoff::None, on, budget: None })
}

pub(super) fn bulkhead(max: u32) -> CallPolicySpec {
    CallPolicySpec::Bulkhead(bulkhead::Spec { max: Some(max), ..Default::default() })
}

pub(super) fn fallback() -> CallPolicySpec {
    CallPolicySpec::Fallback(fallback::Spec::default())
}

pub(super) fn slow(target: &str, at: &str, lasts: &str, to: Dist) -> FaultSpec {
    FaultSpec::Slow(slow::Spec {
        at: span(at),
        lasts: Some(span(lasts)),
        target: target.parse().unwrap(),
        to: Some(to),
        by: None,
        plus: None,
        stretches: false,
    })
}

pub(super) fn crash(target: &str, at: &str, restarts_after: &str) -> FaultSpec {
    FaultSpec::Crash(crash::Spec {
        at: span(at),
        restarts_after: Some(span(restarts_after)),
        target: target.parse().unwrap(),
    })
}

/// A service with the operation `do`, one instance, and a queue without a bound.
pub(super) fn service(workers: Workers, steps: Vec<Step>) -> Service {
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

pub(super) fn edge(to: &str, policies: Vec<CallPolicySpec>) -> Edge {
    Edge {
        to: to.to_owned(),
        policies: Policies::List(policies),
        per_target: vec![],
        balance: Default::default(),
        scope: Default::default(),
        cancels: false,
        hop: None,
    }
}

/// A client that asks the server to `do`.
pub(super) fn client(arrivals: Arrivals, policies: Vec<CallPolicySpec>) -> Client {
    Client {
        arrivals,
        asks: BTreeMap::from([("server.do".to_owned(), 1.0)]),
        slo: None,
        policies: Policies::List(policies),
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

/// The client `app` and the service `server`.
pub(super) fn system(length: &str, client: Client, server: Service) -> System {
    let mut system = System::default();
    system.run.length = span(length);
    system.clients.insert("app".to_owned(), client);
    system.services.insert("server".to_owned(), server);
    system
}

/// `server` with threads and exponential work, and Poisson arrivals.
pub(super) fn mmc(workers: u32, mean: &str, rate: &str, length: &str) -> System {
    let server = service(Workers::Threads(workers), vec![work(exponential(mean))]);
    system(length, client(poisson(rate), vec![]), server)
}

/// A server of 200 threads that works for 99 ms and then calls a counter, which takes 3 s instead of 1 ms from second
/// 60 on for 75 s; the window `saturated` is 20 of its cycles.
pub(super) fn feed(rate: &str, policies: Vec<CallPolicySpec>) -> System {
    let mut server = service(Workers::Threads(200), vec![work(exponential("99ms")), call("count")]);
    server.calls.insert("count".to_owned(), edge("counter.do", policies));
    server.queue.room = Some(1000);
    let mut system = system("150s", client(poisson(rate), vec![]), server);
    system.run.warmup = span("10s");
    let counter = service(Workers::Threads(400), vec![work(constant("1ms"))]);
    system.services.insert("counter".to_owned(), counter);
    system.faults.push(slow("counter", "60s", "75s", constant("3s")));
    name_window(&mut system, "saturated", "70s", "132s");
    system
}

pub(super) fn name_window(system: &mut System, name: &str, from: &str, to: &str) {
    let window = Window { from: span(from), to: span(to) };
    system.windows.insert(name.to_owned(), window);
}
