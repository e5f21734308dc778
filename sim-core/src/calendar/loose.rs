//! Timers of any delay: a queue of their slots, where a cancelled one stays until it surfaces or too many are dead.

use super::key::Key;
use super::queue::Queue;
use super::slab::Slab;

/// So many dead keys are always tolerated.
const DEAD_TOLERATED: usize = 64;

/// All loose timers.
pub(super) struct Loose {
    /// Their keys, with the slot in place of the event's code.
    queue: Queue,
    slab: Slab,
    /// Keys in the queue whose timer was cancelled: never more than the live ones and [`DEAD_TOLERATED`].
    dead: usize,
}

impl Loose {
    pub(super) fn new() -> Loose {
        Loose { queue: Queue::new(), slab: Slab::new(), dead: 0 }
    }

    /// How many timers are set.
    pub(super) fn len(&self) -> usize {
        self.slab.len()
    }

    /// The earliest key, dead or alive, or [`Key::NEVER`].
    #[inline]
    pub(super) fn head(&self) -> Key {
        self.queue.head()
    }

    /// Sets a timer at the clock's time `now` or later and returns its slot.
    #[inline]
    pub(super) fn set(&mut self, key: Key, now: u64) -> u32 {
        let slot = self.slab.insert(key);
        self.queue.push(key.with_code(slot), now);
        slot
    }

    /// Frees a timer of this age if the slot still holds it; its key stays behind, dead.
    #[inline]
    pub(super) fn cancel(&mut self, slot: u32, age: u64) {
        if !self.slab.holds(slot, age) {
            return;
        }
        self.slab.remove(slot);
        self.dead += 1;
        if self.dead > DEAD_TOLERATED && self.dead > self.queue.len() / 2 {
            self.bury();
        }
    }

    /// Takes out the earliest key; there must be one. Nothing if its timer was cancelled.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<Key> {
        let key = self.queue.pop();
        let slot = key.code();
        if !self.slab.holds(slot, key.age()) {
            self.dead -= 1;
            return None;
        }
        let key = self.slab.get(slot).key;
        self.slab.remove(slot);
        Some(key)
    }

    /// The earliest key of a live timer, or [`Key::NEVER`].
    pub(super) fn live_head(&mut self) -> Key {
        let head = self.queue.head();
        if head != Key::NEVER && !self.slab.holds(head.code(), head.age()) {
            self.bury();
        }
        self.queue.head()
    }

    /// Keys in the queue, dead ones included, and slots in use or free.
    #[cfg(test)]
    pub(super) fn room(&self) -> (usize, usize) {
        (self.queue.len(), self.slab.room())
    }

    #[cold]
    #[inline(never)]
    fn bury(&mut self) {
        let slab = &self.slab;
        self.queue.retain(|key| slab.holds(key.code(), key.age()));
        self.dead = 0;
    }
}
