//! Where loose timers wait: one entry for each that is set, found by its handle, reused as soon as it is gone.

use super::key::Key;
use super::timer::SLOTS;

/// No entry.
const NIL: u32 = u32::MAX;

/// A timer that is set.
pub(super) struct Entry {
    /// When it fires and what happens then; [`Key::NEVER`] in an entry that is free.
    pub(super) key: Key,
    /// The next free entry, in one that is free.
    next: u32,
}

/// All loose timers that are set.
pub(super) struct Slab {
    entries: Vec<Entry>,
    /// The entry to reuse next, or [`NIL`].
    free: u32,
    len: usize,
}

impl Slab {
    pub(super) fn new() -> Slab {
        Slab { entries: Vec::new(), free: NIL, len: 0 }
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.len
    }

    #[inline]
    pub(super) fn get(&self, slot: u32) -> &Entry {
        &self.entries[slot as usize]
    }

    /// Stores a timer and returns its slot.
    #[inline]
    pub(super) fn insert(&mut self, key: Key) -> u32 {
        if self.free == NIL {
            self.grow();
        }
        self.len += 1;
        let slot = self.free;
        let entry = &mut self.entries[slot as usize];
        self.free = entry.next;
        // Field by field: an entry put together elsewhere and copied stalls like a key copied whole.
        entry.key = key;
        slot
    }

    /// Frees the slot of a timer that is no longer set.
    #[inline]
    pub(super) fn remove(&mut self, slot: u32) {
        let entry = &mut self.entries[slot as usize];
        entry.key = Key::NEVER;
        entry.next = self.free;
        self.free = slot;
        self.len -= 1;
    }

    /// Whether the slot holds a timer of this age.
    #[inline]
    pub(super) fn holds(&self, slot: u32, age: u64) -> bool {
        self.entries.get(slot as usize).is_some_and(|entry| entry.key.age() == age)
    }

    /// Slots in use or free.
    #[cfg(test)]
    pub(super) fn room(&self) -> usize {
        self.entries.len()
    }

    /// Adds a free slot; there must be none.
    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        let slot = self.entries.len() as u32;
        assert!(slot < SLOTS, "at most {SLOTS} loose timers are set at a time");
        self.entries.push(Entry { key: Key::NEVER, next: NIL });
        self.free = slot;
    }
}
