//! Circuit breakers around and inside retries, fallbacks and timeouts.

use brownout_models::outcome::Kind::{BreakerOpen, Degraded, Failed, Ok, TimedOut};

use super::common::{Story, read};
use super::{broken_pair, kinds, pair};

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
