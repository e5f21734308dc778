//! Expectations from the text of a file to their verdicts.

use crate::document::Document;
use crate::document::render::render;
use crate::experiment::{Options, run_point};
use crate::library;
use crate::result::{Expectation, Point, Verdict};

/// A server that is busy half of the time; its callers leave after a second.
fn quiet(expect: &str) -> Document {
    let text = format!(
        r#"(
    format: 1,
    run: (warmup: "1s", length: "11s"),
    services: {{"web": (workers: Threads(1), queue: (room: 50), operations: {{"page": [Work("10ms")]}})}},
    clients: {{"app": (arrivals: Poisson("50/s"), asks: {{"web.page": 1}}, policies: [Timeout("1s")])}},
    network: (hop: "0s"),
    variants: {{"usual": {{}}, "idle": {{"clients.app.arrivals": Poisson("0.000001/s")}}}},
    expect: [{expect}],
)"#
    );
    Document::read("quiet.ron", text.as_bytes()).unwrap()
}

/// The shop of which the prices become slow for ten seconds, with these expectations.
fn hello(expect: &str) -> Document {
    let hello = library::find("hello").unwrap().text.trim_end();
    let text = format!("{}    expect: [{expect}],\n)", hello.strip_suffix(')').unwrap());
    let mut document = Document::read("hello.ron", text.as_bytes()).unwrap();
    document.set("run.length=40s");
    document.set("faults=[Slow(at: \"15s\", lasts: \"10s\", target: \"prices\", to: \"2s\")]");
    document
}

fn problems(document: &Document) -> String {
    render(&document.check().map_or_else(|all| all, |sound| sound.warnings), false)
}

fn run(document: &Document, variant: &str, replications: u32) -> Point {
    let point = document.point(Some(variant), &[]);
    let point = point.unwrap_or_else(|problems| panic!("{}", render(&problems, false)));
    let options = Options { expect: &point.expect, ..Options::replications(replications) };
    run_point(&point.plan, options, &()).unwrap().point
}

fn verdicts(point: &Point) -> Vec<Verdict> {
    point.expectations.iter().map(|one| one.verdict).collect()
}

use Verdict::{Fail, Pass, Undecided};

#[test]
fn mistakes_are_told_inside_their_sentence_all_at_once() {
    let document = quiet(
        r##""goodputt(app) >= 99%",
        "goodput(ap) >= 99 in fault for 'usual'",
        "p99(app) < 800",
        "goodput(app) >= 99% for 'usuall'",
        "capacity(web) = 50/s +- 2 in al\u{6c} for 'idle'",
        "success(\"app\") >= 101%",
        r#"recovers("app") within 30"#,
        "always p95(app) < 1s",
        "never goodput(app) < 5% during 10ms",
        "steadily goodput(app) >= 5% during 10s",
        "steadily p95(app) < 1s",
        "always goodput(app) = 5% to 7%",
        "steadily goodput(app) = 0% to 70 +- 1%",
        "recovered(app) >= 95% in all",
        "goodput(app) > 5% and more",
        17"##,
    );
    insta::assert_snapshot!(problems(&document));
}

#[test]
fn what_can_never_be_told_is_a_mistake() {
    let expect = r#""utilisation(pool) < 50%", "offered_over_capacity(pool) < 1.5", "capacity(pool) > 1/s",
        "waiting_p99(pool) < 1s", "sojourn_mean(idle) < 1s", "p99(idle.use) < 1s", "success(idle.use) > 1%",
        "arriving_per_s(idle) = 0/s", "calls_per_s(idle.use) = 0/s", "utilisation(web) < 50%""#;
    let services = r#""pool": (workers: Unlimited, operations: {"get": [Work("1ms")]}),
        "idle": (workers: Threads(1), queue: (room: 1), operations: {"get": [Call("use")]}, calls: {"use": (to: "pool.get", policies: [Timeout("1s")])}),
        "web": (workers: Threads(1), queue: (room: 50), operations: {"page": [Work("10ms"), Call("pool")]}, calls: {"pool": (to: "pool.get", policies: [Timeout("1s")])})"#;
    let text = format!(
        r#"(
    format: 1,
    run: (warmup: "1s", length: "11s"),
    services: {{{services}}},
    clients: {{"app": (arrivals: Poisson("50/s"), asks: {{"web.page": 1}}, policies: [Timeout("1s")])}},
    expect: [{expect}],
)"#
    );
    let told = problems(&Document::read("quiet.ron", text.as_bytes()).unwrap());
    for said in [
        "`utilisation(pool)` can never be told: the workers of `pool` are unlimited",
        "`offered_over_capacity(pool)` can never be told: the workers of `pool` are unlimited",
        "`capacity(pool)` can never be told: the workers of `pool` are unlimited",
        "`sojourn_mean(idle)` can never be told: nobody calls `idle`",
        "`p99(idle.use)` can never be told: nobody makes the call `idle.use`",
        "`success(idle.use)` can never be told: nobody makes the call `idle.use`",
    ] {
        assert!(told.contains(said), "{said}: {told}");
    }
    assert_eq!(told.matches("error[BO019]").count(), 6, "{told}");
}

#[test]
fn a_mean_is_judged_on_its_whole_interval() {
    let document = quiet(
        r#""goodput(app) >= 99%", "goodput(app) < 99%", "success(app) = 100%", "p50(app) < 5ms",
           "utilisation(web) = 50% +- 5 points", "utilisation(web) = 50% +- 0.01%", "mean(app) <= 15ms",
           "failed(app, TimedOut) = 0%", "capacity(web) = 100/s +- 2%", "goodput(app) <= 100% for 'idle'""#,
    );
    let point = run(&document, "usual", 4);
    let expected = [Pass, Fail, Pass, Fail, Pass, Undecided, Undecided, Pass, Undecided];
    assert_eq!(verdicts(&point), expected, "{:#?}", point.expectations);
    assert!(point.expectations[5].reason.as_ref().unwrap().contains("both sides"));
    assert!(point.expectations[8].measured.is_none(), "it is never saturated");
    // Nobody asks, so that there is no share of anything.
    let idle = run(&document, "idle", 2);
    assert_eq!(idle.expectations.len(), 10);
    assert_eq!(verdicts(&idle)[9], Undecided);
}

#[test]
fn a_percentile_is_known_to_the_width_of_its_bucket() {
    let mut document = quiet(
        r#""p50(app) <= 10ms", "p50(app) >= 10ms", "p50(app) < 10ms", "always p50(app) <= 10ms",
           "never p50(app) > 11ms", "never p50(app) > 1ms", "p50(app) <= 10ms during 3s",
           "steadily p50(app) <= 10ms", "steadily p50(app) <= 11ms""#,
    );
    document.set("clients.app.arrivals=Constant(\"5/s\")");
    let alone = run(&document, "usual", 2);
    // Nobody waits: all answers take the least time there is, which is known exactly, but not in a step.
    let expected = [Pass, Pass, Fail, Undecided, Pass, Fail, Undecided, Undecided, Pass];
    assert_eq!(verdicts(&alone), expected, "{:#?}", alone.expectations);
    let reason = alone.expectations[3].reason.as_ref().unwrap();
    assert!(reason.contains("buckets of 3 %"), "{reason}");

    // Some answers are shorter, so that the others are known by their bucket only.
    let mut document = quiet(r#""p90(app) <= 10ms", "p90(app) > 9990us", "p90(app) <= 10005us""#);
    document.set("clients.app.arrivals=Constant(\"5/s\")");
    document.set(
        r#"services.web.operations.page=[Choice([(share: "60%", steps: [Work("10ms")])]), Work("1ns")]"#,
    );
    let some = run(&document, "usual", 2);
    assert_eq!(verdicts(&some), [Undecided, Pass, Pass], "{:#?}", some.expectations);
    let reason = some.expectations[0].reason.as_ref().unwrap();
    assert!(reason.contains("buckets of 0.1 %"), "{reason}");
}

#[test]
fn one_replication_decides_nothing_about_a_mean_and_everything_about_itself() {
    let document = quiet(r#""goodput(app) >= 5%", "never goodput(app) < 5%""#);
    let point = run(&document, "usual", 1);
    assert_eq!(verdicts(&point), [Undecided, Pass]);
    assert!(point.expectations[0].reason.as_ref().unwrap().contains("one replication"));
    assert!(point.expectations[0].measured.is_some());
}

#[test]
fn what_is_said_of_every_step_is_said_of_every_replication() {
    let document = hello(
        r#""always goodput(visitors) >= 5% in before", "never goodput(visitors) >= 60% in fault",
           "goodput(visitors) < 5% during 3s in fault", "goodput(visitors) < 5% for 9s in before",
           "never goodput(visitors) < 5% during 3s", "never workers_busy(shop) > 50",
           "always p99(visitors) < 1ms in before", "always goodput(visitors) >= 5% for 9s in before",
           "always goodput(visitors) >= 5% during 1min in before", "recovers(visitors) within 10s", "recovers(visitors) within 1ns""#,
    );
    let point = run(&document, "as built", 3);
    let expected = [Pass, Pass, Pass, Fail, Fail, Pass, Fail, Pass, Fail, Pass, Fail];
    assert_eq!(verdicts(&point), expected, "{:#?}", point.expectations);
    let saved = run(&document, "with a time limit", 3);
    assert_eq!(verdicts(&saved)[..2], [Pass, Fail]);
    let told = |one: &Expectation| (one.measured.clone().unwrap().mean, one.reason.clone());
    assert_eq!(told(&point.expectations[0]), (1.0, None));
    let (longest, reason) = told(&point.expectations[4]);
    assert!(longest >= 3000.0 && reason.unwrap() == "held in 0 of 3 replications");
    // What must be so in every replication is told of the worst.
    let back = &point.expectations[9];
    let after = point.windows.iter().find(|window| window.name == "after").unwrap();
    let mean = after.clients["visitors"].recovery_s.as_ref().unwrap().mean * 1000.0;
    let latest = back.measured.as_ref().unwrap();
    assert!(latest.mean >= mean && latest.half_width.is_none(), "{latest:?}, {mean}");
    assert_eq!(back.of.as_deref(), Some("at the latest"));
}

#[test]
fn what_is_steadily_so_is_so_of_the_mean_of_each_step() {
    let document = hello(
        r#""steadily offered_per_s(visitors) = 500/s +- 5% in before", "always offered_per_s(visitors) >= 475/s in before",
           "steadily offered_per_s(visitors) <= 505/s in before", "steadily workers_busy(shop) <= 20",
           "steadily goodput(visitors) >= 60% in fault", "steadily offered_per_s(visitors) > 600/s""#,
    );
    let point = run(&document, "as built", 30);
    let [near, each, half, beyond, fault, far] = &point.expectations[..] else { panic!() };
    assert_eq!(near.verdict, Pass, "{near:#?}");
    // One step of one replication has fewer, and the mean of thirty has not.
    assert_eq!(each.verdict, Fail, "{each:#?}");
    assert_eq!(half.verdict, Undecided);
    assert!(half.reason.as_ref().unwrap().starts_with("the step from "), "{half:#?}");
    // What is told is the step that fares worst.
    assert_eq!((beyond.verdict, fault.verdict), (Fail, Fail), "{beyond:#?} {fault:#?}");
    assert!(beyond.measured.as_ref().unwrap().mean > 20.0);
    assert!(fault.measured.as_ref().unwrap().mean < 0.6);
    assert_eq!(far.verdict, Fail);
    let single = run(&document, "as built", 1);
    assert_eq!(verdicts(&single)[0], Undecided);
}

#[test]
fn what_climbs_steadily_is_held_to_a_line_in_the_middle_of_each_step() {
    let mut document = quiet(
        r#""steadily offered_per_s(app) = 100/s to 300/s +- 6/s", "steadily offered_per_s(app) = 110/s to 310/s +- 6/s",
           "steadily offered_per_s(app) = 300/s to 100/s +- 6/s", "steadily offered_per_s(app) = 200/s +- 5%",
           "steadily offered_per_s(app) >= 90 /s to 290 /s", "steadily offered_per_s(app) < 90/s to 290/s""#,
    );
    document.set(r#"clients.app.arrivals=Ramp([("1s", "100/s"), ("11s", "300/s")])"#);
    let point = run(&document, "usual", 200);
    let expected = [Pass, Fail, Fail, Fail, Pass, Fail];
    assert_eq!(verdicts(&point), expected, "{:#?}", point.expectations);
}

#[test]
fn nothing_climbs_over_the_gap_between_two_faults() {
    let document = |faults: &str| {
        let mut document = quiet(
            r#""steadily workers_busy(web) <= 0.2 to 0.3 in fault", "steadily workers_busy(web) <= 0.2 to 0.3 in before",
               "steadily workers_busy(web) <= 0.2 to 0.2 in fault""#,
        );
        document.add_incident("hang.ron", format!("(faults: [{faults}])").as_bytes()).unwrap();
        document
    };
    let hang = |at: &str| format!(r#"Hang(at: "{at}", lasts: "2s", target: "web")"#);
    let one = document(&hang("3s"));
    assert!(one.check().is_ok(), "{}", problems(&one));
    let two = document(&[hang("3s"), hang("7s")].join(", "));
    insta::assert_snapshot!(problems(&two));
}

#[test]
fn what_expectations_ask_for_is_counted_and_nothing_else_changes() {
    let breaker = "CircuitBreaker(window: \"2s\", min_calls: 5, open: \"1s\"), Timeout(\"100ms\")";
    let mut document = hello(
        r#""opens(shop.prices) >= 1 in fault", "opens(shop.prices) = 0 in before",
           "opened_after(shop.prices) <= 8s in fault", "opened_after(shop.prices) > 1ns in before",
           "slower_than(visitors, 100ms) <= 5%", "slower_than(visitors, 1ns) = 100%""#,
    );
    document.set(&format!("services.shop.calls.prices.policies=[{breaker}]"));
    let asked = run(&document, "as built", 2);
    let expected = [Pass, Pass, Pass, Undecided, Pass, Pass];
    assert_eq!(verdicts(&asked), expected, "{:#?}", asked.expectations);
    let client = &asked.windows[0].clients["visitors"];
    assert_eq!(client.slower_than.keys().collect::<Vec<_>>(), ["100ms", "1ns"]);

    let plan = document.point(Some("as built"), &[]).unwrap().plan;
    let unasked = run_point(&plan, Options::replications(2), &()).unwrap().point;
    assert_eq!(unasked.trace_hash, asked.trace_hash);
    assert!(unasked.windows[0].edges["shop.prices"].opens.is_none());
    assert!(unasked.windows[0].clients["visitors"].slower_than.is_empty());
}

#[test]
fn an_incident_brings_its_own_expectations() {
    let mut document = quiet(r#""goodput(app) >= 99% for 'usual'""#);
    let incident = r#"(
        faults: [Hang(at: "5s", lasts: "2s", target: "web")],
        expect: ["goodput(app) <= 50% in fault for 'usual'", "goodput(app) > 5% in afterwards"],
    )"#;
    document.add_incident("hang.ron", incident.as_bytes()).unwrap();
    let told = problems(&document);
    assert!(
        told.contains("there is no window `afterwards`") && told.contains("hang.ron:3"),
        "{told}"
    );
    let mut document = quiet(r#""goodput(app) >= 99% in before for 'usual'""#);
    let incident = incident.replace("in afterwards", "in after");
    document.add_incident("hang.ron", incident.as_bytes()).unwrap();
    assert_eq!(verdicts(&run(&document, "usual", 3)), [Pass; 3]);
    assert_eq!(verdicts(&run(&document, "idle", 1)), [Undecided]);
}

#[test]
fn a_window_that_only_some_variants_have_is_told_for_the_others() {
    let expect = r#""goodput(app) >= 99% in fault", "goodput(app) > 5% in fault for 'struck'""#;
    let incident = r#"(
        variants: {"struck": {"faults": [Hang(at: "5s", lasts: "2s", target: "web")]}},
    )"#;
    let mut document = quiet(expect);
    let told = problems(&document);
    assert!(
        told.contains("there is no window `fault`") && !told.contains("in the variant"),
        "{told}"
    );
    assert!(told.contains("there is no variant `struck`"), "{told}");
    document.add_incident("hang.ron", incident.as_bytes()).unwrap();
    let told = problems(&document);
    assert!(
        told.contains("there is no window `fault`") && told.contains("in the variant \"usual\""),
        "{told}"
    );
    assert!(!told.contains("no variant"), "{told}");
}

#[test]
fn a_point_of_a_sweep_is_not_asked_for_what_the_sweep_takes_away() {
    let mut document = quiet(r#""goodput(app) > 5%""#);
    let incident = r#"(
        faults: [Hang(at: "5s", lasts: "2s", target: "web")],
        expect: ["goodput(app) <= 50% in fault"],
    )"#;
    document.add_incident("hang.ron", incident.as_bytes()).unwrap();
    let asked = |setting: &[(String, String)]| {
        let point = document.point(Some("usual"), setting).unwrap();
        point.expect.into_iter().map(|one| one.text).collect::<Vec<_>>()
    };
    assert_eq!(asked(&[]).len(), 2);
    let without = [("faults".to_owned(), "[]".to_owned())];
    assert_eq!(asked(&without), ["goodput(app) > 5%"]);
}
