//! Which loads are called steady.

use brownout_models::spec::System;
use brownout_models::spec::service::{Service, Workers};

use super::systems::{call, constant, crash, edge, mmc, poisson, service, span, work};
use super::{Options, run, window};
use crate::result::steady::Interval;

/// A queue at a load of so many per cent, seen over a fair length.
fn at(workers: u32, percent: u32) -> System {
    // 50,000 requests.
    let rate = percent * workers;
    let mut system = mmc(workers, "10ms", &format!("{rate}/s"), &format!("{}s", 50_000 / rate));
    system.run.warmup = span("20s");
    system
}

fn verdict(system: &System, replications: u32) -> String {
    let point = run(system, Options::replications(replications));
    window(&point, "all").steady.as_ref().unwrap().verdict.clone()
}

#[test]
fn loads_below_the_capacity_are_steady_over_a_fair_length() {
    for workers in [1, 4] {
        for percent in [50, 90, 95] {
            assert_eq!(verdict(&at(workers, percent), 10), "steady", "{workers} at {percent} %");
        }
    }
}

#[test]
fn a_load_that_equals_the_capacity_is_not_missed() {
    for workers in [1, 4] {
        let found = verdict(&at(workers, 100), 10);
        assert!(found == "critical" || found == "growing", "{workers}: {found}");
    }
}

#[test]
fn loads_above_the_capacity_are_saturated() {
    for workers in [1, 4] {
        assert_eq!(verdict(&at(workers, 105), 10), "saturated", "{workers} workers");
    }
}

#[test]
fn a_single_replication_is_judged_by_its_parts() {
    assert_eq!(verdict(&at(1, 50), 1), "steady");
    assert_ne!(verdict(&at(1, 100), 1), "steady");
}

/// A service at a load of so many per cent of what `scarce` leaves of it.
fn scarce(percent: u32, scarce: impl Fn(&mut Service)) -> System {
    let mut system = at(1, percent);
    scarce(system.services.get_mut("server").unwrap());
    system
}

#[test]
fn whatever_is_scarce_is_the_capacity() {
    // One core behind more threads than it could ever serve, and behind as many as come.
    for workers in [Workers::Threads(10_000), Workers::Unlimited] {
        let found = |percent| {
            verdict(&scarce(percent, |one| (one.workers, one.cores) = (workers, Some(1))), 10)
        };
        let critical = found(100);
        assert_eq!([found(50), found(95), found(105)], ["steady", "steady", "saturated"]);
        assert!(critical == "critical" || critical == "growing", "{workers:?}: {critical}");
    }
    // One place inside before many executors.
    let found = |percent| {
        let place = |one: &mut Service| {
            (one.workers, one.in_flight) = (Workers::Async(100), Some(1));
        };
        verdict(&scarce(percent, place), 10)
    };
    let critical = found(100);
    assert_eq!([found(50), found(105)], ["steady", "saturated"]);
    assert!(critical == "critical" || critical == "growing", "{critical}");
}

#[test]
fn what_comes_to_nobody_is_no_load() {
    let mut system = at(1, 75);
    system.services.get_mut("server").unwrap().replicas = 2;
    system.clients.get_mut("app").unwrap().arrivals = poisson("150/s");
    // The other one is down all the time, so that half of what is offered is refused and half is served.
    system.faults = vec![crash("server[0]", "0s", "1h")];
    assert_eq!(verdict(&system, 10), "steady");
}

#[test]
fn what_a_verdict_rests_on_stands_beside_it() {
    let of = |percent: u32, replications| {
        let point = run(&at(4, percent), Options::replications(replications));
        let window = window(&point, "all").clone();
        let about = window.steady.unwrap();
        let steady = window.services["server"].steady.clone().unwrap();
        assert_eq!(
            (about.service.as_deref(), about.verdict),
            (Some("server"), steady.verdict.clone())
        );
        steady
    };
    let ends = |interval: &Option<Interval>| {
        let interval = interval.unwrap();
        (interval.low.unwrap(), interval.high.unwrap())
    };
    let calm = of(90, 10);
    let ((low, high), (falls, rises)) = (ends(&calm.load), ends(&calm.growth));
    assert!(0.85 < low && low < 0.9 && 0.9 < high && high < 1.0, "{calm:?}");
    assert!(falls < 0.0 && 0.0 < rises, "{calm:?}");
    // What waits in M/M/4 at 90 %, 7.09, and the workers that are busy, 3.6.
    assert!((calm.backlog.unwrap() - 10.7).abs() < 1.5, "{calm:?}");
    assert_eq!((calm.verdict.as_str(), calm.confidence, calm.saturated_in), ("steady", 0.99, 0));

    let full = of(105, 10);
    assert!(ends(&full.load).0 > 1.0 && ends(&full.growth).0 > 1000.0, "{full:?}");
    assert_eq!(full.saturated_in, 10);

    // One replication tells its load by its parts, and its growth without an interval.
    let lone = of(50, 1);
    assert!(ends(&lone.load).1 < 1.0 && lone.growth.unwrap().low.is_none(), "{lone:?}");
}

#[test]
fn the_verdict_is_that_of_the_service_that_fares_worst() {
    let mut system = at(1, 105);
    let mut door = service(Workers::Unlimited, vec![call("on")]);
    door.calls.insert("on".to_owned(), edge("server.do", vec![]));
    system.services.insert("door".to_owned(), door);
    let asks = &mut system.clients.get_mut("app").unwrap().asks;
    *asks = std::collections::BTreeMap::from([("door.do".to_owned(), 1.0)]);
    let spare = service(Workers::Threads(1), vec![work(constant("1ms"))]);
    system.services.insert("a spare one".to_owned(), spare);
    let point = run(&system, Options::replications(2));
    let window = window(&point, "all");
    assert_eq!(window.steady.as_ref().unwrap().service.as_deref(), Some("server"));
    assert_eq!(window.services["a spare one"].steady.as_ref().unwrap().verdict, "steady");
    assert!(window.services["door"].steady.is_none(), "nobody waits for a worker there");
}
