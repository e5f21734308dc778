//! Which loads are called steady.

use brownout_models::spec::System;

use super::systems::{mmc, span};
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
