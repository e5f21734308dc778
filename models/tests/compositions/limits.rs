//! Timeouts, deadlines, and the retries and fallbacks around and inside them.

use std::sync::{Arc, Mutex};

use brownout_models::outcome::Kind::{Degraded, Failed, Ok, TimedOut};
use brownout_models::policy::call::contract::{Ask, Before, CallPolicy};
use brownout_models::policy::call::custom;
use brownout_models::policy::call::roster::CallPolicySpec;
use brownout_models::spec::System;
use brownout_models::spec::edge::{Edge, Policies};
use brownout_models::spec::service::Service;

use super::common::{Story, careful, client, edge, lasting, named, read, service};
use super::{ONE, broken_pair, pair};

#[test]
fn a_timeout_around_a_retry_limits_all_attempts_and_the_waits_between_them() {
    let list = r#"[Timeout("250ms"), Retry(attempts: 10, backoff: Constant(delay: "90ms"))]"#;
    let story = Story::of(&broken_pair("1s", ONE, list, "10ms"));
    assert_eq!(story.sent("user"), [0, 100, 200]);
    assert_eq!(story.answers(), [(250, TimedOut)]);
}

#[test]
fn a_timeout_inside_a_retry_limits_each_attempt_while_the_server_works_on() {
    let story = Story::of(&pair("1s", ONE, r#"[Retry(attempts: 3), Timeout("20ms")]"#, "50ms"));
    assert_eq!(story.sent("user"), [0, 20, 40]);
    assert_eq!(story.answers(), [(60, TimedOut)]);
    assert_eq!(story.ended("server"), [(50, Ok), (70, Ok), (90, Ok)]);
}

#[test]
fn when_two_limits_fall_on_one_instant_the_outer_one_wins() {
    let list = r#"[Timeout("60ms"), Retry(attempts: 9), Timeout("20ms")]"#;
    let story = Story::of(&pair("1s", ONE, list, "50ms"));
    assert_eq!(story.sent("user"), [0, 20, 40]);
    assert_eq!(story.answers(), [(60, TimedOut)]);
}

#[test]
fn a_fallback_answers_what_times_out_inside_it_and_cannot_help_what_times_out_around_it() {
    let around = Story::of(&pair("1s", ONE, r#"[Fallback(), Timeout("20ms")]"#, "50ms"));
    assert_eq!(around.answers(), [(20, Degraded)]);
    let inside = Story::of(&pair("1s", ONE, r#"[Timeout("20ms"), Fallback()]"#, "50ms"));
    assert_eq!(inside.answers(), [(20, TimedOut)]);
}

#[test]
fn a_fallbacks_other_call_is_under_the_limits_around_it_and_not_under_those_inside() {
    let story = |list: &str| {
        let front = service("Unlimited", r#"[Call("main")]"#);
        let calls = named([("main", edge("main.get", list)), ("light", edge("light.get", "[]"))]);
        Story::of(&System {
            run: lasting("1s"),
            services: named([
                ("front", Service { calls, ..front }),
                ("main", service("Unlimited", r#"[Work(time: "100ms")]"#)),
                ("light", service("Unlimited", r#"[Work(time: "30ms")]"#)),
            ]),
            clients: named([("user", client(ONE, "front.get"))]),
            ..System::default()
        })
    };
    let helped = story(r#"[Fallback(call: "light"), Timeout("20ms")]"#);
    assert_eq!(helped.sent("front.light"), [20]);
    assert_eq!(helped.answers(), [(50, Degraded)]);
    let limited = story(r#"[Timeout("40ms"), Fallback(call: "light"), Timeout("20ms")]"#);
    assert_eq!(limited.answers(), [(40, Failed)]);
}

/// Looks at the deadline that a call carries.
#[derive(Clone, Debug)]
struct Look(&'static str, Arc<Mutex<Vec<(&'static str, u64)>>>);

impl CallPolicy for Look {
    fn before(&mut self, ask: &mut Ask<'_>) -> Before {
        let left = (ask.deadline - ask.now).as_nanos() / 1_000_000;
        self.1.lock().unwrap().push((self.0, left));
        Before::Proceed
    }
}

#[test]
fn a_deadline_travels_down_and_each_attempt_carries_the_least_of_all_limits_around_it() {
    let seen = Arc::new(Mutex::new(vec![]));
    let watched = |name: &'static str, to: &str, list: &str| -> Edge {
        let mut list: Vec<CallPolicySpec> = read(list);
        let look = Look(name, seen.clone());
        list.push(CallPolicySpec::Custom(custom::Spec::new("Look", move || look.clone())));
        Edge { policies: Policies::List(list), ..edge(to, "[]") }
    };
    // The page has 800 ms and takes its parts one after the other; the ranking is too slow for its own limit.
    let page = service(
        "Unlimited",
        r#"[
            Call("cache"), Work(time: "30ms"), Call("ranking"), Work(time: "40ms"), Call("counter"),
            Work(time: "352ms"), Call("ads"),
        ]"#,
    );
    let ads = r#"[Fallback(), Deadline(min_left: "8ms")]"#;
    let page_calls = named([
        ("cache", watched("cache", "cache.get", r#"[Deadline(), Timeout("50ms")]"#)),
        ("ranking", watched("ranking", "ranking.get", RANKING)),
        ("counter", watched("counter", "counter.get", r#"[Deadline(), Timeout("100ms")]"#)),
        ("ads", watched("ads", "ads.get", ads)),
    ]);
    const RANKING: &str = r#"[Fallback(), Deadline(), Timeout("300ms")]"#;
    let gateway_calls = named([("page", watched("page", "page.get", "[Deadline()]"))]);
    let ranking = service("Unlimited", r#"[Work(time: "20ms"), Call("store"), Work(time: "1s")]"#);
    let ranking_calls =
        named([("store", watched("store", "store.get", r#"[Deadline(), Timeout("40ms")]"#))]);
    let leaf = |work: &str| service("Unlimited", &format!(r#"[Work(time: "{work}")]"#));
    let gateway = service("Unlimited", r#"[Work(time: "10ms"), Call("page")]"#);
    let story = Story::of(&System {
        run: lasting("1s"),
        services: named([
            ("ads", leaf("1ms")),
            ("cache", leaf("40ms")),
            ("counter", leaf("20ms")),
            ("gateway", Service { calls: gateway_calls, ..gateway }),
            ("page", Service { calls: page_calls, ..page }),
            ("ranking", Service { calls: ranking_calls, ..ranking }),
            ("store", leaf("5ms")),
        ]),
        clients: named([("app", careful(ONE, "gateway.get", r#"[Deadline("800ms")]"#))]),
        ..System::default()
    });
    // Page at 10 ms; cache until 50; ranking at 80, given up at 380; counter at 420 until 440; ads at 792 not started.
    let expected =
        [("page", 790), ("cache", 50), ("ranking", 300), ("store", 40), ("counter", 100)];
    assert_eq!(*seen.lock().unwrap(), expected);
    assert_eq!(story.sent("page.counter"), [420]);
    assert!(story.sent("page.ads").is_empty());
    assert_eq!(story.answers(), [(792, Degraded)]);
}
