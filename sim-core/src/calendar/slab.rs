//! Where timers wait: one entry for each that is set, found by its handle, reused as soon as it is gone.

use super::key::{CODES, Key};

/// No entry.
pub(super) const NIL: u32 = u32::MAX;
/// In place of a lane: the timer waits in the queue of loose timers.
pub(super) const LOOSE: u32 = u32::MAX;

/// A handle on one event that may still be cancelled; eight bytes, [`Timer::NONE`] for none.
///
/// A handle is never given out twice: it holds the event's age. One whose event has fired or was cancelled is stale for
/// good and harmless.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Timer(u64);

impl Timer {
    /// The handle of nothing. Cancelling it does nothing.
    pub const NONE: Timer = Timer(0);

    /// The handle of the timer that was stored with `key` in `slot`.
    #[inline]
    pub(super) fn of(key: Key, slot: u32) -> Timer {
        Timer(key.with_code(slot).age_and_code())
    }

    /// Whether this is [`Timer::NONE`]. A stale handle is not.
    pub const fn is_none(self) -> bool {
        self.0 == Timer::NONE.0
    }
}

impl Default for Timer {
    fn default() -> Timer {
        Timer::NONE
    }
}

/// A timer that is set.
pub(super) struct Entry {
    /// When it fires and what happens then; [`Key::NEVER`] in an entry that is free.
    pub(super) key: Key,
    /// The neighbours in its lane, [`NIL`] at the ends. `next` also links the free entries.
    pub(super) earlier: u32,
    pub(super) later: u32,
    /// The lane, or [`LOOSE`].
    pub(super) lane: u32,
}

/// All timers that are set.
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

    #[inline]
    pub(super) fn get_mut(&mut self, slot: u32) -> &mut Entry {
        &mut self.entries[slot as usize]
    }

    /// Stores a timer, the last of its lane after `earlier`, and returns its slot.
    #[inline]
    pub(super) fn insert(&mut self, key: Key, lane: u32, earlier: u32) -> u32 {
        if self.free == NIL {
            self.grow();
        }
        self.len += 1;
        let slot = self.free;
        let entry = self.get_mut(slot);
        let next_free = entry.later;
        // Field by field: an entry put together elsewhere and copied stalls like a key copied whole.
        entry.key = key;
        entry.earlier = earlier;
        entry.later = NIL;
        entry.lane = lane;
        self.free = next_free;
        slot
    }

    /// Frees the slot of a timer that is no longer set.
    #[inline]
    pub(super) fn remove(&mut self, slot: u32) {
        let free = self.free;
        let entry = self.get_mut(slot);
        entry.key = Key::NEVER;
        entry.later = free;
        self.free = slot;
        self.len -= 1;
    }

    /// The slot of a timer that is still set; nothing if the handle is stale.
    #[inline]
    pub(super) fn find(&self, timer: Timer) -> Option<u32> {
        let key = Key::from_age_and_code(timer.0);
        self.holds(key).then_some(key.code())
    }

    /// Whether the timer of the age and in the slot that `key` carries is still set.
    #[inline]
    pub(super) fn holds(&self, key: Key) -> bool {
        self.entries.get(key.code() as usize).is_some_and(|entry| entry.key.age() == key.age())
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
        assert!(slot < CODES, "at most {CODES} timers are set at a time");
        self.entries.push(Entry { key: Key::NEVER, earlier: NIL, later: NIL, lane: LOOSE });
        self.free = slot;
    }
}
