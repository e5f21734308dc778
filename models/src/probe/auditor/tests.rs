//! The auditor is audited: moments that cannot be are told apart from those that can.

use std::sync::Arc;

use brownout_core::random::Key;
use brownout_core::time::{SimTime, Span};

use super::Auditor;
use crate::ids::{
    CallId, ClientId, EdgeId, InstanceId, OperationId, RequestId, ServiceId, VisitId,
};
use crate::moment::Moment;
use crate::outcome::{Kind, Outcome};
use crate::plan::Plan;
use crate::probe::contract::Probe;
use crate::spec::service::Workers;
use crate::testing::{burst, client, constant, service, system, work};

fn plan() -> Arc<Plan> {
    let only = service(Workers::Threads(1), vec![work(constant("1ms"))]);
    system("1s").service("only", only).client("app", client(burst(1), "only.do", vec![])).plan()
}

fn at(millis: u64) -> SimTime {
    SimTime::ZERO + Span::from_millis(millis)
}

const KEY: Key = Key::root(1);
const REQUEST: RequestId = RequestId(0);
const CALL: CallId = CallId(0);
const VISIT: VisitId = VisitId(0);
const EDGE: EdgeId = EdgeId(0);
const SERVICE: ServiceId = ServiceId(0);
const INSTANCE: InstanceId = InstanceId(0);

fn requested() -> Moment {
    let (client, operation) = (ClientId(0), OperationId(0));
    Moment::Requested {
        key: KEY,
        request: REQUEST,
        client,
        serial: 17,
        user: 0,
        stream: 0,
        operation,
    }
}

fn answered(latency: Span) -> Moment {
    let (client, operation, outcome) = (ClientId(0), OperationId(0), Outcome::OK);
    Moment::Answered { key: KEY, request: REQUEST, client, operation, outcome, latency }
}

fn opened() -> Moment {
    Moment::Opened { key: KEY, call: CALL, edge: EDGE, request: REQUEST, by: None }
}

fn sent() -> Moment {
    Moment::Sent {
        key: KEY,
        call: CALL,
        edge: EDGE,
        request: REQUEST,
        ordinal: 0,
        target: INSTANCE,
    }
}

fn arrived(visit: VisitId) -> Moment {
    let (instance, service, request) = (INSTANCE, SERVICE, REQUEST);
    Moment::Arrived { key: KEY, visit, instance, service, request, call: Some(CALL) }
}

fn began(visit: VisitId) -> Moment {
    let (instance, service, request) = (INSTANCE, SERVICE, REQUEST);
    let (waited, queued, thread) = (Span::ZERO, false, true);
    Moment::Began { key: KEY, visit, instance, service, request, waited, queued, thread }
}

/// The law that the last of these moments breaks; none before it does.
fn broken_by(moments: &[(u64, Moment)]) -> String {
    let plan = plan();
    let mut auditor = Auditor::new(&plan);
    auditor.see(at(0), &Moment::Up { instance: INSTANCE, service: SERVICE });
    for (millis, moment) in moments {
        assert_eq!(auditor.broken(), None);
        auditor.see(at(*millis), moment);
    }
    auditor.broken().expect("a law is broken").to_string()
}

#[test]
fn a_request_that_is_answered_twice_is_named_with_the_time() {
    let twice = [
        (1, requested()),
        (3, answered(Span::from_millis(2))),
        (4, answered(Span::from_millis(3))),
    ];
    assert_eq!(
        broken_by(&twice),
        "a law of the model is broken at 0.004000 s: a request is answered at most once \
         (request 17 of app, user 0)"
    );
}

#[test]
fn a_latency_that_does_not_count_from_the_intended_start_is_noticed() {
    let law = broken_by(&[(1, requested()), (3, answered(Span::from_millis(1)))]);
    assert!(law.contains("it is 2ms and not 1ms"), "{law}");
}

#[test]
fn time_that_runs_back_is_noticed() {
    assert!(broken_by(&[(2, requested()), (1, opened())]).contains("time never runs back"));
}

#[test]
fn a_call_that_ends_with_an_attempt_under_way_is_noticed() {
    let (outcome, latency) = (Outcome::OK, Span::ZERO);
    let settled =
        Moment::Settled { key: KEY, call: CALL, edge: EDGE, request: REQUEST, outcome, latency };
    let law = broken_by(&[(0, requested()), (0, opened()), (0, sent()), (0, settled)]);
    assert!(law.contains("no attempts under way"), "{law}");
}

#[test]
fn an_answer_that_nobody_gave_is_noticed() {
    let outcome = Outcome::at(Kind::Failed, SERVICE);
    let heard = Moment::Heard { key: KEY, call: CALL, edge: EDGE, request: REQUEST, outcome };
    let law = broken_by(&[(0, requested()), (0, opened()), (0, sent()), (0, heard)]);
    assert!(law.contains("after it has set out"), "{law}");
}

#[test]
fn more_visits_inside_than_workers_are_noticed() {
    let (first, second) = (VISIT, VisitId(1));
    let law = broken_by(&[
        (0, requested()),
        (0, opened()),
        (0, sent()),
        (0, arrived(first)),
        (0, began(first)),
        (0, arrived(second)),
        (0, began(second)),
    ]);
    assert!(law.contains("at most 1 are inside one instance of only"), "{law}");
}

#[test]
fn a_visit_that_begins_before_it_arrives_is_noticed() {
    let law = broken_by(&[(0, requested()), (0, began(VISIT))]);
    assert!(law.contains("has not arrived"), "{law}");
}
