//! Against what queueing theory says.

use brownout_models::spec::service::Workers;

use super::systems::{client, constant, mmc, poisson, service, span, system, work};
use super::{Options, app, holds, near, run, window};

#[test]
fn an_mm1_queue_at_half_load_is_as_long_and_as_slow_as_theory_says() {
    let mut system = mmc(1, "10ms", "50/s", "2000s");
    system.run.warmup = span("50s");
    let point = run(&system, Options::replications(10));
    let all = window(&point, "all");
    let server = &all.services["server"];
    let told = [
        (&server.utilisation.clone().unwrap(), 0.5),
        (&server.workers_busy, 0.5),
        (&server.queue_length, 0.5),
        (&server.waiting_ms["mean"], 10.0),
        (&server.sojourn_ms["mean"], 20.0),
        (&app(all).latency_ms["mean"], 20.0),
        (&app(all).latency_ms["p90"], 20.0 * 10_f64.ln()),
        (&app(all).offered_per_s, 50.0),
        (&server.completed_per_s, 50.0),
    ];
    for (estimate, exact) in told {
        assert!(holds(estimate, exact), "{estimate:?} should be {exact}");
        assert!(estimate.half_width.unwrap() < 0.06 * exact);
    }
    assert_eq!(server.instances_up.mean, 1.0);
    assert_eq!(all.steady.as_ref().unwrap().verdict, "steady");
    assert!(near(all.steady.as_ref().unwrap().offered_over_capacity["server"], 0.5, 0.02));
}

#[test]
fn the_queue_is_as_long_as_arrivals_times_waiting() {
    for (workers, rate) in [(1, "80/s"), (4, "350/s"), (50, "4.8k/s")] {
        let mut system = mmc(workers, "10ms", rate, "400s");
        system.run.warmup = span("20s");
        let point = run(&system, Options::replications(1));
        let server = &window(&point, "all").services["server"];
        let little = server.arriving_per_s.mean * server.waiting_ms["mean"].mean / 1e3;
        assert!(near(server.queue_length.mean, little, 0.01), "{workers} workers");
        let in_system = server.arriving_per_s.mean * server.sojourn_ms["mean"].mean / 1e3;
        let both = server.queue_length.mean + server.workers_busy.mean;
        assert!(near(both, in_system, 0.01), "{workers} workers");
        let in_flight = window(&point, "all").edges["app"].in_flight.mean;
        assert!(near(in_flight, both, 1e-9), "without a hop whoever is in flight is there");
    }
}

#[test]
fn levels_are_told_for_one_instance_of_several() {
    let mut server = service(Workers::Threads(2), vec![work(constant("10ms"))]);
    server.replicas = 5;
    let point =
        run(&system("100s", client(poisson("500/s"), vec![]), server), Options::replications(4));
    let server = &window(&point, "all").services["server"];
    assert_eq!(server.instances_up.mean, 5.0);
    assert!(holds(&server.workers_busy, 1.0));
    assert!(holds(&server.utilisation.clone().unwrap(), 0.5));
    assert!(holds(&server.completed_per_s_per_instance, 100.0));
    assert!(holds(&server.completed_per_s, 500.0));
}
