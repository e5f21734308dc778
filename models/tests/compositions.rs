//! Policies around policies, on systems without chance: every outcome and every instant was worked out by hand.

mod common;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use brownout_models::outcome::Kind::{
    self, BreakerOpen, BulkheadFull, Degraded, Failed, Ok, TimedOut,
};
use brownout_models::policy::call::contract::{Ask, Before, CallPolicy};
use brownout_models::policy::call::custom;
use brownout_models::policy::call::roster::CallPolicySpec;
use brownout_models::spec::System;
use brownout_models::spec::edge::Edge;
use brownout_models::spec::service::Service;

use common::{Story, careful, client, edge, lasting, named, read, service};

const EVERYTHING_FAILS: &str =
    r#"[ErrorRate(at: "0s", target: "server", share: "100%", strikes: After)]"#;

/// A client that asks a server with any number of workers; each visit works for `work`.
fn pair(length: &str, arrivals: &str, list: &str, work: &str) -> System {
    System {
        run: lasting(length),
        services: named([("server", service("Unlimited", &format!(r#"[Work(time: "{work}")]"#)))]),
        clients: named([("user", careful(arrivals, "server.get", list))]),
        ..System::default()
    }
}

/// The same with a server whose every visit fails when its work is done.
fn broken_pair(length: &str, arrivals: &str, list: &str, work: &str) -> System {
    System { faults: read(EVERYTHING_FAILS), ..pair(length, arrivals, list, work) }
}

fn kinds(story: &Story) -> Vec<Kind> {
    story.answers().into_iter().map(|(_, kind)| kind).collect()
}

const ONE: &str = "Burst(count: 1)";

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

const BREAKER: &str = r#"CircuitBreaker(last: 10, min_calls: 10, threshold: "50%", open: "1min")"#;

#[test]
fn a_breaker_inside_a_retry_counts_attempts_and_opens_in_the_middle_of_a_call() {
    let list = format!("[Retry(attempts: 3), {BREAKER}]");
    let story = Story::of(&broken_pair("7500ms", r#"Constant("1/s")"#, &list, "1ms"));
    // Attempt 10 is the first one of call 4; attempt 11 is refused, and a refusal by the breaker is not tried again.
    assert_eq!(story.sent("user").len(), 10);
    assert_eq!(kinds(&story)[..4], [Failed, Failed, Failed, BreakerOpen]);
    assert_eq!(story.answers()[3], (4001, BreakerOpen));
    assert_eq!(kinds(&story)[4..], [BreakerOpen; 3]);
}

#[test]
fn a_breaker_inside_a_retry_that_tries_refusals_again_refuses_each_of_them() {
    let wait = r#"backoff: Constant(delay: "10ms")"#;
    let list = format!("[Retry(attempts: 3, on: [Failed, BreakerOpen], {wait}), {BREAKER}]");
    let story = Story::of(&broken_pair("4500ms", r#"Constant("1/s")"#, &list, "1ms"));
    assert_eq!(story.sent("user").len(), 10);
    // Sent at 4 s, failed at 4.001 s, refused at 4.011 s and at 4.021 s.
    assert_eq!(story.answers()[3], (4021, BreakerOpen));
}

#[test]
fn a_breaker_around_a_retry_counts_calls_and_lets_all_their_attempts_through() {
    let list = format!("[{BREAKER}, Retry(attempts: 3)]");
    let story = Story::of(&broken_pair("12500ms", r#"Constant("1/s")"#, &list, "1ms"));
    assert_eq!(story.sent("user").len(), 30);
    assert_eq!(kinds(&story)[..10], [Failed; 10]);
    assert_eq!(kinds(&story)[10..], [BreakerOpen; 2]);
}

#[test]
fn a_fallback_around_a_breaker_answers_its_refusals_and_one_inside_keeps_it_closed() {
    let arrivals = r#"Constant("1/s")"#;
    let outside =
        Story::of(&broken_pair("20500ms", arrivals, &format!("[Fallback(), {BREAKER}]"), "1ms"));
    assert_eq!(outside.sent("user").len(), 10);
    assert_eq!(kinds(&outside), [Degraded; 20]);
    let inside =
        Story::of(&broken_pair("20500ms", arrivals, &format!("[{BREAKER}, Fallback()]"), "1ms"));
    assert_eq!(inside.sent("user").len(), 20);
    assert_eq!(kinds(&inside), [Degraded; 20]);
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

#[test]
fn a_probe_that_a_timeout_around_the_breaker_gives_up_makes_room_for_the_next() {
    // Two failures at 100 and 200 ms open the breaker until 1.2 s. From 1 s to 2 s the server is slow: each probe is
    // given up from outside, and says nothing. Were its place lost, nobody would ever be let in again.
    let list = r#"[
        Timeout("15ms"),
        CircuitBreaker(last: 2, min_calls: 2, threshold: "100%", open: "1s", probes: 1),
    ]"#;
    let mut system = pair("3s", r#"Constant("10/s")"#, list, "1ms");
    system.faults = read(
        r#"[
            ErrorRate(at: "0s", lasts: "1s", target: "server", share: "100%"),
            Slow(at: "1s", lasts: "950ms", target: "server", to: "50ms"),
        ]"#,
    );
    let story = Story::of(&system);
    let expected = [[Failed; 2].as_slice(), &[BreakerOpen; 9], &[TimedOut; 8], &[Ok; 10]].concat();
    assert_eq!(kinds(&story), expected);
}

#[test]
fn a_bulkhead_around_a_timeout_has_its_slot_back_at_the_timeout_and_not_when_the_server_is_done() {
    for list in [r#"[Bulkhead(1), Timeout("20ms")]"#, r#"[Timeout("20ms"), Bulkhead(1)]"#] {
        let story = Story::of(&pair("100ms", r#"Constant("125/s")"#, list, "100ms"));
        // A call each 8 ms; the first holds the slot from 8 to 28 ms.
        assert_eq!(story.sent("user"), [8, 32, 56, 80], "{list}");
        let pattern = [BulkheadFull, BulkheadFull, TimedOut].repeat(4);
        assert_eq!(kinds(&story), pattern, "{list}");
    }
}

#[test]
fn a_line_before_a_bulkhead_is_served_in_order_and_for_as_long_as_a_call_will_wait() {
    let list = r#"[Bulkhead(max: 1, wait: "50ms")]"#;
    let story = Story::of(&pair("1s", "Burst(count: 4)", list, "30ms"));
    assert_eq!(story.sent("user"), [0, 30]);
    assert_eq!(story.answers(), [(30, Ok), (50, BulkheadFull), (50, BulkheadFull), (60, Ok)]);
}

#[test]
fn a_call_that_no_longer_waits_in_line_leaves_its_place_to_the_next() {
    // The calls of 20 and 30 ms have left when the slot comes back at 49 ms; that of 40 ms has not.
    let list = r#"[Bulkhead(max: 1, wait: "15ms")]"#;
    let story = Story::of(&pair("85ms", r#"Constant("100/s")"#, list, "39ms"));
    assert_eq!(story.sent("user"), [10, 49, 88]);
    // The same where a timeout around the bulkhead takes them away.
    let list = r#"[Timeout("60ms"), Bulkhead(max: 1, wait: "1min")]"#;
    let story = Story::of(&pair("45ms", r#"Constant("100/s")"#, list, "55ms"));
    assert_eq!(story.sent("user"), [10, 65, 80, 90]);
    assert_eq!(story.answers(), [(65, Ok), (80, TimedOut), (90, TimedOut), (100, TimedOut)]);
}

#[test]
fn edges_that_share_a_bulkhead_wait_for_each_others_slots() {
    let front = service("Unlimited", r#"[All(branches: [[Call("first")], [Call("second")]])]"#);
    let calls = named([
        ("first", edge("server.get", r#"[Bulkhead(shared: "slots")]"#)),
        ("second", edge("server.get", r#"[Bulkhead(shared: "slots", wait: "1s")]"#)),
    ]);
    let story = Story::of(&System {
        run: lasting("1s"),
        resources: named([("slots", read("Bulkhead(max: 1)"))]),
        services: named([
            ("front", Service { calls, ..front }),
            ("server", service("Unlimited", r#"[Work(time: "30ms")]"#)),
        ]),
        clients: named([("user", client(ONE, "front.get"))]),
        ..System::default()
    });
    assert_eq!(story.sent("front.second"), [30]);
    assert_eq!(story.answers(), [(60, Ok)]);
}

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
        assert_eq!(ended(true, inside), [(20, Ok), (20, Kind::Cancelled)], "{inside}");
        assert_eq!(ended(false, inside), [(20, Ok), (30, Ok)], "{inside}");
    }
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
        Edge { policies: brownout_models::spec::edge::Policies::List(list), ..edge(to, "[]") }
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

/// Services in a row, each of which calls the next one behind `list`; the last one fails everything.
fn tower(arrivals: &str, length: &str, height: usize, list: &str) -> System {
    let mut services = BTreeMap::new();
    for floor in 0..height {
        let last = floor + 1 == height;
        let steps = if last { r#"[Work(time: "1ms")]"# } else { r#"[Call("next")]"# };
        let mut here = service("Unlimited", steps);
        if !last {
            here.calls = named([("next", edge(&format!("floor{}.get", floor + 1), list))]);
        }
        services.insert(format!("floor{floor}"), here);
    }
    let fault = format!(r#"[ErrorRate(at: "0s", target: "floor{}", share: "100%")]"#, height - 1);
    System {
        run: lasting(length),
        services,
        clients: named([("user", careful(arrivals, "floor0.get", list))]),
        faults: read(&fault),
        ..System::default()
    }
}

#[test]
fn retries_of_several_layers_multiply() {
    for (height, attempts, visits) in [(4, 3, 81), (3, 3, 27), (4, 2, 16), (1, 3, 3), (5, 3, 243)] {
        let list = format!("[Retry(attempts: {attempts})]");
        let system = tower(ONE, "1s", height, &list);
        let story = Story::of(&system);
        let bottom = match height {
            1 => "user".to_owned(),
            _ => format!("floor{}.next", height - 2),
        };
        assert_eq!(story.sent(&bottom).len(), visits, "{height} layers of {attempts} attempts");
        assert_eq!(kinds(&story), [Failed]);
    }
}

#[test]
fn a_budget_bounds_the_retries_of_a_layer_and_four_layers_still_compound() {
    // A tenth of a token for each request: 1,000 requests pay for 100 retries, and so on down.
    let attempts = |deposit: &str, height: usize| {
        let list = r#"[Retry(attempts: 3, budget: "retries")]"#;
        let mut system = tower(r#"Constant("100/s")"#, "10001ms", height, list);
        let budget = format!("Budget(deposit: {deposit}, cap: 1000.0)");
        system.resources = named([("retries", read(&budget))]);
        let story = Story::of(&system);
        let edges = (0..height).map(|floor| match floor {
            0 => "user".to_owned(),
            above => format!("floor{}.next", above - 1),
        });
        edges.map(|edge| story.sent(&edge).len()).collect::<Vec<_>>()
    };
    assert_eq!(attempts(r#"PerRequest("10%")"#, 4), [1100, 1210, 1331, 1464]);
    assert_eq!(attempts(r#"PerAttempt("10%")"#, 1), [1111]);
    assert_eq!(attempts(r#"PerSuccess("10%")"#, 1), [1000]);
}

#[test]
fn a_breaker_over_time_opens_late_because_its_window_is_full_of_successes() {
    // 1,000 calls a second, all well until 20 s and then all too slow: the failures come from 20.1 s on, and are half
    // of what a window of 10 s holds about 5 s after the fault.
    let list = r#"[CircuitBreaker(window: "10s", threshold: "50%", min_calls: 20, open: "10s"), Timeout("100ms")]"#;
    let mut system = pair("27s", r#"Constant("1k/s")"#, list, "1ms");
    system.faults = read(r#"[Slow(at: "20s", target: "server", to: "3s")]"#);
    let story = Story::of(&system);
    let answers = story.answers();
    let opened = answers.iter().find(|(_, kind)| *kind == BreakerOpen).unwrap().0;
    assert!((25_000..=25_150).contains(&opened), "it opened at {opened} ms");
    // What was let through before is not called back; after that nothing is sent until the breaker tests again.
    assert!(story.sent("user").iter().all(|&at| at <= opened));
    let after = answers.iter().filter(|(at, _)| *at > opened + 100);
    assert!(after.into_iter().all(|(_, kind)| *kind == BreakerOpen));
}
