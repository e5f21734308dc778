//! What a saturated service can do.

use brownout_models::spec::service::Workers;

use super::systems::{
    client, exponential, feed, mmc, name_window, poisson, service, shifted, system, timeout, work,
};
use super::{Options, near, once, run, run_once, window};

#[test]
fn two_hundred_workers_held_for_three_seconds_do_sixty_four_a_second() {
    let point = run(&feed("1800/s", vec![]), Options::replications(3));
    for name in ["saturated", "fault"] {
        let server = &window(&point, name).services["server"];
        let capacity = server.capacity.as_ref().unwrap().mean;
        assert!(near(capacity, 200.0 / 3.099, 0.003), "{capacity} in {name}");
    }
    assert!(window(&point, "before").services["server"].capacity.is_none());
    assert!(window(&point, "all").services["server"].capacity.is_none());
    let fault = window(&point, "fault");
    assert!(fault.services["counter"].capacity.is_none(), "its other two hundred threads are idle");
    assert!(near(fault.edges["server.count"].in_flight_max.mean, 200.0, 1e-9));
    assert_eq!(fault.steady.as_ref().unwrap().verdict, "saturated");
    assert_eq!(window(&point, "before").steady.as_ref().unwrap().verdict, "steady");
}

#[test]
fn a_timeout_brings_the_capacity_to_a_thousand_a_second() {
    let point = run(&feed("3000/s", vec![timeout("100ms")]), Options::replications(2));
    let capacity = window(&point, "saturated").services["server"].capacity.clone().unwrap();
    assert!(near(capacity.mean, 200.0 / 0.199, 0.005), "{capacity:?}");
}

#[test]
fn holds_that_run_in_step_do_not_move_the_capacity_wherever_the_stretch_ends() {
    // All 200 workers begin at once and stay in step; the stretch is cut at any phase of the cycle of 3.1 s.
    let server = service(Workers::Threads(200), vec![work(shifted("3s", exponential("99ms")))]);
    let mut system = system("110s", client(poisson("1000/s"), vec![]), server);
    for phase in 0..8 {
        let (from, to) =
            (format!("{}ms", 10_000 + 333 * phase), format!("{}ms", 60_000 + 390 * phase));
        name_window(&mut system, &format!("phase {phase}"), &from, &to);
    }
    let (plan, result) = run_once(&system);
    let mut counted = vec![];
    for phase in 0..8 {
        let server = &once(&plan, &result, &format!("phase {phase}")).services[0];
        let capacity = server.capacity().unwrap();
        assert!(near(capacity, 200.0 / 3.099, 0.003), "{capacity} at phase {phase}");
        counted.push(server.completed_per_s());
    }
    let worst = counted.iter().map(|rate| (rate / (200.0 / 3.099) - 1.0).abs()).fold(0.0, f64::max);
    assert!(worst > 0.02, "plain counts are off by a part of a batch: {counted:?}");
}

#[test]
fn exponential_holds_give_the_same_capacity_by_holds_as_by_count() {
    let point = run(&mmc(10, "100ms", "150/s", "300s"), Options::replications(5));
    let server = &window(&point, "all").services["server"];
    assert!(near(server.capacity.as_ref().unwrap().mean, 100.0, 0.01));
    assert!(near(server.completed_per_s_per_instance.mean, 100.0, 0.01));
}

#[test]
fn a_service_without_room_for_a_line_is_saturated_as_well() {
    let mut system = mmc(10, "100ms", "20k/s", "60s");
    system.services.get_mut("server").unwrap().queue.room = Some(0);
    let point = run(&system, Options::replications(2));
    let server = &window(&point, "all").services["server"];
    assert!(near(server.capacity.as_ref().unwrap().mean, 100.0, 0.03));
}

#[test]
fn executors_that_are_busy_all_the_time_have_a_capacity_too() {
    let server = service(Workers::Async(10), vec![work(exponential("100ms"))]);
    let mut system = system("60s", client(poisson("150/s"), vec![]), server);
    system.services.get_mut("server").unwrap().in_flight = Some(100);
    let point = run(&system, Options::replications(3));
    let server = &window(&point, "all").services["server"];
    assert!(near(server.capacity.as_ref().unwrap().mean, 100.0, 0.03));
}
