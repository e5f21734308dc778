//! The next few events, sorted.
//!
//! The earliest stands last. Most events are scheduled for soon, so most keys find their place after a few steps.

use std::cell::Cell;
use std::cmp::Reverse;

use super::key::Key;

/// With so many keys, the later ones are better kept elsewhere.
const MANY: usize = 96;
/// How many keys stay when there were too many.
const STAY: usize = 32;

/// Among so many keys, those that must make room are moved one by one, and among more at once.
const SHORT: usize = 12;

/// At most [`MANY`] keys in order.
pub(super) struct Near {
    /// From the latest to the earliest.
    keys: Vec<Key>,
}

impl Near {
    pub(super) fn new() -> Near {
        Near { keys: Vec::with_capacity(MANY) }
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.keys.len()
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    #[inline]
    pub(super) fn is_full(&self) -> bool {
        self.keys.len() >= MANY
    }

    /// The earliest key.
    #[inline]
    pub(super) fn first(&self) -> Option<Key> {
        self.keys.last().copied()
    }

    /// Takes the earliest key away.
    #[inline]
    pub(super) fn remove_first(&mut self) {
        self.keys.pop();
    }

    /// Puts a key in its place that is younger than all others of its instant.
    #[inline]
    pub(super) fn insert(&mut self, key: Key) {
        if self.keys.len() > SHORT {
            let later = self.keys.iter().rposition(|other| other.time() > key.time());
            self.keys.insert(later.map_or(0, |at| at + 1), key);
            return;
        }
        self.keys.push(key);
        let keys = Cell::from_mut(&mut self.keys[..]).as_slice_of_cells();
        for pair in keys.windows(2).rev() {
            let other = pair[0].get();
            if other.time() > key.time() {
                pair[1].set(key);
                return;
            }
            pair[1].set(other);
        }
        keys[0].set(key);
    }

    /// Takes over keys in any order; there must be none yet.
    #[inline]
    pub(super) fn fill(&mut self, keys: impl Iterator<Item = Key>) {
        self.keys.extend(keys);
    }

    /// Puts in order what was filled in.
    #[inline]
    pub(super) fn sort(&mut self) {
        self.keys.sort_unstable_by_key(|key| Reverse(key.wide()));
    }

    /// Takes away the later keys, whole instants only, and gives them to `take` in order. There must be many.
    pub(super) fn thin_out(&mut self, take: impl FnMut(Key)) {
        let time = self.keys[self.keys.len() - STAY].time();
        let leave = self.keys.partition_point(|key| key.time() >= time);
        self.keys[..leave].iter().rev().copied().for_each(take);
        self.keys.drain(..leave);
    }

    /// Keeps only the keys that `keep` accepts.
    pub(super) fn retain(&mut self, mut keep: impl FnMut(Key) -> bool) {
        self.keys.retain(|key| keep(*key));
    }
}
