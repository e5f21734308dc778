//! What goes by the request: whatever happens on its behalf belongs to the era of its intended start.

use brownout_core::stats::Histogram;
use brownout_core::time::Span;

use crate::outcome::Kind;

/// One number for each kind of outcome, in the order of [`Kind::ALL`].
pub type ByKind = [u64; Kind::ALL.len()];

/// What came of the requests of one client for one operation.
#[derive(Clone, Copy, Default, Debug)]
pub struct AskedCounts {
    /// Requests that were meant to start.
    pub offered: u64,
    /// How they ended.
    pub outcomes: ByKind,
    /// Ok and Degraded within the client's `slo`.
    pub in_time: u64,
}

/// What came of the visits of one service.
#[derive(Clone, Copy, Default, Debug)]
pub struct VisitCounts {
    /// Visits that arrived, those turned away included.
    pub arriving: u64,
    /// Visits that were turned away, at the door or from the line.
    pub turned_away: ByKind,
    /// Nanoseconds of worker-time of visits that have ended.
    pub held: u128,
    /// The part of it after the root's client had left, or for an answer that nobody heard.
    pub wasted: u128,
}

/// What came of the calls along one edge.
#[derive(Clone, Copy, Default, Debug)]
pub struct CallCounts {
    /// Calls that began.
    pub calls: u64,
    /// How they ended.
    pub outcomes: ByKind,
    /// Calls that were forgotten because nobody wanted them any more.
    pub dropped: u64,
    /// Attempts that went on the wire.
    pub attempts: u64,
    /// What the callers heard of them.
    pub heard: ByKind,
    /// Attempts that their callers no longer waited for.
    pub given_up: u64,
}

/// The requests of one client for one operation in one era.
#[derive(Clone, Default, Debug)]
pub(super) struct Asked {
    pub(super) counts: AskedCounts,
    /// Latencies of Ok and Degraded.
    pub(super) answers: Histogram,
    /// Latencies of all other outcomes.
    pub(super) failures: Histogram,
}

/// The visits of one service in one era.
#[derive(Clone, Default, Debug)]
pub(super) struct Visits {
    pub(super) counts: VisitCounts,
    /// Those that began at once.
    pub(super) unwaited: u64,
    /// How long the others waited.
    pub(super) waited: Histogram,
    pub(super) sojourn: Histogram,
}

/// The calls along one edge in one era.
#[derive(Clone, Default, Debug)]
pub(super) struct Calls {
    pub(super) counts: CallCounts,
    pub(super) latency: Histogram,
}

impl Asked {
    pub(super) fn add(&mut self, other: &Asked) {
        self.counts.offered += other.counts.offered;
        add_kinds(&mut self.counts.outcomes, &other.counts.outcomes);
        self.counts.in_time += other.counts.in_time;
        self.answers.merge(&other.answers);
        self.failures.merge(&other.failures);
    }
}

impl Visits {
    pub(super) fn add(&mut self, other: &Visits) {
        self.counts.arriving += other.counts.arriving;
        add_kinds(&mut self.counts.turned_away, &other.counts.turned_away);
        self.counts.held += other.counts.held;
        self.counts.wasted += other.counts.wasted;
        self.unwaited += other.unwaited;
        self.waited.merge(&other.waited);
        self.sojourn.merge(&other.sojourn);
    }

    /// How long all that began had waited.
    pub(super) fn waiting(mut self) -> Histogram {
        self.waited.record_many(Span::ZERO, self.unwaited);
        self.waited
    }
}

impl Calls {
    pub(super) fn add(&mut self, other: &Calls) {
        self.counts.calls += other.counts.calls;
        add_kinds(&mut self.counts.outcomes, &other.counts.outcomes);
        self.counts.dropped += other.counts.dropped;
        self.counts.attempts += other.counts.attempts;
        add_kinds(&mut self.counts.heard, &other.counts.heard);
        self.counts.given_up += other.counts.given_up;
        self.latency.merge(&other.latency);
    }

    /// A client's edge carries exactly its requests: its calls are known from them and are not counted twice.
    pub(super) fn add_requests(&mut self, asked: &Asked) {
        self.counts.calls += asked.counts.offered;
        add_kinds(&mut self.counts.outcomes, &asked.counts.outcomes);
        self.latency.merge(&asked.answers);
        self.latency.merge(&asked.failures);
    }
}

fn add_kinds(sum: &mut ByKind, more: &ByKind) {
    sum.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
}
