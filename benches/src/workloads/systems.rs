//! The systems of the workloads, written with the types that a Rust user of brownout has.

use std::collections::BTreeMap;

use brownout_core::dist::{Exponential, LogNormal, Spec as Dist};
use brownout_core::time::Span;
use brownout_core::units::{Rate, Share};
use brownout_models::outcome::Kind;
use brownout_models::policy::call::roster::CallPolicySpec as Policy;
use brownout_models::policy::call::{
    bulkhead, circuit_breaker, deadline, fallback, hedge, retry, timeout,
};
use brownout_models::policy::parts::backoff::{Backoff, Exponential as Growing, Jitter};
use brownout_models::policy::{balance, scale};
use brownout_models::spec::System;
use brownout_models::spec::arrivals::{Arrivals, Burst};
use brownout_models::spec::client::{Client, Process};
use brownout_models::spec::edge::{Edge, Policies, Scope};
use brownout_models::spec::resource::{Budget, Deposit, Resource, ResourceScope};
use brownout_models::spec::run::Run;
use brownout_models::spec::service::{Queue, Service, Workers};
use brownout_models::spec::step::{FanOut, Operation, Step, Work};

const MILLISECOND: Span = Span::from_millis(1);

/// W1: one server at 90 % load, exponential times with a mean of 1 ms.
pub fn single_server(requests: u64) -> System {
    let server = service(Workers::Threads(1), vec![work(exponential(MILLISECOND))]);
    system(requests, 900.0, [("server", server)])
}

/// W2: 200 servers at 90 % load, exponential times with a mean of 100 ms.
pub fn many_servers(requests: u64) -> System {
    let server = vec![work(exponential(Span::from_millis(100)))];
    system(requests, 1_800.0, [("server", service(Workers::Threads(200), server))])
}

/// W3: 200 workers, held while they work for 10 ms and then call 64 others that take some 5 ms, under a timeout of
/// 100 ms; 2,000 requests a second.
pub fn microservice(requests: u64) -> System {
    calls_a_counter(requests, vec![timeout_after(100)])
}

/// W3 with every kind of policy on the call: none of them acts, all of them look.
pub fn guarded(requests: u64) -> System {
    let mut system = calls_a_counter(requests, full_stack());
    system.resources = BTreeMap::from([("extra attempts".to_owned(), budget())]);
    system
}

/// Eight services of 64 threads in a row: lognormal work (median 1 ms, σ 0.5), half a millisecond each way, timeouts of
/// 1 s; 2,000 requests a second.
pub fn chain(requests: u64) -> System {
    let link = |nth: u32| {
        let time = Dist::LogNormal(LogNormal::Median { median: MILLISECOND, sigma: 0.5 });
        let mut steps = vec![work(time)];
        let mut calls = vec![];
        if nth < 8 {
            steps.push(Step::Call("next".to_owned()));
            let mut edge = edge(&format!("s{}.serve", nth + 1), vec![timeout_after(1_000)]);
            edge.hop = Some(Span::from_micros(500));
            calls.push(("next".to_owned(), edge));
        }
        Service { calls: calls.into_iter().collect(), ..service(Workers::Threads(64), steps) }
    };
    let names = ["s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8"];
    system(requests, 2_000.0, (1..).zip(names).map(|(nth, name)| (name, link(nth))))
}

/// A page asks each of 100 shards, which take some 5 ms, and asks a second replica when one has not answered after
/// 15 ms; the loser is cancelled. 20 pages a second.
pub fn fan_out(requests: u64) -> System {
    let shards = FanOut { call: "shards".to_owned(), need: None, wait_for_all: false };
    let mut asks = edge("shard.serve", vec![Policy::Hedge(hedge::Spec::after(MILLISECOND * 15))]);
    asks.cancels = true;
    let page = Service {
        calls: BTreeMap::from([("shards".to_owned(), asks)]),
        ..service(Workers::Unlimited, vec![Step::FanOut(shards)])
    };
    let mut shard = service(Workers::Threads(16), vec![work(exponential(MILLISECOND * 5))]);
    (shard.shards, shard.replicas) = (100, 2);
    system(requests, 20.0, [("page", page), ("shard", shard)])
}

/// So many requests at one instant to a service that takes a minute for each: as many attempts are in flight together.
pub fn burst(count: u32, policies: &[Policy]) -> System {
    let minute = Step::Work(Work { time: Dist::Constant(Span::from_secs(60)), sticky: false });
    let mut system = system(1, 1.0, [("server", service(Workers::Unlimited, vec![minute]))]);
    system.resources = BTreeMap::from([("extra attempts".to_owned(), budget())]);
    for client in system.clients.values_mut() {
        client.arrivals = Arrivals::Burst(Burst { count, at: Span::ZERO });
        client.policies = Policies::List(policies.to_vec());
    }
    system
}

/// A timeout of so many milliseconds.
pub fn timeout_after(millis: u64) -> Policy {
    Policy::Timeout(timeout::Spec { after: Span::from_millis(millis) })
}

/// A retry whose extra attempts draw from the budget `extra attempts`.
pub fn budgeted_retry() -> Policy {
    let backoff = Backoff::Exponential(Growing {
        base: MILLISECOND * 10,
        factor: 2.0,
        cap: None,
        jitter: Jitter::Full,
    });
    let budget = Some("extra attempts".to_owned());
    let on = vec![
        Kind::Failed,
        Kind::QueueFull,
        Kind::ConnectionRefused,
        Kind::Reset,
        Kind::Lost,
        Kind::TimedOut,
    ];
    Policy::Retry(retry::Spec { attempts: 3, backoff, on, budget })
}

/// A circuit breaker as it is by default.
pub fn breaker() -> Policy {
    Policy::CircuitBreaker(circuit_breaker::Spec::default())
}

/// A bulkhead for so many calls that it refuses none.
pub fn wide_bulkhead() -> Policy {
    Policy::Bulkhead(bulkhead::Spec { max: Some(10_000_000), shared: None, wait: None })
}

/// Fallback, retry with a budget, breaker, bulkhead, deadline, timeout.
pub fn full_stack() -> Vec<Policy> {
    vec![
        Policy::Fallback(fallback::Spec::default()),
        budgeted_retry(),
        breaker(),
        wide_bulkhead(),
        Policy::Deadline(deadline::Spec {
            within: Some(Span::from_millis(250)),
            min_left: Span::ZERO,
        }),
        timeout_after(100),
    ]
}

fn budget() -> Resource {
    Resource::Budget(Budget {
        deposit: Deposit::PerRequest(Share::new(0.1).unwrap_or_default()),
        start: 10.0,
        cap: 100.0,
        cost: 1.0,
        scope: ResourceScope::PerInstance,
    })
}

fn calls_a_counter(requests: u64, policies: Vec<Policy>) -> System {
    let steps = vec![work(Dist::Constant(Span::from_millis(10))), Step::Call("counts".to_owned())];
    let feed = Service {
        calls: BTreeMap::from([("counts".to_owned(), edge("counter.serve", policies))]),
        ..service(Workers::Threads(200), steps)
    };
    let counter = service(Workers::Threads(64), vec![work(exponential(Span::from_millis(5)))]);
    // Services stand in the order of their names, but the clients ask the first that is given here.
    system(requests, 2_000.0, [("feed", feed), ("counter", counter)])
}

/// Services whose first is asked by Poisson arrivals until about so many have come.
fn system<'a>(
    requests: u64,
    per_second: f64,
    services: impl IntoIterator<Item = (&'a str, Service)>,
) -> System {
    let services: Vec<_> = services.into_iter().collect();
    let asked = services.first().map_or("", |(name, _)| name);
    System {
        run: Run {
            length: Span::from_secs_f64(requests as f64 / per_second),
            replications: 1,
            ..Run::default()
        },
        clients: BTreeMap::from([("users".to_owned(), client(asked, per_second))]),
        services: services.into_iter().map(|(name, service)| (name.to_owned(), service)).collect(),
        ..System::default()
    }
}

fn client(service: &str, per_second: f64) -> Client {
    Client {
        arrivals: Arrivals::Poisson(Rate::per_second(per_second).unwrap_or_default()),
        asks: BTreeMap::from([(format!("{service}.serve"), 1.0)]),
        slo: None,
        policies: Policies::default(),
        per_target: vec![],
        balance: balance::roster::BalanceSpec::default(),
        process: Process::default(),
        cancels: false,
        hop: None,
        class: "default".to_owned(),
        tenant: None,
        zone: None,
    }
}

fn service(workers: Workers, steps: Vec<Step>) -> Service {
    let serve = Operation { steps, interruptible: false };
    Service {
        replicas: 1,
        shards: 1,
        zones: vec!["a".to_owned()],
        workers,
        in_flight: None,
        cores: None,
        queue: Queue::default(),
        admission: vec![],
        scale: scale::roster::ScaleSpec::default(),
        operations: BTreeMap::from([("serve".to_owned(), serve)]),
        calls: BTreeMap::new(),
    }
}

fn edge(to: &str, policies: Vec<Policy>) -> Edge {
    Edge {
        to: to.to_owned(),
        policies: Policies::List(policies),
        per_target: vec![],
        balance: balance::roster::BalanceSpec::default(),
        scope: Scope::default(),
        cancels: false,
        hop: None,
    }
}

fn work(time: Dist) -> Step {
    Step::Work(Work { time, sticky: false })
}

fn exponential(mean: Span) -> Dist {
    Dist::Exponential(Exponential::Mean(mean))
}
