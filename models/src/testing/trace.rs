//! What moves the hash of a run, and what does not; and the longest chain of events at one instant.

use super::{
    breaker, burst, call, client, constant, edge, exponential, poisson, retry, run, service,
    system, timeout, work,
};
use crate::outcome::{Kind, Outcome};
use crate::policy::call::contract::{Ask, Before, CallPolicy};
use crate::policy::call::custom;
use crate::policy::call::roster::CallPolicySpec;
use crate::probe::trace_hash::TraceHash;
use crate::run::Run;
use crate::spec::System;
use crate::spec::service::Workers;

/// Two services, the second slow enough that the first times out and tries again now and then.
fn two_services() -> System {
    let policies = vec![retry(3), breaker(), timeout("20ms")];
    let front = service(Workers::Threads(8), vec![work(exponential("1ms")), call("back")]);
    let back = service(Workers::Threads(2), vec![work(exponential("8ms"))]);
    system("5s")
        .service("front", front.calling("back", edge("back.do", policies)))
        .service("back", back)
        .client("app", client(poisson("200/s"), "front.do", vec![timeout("100ms")]))
}

fn hash(system: &System) -> u64 {
    run(system, |plan| TraceHash::new(plan)).probe().value()
}

#[test]
fn the_same_seed_gives_the_same_hash_and_another_seed_another() {
    let system = two_services();
    let mut reseeded = system.clone();
    reseeded.run.seed += 1;
    assert_eq!(hash(&system), hash(&system));
    assert_ne!(hash(&system), hash(&reseeded));
}

#[test]
fn two_replications_differ() {
    let plan = two_services().plan();
    let hashes = [0, 1].map(|replication| {
        let mut run = Run::new(&plan, replication, TraceHash::new(&plan));
        run.finish().unwrap();
        run.probe().value()
    });
    assert_ne!(hashes[0], hashes[1]);
}

#[test]
fn a_service_that_nobody_calls_changes_nothing() {
    let system = two_services();
    let idle = service(Workers::Threads(1), vec![work(constant("1ms"))]);
    // Named so that all numbers behind it move.
    assert_eq!(hash(&system.clone().service("aside", idle)), hash(&system));
}

#[test]
fn a_nanosecond_more_of_work_changes_the_hash() {
    let of = |time| {
        let service = service(Workers::Threads(1), vec![work(constant(time))]);
        let system = system("100ms").service("only", service);
        hash(&system.client("app", client(burst(1), "only.do", vec![])))
    };
    assert_ne!(of("1000000ns"), of("1000001ns"));
}

/// Refuses every call at once.
#[derive(Clone, Debug)]
struct Refuses;

impl CallPolicy for Refuses {
    fn before(&mut self, _: &mut Ask<'_>) -> Before {
        Before::Refuse(Outcome::local(Kind::Shed))
    }
}

#[test]
fn half_a_million_queued_visits_whose_calls_are_refused_at_once_come_to_an_end() {
    let refuses = CallPolicySpec::Custom(custom::Spec::new("Refuses", || Refuses));
    let front = service(Workers::Threads(1), vec![call("back")]);
    let back = service(Workers::Threads(1), vec![work(constant("1ms"))]);
    let system = system("1s")
        .service("front", front.calling("back", edge("back.do", vec![refuses])))
        .service("back", back)
        .client("app", client(burst(500_000), "front.do", vec![]));
    let run = run(&system, |_| ());
    assert_eq!(run.world().leftovers(), None);
    assert_eq!(run.now().as_nanos(), 0);
}
