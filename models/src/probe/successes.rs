//! Which requests succeeded, a bit for each, so that the same requests can be looked up in another run.
//!
//! Common random numbers make the request of one stream and number the same in every variant. A request succeeds if it
//! counts as goodput: its answer is Ok or Degraded and came within the client's `slo`.

use std::ops::Range;

use brownout_core::time::{SimTime, Span};

use crate::moment::Moment;
use crate::plan::{Plan, Window};
use crate::probe::contract::Probe;
use crate::workload::ready::Workload;

/// The requests of one run, and which of them succeeded.
#[derive(Clone, Debug)]
pub struct Successes {
    /// The borders of all windows, in order.
    borders: Vec<SimTime>,
    /// How many borders time has passed.
    passed: usize,
    next_border: SimTime,
    /// What "in time" means, by client.
    slo: Vec<Span>,
    streams: Vec<Stream>,
    /// Where each request under way is written down. Numbers of requests are used again.
    places: Vec<Place>,
}

/// The requests of one stream of arrivals.
#[derive(Clone, Debug)]
pub struct Stream {
    /// Whose: a place among the plan's clients.
    pub client: usize,
    /// Which of the client's streams: `None` for the usual one.
    pub key: Option<u64>,
    /// By user; those of an open stream have one row.
    pub rows: Vec<Row>,
}

/// Requests that are numbered one after the other.
#[derive(Clone, Default, Debug)]
pub struct Row {
    /// Whether each succeeded, 64 in a word.
    bits: Vec<u64>,
    count: u32,
    /// How many there were at each border that has been passed.
    marks: Vec<u32>,
}

#[derive(Clone, Copy, Default, Debug)]
struct Place {
    stream: u32,
    user: u32,
    serial: u32,
}

/// What became of the same requests in two runs.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Pairs {
    /// Succeeded in both.
    pub both: u64,
    /// Succeeded in the first only.
    pub first_only: u64,
    /// Succeeded in the second only.
    pub second_only: u64,
    /// Succeeded in neither.
    pub neither: u64,
    /// Were made in one of the runs only, or in another window there.
    pub unpaired: u64,
}

impl Successes {
    /// Nothing yet of a run of `plan`.
    pub fn new(plan: &Plan) -> Successes {
        let spans = plan.windows.iter().flat_map(|window| &window.spans);
        let mut borders: Vec<SimTime> = spans.flat_map(|&(from, to)| [from, to]).collect();
        borders.sort_unstable();
        borders.dedup();
        let stream = |stream: &crate::plan::StreamPlan| {
            let users = match stream.workload {
                Workload::Closed { users, .. } => users as usize,
                _ => 1,
            };
            let rows = vec![Row::default(); users];
            Stream { client: stream.client.index(), key: stream.key, rows }
        };
        Successes {
            passed: 0,
            next_border: borders.first().copied().unwrap_or(SimTime::NEVER),
            borders,
            slo: plan.clients.iter().map(|client| client.slo.unwrap_or(Span::MAX)).collect(),
            streams: plan.streams.iter().map(stream).collect(),
            places: vec![],
        }
    }

    /// The streams, in the order of the plan.
    pub fn streams(&self) -> &[Stream] {
        &self.streams
    }

    /// The numbers of a row's requests that were meant to start in a window of the plan.
    pub fn within(&self, row: &Row, window: &Window) -> Vec<Range<u32>> {
        let at = |time: &SimTime| {
            let border = self.borders.binary_search(time).ok();
            border.and_then(|border| row.marks.get(border)).copied().unwrap_or(row.count)
        };
        let ranges = window.spans.iter().map(|(from, to)| at(from)..at(to));
        ranges.filter(|range| !range.is_empty()).collect()
    }

    #[cold]
    fn pass(&mut self, now: SimTime) {
        self.passed = self.borders.partition_point(|&border| border <= now);
        self.next_border = self.borders.get(self.passed).copied().unwrap_or(SimTime::NEVER);
    }
}

impl Probe for Successes {
    fn see(&mut self, now: SimTime, moment: &Moment) {
        match *moment {
            Moment::Requested { request, stream, user, .. } => {
                if now >= self.next_border {
                    self.pass(now);
                }
                let row = &mut self.streams[stream as usize].rows[user as usize];
                row.marks.resize(self.passed, row.count);
                let place = Place { stream, user, serial: row.count };
                row.count += 1;
                if request.index() >= self.places.len() {
                    self.places.resize(request.index() + 1, Place::default());
                }
                self.places[request.index()] = place;
            }
            Moment::Answered { request, client, outcome, latency, .. }
                if outcome.is_answer() && latency <= self.slo[client.index()] =>
            {
                let Place { stream, user, serial } = self.places[request.index()];
                let row = &mut self.streams[stream as usize].rows[user as usize];
                let word = serial as usize / 64;
                if word >= row.bits.len() {
                    row.bits.resize(word + 1, 0);
                }
                row.bits[word] |= 1 << (serial % 64);
            }
            _ => {}
        }
    }
}

impl Row {
    /// Bit by bit, 64 at a time; what lies beyond the last success is zero.
    fn word(&self, at: usize) -> u64 {
        self.bits.get(at).copied().unwrap_or(0)
    }

    /// What became of this row's requests with the numbers in `here`, and of those of another run's row with the
    /// numbers `there`.
    pub fn paired(&self, here: &[Range<u32>], other: &Row, there: &[Range<u32>]) -> Pairs {
        let mut pairs = Pairs::default();
        for mine in here {
            for theirs in there {
                let shared = mine.start.max(theirs.start)..mine.end.min(theirs.end);
                if !shared.is_empty() {
                    self.count(other, shared, &mut pairs);
                }
            }
        }
        let made = |ranges: &[Range<u32>]| {
            ranges.iter().map(|range| u64::from(range.end - range.start)).sum::<u64>()
        };
        pairs.unpaired = made(here) + made(there) - 2 * pairs.pairs();
        pairs
    }

    fn count(&self, other: &Row, numbers: Range<u32>, pairs: &mut Pairs) {
        let (first, last) = (numbers.start / 64, (numbers.end - 1) / 64);
        for word in first..=last {
            let below = |end: u32| if end >= 64 { u64::MAX } else { (1 << end) - 1 };
            let from = numbers.start.saturating_sub(word * 64);
            let inside = below(numbers.end - word * 64) & !below(from);
            let (mine, theirs) = (self.word(word as usize), other.word(word as usize));
            let ones = |bits: u64| u64::from((bits & inside).count_ones());
            pairs.both += ones(mine & theirs);
            pairs.first_only += ones(mine & !theirs);
            pairs.second_only += ones(!mine & theirs);
            pairs.neither += ones(!mine & !theirs);
        }
    }
}

impl Pairs {
    /// How many requests were made in both runs.
    pub fn pairs(&self) -> u64 {
        self.both + self.first_only + self.second_only + self.neither
    }

    /// Adds those of another row.
    pub fn add(&mut self, other: &Pairs) {
        self.both += other.both;
        self.first_only += other.first_only;
        self.second_only += other.second_only;
        self.neither += other.neither;
        self.unpaired += other.unpaired;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(successes: &[u32], count: u32) -> Row {
        let mut bits = vec![0; 1 + successes.iter().max().map_or(0, |most| *most as usize / 64)];
        successes.iter().for_each(|&serial| bits[serial as usize / 64] |= 1 << (serial % 64));
        Row { bits, count, marks: vec![] }
    }

    #[test]
    fn pairs_are_counted_across_words_and_only_where_both_ranges_reach() {
        let (a, b) = (row(&[0, 63, 64, 130], 200), row(&[63, 130, 131], 200));
        let pairs = a.paired(std::slice::from_ref(&(1..140)), &b, std::slice::from_ref(&(0..131)));
        // Numbers 1 to 130 are shared: 63 and 130 in both, 64 in the first; 131 and 0 lie outside.
        assert_eq!((pairs.both, pairs.first_only, pairs.second_only), (2, 1, 0));
        assert_eq!((pairs.pairs(), pairs.unpaired), (130, 139 + 131 - 260));
    }

    #[test]
    fn ranges_of_one_window_are_paired_piece_by_piece() {
        let (a, b) = (row(&[5, 70], 100), row(&[5], 100));
        let pairs = a.paired(&[0..10, 60..80], &b, &[0..10, 60..80]);
        assert_eq!((pairs.both, pairs.first_only, pairs.neither, pairs.unpaired), (1, 1, 28, 0));
    }
}
