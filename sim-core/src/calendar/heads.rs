//! Which lane is first: the heads of all lanes compete, and the winner is always known.
//!
//! A few lanes are compared one by one. Of many, a tournament is kept: each pair of lanes has a winner, each pair of
//! winners again, and a change at one lane is replayed only on its way up.

use super::key::Key;

/// With more lanes than this a tournament is faster than a look at each.
const FEW: usize = 8;

/// The first key of each lane, [`Key::NEVER`] for an empty one.
pub(super) struct Heads {
    /// By lane; with a tournament filled up to a power of two.
    keys: Vec<Key>,
    lanes: usize,
    /// The winners by pair: of the pair `n` its children are the pairs `2n` and `2n + 1`, and 1 is the final. Those
    /// past the end stand for the lanes themselves. Empty while the lanes are few.
    winners: Vec<u32>,
    best: u32,
    best_key: Key,
}

impl Heads {
    pub(super) fn new() -> Heads {
        Heads { keys: Vec::new(), lanes: 0, winners: Vec::new(), best: 0, best_key: Key::NEVER }
    }

    /// Adds an empty lane.
    pub(super) fn add(&mut self) {
        self.keys.truncate(self.lanes);
        self.keys.push(Key::NEVER);
        self.lanes += 1;
        if self.lanes > FEW {
            let room = self.lanes.next_power_of_two();
            self.keys.resize(room, Key::NEVER);
            self.winners = vec![0; room];
            for pair in (1..room).rev() {
                self.play(pair);
            }
        }
    }

    /// The earliest of all heads, or [`Key::NEVER`].
    #[inline]
    pub(super) fn best_key(&self) -> Key {
        self.best_key
    }

    /// The lane whose head is the earliest; meaningless if all are empty.
    #[inline]
    pub(super) fn best(&self) -> u32 {
        self.best
    }

    /// Tells that the head of `lane` is now `key`.
    #[inline]
    pub(super) fn set(&mut self, lane: u32, key: Key) {
        self.keys[lane as usize] = key;
        if self.winners.is_empty() {
            if lane == self.best {
                self.compare_all();
            } else if key.is_before(self.best_key) {
                (self.best, self.best_key) = (lane, key);
            }
        } else {
            self.replay(lane);
        }
    }

    #[inline]
    fn compare_all(&mut self) {
        let (mut best, mut best_key) = (0, self.keys[0]);
        for (lane, &key) in self.keys.iter().enumerate().skip(1) {
            let wins = key.is_before(best_key);
            best = if wins { lane as u32 } else { best };
            best_key = if wins { key } else { best_key };
        }
        (self.best, self.best_key) = (best, best_key);
    }

    fn replay(&mut self, lane: u32) {
        let mut pair = (self.keys.len() + lane as usize) / 2;
        while pair > 0 {
            let before = self.winners[pair];
            self.play(pair);
            if before != lane && self.winners[pair] == before {
                return; // the lane neither won here nor wins now, so nothing changes above
            }
            pair /= 2;
        }
        self.best = self.winners[1];
        self.best_key = self.keys[self.best as usize];
    }

    #[inline]
    fn play(&mut self, pair: usize) {
        let (left, right) = (self.winner(2 * pair), self.winner(2 * pair + 1));
        let right_wins = self.keys[right as usize].is_before(self.keys[left as usize]);
        self.winners[pair] = if right_wins { right } else { left };
    }

    #[inline]
    fn winner(&self, pair: usize) -> u32 {
        self.winners.get(pair).copied().unwrap_or_else(|| (pair - self.winners.len()) as u32)
    }
}
