//! Changes by path: what they reach, and what they may not.

use super::*;
use crate::document::print::one_line;
use crate::document::syntax::parse;

const TEXT: &str = r#"(
    run: (length: "1min"),
    services: {"feed": (
        operations: {"home": [Work("1ms"), Work("2ms"), Call("counts")]},
        calls: {"counts": (to: "counter.read", policies: [Retry(attempts: 2), Timeout("5ms")])},
        queue: (),
    )},
)"#;

/// What a layer of changes, written as a map, makes of the text.
fn changed(layer: &str) -> Result<String, Vec<String>> {
    let mut root = parse(0, TEXT).unwrap().root;
    let layer = parse(1, layer).unwrap().root;
    let change = |entry: &Entry| Change {
        path: entry.key.word().unwrap().to_owned(),
        path_place: entry.key.place,
        value: entry.value.clone(),
    };
    let layer: Vec<Change> = layer.entries().iter().map(change).collect();
    let told = |mistake: &Mistake| {
        let help = mistake.help.as_deref().unwrap_or("-");
        format!("{}: {} ({help})", mistake.code, mistake.message)
    };
    match apply(&mut root, &layer) {
        mistakes if mistakes.is_empty() => Ok(one_line(&root)),
        mistakes => Err(mistakes.iter().map(told).collect()),
    }
}

fn one_mistake(layer: &str) -> String {
    let mistakes = changed(layer).unwrap_err();
    assert_eq!(mistakes.len(), 1, "{mistakes:?}");
    mistakes[0].clone()
}

#[test]
fn a_change_replaces_what_stands_at_its_path() {
    let policies = "services.feed.calls.counts.policies";
    let text = changed(&format!(
        r#"{{"{policies}.Timeout": Timeout("9ms"), "{policies}.0.attempts": 7}}"#
    ));
    assert!(text.unwrap().contains(r#"[Retry(attempts: 7), Timeout("9ms")]"#));
    let text = changed(&format!(r#"{{"{policies}": []}}"#));
    assert!(text.unwrap().contains("policies: []"));
    let text = changed(&format!(r#"{{"{policies}.Timeout.after": "9ms"}}"#));
    assert!(text.unwrap().contains(r#"Timeout(after: "9ms")]"#));
}

#[test]
fn a_change_puts_a_field_or_key_where_none_stood() {
    let text =
        changed(r#"{"services.feed.queue.room": 5, "network.hop": "1ms", "run.seed": 2}"#).unwrap();
    assert!(text.contains("queue: (room: 5)"), "{text}");
    assert!(text.contains(r#"network: (hop: "1ms")"#), "{text}");
    assert!(text.contains(r#"run: (length: "1min", seed: 2)"#), "{text}");
    let text = changed(r#"{"services.users": (workers: Unlimited)}"#).unwrap();
    assert!(text.contains(r#""users": (workers: Unlimited)"#), "{text}");
}

#[test]
fn a_path_that_leads_nowhere_is_told_with_the_nearest_that_leads_somewhere() {
    let mistakes = [
        one_mistake(r#"{"services.fed.queue.room": 5}"#),
        one_mistake(r#"{"services.feed.calls.count.policies.Timeout": 5}"#),
        one_mistake(r#"{"services.feed.calls.counts.policies.Hedge": 5}"#),
        one_mistake(r#"{"services.feed.calls.counts.policies.Timeout.aftr": "5ms"}"#),
        one_mistake(r#"{"services.feed.operations.home.Work": Work("3ms")}"#),
        one_mistake(r#"{"services.feed.operations.home.7": Work("3ms")}"#),
        one_mistake(r#"{"services..queue": ()}"#),
    ];
    insta::assert_snapshot!(mistakes.join("\n"));
}

#[test]
fn two_changes_of_one_layer_that_touch_the_same_value_are_refused_in_either_order() {
    let policies = "services.feed.calls.counts.policies";
    for (first, second) in [
        (policies.to_owned(), format!("{policies}.Timeout")),
        (format!("{policies}.1"), format!("{policies}.Timeout")),
        (format!("{policies}.Retry.attempts"), "services.feed".to_owned()),
    ] {
        for (first, second) in [(&first, &second), (&second, &first)] {
            let told = one_mistake(&format!(r#"{{"{first}": X, "{second}": X}}"#));
            assert!(told.starts_with("BO012"), "{told}");
        }
    }
    assert!(changed(r#"{"run.length": "1s", "run.seed": 1}"#).is_ok());
}
