//! What replications say together, held against theory and against each other.

use std::sync::Arc;

use brownout_core::dist::{Exponential, Spec as Dist};
use brownout_core::time::Span;
use brownout_core::units::Rate;
use brownout_models::plan::Plan;
use brownout_models::spec::System;
use brownout_models::spec::arrivals::Arrivals;
use brownout_models::spec::client::Client;
use brownout_models::spec::service::{Queue, Service, Workers};
use brownout_models::spec::step::{Operation, Step, Work};

use super::{Options, Ran, run_point};
use crate::result::{ClientResult, Estimate, Point, WindowResult};

const fn ms(ms: u64) -> Span {
    Span::from_millis(ms)
}

fn exponential(mean: Span) -> Dist {
    Dist::Exponential(Exponential::Mean(mean))
}

/// One service of `workers` threads and exponential work, and one client at so many requests a second.
fn mmc(workers: u32, work: Span, per_second: f64, length: Span) -> System {
    let mut system = System::default();
    system.run.length = length;
    system.run.warmup = length / 10;
    let steps = vec![Step::Work(Work { time: exponential(work), sticky: false })];
    let service = Service {
        replicas: 1,
        shards: 1,
        zones: vec!["a".to_owned()],
        workers: Workers::Threads(workers),
        in_flight: None,
        cores: None,
        queue: Queue::default(),
        admission: vec![],
        scale: Default::default(),
        operations: [("serve".to_owned(), Operation { steps, interruptible: false })].into(),
        calls: Default::default(),
    };
    let client = Client {
        arrivals: Arrivals::Poisson(Rate::per_second(per_second).unwrap()),
        asks: [("server.serve".to_owned(), 1.0)].into(),
        slo: None,
        policies: Default::default(),
        per_target: vec![],
        balance: Default::default(),
        process: Default::default(),
        cancels: false,
        hop: None,
        class: "default".to_owned(),
        tenant: None,
        zone: None,
    };
    system.services.insert("server".to_owned(), service);
    system.clients.insert("app".to_owned(), client);
    system
}

fn plan(system: &System) -> Arc<Plan> {
    Arc::new(Plan::new(system).map_err(|problems| format!("{problems:?}")).unwrap().0)
}

fn run(system: &System, options: Options) -> Point {
    let Ran { point, complete } = run_point(&plan(system), options, &()).unwrap();
    assert!(complete);
    point
}

fn window<'p>(point: &'p Point, name: &str) -> &'p WindowResult {
    point.windows.iter().find(|window| window.name == name).unwrap()
}

fn app(window: &WindowResult) -> &ClientResult {
    &window.clients["app"]
}

/// Whether the estimate holds `exact`: within three half-widths, so that no lucky seed is needed.
fn holds(estimate: &Estimate, exact: f64) -> bool {
    (estimate.mean - exact).abs() <= 3.0 * estimate.half_width.unwrap()
}

#[test]
fn an_mm1_queue_at_half_load_is_as_long_and_as_slow_as_theory_says() {
    let point = run(&mmc(1, ms(10), 50.0, Span::from_secs(2000)), Options::replications(10));
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
        (&server.instances_up, 1.0),
    ];
    for (estimate, exact) in told {
        assert!(holds(estimate, exact), "{estimate:?} should be {exact}");
        assert!(estimate.half_width.unwrap() < 0.06 * exact);
    }
    assert_eq!(all.steady.as_ref().unwrap().verdict, "steady");
}
