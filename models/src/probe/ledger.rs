//! The statistics of a run, taken down as it happens.
//!
//! Two ways of counting stand side by side. What happens on behalf of a request belongs to the window in which that
//! request was meant to start: its outcome, its calls, visits and wasted work, however late they come. Rates and levels
//! go by the clock. Both are cheap, because the borders of all windows cut time once and for all: a moment costs one
//! comparison with the next border, and what it adds to is found by number. Windows are put together from the pieces
//! when the run is over.
//!
//! Memory does not grow with the length of a run, but for the series, if one is wanted, and one number for each second
//! after the last fault.

pub mod client_steps;
pub mod clock;
mod collect;
mod eras;
pub mod gauges;
pub mod recovery;
pub mod run_result;
mod service_run;
pub mod tally;

use brownout_core::time::{SimTime, Span};

use self::client_steps::ClientSteps;
use self::clock::Clock;
use self::eras::Eras;
use self::recovery::Seconds;
use self::tally::{Asked, Calls, Visits};
use crate::ids::{ClientId, OperationId, RequestId, VisitId};
use crate::moment::{Moment, Probe};
use crate::outcome::{Kind, Outcome};
use crate::plan::{Caller, Plan};

/// The statistics of a run.
#[derive(Debug)]
pub struct Ledger {
    /// The next border of time.
    border: SimTime,
    eras: Eras,
    clock: Clock,
    clients: Vec<Client>,
    /// By era and edge; those of clients' edges hold what a client does not know: its attempts.
    calls: Table<Calls>,
    /// By era and service.
    visits: Table<Visits>,
    /// By era, client and operation.
    asked: Table<Asked>,
    /// By request: to whom it belongs. Numbers of requests are used again.
    roots: Vec<Root>,
    /// By visit: whether it stands in line.
    queued: Vec<bool>,
    /// Edges below this number are services'; the others are clients'.
    first_client_edge: usize,
    steps: Option<ClientSteps>,
    seconds: Option<Seconds>,
}

/// What the ledger has to know of a client.
#[derive(Debug)]
struct Client {
    slo: Span,
    /// What it asks for.
    operations: Vec<OperationId>,
    /// Its first place in a row of `asked`.
    first: usize,
}

/// To whom a request belongs.
#[derive(Clone, Copy, Default, Debug)]
struct Root {
    era: u32,
    /// Its place in `asked`.
    asked: u32,
}

/// One row for each era.
#[derive(Debug)]
struct Table<T> {
    width: usize,
    entries: Vec<T>,
}

impl<T: Clone + Default> Table<T> {
    fn new(eras: &Eras, width: usize) -> Table<T> {
        Table { width, entries: vec![T::default(); eras.count() * width] }
    }

    #[inline]
    fn at(&mut self, era: usize, column: usize) -> &mut T {
        &mut self.entries[era * self.width + column]
    }
}

impl Ledger {
    /// The ledger of a run of `plan` at time 0, with or without the series.
    pub fn new(plan: &Plan, series: bool) -> Ledger {
        let eras = Eras::of(plan);
        let clock = Clock::new(plan, &eras, series);
        let mut first = 0;
        let mut clients = vec![];
        for client in &plan.clients {
            let asks = client.asks.iter().map(|&(route, _)| plan.routes[route.index()].operation);
            let operations: Vec<OperationId> = asks.collect();
            let slo = client.slo.unwrap_or(Span::MAX);
            first += operations.len();
            clients.push(Client { slo, first: first - operations.len(), operations });
        }
        let is_service = |caller| matches!(caller, Caller::Service(_));
        Ledger {
            border: clock.next_border(&eras),
            calls: Table::new(&eras, plan.edges.len()),
            visits: Table::new(&eras, plan.services.len()),
            asked: Table::new(&eras, first),
            steps: clock.steps.as_ref().map(|steps| ClientSteps::new(plan, steps)),
            eras,
            clock,
            clients,
            roots: vec![],
            queued: vec![],
            first_client_edge: plan.edges.iter().filter(|edge| is_service(edge.caller)).count(),
            seconds: Seconds::of(plan),
        }
    }

    /// Time has come to one border or more.
    #[cold]
    fn cross(&mut self, now: SimTime) {
        while now >= self.border {
            self.clock.cross(self.border, &self.eras);
            self.border = self.clock.next_border(&self.eras);
        }
    }

    fn requested(
        &mut self,
        now: SimTime,
        request: RequestId,
        client: ClientId,
        operation: OperationId,
    ) {
        let asker = &self.clients[client.index()];
        let place = asker.operations.iter().position(|&asked| asked == operation).unwrap_or(0);
        let era = self.eras.era_of[self.clock.stretch];
        let asked = era * self.asked.width + asker.first + place;
        self.asked.entries[asked].counts.offered += 1;
        let root = Root { era: era as u32, asked: asked as u32 };
        put(&mut self.roots, request.index(), root);
        if let Some(steps) = &mut self.steps {
            steps.requested(client.index(), now);
        }
    }

    fn answered(
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
        let born = SimTime::from_nanos(now.as_nanos() - latency.as_nanos());
        if let Some(seconds) = &mut self.seconds
            && in_time
        {
            seconds.in_time(client, born);
        }
        if let Some(steps) = &mut self.steps {
            steps.answered(client, born, outcome, latency, slo);
        }
    }

    /// Whether a visit stood in line; it does no more.
    #[inline]
    fn leaves_line(&mut self, visit: VisitId) -> bool {
        self.queued.get_mut(visit.index()).is_some_and(std::mem::take)
    }

    #[inline]
    fn era(&self, request: RequestId) -> usize {
        self.roots[request.index()].era as usize
    }
}

impl Probe for Ledger {
    #[inline]
    fn see(&mut self, now: SimTime, moment: &Moment) {
        if now >= self.border {
            self.cross(now);
        }
        match *moment {
            Moment::Requested { request, client, operation, .. } => {
                self.requested(now, request, client, operation);
            }
            Moment::Answered { request, client, outcome, latency, .. } => {
                self.answered(now, request, client, outcome, latency);
            }
            Moment::Opened { edge, request, .. } => {
                self.clock.now.edges[edge.index()].calls += 1;
                if edge.index() < self.first_client_edge {
                    self.calls.at(self.era(request), edge.index()).counts.calls += 1;
                }
            }
            Moment::Settled { edge, request, outcome, latency, .. } => {
                if edge.index() < self.first_client_edge {
                    let calls = self.calls.at(self.era(request), edge.index());
                    calls.counts.outcomes[outcome.kind as usize] += 1;
                    calls.latency.record(latency);
                }
            }
            Moment::Dropped { edge, request, .. } => {
                self.calls.at(self.era(request), edge.index()).counts.dropped += 1;
            }
            Moment::Sent { edge, request, .. } => {
                self.clock.now.edges[edge.index()].attempts += 1;
                self.clock.in_flight[edge.index()].add(now, 1);
                self.calls.at(self.era(request), edge.index()).counts.attempts += 1;
            }
            Moment::Heard { edge, request, outcome, .. } => {
                self.clock.in_flight[edge.index()].add(now, -1);
                let calls = self.calls.at(self.era(request), edge.index());
                calls.counts.heard[outcome.kind as usize] += 1;
            }
            Moment::GivenUp { edge, request, .. } => {
                self.clock.in_flight[edge.index()].add(now, -1);
                self.calls.at(self.era(request), edge.index()).counts.given_up += 1;
            }
            Moment::Unheard { edge, request, service, wasted } => {
                self.clock.now.edges[edge.index()].unheard += 1;
                let visits = self.visits.at(self.era(request), service.index());
                visits.counts.wasted += u128::from(wasted.as_nanos());
            }
            Moment::Arrived { service, request, .. } => {
                self.clock.now.services[service.index()].arriving += 1;
                self.visits.at(self.era(request), service.index()).counts.arriving += 1;
            }
            Moment::TurnedAway { visit, service, request, outcome } => {
                let visits = self.visits.at(self.era(request), service.index());
                visits.counts.turned_away[outcome.kind as usize] += 1;
                if outcome.kind == Kind::ConnectionRefused {
                    // Nobody was there to see it arrive, and it arrived all the same.
                    visits.counts.arriving += 1;
                    self.clock.now.services[service.index()].arriving += 1;
                }
                if self.leaves_line(visit) {
                    self.clock.levels[service.index()].queue.add(now, -1);
                }
            }
            Moment::Queued { visit, service, .. } => {
                put(&mut self.queued, visit.index(), true);
                self.clock.levels[service.index()].queue.add(now, 1);
            }
            Moment::Reneged { visit, service, .. } => {
                if self.leaves_line(visit) {
                    self.clock.levels[service.index()].queue.add(now, -1);
                }
            }
            Moment::Began { visit, service, request, waited, .. } => {
                self.visits.at(self.era(request), service.index()).waiting.record(waited);
                if self.leaves_line(visit) {
                    self.clock.levels[service.index()].queue.add(now, -1);
                }
            }
            Moment::Busy { service, change } => {
                self.clock.levels[service.index()].busy.add(now, i64::from(change));
            }
            Moment::Ended { service, request, sojourn, held, wasted, .. } => {
                let sums = &mut self.clock.now.services[service.index()];
                sums.completed += 1;
                sums.held += u128::from(held.as_nanos());
                let visits = self.visits.at(self.era(request), service.index());
                visits.counts.held += u128::from(held.as_nanos());
                visits.counts.wasted += u128::from(wasted.as_nanos());
                visits.sojourn.record(sojourn);
            }
            Moment::Up { service, .. } => self.clock.levels[service.index()].up.add(now, 1),
            Moment::Down { service, .. } => self.clock.levels[service.index()].up.add(now, -1),
            Moment::Refused { .. }
            | Moment::Waits { .. }
            | Moment::Works { .. }
            | Moment::Replied { .. }
            | Moment::FaultBegan(_)
            | Moment::FaultEnded(_)
            | Moment::Gauge { .. } => {}
        }
    }
}

/// Puts a value into a table by number.
#[inline]
fn put<T: Clone + Default>(table: &mut Vec<T>, at: usize, value: T) {
    if at >= table.len() {
        table.resize(at + 1, T::default());
    }
    table[at] = value;
}
