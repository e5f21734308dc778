//! Hedges around and inside retries, what they share, and what becomes of the losers.

use brownout_models::outcome::Kind::{Cancelled, Failed, Ok};
use brownout_models::spec::System;

use super::common::{Story, named, read};
use super::{EVERYTHING_FAILS, ONE, pair};

/// A server with two instances.
fn hedged_pair(length: &str, arrivals: &str, list: &str, work: &str) -> System {
    let mut system = pair(length, arrivals, list, work);
    system.services.get_mut("server").unwrap().replicas = 2;
    system
}

#[test]
fn a_retry_around_a_hedge_begins_when_all_copies_have_failed() {
    let mut system = hedged_pair("1s", ONE, r#"[Retry(attempts: 2), Hedge("10ms")]"#, "20ms");
    system.faults = read(EVERYTHING_FAILS);
    let story = Story::of(&system);
    assert_eq!(story.sent("user"), [0, 10, 30, 40]);
    assert_eq!(story.answers(), [(60, Failed)]);
}

#[test]
fn a_retry_inside_a_hedge_retries_each_copy() {
    let mut system = hedged_pair("1s", ONE, r#"[Hedge("10ms"), Retry(attempts: 2)]"#, "20ms");
    system.faults = read(EVERYTHING_FAILS);
    let story = Story::of(&system);
    assert_eq!(story.sent("user"), [0, 10, 20, 30]);
    assert_eq!(story.answers(), [(50, Failed)]);
}

#[test]
fn a_hedge_and_a_retry_that_share_a_budget_fill_it_once_for_each_call() {
    let list = r#"[Retry(attempts: 2, budget: "extra"), Hedge(after: "10ms", budget: "extra")]"#;
    let mut system = hedged_pair("10500ms", r#"Constant("1/s")"#, list, "20ms");
    system.faults = read(EVERYTHING_FAILS);
    system.resources = named([("extra", read(r#"Budget(deposit: PerRequest("50%"))"#))]);
    let story = Story::of(&system);
    // Half a token a call: each second call has one extra copy, the hedge's.
    let expected = (1..=10).flat_map(|n| [Some(n * 1000), (n % 2 == 0).then_some(n * 1000 + 10)]);
    assert_eq!(story.sent("user"), expected.flatten().collect::<Vec<u64>>());
}

#[test]
fn a_budget_for_each_attempt_gets_its_deposit_for_each_whoever_sends_it() {
    let budget = named([("extra", read(r#"Budget(deposit: PerAttempt("50%"), start: 1)"#))]);
    let alone = r#"[Hedge(after: "10ms", budget: "extra")]"#;
    let inside = r#"[Retry(attempts: 1, budget: "extra"), Hedge(after: "10ms", budget: "extra")]"#;
    for list in [alone, inside] {
        let mut system = hedged_pair("10500ms", r#"Constant("1/s")"#, list, "20ms");
        system.resources = budget.clone();
        // Two attempts a call, half a token for each: every call can pay for its copy.
        assert_eq!(Story::of(&system).sent("user").len(), 20, "{list}");
    }
}

#[test]
fn losers_are_cancelled_where_the_hedge_says_so_whatever_stands_inside_it() {
    let ended = |cancel: bool, inside: &str| {
        let list = format!(r#"[Hedge(after: "10ms", cancel: {cancel}){inside}]"#);
        let mut system = hedged_pair("1s", ONE, &list, "20ms");
        system.clients.get_mut("user").unwrap().cancels = true;
        let server = system.services.get_mut("server").unwrap();
        server.operations.get_mut("get").unwrap().interruptible = true;
        Story::of(&system).ended("server")
    };
    for inside in ["", r#", Timeout("1s")"#, ", Retry(attempts: 2)"] {
        assert_eq!(ended(true, inside), [(20, Ok), (20, Cancelled)], "{inside}");
        assert_eq!(ended(false, inside), [(20, Ok), (30, Ok)], "{inside}");
    }
}
