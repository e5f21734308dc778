//! Visits that wait for an executor.

use brownout_core::dist::Spec as Dist;
use brownout_models::plan::Plan;
use brownout_models::problem::Code;
use brownout_models::spec::System;
use brownout_models::spec::edge::Policies;
use brownout_models::spec::service::Workers;

use super::systems::{
    call, client, constant, crash, edge, exponential, poisson, service, span, system, timeout, work,
};
use super::{Options, run, window};
use crate::result::ServiceResult;

/// A server of these workers, asked so often.
fn queue(workers: Workers, rate: &str, time: Dist) -> System {
    let mut system =
        system("100s", client(poisson(rate), vec![]), service(workers, vec![work(time)]));
    system.run.warmup = span("10s");
    system
}

fn server(system: &System) -> ServiceResult {
    let point = run(system, Options { audit: true, ..Options::replications(4) });
    window(&point, "all").services["server"].clone()
}

#[test]
fn whoever_waits_for_an_executor_waits_as_one_who_waits_for_a_thread() {
    // M/M/2 at 90 %: 7.67 wait on average.
    let [threads, executors] = [Workers::Threads(2), Workers::Async(2)]
        .map(|workers| server(&queue(workers, "180/s", exponential("10ms"))));
    assert!(threads.queue_length.mean > 4.0, "{:?}", threads.queue_length);
    assert_eq!(threads.queue_length, executors.queue_length);
    assert_eq!(threads.waiting_ms, executors.waiting_ms);
    assert_eq!(threads.sojourn_ms, executors.sojourn_ms);
    let growth = |seen: ServiceResult| seen.steady.unwrap().growth;
    assert_eq!(growth(threads), growth(executors));
}

#[test]
fn what_a_visit_waits_at_the_door_is_part_of_it() {
    // One place inside: whoever is let in finds the executor free.
    let mut narrow = queue(Workers::Async(1), "80/s", exponential("10ms"));
    narrow.services.get_mut("server").unwrap().in_flight = Some(1);
    let wide = queue(Workers::Async(1), "80/s", exponential("10ms"));
    let (narrow, wide) = (server(&narrow), server(&wide));
    assert_eq!(narrow.waiting_ms, wide.waiting_ms);
    assert_eq!(narrow.queue_length, wide.queue_length);
}

#[test]
fn a_visit_that_comes_back_from_a_call_stands_in_line_again() {
    let steps = vec![work(constant("4ms")), call("on"), work(constant("4ms"))];
    let mut before = service(Workers::Async(1), steps);
    before.calls.insert("on".to_owned(), edge("behind.do", vec![]));
    let mut both = queue(Workers::Async(1), "110/s", constant("4ms"));
    both.services.insert("server".to_owned(), before);
    let behind = service(Workers::Unlimited, vec![work(exponential("50ms"))]);
    both.services.insert("behind".to_owned(), behind);
    let seen = server(&both);
    // Little's law: half of those in line have not been served before. All arrivals together look random to the line.
    let first = seen.arriving_per_s.mean * seen.waiting_ms["mean"].mean / 1e3;
    let share = first / seen.queue_length.mean;
    assert!(seen.queue_length.mean > 2.0 && (0.4..0.6).contains(&share), "{share}: {seen:?}");
}

#[test]
fn whoever_leaves_the_line_no_longer_waits() {
    let mut flooded = queue(Workers::Async(1), "150/s", constant("10ms"));
    let app = flooded.clients.get_mut("app").unwrap();
    app.policies = Policies::List(vec![timeout("500ms")]);
    app.cancels = true;
    flooded.faults.push(crash("server", "40s", "5s"));
    let seen = server(&flooded);
    // Half a second's worth of arrivals, less those that are served.
    assert!((20.0..75.0).contains(&seen.queue_length.mean), "{:?}", seen.queue_length);
}

#[test]
fn a_line_for_executors_without_a_bound_is_warned_of() {
    let warned = |workers, in_flight, room| {
        let mut system = queue(workers, "80/s", constant("10ms"));
        let server = system.services.get_mut("server").unwrap();
        (server.in_flight, server.queue.room) = (in_flight, room);
        let (_, warnings) = Plan::new(&system).unwrap();
        let unbounded = warnings.into_iter().filter(|one| one.code == Code::UnboundedQueue);
        unbounded.map(|one| one.path).collect::<Vec<String>>()
    };
    assert_eq!(warned(Workers::Async(2), None, None), ["services.server.workers"]);
    assert_eq!(warned(Workers::Async(2), Some(8), None), ["services.server.queue"]);
    assert!(warned(Workers::Async(2), Some(8), Some(3)).is_empty());
    assert!(warned(Workers::Unlimited, None, None).is_empty());
}
