//! What stands in for a value that cannot be read, and what is told of it.

use brownout_models::spec::service::Service;

use super::*;
use crate::document::syntax::parse;

fn told(text: &str) -> (Option<Service>, Vec<String>) {
    let root = parse(0, text).unwrap().root;
    let sink = Sink::default();
    let service = read::<Service>(&root, root.head(), &sink);
    let mistakes = sink.into_parts().0;
    let told = mistakes.iter().map(|mistake| {
        let place = mistake.place;
        let at = &text[place.start as usize..place.end as usize];
        format!(
            "{} `{at}`: {} ({})",
            mistake.code,
            mistake.message,
            mistake.help.as_deref().unwrap_or("-")
        )
    });
    (service, told.collect())
}

#[test]
fn every_mistake_of_a_service_is_told_and_the_rest_is_read() {
    let text = r#"(
        wrokers: Threads(2),
        workers: Threads(-3),
        replicas: "four",
        queue: (room: 5, discipline: Fifo(), rooom: 4),
        operations: {
            "a": [Work("1"), Work(Exponential("5 parsecs")), Work(Expnential("1s")), Work(5), Call(b), Wait("1ms")],
            "b": (steps: [Work(time: "1ms", stick: true)], interruptible: 1),
            "c": [All([[Work("1ms")], [Answer]]), FanOut("x"), Choice([(share: "120%", steps: [])])],
        },
        calls: {
            "x": (policies: [Timeout(5), Retry(attempts: "x", backoff: Exponential(cap: "1s")), Bulkhead, Hedg("1s"), Fallback(on: [Foo])]),
            "y": (to: "a.b", policies: "named", balance: "Random"),
        },
    )"#;
    let (service, told) = told(text);
    insta::assert_snapshot!(told.join("\n"));

    let service = service.unwrap();
    assert_eq!(service.queue.room, Some(5));
    assert_eq!(service.operations["a"].steps.len(), 6, "a stand-in keeps its item's number");
    assert!(service.calls.contains_key("x"), "a stand-in keeps its name");
}

#[test]
fn every_way_to_write_a_step_reads_as_the_same_step() {
    let text = r#"(workers: Unlimited, operations: {
        "short": [Work("1ms"), All([[Answer]]), FanOut("x"), Work(Exponential("2ms"))],
        "long": (steps: [
            Work(time: "1ms"), All(branches: [[Answer]]), FanOut(call: "x"), Work(time: Exponential(mean: "2ms")),
        ]),
    })"#;
    let (service, told) = told(text);
    assert_eq!(told, [""; 0]);
    let operations = service.unwrap().operations;
    assert_eq!(operations["short"], operations["long"]);
}
