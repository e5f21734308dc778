//! What faults do to visits that only call, wait or answer: a process that hangs or is paused does nothing at all.

use brownout_models::outcome::Kind::{Ok, TimedOut};
use brownout_models::plan::Plan;
use brownout_models::spec::System;

use super::common::{Story, careful, edge, lasting, named, read, service};

/// A client asks a gateway a hundred times a second, the gateway does `steps`; `back` works for 10 ms.
fn gateway(steps: &str, faults: &str) -> System {
    let mut front = service("Unlimited", steps);
    front.calls = named([("back", edge("back.get", "[]"))]);
    let back = service("Unlimited", r#"[Work("10ms")]"#);
    System {
        run: lasting("500ms"),
        services: named([("front", front), ("back", back)]),
        clients: named([(
            "user",
            careful("Burst(count: 1, at: \"100ms\")", "front.get", r#"[Timeout("2s")]"#),
        )]),
        faults: read(faults),
        ..System::default()
    }
}

#[test]
fn who_hangs_answers_nobody_whatever_it_would_have_done() {
    for steps in [r#"[Call("back")]"#, r#"[Wait("20ms")]"#, "[Answer]"] {
        let hangs = gateway(steps, r#"[Hang(at: "50ms", lasts: "5s", target: "front")]"#);
        assert_eq!(Story::of(&hangs).answers(), [(2100, TimedOut)], "{steps}");
        let later = gateway(steps, r#"[Hang(at: "200ms", lasts: "5s", target: "front")]"#);
        assert_eq!(Story::of(&later).answers()[0].1, Ok, "{steps}");
    }
}

#[test]
fn who_is_paused_goes_on_when_the_pause_is_over_whatever_comes_next() {
    // The pause ends at 400 ms; what has been waited for meanwhile is not waited for again.
    for (steps, pause, answered) in [
        (r#"[Call("back")]"#, "50ms", 410),
        (r#"[Wait("20ms")]"#, "50ms", 420),
        ("[Answer]", "50ms", 400),
        (r#"[Call("back")]"#, "105ms", 400),
        (r#"[Wait("20ms")]"#, "105ms", 400),
        (r#"[Wait("20ms"), Work("5ms")]"#, "105ms", 405),
        (r#"[Work("20ms")]"#, "105ms", 415),
    ] {
        let lasts = 400 - pause.trim_end_matches("ms").parse::<u32>().unwrap();
        let faults = format!(r#"[Pause(at: "{pause}", lasts: "{lasts}ms", target: "front")]"#);
        let story = Story::of(&gateway(steps, &faults));
        assert_eq!(story.answers(), [(answered, Ok)], "{steps} paused at {pause}");
    }
}

#[test]
fn what_does_no_work_cannot_be_made_slow() {
    let slow = r#"[Slow(at: "50ms", target: "front", by: 10)]"#;
    let problems = Plan::new(&gateway(r#"[Call("back")]"#, slow)).unwrap_err();
    assert_eq!(problems[0].path, "faults.0.target");
    assert!(problems[0].message.contains("no operation of \"front\" has a step of work"));
    assert!(Plan::new(&gateway(r#"[Call("back"), Work("1ms")]"#, slow)).is_ok());
}

#[test]
fn a_list_of_more_policies_than_can_be_told_apart_is_refused() {
    let many = |count: usize| {
        let mut system = gateway(r#"[Call("back")]"#, "[]");
        let list = vec![r#"Timeout("1s")"#; count].join(",");
        system.clients.get_mut("user").unwrap().policies = read(&format!("[{list}]"));
        Plan::new(&system).is_ok()
    };
    assert!(many(100));
    assert!(!many(101));
}

#[test]
fn who_gets_an_executor_in_a_pause_keeps_its_place_until_the_pause_is_over() {
    // One executor. The first client gives up in the pause and is cancelled; the second in line gets its executor, and
    // the third, which waits for 360 ms at most, must not overtake it when the pause ends at 400 ms.
    let mut server = service("Async(1)", r#"[Work("50ms")]"#);
    server.operations.get_mut("get").unwrap().interruptible = true;
    let asks = |at: &str, limit: &str| {
        let arrivals = format!("Burst(count: 1, at: \"{at}\")");
        careful(&arrivals, "server.get", &format!(r#"[Timeout("{limit}")]"#))
    };
    let mut first = asks("100ms", "200ms");
    first.cancels = true;
    let system = System {
        run: lasting("500ms"),
        services: named([("server", server)]),
        clients: named([("a", first), ("b", asks("110ms", "2s")), ("c", asks("120ms", "360ms"))]),
        faults: read(r#"[Pause(at: "130ms", lasts: "270ms", target: "server")]"#),
        ..System::default()
    };
    let expected = [(300, TimedOut), (450, Ok), (480, TimedOut)];
    assert_eq!(Story::of(&system).answers(), expected);
}
