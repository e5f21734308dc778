//! What must not matter does not matter: scale, neutral policies, what was changed elsewhere, who looks, where one stops.

mod common;

use std::collections::BTreeMap;

use brownout_core::time::{SimTime, Span};
use brownout_models::ids::{CallId, VisitId};
use brownout_models::moment::Moment;
use brownout_models::outcome::Kind;
use brownout_models::policy::balance::roster::BalanceSpec;
use brownout_models::policy::call::roster::CallPolicySpec;
use brownout_models::probe::contract::Probe;
use brownout_models::run::Run;
use brownout_models::spec::System;
use brownout_models::spec::edge::{Edge, Policies};
use brownout_models::spec::service::Service;

use common::{
    Diary, Story, at, careful, client, diary, edge, finish, lasting, named, plan, policies, read,
    service,
};

/// A shop with chance in every part of it: queues, replicas, retries with jitter, a hedge, and messages that take time.
/// All times are multiples of `k`.
fn shop(k: u64) -> System {
    let ms = |times: f64| format!("{}us", times * 1000.0 * k as f64);
    let front = service(
        "Threads(40)",
        &format!(
            r#"[Work(time: Exponential("{}")), All(branches: [[Call("stock")], [Call("price")]])]"#,
            ms(2.0)
        ),
    );
    let stock = format!(
        r#"[Timeout("{}"), Retry(attempts: 3, backoff: Exponential(base: "{}", jitter: Full)), Timeout("{}")]"#,
        ms(90.0),
        ms(5.0),
        ms(40.0)
    );
    let price = format!(r#"[Bulkhead(max: 8, wait: "{}"), Hedge("{}")]"#, ms(20.0), ms(15.0));
    let calls = named([
        ("price", Edge { balance: BalanceSpec::TwoChoices, ..edge("price.get", &price) }),
        ("stock", edge("stock.get", &stock)),
    ]);
    let replicas = |count: u32, workers: &str, law: &str| Service {
        replicas: count,
        ..service(workers, &format!("[Work(time: {law})]"))
    };
    let rate = 100.0 / k as f64;
    System {
        run: lasting(&format!("{}s", 60 * k)),
        network: read(&format!(r#"(hop: "{}")"#, ms(0.5))),
        services: named([
            ("front", Service { calls, ..front }),
            ("price", replicas(2, "Threads(2)", &format!(r#"Exponential("{}")"#, ms(9.0)))),
            ("stock", replicas(3, "Threads(1)", &format!(r#"Exponential("{}")"#, ms(18.0)))),
        ]),
        clients: named([
            ("guests", client(&format!(r#"Poisson("{rate}/s")"#), "front.get")),
            (
                "members",
                client(
                    &format!(r#"Closed(users: 3, think: Exponential("{}"))"#, ms(80.0)),
                    "front.get",
                ),
            ),
        ]),
        ..System::default()
    }
}

/// Who asked, when the answer arrived, how long it took, and what it was.
fn answers(diary: &Diary) -> Vec<(u16, SimTime, Span, Kind)> {
    let answer = |(now, moment): &(SimTime, Moment)| match moment {
        Moment::Answered { client, latency, outcome, .. } => {
            Some((client.0, *now, *latency, outcome.kind))
        }
        _ => None,
    };
    diary.0.iter().filter_map(answer).collect()
}

#[test]
fn if_all_times_are_seven_times_as_long_so_are_all_latencies() {
    let (one, seven) = (answers(&diary(&shop(1))), answers(&diary(&shop(7))));
    assert_eq!(one.len(), seven.len());
    assert!(one.len() > 6000, "{}", one.len());
    for (small, large) in one.iter().zip(&seven) {
        assert_eq!((small.0, small.3), (large.0, large.3));
        let (expected, found) = (7 * small.2.as_nanos(), large.2.as_nanos());
        assert!(expected.abs_diff(found) < 1000, "{small:?} and {large:?}");
    }
}

#[test]
fn neutral_policies_change_no_latency_of_any_request() {
    let plain = answers(&diary(&shop(1)));
    let neutral = [
        r#"Timeout("1000h")"#,
        "Retry(attempts: 1)",
        "Bulkhead(1000000)",
        r#"Bulkhead(max: 1000000, wait: "1s")"#,
        "CircuitBreaker(min_calls: 4000000000)",
        "Fallback(on: [Cancelled])",
        r#"Hedge("1000h")"#,
    ];
    for text in neutral {
        for (call, outermost) in
            [("price", true), ("price", false), ("stock", true), ("stock", false)]
        {
            let policy: CallPolicySpec = read(text);
            let mut system = shop(1);
            let edge = system.services.get_mut("front").unwrap().calls.get_mut(call).unwrap();
            let Policies::List(list) = &mut edge.policies else { unreachable!() };
            let place = if outermost { 0 } else { list.len() };
            list.insert(place, policy);
            assert_eq!(answers(&diary(&system)), plain, "{text} around {call}: {outermost}");
        }
    }
    let mut system = shop(1);
    for service in system.services.values_mut() {
        service.admission = read("[FixedLimit(1000000)]");
        service.queue.room = Some(1_000_000);
    }
    assert_eq!(answers(&diary(&system)), plain, "an admission limit and a room of a million");
}

/// The draws that must not move: when requests are meant to start, and the work of whatever was sent first.
#[derive(Default)]
struct Draws {
    /// By client, user and serial.
    arrivals: BTreeMap<(u16, u32, u64), SimTime>,
    /// By client, user, serial and service: works of visits that are, and whose callers are, the first message of a call.
    works: BTreeMap<(u16, u32, u64, u16), Span>,
    requests: BTreeMap<u32, (u16, u32, u64)>,
    /// Calls that were made by first visits, and the number of the message sent last.
    calls: BTreeMap<CallId, Option<u16>>,
    visits: BTreeMap<VisitId, u32>,
}

impl Probe for Draws {
    fn see(&mut self, now: SimTime, moment: &Moment) {
        match *moment {
            Moment::Requested { request, client, serial, user, .. } => {
                let who = (client.0, user, serial);
                self.requests.insert(request.0, who);
                self.arrivals.insert(who, now);
            }
            Moment::Opened { call, by, .. } => {
                self.calls.remove(&call);
                if by.is_none_or(|visit| self.visits.contains_key(&visit)) {
                    self.calls.insert(call, None);
                }
            }
            Moment::Sent { call, ordinal, .. } => {
                if let Some(last) = self.calls.get_mut(&call) {
                    *last = Some(ordinal);
                }
            }
            Moment::Arrived { visit, request, call, .. } => {
                // Messages take no time here: the one that arrives is the one that was sent last.
                let first = call.is_some_and(|call| self.calls.get(&call) == Some(&Some(0)));
                self.visits.remove(&visit);
                if first {
                    self.visits.insert(visit, request.0);
                }
            }
            Moment::Ended { visit, .. } => drop(self.visits.remove(&visit)),
            Moment::Works { visit, service, span, .. } => {
                if let Some(request) = self.visits.get(&visit) {
                    let (client, user, serial) = self.requests[request];
                    self.works.insert((client, user, serial, service.0), span);
                }
            }
            _ => {}
        }
    }
}

#[test]
fn what_branches_do_is_told_of_the_visit_that_they_are_part_of() {
    let mut arrived = vec![];
    for (_, moment) in diary(&shop(1)).0 {
        match moment {
            Moment::Arrived { visit, .. } => arrived.push(visit),
            Moment::Ended { visit, .. } => arrived.retain(|other| *other != visit),
            Moment::Opened { by: Some(visit), .. } | Moment::Works { visit, .. } => {
                assert!(arrived.contains(&visit), "{moment:?} is of no visit that has arrived");
            }
            _ => {}
        }
    }
}

#[test]
fn changes_of_policy_move_no_arrival_and_no_work_of_a_first_attempt() {
    let draws = |change: &dyn Fn(&mut System)| {
        let mut system = shop(1);
        system.network.hop = Span::ZERO;
        system.clients.remove("members");
        change(&mut system);
        finish(&plan(&system), 0, Draws::default())
    };
    fn front(system: &mut System) -> &mut BTreeMap<String, Edge> {
        &mut system.services.get_mut("front").unwrap().calls
    }
    let usual = draws(&|_| {});
    let changes: [&dyn Fn(&mut System); 4] = [
        &|system| {
            front(system).get_mut("stock").unwrap().policies = policies(r#"[Timeout("15ms")]"#);
        },
        &|system| {
            front(system).get_mut("stock").unwrap().policies =
                policies(r#"[Retry(attempts: 9), Timeout("20ms")]"#);
        },
        &|system| {
            front(system).get_mut("stock").unwrap().balance = BalanceSpec::Random;
            front(system).get_mut("price").unwrap().balance = BalanceSpec::LeastOutstanding;
        },
        &|system| system.services.get_mut("stock").unwrap().replicas = 9,
    ];
    for (number, change) in changes.iter().enumerate() {
        let changed = draws(change);
        assert_eq!(changed.arrivals, usual.arrivals, "change {number}");
        let common: Vec<_> =
            usual.works.keys().filter(|key| changed.works.contains_key(key)).collect();
        // Each request has three works; some calls are given up in the line in one of the two worlds.
        assert!(common.len() > 15_000, "change {number}: {} works in common", common.len());
        for key in common {
            assert_eq!(changed.works[key], usual.works[key], "change {number}, {key:?}");
        }
    }
}

#[test]
fn a_load_spike_moves_no_usual_request() {
    let arrivals = |system: &System| {
        let times = diary(system).0.into_iter().filter_map(|(now, moment)| match moment {
            Moment::Requested { serial, client, .. } => Some((now, serial, client.0)),
            _ => None,
        });
        times.collect::<Vec<_>>()
    };
    let mut system = shop(1);
    system.clients.remove("members");
    let usual = arrivals(&system);
    system.faults = read(r#"[Spike(at: "10s", lasts: "10s", client: "guests", plus: "200/s")]"#);
    let spiked = arrivals(&system);
    assert!(spiked.len() > usual.len() + 1000);
    let mut left = spiked.iter();
    assert!(usual.iter().all(|request| left.any(|other| other == request)));
}

#[test]
fn to_run_to_one_time_and_then_to_another_is_to_run_to_the_other() {
    let plan = plan(&shop(1));
    let whole = finish(&plan, 0, Diary::default());
    let mut stopped = Run::new(&plan, 0, Diary::default());
    for millis in [1, 500, 500, 7_777, 59_999, 60_000] {
        stopped.run_until(at(millis)).unwrap();
        assert_eq!(stopped.now(), at(millis));
        let so_far = whole.0.iter().take_while(|(now, _)| *now <= at(millis)).count();
        assert_eq!(stopped.probe().0.len(), so_far);
    }
    stopped.finish().unwrap();
    assert!(stopped.into_probe() == whole);
    let mut stepped = Run::new(&plan, 0, Diary::default());
    while stepped.step().unwrap() {}
    assert!(stepped.into_probe() == whole);
}

#[test]
fn who_looks_changes_nothing_and_another_replication_changes_everything() {
    let plan = plan(&shop(1));
    let mut unseen = Run::new(&plan, 0, ());
    unseen.finish().unwrap();
    let mut seen = Run::new(&plan, 0, Diary::default());
    seen.finish().unwrap();
    assert_eq!((unseen.now(), unseen.events()), (seen.now(), seen.events()));
    let (first, second) =
        (answers(&seen.into_probe()), answers(&finish(&plan, 1, Diary::default())));
    let same = first.iter().filter(|answer| second.contains(answer)).count();
    assert_eq!(same, 0);
}

#[test]
fn half_a_million_visits_that_end_at_one_instant_do_not_pile_up() {
    // All wait behind one worker, who waits for a callee that dies: what they then ask is refused at once.
    let front = service("Threads(1)", r#"[Call("gone")]"#);
    let front = Service { calls: named([("gone", edge("gone.get", "[]"))]), ..front };
    let system = System {
        run: lasting("1s"),
        services: named([
            ("front", front),
            ("gone", service("Unlimited", r#"[Work(time: "1h")]"#)),
        ]),
        clients: named([("crowd", client("Burst(count: 500000)", "front.get"))]),
        faults: read(r#"[Crash(at: "500ms", target: "gone")]"#),
        ..System::default()
    };
    let story = Story::of(&system);
    let answers = story.answers();
    assert_eq!(answers.len(), 500_000);
    assert!(answers.iter().all(|answer| *answer == (500, Kind::Failed)));
}

#[test]
fn an_answer_on_its_way_is_not_changed_by_what_its_visit_does_afterwards() {
    let front = service("Unlimited", r#"[Work(time: "1ms"), Answer, Call("audit")]"#);
    let calls = named([("audit", edge("audit.get", r#"[Timeout("5ms")]"#))]);
    let mut system = System {
        run: lasting("1s"),
        services: named([
            ("audit", service("Unlimited", r#"[Work(time: "1s")]"#)),
            ("front", Service { calls, ..front }),
        ]),
        clients: named([("user", careful("Burst(count: 1)", "front.get", "[]"))]),
        ..System::default()
    };
    system.clients.get_mut("user").unwrap().hop = Some(Span::from_millis(10));
    let story = Story::of(&system);
    assert_eq!(story.answers(), [(21, Kind::Ok)]);
    assert_eq!(story.ended("front"), [(16, Kind::Ok)]);
}
