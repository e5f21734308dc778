//! The same requests in two points, replication by replication.

use brownout_models::plan::{Plan, Window};
use brownout_models::probe::successes::{Pairs, Stream, Successes};

use super::measure::Measure;
use super::replication::Replication;
use crate::result::comparison::SameRequests;

/// What became of the same requests, of each window and client that both plans have.
pub(super) struct PairsFold {
    cells: Vec<Cell>,
}

/// One client in one window.
struct Cell {
    client: String,
    /// The client's place in both plans.
    clients: (usize, usize),
    windows: (Window, Window),
    pairs: u64,
    unpaired: u64,
    /// Shares of pairs: both, the first only, the second only, neither.
    shares: [Measure; 4],
}

impl PairsFold {
    pub(super) fn new(first: &Plan, second: &Plan) -> PairsFold {
        let mut cells = vec![];
        for window in &first.windows {
            let same = second.windows.iter().find(|other| other.name == window.name);
            let Some(same) = same else { continue };
            for (at, client) in first.clients.iter().enumerate() {
                let there = second.clients.iter().position(|other| other.name == client.name);
                cells.extend(there.map(|there| Cell {
                    client: client.name.clone(),
                    clients: (at, there),
                    windows: (window.clone(), same.clone()),
                    pairs: 0,
                    unpaired: 0,
                    shares: std::array::from_fn(|_| Measure::new(false)),
                }));
            }
        }
        PairsFold { cells }
    }

    /// The same replication of both points.
    pub(super) fn add(&mut self, first: &Replication, second: &Replication) {
        if let Some((first, second)) = first.successes.as_ref().zip(second.successes.as_ref()) {
            self.cells.iter_mut().for_each(|cell| cell.add(first, second));
        }
    }

    /// What became of them; nothing of a client that made no request in both points.
    pub(super) fn results(self) -> Vec<SameRequests> {
        let seen = self.cells.into_iter().filter(|cell| cell.pairs > 0);
        seen.map(Cell::result).collect()
    }
}

impl Cell {
    fn add(&mut self, first: &Successes, second: &Successes) {
        let mut found = Pairs::default();
        for stream in first.streams().iter().filter(|stream| stream.client == self.clients.0) {
            let same = |other: &&Stream| other.client == self.clients.1 && other.key == stream.key;
            let Some(same) = second.streams().iter().find(same) else { continue };
            for (row, other) in stream.rows.iter().zip(&same.rows) {
                let here = first.within(row, &self.windows.0);
                let there = second.within(other, &self.windows.1);
                found.add(&row.paired(&here, other, &there));
            }
        }
        self.pairs += found.pairs();
        self.unpaired += found.unpaired;
        let counts = [found.both, found.first_only, found.second_only, found.neither];
        for (share, count) in self.shares.iter_mut().zip(counts) {
            let pairs = found.pairs();
            share.add_if((pairs > 0).then(|| count as f64 / pairs as f64));
        }
    }

    fn result(self) -> SameRequests {
        let [both, baseline_only, other_only, neither] = self.shares.map(|share| share.sure());
        SameRequests {
            window: self.windows.0.name,
            client: self.client,
            pairs: self.pairs,
            unpaired: self.unpaired,
            both,
            baseline_only,
            other_only,
            neither,
        }
    }
}
