//! Transcripts that are read aloud.

use super::{Selector, Transcript};
use crate::probe::finder::{Finder, Wanted};
use crate::run::Run;
use crate::spec::System;
use crate::spec::service::Workers;
use crate::testing::{
    burst, call, client, constant, edge, fallback, retry, run, service, system, timeout, work,
};

fn follow(system: &System, serial: u64) -> String {
    let selector = Selector { client: "app".to_owned(), user: 0, serial };
    run(system, |plan| Transcript::new(plan, &selector)).probe().text()
}

/// A page whose counts come from a counter that is too slow for its callers.
fn page(policies: Vec<crate::policy::call::roster::CallPolicySpec>) -> System {
    let feed = service(Workers::Threads(1), vec![work(constant("2ms")), call("counts")]);
    let counter = service(Workers::Threads(1), vec![work(constant("250ms"))]);
    system("1s")
        .service("feed", feed.calling("counts", edge("counter.do", policies)))
        .service("counter", counter)
        .client("app", client(burst(2), "feed.do", vec![]))
}

#[test]
fn a_timeout_with_a_fallback_reads_as_it_happens() {
    let text = follow(&page(vec![fallback(), timeout("100ms")]), 0);
    let expected = "     0.000 ms  app asks feed.do (request 0)
     0.000 ms  app sends it to feed[0]
     0.000 ms    feed[0] has a free worker and begins
     0.000 ms    feed[0] works for 2 ms
     2.000 ms    feed[0] calls counts -> counter[0]
     2.000 ms      counter[0] has a free worker and begins
     2.000 ms      counter[0] works for 250 ms
   102.000 ms    counts: no longer waits for counter[0], after 100 ms; counter[0] still works on it; nobody listens
   102.000 ms    counts: fallback answers: Degraded
   102.000 ms    feed[0] answers Degraded
   102.000 ms  app has its answer: Degraded after 102 ms
   252.000 ms      counter[0] answers Ok
   252.000 ms      counter[0] is done: 150 ms of its 250 ms were for nobody
   252.000 ms  the answer of counter finds nobody
";
    assert_eq!(text, expected);
}

#[test]
fn a_retry_and_a_line_are_told() {
    let text = follow(&page(vec![retry(2), timeout("100ms")]), 1);
    assert!(text.contains("feed[0] is busy; nobody waits ahead"), "{text}");
    assert!(text.contains("counts: waits 0 ms before attempt 2"), "{text}");
    assert!(text.contains("feed[0] tries counts again -> counter[0] (attempt 2)"), "{text}");
    assert!(text.contains("counts: no answer within 200 ms: TimedOut"), "{text}");
    assert!(text.contains("app has its answer: Failed"), "{text}");
}

#[test]
fn each_attempt_that_is_given_up_is_told_where_it_is() {
    let mut page = page(vec![retry(2), timeout("100ms")]);
    page.services.get_mut("counter").unwrap().replicas = 2;
    let text = follow(&page, 0);
    for number in 0..2 {
        let sentence = format!(
            "no longer waits for counter[{number}], after 100 ms; counter[{number}] still works on it"
        );
        assert!(text.contains(&sentence), "{text}");
    }
}

#[test]
fn what_a_first_run_finds_a_second_run_can_follow() {
    let plan = page(vec![retry(2), timeout("100ms")]).plan();
    for (wanted, serial) in [(Wanted::Slowest, 1), (Wanted::Failed, 0), (Wanted::Retried, 0)] {
        let mut first = Run::new(&plan, 0, Finder::new(wanted));
        first.finish().unwrap();
        let found = first.probe().found(&plan).unwrap();
        assert_eq!(found, Selector { client: "app".to_owned(), user: 0, serial });
        let mut second = Run::new(&plan, 0, Transcript::new(&plan, &found));
        second.finish().unwrap();
        assert!(second.probe().is_found());
    }
}

#[test]
fn a_request_that_is_not_there_has_an_empty_transcript() {
    assert_eq!(follow(&page(vec![]), 99), "");
}
