//! Gates: how often one fails on a system that has not changed, and what it catches.

use super::*;
use crate::document::Document;
use crate::experiment::{Options, run_point};
use crate::metric::headline;

/// A server at 80 % of its capacity that collapses now and then: retries, a short time limit and a short line.
fn shaky(seed: u64, set: &[&str]) -> Document {
    let text = format!(
        r#"(
    format: 1,
    run: (warmup: "1s", length: "9s", seed: {seed}),
    services: {{"web": (workers: Threads(4), queue: (room: 40), operations: {{"page": [Work(Exponential("20ms"))]}})}},
    clients: {{
        "app": (
            arrivals: Poisson("150/s"),
            asks: {{"web.page": 1}},
            slo: "150ms",
            policies: [Retry(attempts: 2), Timeout("150ms")],
        ),
    }},
    faults: [Pause(at: "3s", lasts: "300ms", target: "web")],
)"#
    );
    let mut document = Document::read("shaky.ron", text.as_bytes()).unwrap();
    set.iter().for_each(|change| document.set(change));
    document
}

/// Its results after so many replications, with their values, and its headline metrics.
fn results(document: &Document, replications: u32) -> (ResultSet, Vec<Vec<Reading>>) {
    let point = document.point(None, &[]).unwrap();
    let options = Options {
        per_replication: crate::experiment::Values::All,
        threads: Some(1),
        ..Options::replications(replications)
    };
    let ran = run_point(&point.plan, options, &()).unwrap().point;
    let set = ResultSet {
        schema_version: 1,
        tool: String::new(),
        scenario: String::new(),
        title: None,
        scenario_sha256: document.sha256(),
        seed: point.plan.seed,
        warmup_s: None,
        complete: true,
        axes: vec![],
        points: vec![ran],
        comparisons: vec![],
        against: None,
    };
    (set, vec![headline::of(&point.plan)])
}

fn gate(saved: &Document, now: &Document, replications: u32) -> Against {
    let (saved, _) = results(saved, replications);
    let (now, headlines) = results(now, replications);
    compare(&saved, &now, &headlines, 0.01)
}

/// How many of so many gates with fresh seeds fail on a system that has not changed.
fn failures(gates: u64) -> u64 {
    let fails = |number| !gate(&shaky(2 * number, &[]), &shaky(2 * number + 1, &[]), 12).holds();
    (0..gates).filter(|&number| fails(number)).count() as u64
}

#[test]
fn a_system_that_has_not_changed_passes() {
    assert_eq!(failures(20), 0);
}

/// The result stands in docs/statistics.md.
#[test]
#[ignore = "takes minutes"]
fn of_three_thousand_gates_on_a_system_that_has_not_changed_fewer_than_three_fail() {
    let failed = failures(3000);
    assert!(failed < 3, "{failed} of 3,000 gates failed");
}

#[test]
fn the_same_seed_gives_the_same_results_and_no_difference() {
    let against = gate(&shaky(7, &[]), &shaky(7, &[]), 3);
    assert!(against.holds() && against.same_scenario && against.compared > 10, "{against:?}");
}

#[test]
fn a_loss_of_five_per_cent_of_goodput_is_caught_and_one_of_nothing_is_not() {
    let fault = |share: &str| {
        format!("faults=[ErrorRate(at: \"0s\", target: \"web\", share: \"{share}\")]")
    };
    let system = |seed: u64, share: &str| {
        shaky(
            seed,
            &[
                &fault(share),
                "clients.app.policies=[Timeout(\"150ms\")]",
                "clients.app.arrivals=Poisson(\"100/s\")",
            ],
        )
    };
    let against = gate(&system(1, "1%"), &system(2, "6%"), 12);
    let goodput = against.differences.iter().find(|one| one.metric == "goodput(app)").unwrap();
    assert_eq!(goodput.better, Some(false));
    assert!(goodput.p < LEVEL && (goodput.before.mean - goodput.now.mean) > 0.03, "{goodput:?}");
    assert!(gate(&system(1, "1%"), &system(2, "1%"), 12).holds());
}

#[test]
fn what_differs_by_less_than_the_tolerance_does_not_matter() {
    let system = |seed, work: &str| {
        let work = format!("services.web.operations.page=[Work(\"{work}\")]");
        shaky(seed, &["faults=[]", "clients.app.arrivals=Constant(\"20/s\")", &work])
    };
    // Every answer takes half a per cent longer: certain, and of no account.
    assert!(gate(&system(1, "20ms"), &system(2, "20.1ms"), 12).holds());
    assert!(!gate(&system(1, "20ms"), &system(2, "20.5ms"), 12).holds());
}

#[test]
fn what_only_one_side_has_is_named() {
    let named = |set: &[&str]| gate(&shaky(1, &[]), &shaky(1, set), 2);
    let against = named(&["windows={\"late\": (from: \"5s\", to: \"9s\")}"]);
    assert!(against.missing.iter().any(|what| what.contains("`late` was not saved")));
    let against = named(&["faults=[]"]);
    assert!(against.missing.iter().any(|what| what.contains("`fault` is no more")), "{against:?}");
    assert!(!against.holds());
}

#[test]
fn a_gate_that_could_never_fail_says_how_many_replications_it_takes() {
    assert_eq!(least_replications(12, 25), Some(7));
    assert_eq!(least_replications(40, 25), Some(4));
    assert_eq!(least_replications(1, 25), None);
    let enough = least_replications(10, 100).unwrap();
    assert!(rank_sum::least(enough, 10) * 100.0 <= LEVEL);
    assert!(rank_sum::least(enough - 1, 10) * 100.0 > LEVEL);
}
