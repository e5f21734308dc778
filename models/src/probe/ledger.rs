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

mod by_start;
pub mod client_steps;
pub mod clock;
mod collect;
mod eras;
pub mod gauges;
mod notes;
pub mod recovery;
pub mod run_result;
mod service_run;
pub mod tally;

use brownout_core::time::{SimTime, Span};

use self::by_start::ByStart;
use self::clock::Clock;
use self::eras::Eras;
use self::notes::Ended;
use self::tally::{Asked, Calls, Visits};
use crate::ids::OperationId;
use crate::moment::Moment;
use crate::plan::{Caller, Plan};
use crate::probe::contract::Probe;

/// The statistics of a run.
#[derive(Debug)]
pub struct Ledger {
    /// The next border of time.
    border: SimTime,
    /// Where a request belongs that is meant to start now; its place in `asked` is that of its row.
    present: Root,
    eras: Eras,
    clock: Clock,
    clients: Vec<Client>,
    /// By era and edge; those of clients' edges hold what a client does not know: its attempts.
    calls: Table<Calls>,
    /// By era and service.
    visits: Table<Visits>,
    /// By era, client and operation.
    asked: Table<Asked>,
    /// By request: where what happens on its behalf belongs. Numbers of requests are used again.
    roots: Vec<Root>,
    /// Edges below this number are services'; the others are clients'.
    first_client_edge: usize,
    by_start: Option<ByStart>,
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

/// Where what happens on behalf of a request belongs: rows of tables, by the era of its intended start.
#[derive(Clone, Copy, Default, Debug)]
struct Root {
    /// The row of `calls`.
    calls: u32,
    /// The row of `visits`.
    visits: u32,
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

    fn row(&self, era: usize) -> usize {
        era * self.width
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
        let mut ledger = Ledger {
            border: clock.next_border(&eras),
            present: Root::default(),
            calls: Table::new(&eras, plan.edges.len()),
            visits: Table::new(&eras, plan.services.len()),
            asked: Table::new(&eras, first),
            by_start: ByStart::of(plan, clock.steps.as_ref()),
            eras,
            clock,
            clients,
            roots: vec![],
            first_client_edge: plan.edges.iter().filter(|edge| is_service(edge.caller)).count(),
        };
        ledger.enter_stretch();
        ledger
    }

    /// Time is in another stretch, and so perhaps in another era.
    fn enter_stretch(&mut self) {
        let era = self.eras.era_of[self.clock.stretch];
        let [calls, visits, asked] =
            [self.calls.row(era), self.visits.row(era), self.asked.row(era)].map(|at| at as u32);
        self.present = Root { calls, visits, asked };
    }

    /// Time has come to one border or more.
    #[cold]
    fn cross(&mut self, now: SimTime) {
        while now >= self.border {
            self.clock.cross(self.border, &self.eras);
            self.border = self.clock.next_border(&self.eras);
        }
        self.enter_stretch();
    }
}

impl Probe for Ledger {
    #[inline(always)]
    fn reach(&mut self, now: SimTime) {
        if now >= self.border {
            self.cross(now);
        }
    }

    // Where a moment is emitted its kind is known: inlined there, the choice below costs nothing.
    #[inline(always)]
    fn see(&mut self, now: SimTime, moment: &Moment) {
        match *moment {
            Moment::Requested { request, client, operation, .. } => {
                self.requested(now, request, client, operation);
            }
            Moment::Answered { request, client, outcome, latency, .. } => {
                self.answered(now, request, client, outcome, latency);
            }
            Moment::Opened { edge, request, .. } => self.opened(edge, request),
            Moment::Settled { edge, request, outcome, latency, .. } => {
                self.settled(edge, request, outcome, latency);
            }
            Moment::Dropped { edge, request, .. } => self.calls(edge, request).counts.dropped += 1,
            Moment::Sent { edge, request, .. } => self.sent(now, edge, request),
            Moment::Heard { edge, request, outcome, .. } => {
                self.heard(now, edge, request, outcome);
            }
            Moment::GivenUp { edge, request, .. } => self.given_up(now, edge, request),
            Moment::Unheard { edge, request, service, wasted, .. } => {
                self.unheard(edge, request, service, wasted);
            }
            Moment::Arrived { service, request, .. } => self.arrived(service, request),
            Moment::TurnedAway { service, request, outcome, queued, .. } => {
                self.turned_away(now, service, request, outcome, queued);
            }
            Moment::Queued { service, .. } => self.service_now(service).queue.add(now, 1),
            Moment::Reneged { service, .. } => self.service_now(service).queue.add(now, -1),
            Moment::Began { service, request, waited, queued, thread, .. } => {
                self.began(now, service, request, waited, queued, thread);
            }
            Moment::Shares { service, span, first } => {
                let sums = &mut self.service_now(service).sums;
                sums.sharing += u64::from(first);
                sums.shared += u128::from(span.as_nanos());
            }
            Moment::Stands { service, change } => {
                self.service_now(service).queue.add(now, i64::from(change));
            }
            Moment::Served { service, request, waited } => {
                self.got_worker(service, request, waited);
            }
            Moment::Busy { service, change } => {
                self.service_now(service).busy.add(now, i64::from(change));
            }
            Moment::Ended { service, request, sojourn, held, wasted, thread, .. } => {
                self.ended(now, service, request, Ended { sojourn, held, wasted, thread });
            }
            Moment::Up { service, .. } => self.service_now(service).up.add(now, 1),
            Moment::Down { service, .. } => self.service_now(service).up.add(now, -1),
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
