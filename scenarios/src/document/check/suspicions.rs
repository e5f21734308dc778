//! What a sound scenario is warned of, and where: what cannot act, comes too late, never asks, or never happens.

use crate::document::Document;
use crate::document::render::render;
use crate::library;

/// A system in which everything acts.
const SOUND: &str = r#"(
    format: 1,
    run: (warmup: "1s", length: "30s"),
    services: {
        "web": (
            replicas: 2,
            workers: Threads(10),
            queue: (room: 5),
            admission: [FixedLimit(14)],
            operations: {"page": [Work("1ms"), Call("read")]},
            calls: {
                "read": (
                    to: "store.get",
                    policies: [Timeout("200ms"), Fallback(), Bulkhead(9), CircuitBreaker(), Retry(attempts: 2, backoff: Exponential(base: "10ms")), Deadline(), Timeout("50ms")],
                ),
            },
        ),
        "store": (
            replicas: 3,
            workers: Async(4),
            in_flight: 20,
            queue: (room: 5),
            operations: {"get": [Work("1ms"), Call("disk")]},
            calls: {"disk": (to: "disk.read", policies: [Hedge("5ms"), Timeout("20ms")])},
        ),
        "disk": (replicas: 2, workers: Unlimited, operations: {"read": [Wait("1ms")]}),
    },
    clients: {"app": (arrivals: Poisson("100/s"), asks: {"web.page": 1}, slo: "500ms", policies: [Timeout("1s")])},
    faults: [ErrorRate(at: "10s", lasts: "1s", target: "store[50%]", share: "10%")],
)"#;

/// What is said of the system after some changes.
fn warned(changes: &[&str]) -> String {
    let mut document = Document::read("web.ron", SOUND.as_bytes()).unwrap();
    changes.iter().for_each(|change| document.set(change));
    match document.check() {
        Ok(scenario) => render(&scenario.warnings, false),
        Err(problems) => panic!("{}", render(&problems, false)),
    }
}

#[test]
fn a_system_in_which_everything_acts_is_warned_of_nothing() {
    assert_eq!(warned(&[]), "");
}

#[test]
fn bundled_scenarios_are_warned_of_what_they_are_about_and_of_nothing_else() {
    for bundled in &library::ALL {
        let scenario = bundled.document().unwrap().check().unwrap();
        let codes = scenario.warnings.iter().map(|one| one.code as u16);
        let news: Vec<u16> = codes.filter(|code| *code >= 109).collect();
        assert!(news.is_empty(), "{}: {}", bundled.name, render(&scenario.warnings, false));
    }
}

#[test]
fn what_cannot_act_is_warned_of_where_it_stands() {
    let read = "services.web.calls.read.policies";
    let disk = "services.store.calls.disk.policies";
    for (change, code, said) in [
        // The pool has ten threads, and each has one call under way.
        (
            format!("{read}.Bulkhead.max=10"),
            "BO109",
            "room for 10 calls, and \"web\" never makes more than 10",
        ),
        (format!("{disk}=[Bulkhead(20), Timeout(\"20ms\")]"), "BO109", "never makes more than 20"),
        (
            format!("{disk}=[Hedge(\"5ms\"), Bulkhead(40), Timeout(\"20ms\")]"),
            "BO109",
            "never makes more than 40",
        ),
        (format!("{disk}.Hedge.after=21ms"), "BO109", "the first one is given up after 20ms"),
        (
            format!("{disk}=[Timeout(\"20ms\"), Hedge(\"20ms\")]"),
            "BO109",
            "the call is given up after 20ms",
        ),
        (
            format!("{disk}=[Timeout(\"20ms\"), Retry(), Hedge(\"30ms\")]"),
            "BO109",
            "given up after 20ms",
        ),
        (
            "services.web.admission.FixedLimit.max=16".to_owned(),
            "BO109",
            "never more than 15 inside",
        ),
        (
            format!("{read}=[Fallback(), Retry(), Fallback(), Timeout(\"50ms\")]"),
            "BO109",
            "a fallback inside",
        ),
        (
            format!(
                "{read}=[Timeout(\"1s\"), Retry(backoff: Exponential(base: \"1ms\", factor: 3, jitter: Decorrelated))]"
            ),
            "BO109",
            "the factor is not used",
        ),
        ("faults.0.share=0%".to_owned(), "BO109", "the share is 0%"),
        (
            "faults=[BlackHole(at: \"9s\", target: \"web.read\", share: \"0%\")]".to_owned(),
            "BO109",
            "share is 0%",
        ),
        (
            "faults=[Hang(at: \"9s\", target: \"store[0%]\")]".to_owned(),
            "BO109",
            "0% of the instances",
        ),
        ("clients.app.arrivals=Poisson(\"0/s\")".to_owned(), "BO110", "never asks"),
        ("clients.app.arrivals=Steps([(\"0s\", \"0/s\")])".to_owned(), "BO110", "never asks"),
        (
            "clients.app.arrivals=Burst(count: 5, at: \"30s\")".to_owned(),
            "BO110",
            "the burst comes at 30s",
        ),
        ("services.disk.operations.read=[]".to_owned(), "BO111", "no steps"),
        ("clients.app.slo=2s".to_owned(), "BO112", "no answer that it hears is later"),
        (format!("{read}.CircuitBreaker.window=1ms"), "BO113", "opens on 20 results at least"),
        (format!("{read}.CircuitBreaker.min_calls=1000000"), "BO113", "opens on 1000000"),
        (
            format!("{read}.0.after=60ms"),
            "BO114",
            "times out after 50ms and a wait of 10ms leaves no time",
        ),
        (
            format!("{read}.Retry.backoff=Constant(delay: \"300ms\")"),
            "BO114",
            "the first wait of at least 300ms",
        ),
        ("services.store.in_flight=1".to_owned(), "BO103", "places in flight"),
    ] {
        let mut changes = vec![change.as_str()];
        if said == "places in flight" {
            changes.extend([
                "services.disk.operations.read=[Wait(\"50ms\")]",
                "clients.app.arrivals=Poisson(\"200/s\")",
            ]);
        }
        let told = warned(&changes);
        assert!(told.contains(code) && told.contains(said), "{change}: {told}");
        assert_eq!(told.matches(code).count(), 1, "{change}: {told}");
    }
}

#[test]
fn a_deadline_is_warned_of_only_where_nobody_sets_one() {
    let read = "services.web.calls.read.policies";
    let said = "no request brings a deadline along";
    assert!(warned(&[&format!("{read}=[Deadline()]")]).contains(said));
    // A limit of the same edge is passed on, and so is a deadline that the client sets.
    assert!(!warned(&[&format!("{read}=[Timeout(\"1s\"), Deadline()]")]).contains(said));
    let client = "clients.app.policies=[Deadline(\"1s\")]";
    assert!(!warned(&[&format!("{read}=[Deadline()]"), client]).contains(said));
    let client = "clients.app.policies=[Timeout(\"1s\"), Deadline()]";
    assert!(!warned(&[&format!("{read}=[Deadline()]"), client]).contains(said));
    // It has to come all the way.
    let disk = "services.store.calls.disk.policies=[Deadline()]";
    assert!(warned(&[disk, &format!("{read}=[Timeout(\"1s\")]")]).contains(said));
    assert!(!warned(&[disk, &format!("{read}=[Deadline(\"1s\")]")]).contains(said));
}

#[test]
fn what_may_act_after_all_is_not_warned_of() {
    let (read, disk) = ("services.web.calls.read.policies", "services.store.calls.disk.policies");
    for changes in [
        // A visit that has several calls under way fills a wider bulkhead; so do all instances together.
        &[
            &*format!("{read}.Bulkhead.max=15"),
            "services.web.operations.page=[All([[Call(\"read\")], [Call(\"read\")]])]",
        ][..],
        &[&format!("{read}.Bulkhead.max=15"), "services.web.calls.read.scope=PerService"],
        // Something between two fallbacks may refuse on its own; and an answer of another call may fail.
        &[&format!("{read}=[Fallback(), CircuitBreaker(), Fallback(), Timeout(\"50ms\")]")],
        &[&format!("{read}=[Fallback(), Fallback(on: [TimedOut]), Timeout(\"50ms\")]")],
        // Two attempts inside a hedge take longer than one.
        &[&format!("{disk}=[Hedge(\"30ms\"), Retry(attempts: 2), Timeout(\"20ms\")]")],
        &["clients.app.slo=2s", "clients.app.policies=[Retry(attempts: 2), Timeout(\"1s\")]"],
        // Nobody knows how fast a closed population or a burst is.
        &[
            &format!("{read}.CircuitBreaker.window=1ms"),
            "clients.app.arrivals=Closed(users: 9, think: \"1s\")",
        ],
        &[
            "clients.app.arrivals=Poisson(\"0/s\")",
            "faults=[Spike(at: \"9s\", lasts: \"1s\", client: \"app\", plus: \"5/s\")]",
        ],
        &[&format!("{read}.0.after=60ms"), &format!("{read}.Retry.on=[Failed]")],
        &[
            &format!("{read}.0.after=60ms"),
            &format!("{read}.Retry.backoff.jitter=Full"),
            &format!("{read}.6.after=40ms"),
        ],
    ] {
        let told = warned(changes);
        assert!(!told.contains("BO109") && !told.contains("BO11"), "{changes:?}: {told}");
    }
}
