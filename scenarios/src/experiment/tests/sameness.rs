//! The same plan gives the same bits, and an experiment that ends early says so.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use brownout_models::spec::service::Workers;

use super::systems::{client, feed, mmc, poisson, service, system, timeout, work};
use super::{Options, Ran, app, plan, run, run_point, window};
use crate::experiment::{Failure, Watch};

fn json(ran: &Ran) -> String {
    serde_json::to_string(&ran.point).unwrap()
}

#[test]
fn any_number_of_threads_gives_the_same_bytes() {
    let plan = plan(&feed("800/s", vec![timeout("100ms")]));
    let options = Options {
        series: true,
        per_replication: crate::experiment::Values::All,
        ..Options::replications(9)
    };
    let one = run_point(&plan, Options { threads: Some(1), ..options }, &()).unwrap();
    let two = run_point(&plan, Options { threads: Some(2), ..options }, &()).unwrap();
    assert!(json(&one) == json(&two));
    assert_eq!(one.point.replications, 9);
    assert_ne!(one.point.trace_hash, "0000000000000000");
}

#[test]
fn statistics_are_the_same_with_and_without_the_series() {
    let system = feed("800/s", vec![timeout("100ms")]);
    let without = run(&system, Options::replications(2));
    let mut with = run(&system, Options { series: true, ..Options::replications(2) });
    assert!(with.series.take().is_some());
    assert!(without == with);
}

#[test]
fn an_audit_changes_no_result_and_finds_no_broken_law() {
    for system in [feed("900/s", vec![timeout("100ms")]), mmc(3, "10ms", "250/s", "60s")] {
        let without = run(&system, Options::replications(1));
        let with = run(&system, Options { audit: true, ..Options::replications(1) });
        assert!(without == with);
    }
}

#[test]
fn one_replication_has_no_half_width_and_keeps_its_values_if_asked() {
    let system = mmc(1, "10ms", "50/s", "20s");
    let options =
        Options { per_replication: crate::experiment::Values::All, ..Options::replications(1) };
    let point = run(&system, options);
    let offered = &app(window(&point, "all")).offered_per_s;
    assert_eq!(offered.half_width, None);
    assert_eq!(offered.values, Some(vec![Some(offered.mean)]));
    let text = serde_json::to_string(&run(&system, Options::replications(1))).unwrap();
    assert!(!text.contains("null") && !text.contains("half_width") && !text.contains("values"));
}

/// Stops after so many replications.
struct After(u32, AtomicU32);

impl Watch for After {
    fn stops(&self) -> bool {
        self.1.load(Ordering::Relaxed) >= self.0
    }

    fn ran(&self, events: u64) {
        assert!(events > 0);
        self.1.fetch_add(1, Ordering::Relaxed);
    }
}

#[test]
fn an_experiment_that_is_stopped_gives_the_results_of_its_first_replications() {
    let plan = plan(&mmc(1, "10ms", "50/s", "20s"));
    let options = Options { threads: Some(1), ..Options::replications(10) };
    let stopped = run_point(&plan, options, &After(3, AtomicU32::new(0))).unwrap();
    assert!(!stopped.complete);
    let three = run_point(&plan, Options::replications(3), &()).unwrap();
    assert_eq!(json(&stopped), json(&three));
    let none = run_point(&plan, options, &AtomicBool::new(true)).unwrap();
    assert_eq!((none.point.replications, none.point.windows.len(), none.complete), (0, 0, false));
}

#[test]
fn a_percentile_on_few_samples_is_told() {
    let point = run(&mmc(1, "1ms", "50/s", "20s"), Options::replications(4));
    // Some 4,000 answers: 2,000 beyond p50, 400 beyond p90, 200 beyond p95, but 40 beyond p99 and 4 beyond p99.9.
    let [warning, shown] = point.warnings.as_slice() else { panic!("{:?}", point.warnings) };
    assert_eq!(warning.code, "BO104");
    assert!(warning.message.contains("p99 (") && warning.message.contains("p99.9 ("));
    assert!(!warning.message.contains("p95"));
    // Of the service a summary shows one percentile.
    assert!(shown.message.contains("lie beyond waiting_p99(server) ("), "{}", shown.message);
}

#[test]
fn a_client_has_one_warning_for_each_window() {
    // Of some 9,600 answers 96 lie beyond p99; the 480 beyond p95 come in bursts.
    let point = run(&mmc(1, "10ms", "80/s", "20s"), Options::replications(6));
    let own: Vec<_> = point.warnings.iter().filter(|one| one.message.contains("of \"")).collect();
    let [warning] = own.as_slice() else { panic!("{own:?}") };
    let message = &warning.message;
    assert!(
        message.contains("lie beyond p99 (") || message.contains("lie beyond p99.9 ("),
        "{message}"
    );
    assert!(
        message.contains(", and others come in bursts beyond p9")
            && message.contains(", as good as "),
        "{message}"
    );
}

#[test]
fn a_percentile_that_is_judged_on_few_samples_is_told_whosever_it_is() {
    let document = crate::library::find("hello").unwrap();
    let expect = r#"expect: ["p95(shop.prices) < 1s", "sojourn_p90(shop) < 1s in before", "p50(shop.prices) < 1s",
        "failure_p99(visitors) < 10s in fault"])"#;
    let text = format!("{}{expect}", document.text.trim_end().strip_suffix(')').unwrap());
    let mut document = crate::document::Document::read("hello.ron", text.as_bytes()).unwrap();
    for set in ["run.length=8s", "run.warmup=1s", "clients.visitors.arrivals=Poisson(\"20/s\")"] {
        document.set(set);
    }
    document.set("faults=[Slow(at: \"4s\", lasts: \"2s\", target: \"prices\", to: \"50ms\")]");
    let point = document.point(Some("as built"), &[]).unwrap();
    let options = Options { expect: &point.expect, ..Options::replications(2) };
    let told = crate::experiment::run_point(&point.plan, options, &()).unwrap().point.warnings;
    let told: Vec<String> = told.into_iter().map(|warning| warning.message).collect();
    let has = |window: &str, what: &str| {
        let start = format!("in \"{window}\", fewer than 100 samples lie beyond ");
        told.iter().any(|one| one.starts_with(&start) && one.contains(what))
    };
    assert!(has("all", "p95(shop.prices) ("), "{told:#?}");
    assert!(has("before", "sojourn_p90(shop) ("), "{told:#?}");
    assert!(has("fault", "p99(shop.prices) ("), "{told:#?}");
    assert!(!has("all", "p50(shop.prices)"), "{told:#?}");
    assert!(!has("before", "p99(shop.prices)"), "what is neither shown nor judged: {told:#?}");
}

#[test]
fn each_operation_is_told_where_a_client_asks_for_several() {
    let mut server = service(Workers::Unlimited, vec![work(super::systems::constant("1ms"))]);
    let slower = service(Workers::Unlimited, vec![work(super::systems::constant("9ms"))]);
    server.operations.insert("more".to_owned(), slower.operations["do"].clone());
    let mut client = client(poisson("100/s"), vec![]);
    client.asks.insert("server.more".to_owned(), 3.0);
    let point = run(&system("100s", client, server), Options::replications(2));
    let app = app(window(&point, "all"));
    let rates: Vec<f64> = app.operations.values().map(|asked| asked.offered_per_s.mean).collect();
    assert!((rates[0] + rates[1] - app.offered_per_s.mean).abs() < 1e-9);
    assert!((rates[1] / rates[0] - 3.0).abs() < 0.2, "{rates:?}");
    assert_eq!(app.operations["server.more"].latency_ms["p50"].mean, 9.0);
    assert!((app.latency_ms["mean"].mean - 7.0).abs() < 0.1);
}

#[test]
fn a_law_that_breaks_is_told_with_its_replication_and_its_time() {
    let failure = Failure::BrokenLaw {
        replication: 3,
        at: brownout_core::time::SimTime::ZERO + super::systems::span("2s"),
        law: "busy workers are workers".to_owned(),
    };
    let text = failure.to_string();
    assert!(text.contains("replication 3") && text.contains("at 2.000000 s"), "{text}");
}
