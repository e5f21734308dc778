//! Which loads are called steady.

use brownout_models::spec::System;
use brownout_models::spec::service::Workers;

use super::systems::{crash, mmc, poisson, span};
use super::{Options, run, window};

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
fn scarce(percent: u32, scarce: impl Fn(&mut brownout_models::spec::service::Service)) -> System {
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
        let place = |one: &mut brownout_models::spec::service::Service| {
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
