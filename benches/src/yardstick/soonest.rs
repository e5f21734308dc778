//! The main queue: the few earliest entries sorted, the others in a heap.

use crate::columns::quaternary_heap::QuaternaryHeap;
use crate::columns::{Column, Entry};

/// Most entries that are kept sorted.
const NEAR: usize = 32;
/// How many come back from the heap at a time.
const REFILL: usize = 8;

/// Entries in exact order.
pub(super) struct Soonest {
    /// From the latest to the earliest; all earlier than those in the heap.
    near: Vec<Entry>,
    far: QuaternaryHeap,
    /// The earliest entry of the heap, or [`Entry::NEVER`].
    far_first: Entry,
}

impl Soonest {
    pub(super) fn new() -> Soonest {
        let near = Vec::with_capacity(NEAR);
        Soonest { near, far: QuaternaryHeap::default(), far_first: Entry::NEVER }
    }

    #[inline]
    pub(super) fn push(&mut self, entry: Entry) {
        if self.far_first < entry {
            return self.far.push(entry);
        }
        if self.near.len() == NEAR {
            self.spill();
            if self.far_first < entry {
                return self.far.push(entry);
            }
        }
        self.insert(entry);
    }

    /// The earliest entry, or [`Entry::NEVER`].
    #[inline]
    pub(super) fn first(&mut self) -> Entry {
        if self.near.is_empty() && self.far_first != Entry::NEVER {
            self.refill();
        }
        self.near.last().copied().unwrap_or(Entry::NEVER)
    }

    /// Removes the entry that [`Self::first`] has just told.
    #[inline]
    pub(super) fn remove_first(&mut self) {
        self.near.pop();
    }

    #[inline]
    fn insert(&mut self, entry: Entry) {
        let mut at = self.near.len();
        self.near.push(entry);
        while at > 0 && self.near[at - 1] < entry {
            self.near[at] = self.near[at - 1];
            at -= 1;
        }
        self.near[at] = entry;
    }

    /// The later half moves to the heap.
    #[cold]
    fn spill(&mut self) {
        self.near.drain(..NEAR / 2).for_each(|entry| self.far.push(entry));
        self.far_first = self.far.first();
    }

    #[inline(never)]
    fn refill(&mut self) {
        self.near.extend((0..REFILL).map_while(|_| self.far.pop()));
        self.near.reverse();
        self.far_first = self.far.first();
    }
}
