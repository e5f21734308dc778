//! Wasted work and amplification on cases that fit on a hand.

use brownout_models::spec::service::Workers;

use super::systems::{
    burst, call, client, constant, edge, fallback, retry, service, system, timeout, work,
};
use super::{near, once, run_once};

#[test]
fn work_after_the_client_has_left_is_wasted() {
    let server = service(Workers::Threads(5), vec![work(constant("3s"))]);
    let system = system("10s", client(burst(5, "1s"), vec![timeout("1s")]), server);
    let (plan, result) = run_once(&system);
    let all = once(&plan, &result, "all");
    assert!(near(all.services[0].wasted_work().unwrap(), 2.0 / 3.0, 1e-9));
    assert_eq!(all.clients[0].total.counts.in_time, 0);
    assert_eq!((all.edges[0].calls.given_up, all.edges[0].clock.unheard), (5, 5));
}

#[test]
fn work_for_an_answer_that_nobody_hears_is_wasted_whole_while_the_client_waits() {
    // After 1 s the server does without the backend and works for 5 s more: the backend's 3 s were for nothing.
    let mut server = service(Workers::Threads(1), vec![call("back"), work(constant("5s"))]);
    let policies = vec![fallback(), timeout("1s")];
    server.calls.insert("back".to_owned(), edge("back.do", policies));
    let mut system = system("10s", client(burst(1, "1s"), vec![]), server);
    let back = service(Workers::Threads(1), vec![work(constant("3s"))]);
    system.services.insert("back".to_owned(), back);
    let (plan, result) = run_once(&system);
    let all = once(&plan, &result, "all");
    assert_eq!(all.services[0].wasted_work(), Some(1.0));
    assert_eq!(all.services[1].wasted_work(), Some(0.0));
    assert_eq!(all.clients[0].total.counts.outcomes[1], 1, "the answer is degraded");
}

#[test]
fn three_layers_of_three_attempts_are_twenty_seven_visits_at_the_bottom() {
    let mut server = service(Workers::Unlimited, vec![call("next")]);
    server.calls.insert("next".to_owned(), edge("middle.do", vec![retry(3)]));
    let mut middle = service(Workers::Unlimited, vec![call("next")]);
    middle.calls.insert("next".to_owned(), edge("bottom.do", vec![retry(3)]));
    let mut bottom = service(Workers::Threads(1), vec![work(constant("100s"))]);
    bottom.queue.room = Some(0);
    // One request takes the only worker for good; the other twenty are refused.
    let mut system = system("10s", client(burst(21, "1s"), vec![retry(3)]), server);
    system.services.insert("middle".to_owned(), middle);
    system.services.insert("bottom".to_owned(), bottom);
    let (plan, result) = run_once(&system);
    let all = once(&plan, &result, "all");
    let arriving = |name: &str| {
        let at = plan.services.iter().position(|service| service.name == name).unwrap();
        all.services[at].visits.arriving
    };
    assert_eq!(arriving("server"), 20 * 3 + 1);
    assert_eq!(arriving("middle"), 20 * 9 + 1);
    assert_eq!(arriving("bottom"), 20 * 27 + 1);
    let bottom = &all.services[0];
    assert_eq!(bottom.amplification(), Some(541.0 / 21.0));
    assert_eq!(bottom.visits.turned_away.iter().sum::<u64>(), 540);
    assert_eq!(all.edges.last().unwrap().amplification(), Some(61.0 / 21.0));
}
