//! What each moment adds to the ledger.

use brownout_core::time::{SimTime, Span};

use super::clock::{EdgeNow, ServiceNow};
use super::tally::{Calls, Visits};
use super::{Ledger, Root};
use crate::ids::{ClientId, EdgeId, OperationId, RequestId, ServiceId};
use crate::outcome::{Kind, Outcome};

/// What is known of a visit that has ended.
#[derive(Clone, Copy)]
pub(super) struct Ended {
    pub(super) sojourn: Span,
    pub(super) held: Span,
    pub(super) wasted: Span,
    pub(super) thread: bool,
}

impl Ledger {
    #[inline(always)]
    pub(super) fn requested(
        &mut self,
        now: SimTime,
        request: RequestId,
        client: ClientId,
        operation: OperationId,
    ) {
        let asker = &self.clients[client.index()];
        let place = match asker.operations.as_slice() {
            [_] => 0,
            several => several.iter().position(|&asked| asked == operation).unwrap_or(0),
        };
        let asked = self.present.asked as usize + asker.first + place;
        self.asked.entries[asked].counts.offered += 1;
        let root = Root { asked: asked as u32, ..self.present };
        put(&mut self.roots, request.index(), root);
        if let Some(by_start) = &mut self.by_start {
            by_start.requested(client.index(), now);
        }
    }

    #[inline(always)]
    pub(super) fn answered(
        &mut self,
        now: SimTime,
        request: RequestId,
        client: ClientId,
        outcome: Outcome,
        latency: Span,
    ) {
        let client = client.index();
        let slo = self.clients[client].slo;
        let asked = &mut self.asked.entries[self.roots[request.index()].asked as usize];
        asked.counts.outcomes[outcome.kind as usize] += 1;
        let in_time = outcome.is_answer() && latency <= slo;
        match outcome.is_answer() {
            true => asked.answers.record(latency),
            false => asked.failures.record(latency),
        }
        asked.counts.in_time += u64::from(in_time);
        if let Some(by_start) = &mut self.by_start {
            let born = SimTime::from_nanos(now.as_nanos() - latency.as_nanos());
            by_start.answered(client, born, outcome, latency, slo);
        }
    }

    #[inline(always)]
    pub(super) fn opened(&mut self, edge: EdgeId, request: RequestId) {
        self.edge_now(edge).sums.calls += 1;
        if edge.index() < self.first_client_edge {
            self.calls(edge, request).counts.calls += 1;
        }
    }

    #[inline(always)]
    pub(super) fn settled(
        &mut self,
        edge: EdgeId,
        request: RequestId,
        outcome: Outcome,
        latency: Span,
    ) {
        if edge.index() < self.first_client_edge {
            let calls = self.calls(edge, request);
            calls.counts.outcomes[outcome.kind as usize] += 1;
            calls.latency.record(latency);
        }
    }

    #[inline(always)]
    pub(super) fn sent(&mut self, now: SimTime, edge: EdgeId, request: RequestId) {
        let present = self.edge_now(edge);
        present.sums.attempts += 1;
        present.in_flight.add(now, 1);
        self.calls(edge, request).counts.attempts += 1;
    }

    #[inline(always)]
    pub(super) fn heard(
        &mut self,
        now: SimTime,
        edge: EdgeId,
        request: RequestId,
        outcome: Outcome,
    ) {
        self.edge_now(edge).in_flight.add(now, -1);
        self.calls(edge, request).counts.heard[outcome.kind as usize] += 1;
    }

    pub(super) fn given_up(&mut self, now: SimTime, edge: EdgeId, request: RequestId) {
        self.edge_now(edge).in_flight.add(now, -1);
        self.calls(edge, request).counts.given_up += 1;
    }

    pub(super) fn unheard(
        &mut self,
        edge: EdgeId,
        request: RequestId,
        service: ServiceId,
        wasted: Span,
    ) {
        self.edge_now(edge).sums.unheard += 1;
        self.visits(service, request).counts.wasted += u128::from(wasted.as_nanos());
    }

    #[inline(always)]
    pub(super) fn arrived(&mut self, service: ServiceId, request: RequestId) {
        self.service_now(service).sums.arriving += 1;
        self.visits(service, request).counts.arriving += 1;
    }

    pub(super) fn turned_away(
        &mut self,
        now: SimTime,
        service: ServiceId,
        request: RequestId,
        outcome: Outcome,
        queued: bool,
    ) {
        self.visits(service, request).counts.turned_away[outcome.kind as usize] += 1;
        if outcome.kind == Kind::ConnectionRefused {
            // Nobody was there to see it arrive, and it arrived all the same.
            self.arrived(service, request);
            self.service_now(service).sums.nobody += 1;
        }
        if queued {
            self.service_now(service).queue.add(now, -1);
        }
    }

    #[inline(always)]
    pub(super) fn began(
        &mut self,
        now: SimTime,
        service: ServiceId,
        request: RequestId,
        waited: Span,
        queued: bool,
        thread: bool,
    ) {
        let present = self.service_now(service);
        if queued {
            present.queue.add(now, -1);
        }
        // Who needs an executor goes on waiting until it has one.
        if thread {
            present.busy.add(now, 1);
            self.got_worker(service, request, waited);
        }
    }

    /// A visit got a worker after waiting for it.
    #[inline(always)]
    pub(super) fn got_worker(&mut self, service: ServiceId, request: RequestId, waited: Span) {
        let visits = self.visits(service, request);
        match waited.is_zero() {
            true => visits.unwaited += 1,
            false => visits.waited.record(waited),
        }
    }

    #[inline(always)]
    pub(super) fn ended(
        &mut self,
        now: SimTime,
        service: ServiceId,
        request: RequestId,
        visit: Ended,
    ) {
        let Ended { sojourn, held, wasted, thread } = visit;
        let (held, wasted) = (u128::from(held.as_nanos()), u128::from(wasted.as_nanos()));
        let present = self.service_now(service);
        present.sums.completed += 1;
        present.sums.held += held;
        if thread {
            present.busy.add(now, -1);
        }
        let visits = self.visits(service, request);
        visits.counts.held += held;
        visits.counts.wasted += wasted;
        visits.sojourn.record(sojourn);
    }

    /// A service at present.
    #[inline(always)]
    pub(super) fn service_now(&mut self, service: ServiceId) -> &mut ServiceNow {
        &mut self.clock.services[service.index()]
    }

    /// An edge at present.
    #[inline(always)]
    fn edge_now(&mut self, edge: EdgeId) -> &mut EdgeNow {
        &mut self.clock.edges[edge.index()]
    }

    /// The calls along an edge in the era of a request.
    #[inline(always)]
    pub(super) fn calls(&mut self, edge: EdgeId, request: RequestId) -> &mut Calls {
        &mut self.calls.entries[self.roots[request.index()].calls as usize + edge.index()]
    }

    /// The visits of a service in the era of a request.
    #[inline(always)]
    pub(super) fn visits(&mut self, service: ServiceId, request: RequestId) -> &mut Visits {
        &mut self.visits.entries[self.roots[request.index()].visits as usize + service.index()]
    }
}

/// Puts a value into a table by number.
#[inline(always)]
fn put<T: Clone + Default>(table: &mut Vec<T>, at: usize, value: T) {
    if at >= table.len() {
        table.resize(at + 1, T::default());
    }
    table[at] = value;
}
