//! Bulkheads, the lines before them, and who leaves those lines.

use brownout_models::outcome::Kind::{BulkheadFull, Ok, TimedOut};
use brownout_models::spec::System;
use brownout_models::spec::service::Service;

use super::common::{Story, client, edge, lasting, named, read, service};
use super::{ONE, kinds, pair};

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
