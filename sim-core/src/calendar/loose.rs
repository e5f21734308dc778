//! Timers of any delay: a queue of their slots, where a cancelled one stays until it surfaces or too many are dead.

use super::key::Key;
use super::queue::Queue;
use super::slab::{LOOSE, NIL, Slab};

/// So many dead keys are always tolerated.
const DEAD_TOLERATED: usize = 64;

/// The keys of all loose timers, with the slot in place of the event's code.
pub(super) struct Loose {
    queue: Queue,
    /// Keys in the queue whose timer was cancelled: never more than the live ones and [`DEAD_TOLERATED`].
    dead: usize,
}

impl Loose {
    pub(super) fn new() -> Loose {
        Loose { queue: Queue::new(), dead: 0 }
    }

    /// The earliest key, dead or alive, or [`Key::NEVER`].
    #[inline]
    pub(super) fn head(&self) -> Key {
        self.queue.head()
    }

    /// Sets a timer at the clock's time `now` or later and returns its slot.
    #[inline]
    pub(super) fn set(&mut self, key: Key, now: u64, slab: &mut Slab) -> u32 {
        let slot = slab.insert(key, LOOSE, NIL);
        self.queue.push(key.with_code(slot), now);
        slot
    }

    /// Frees a timer; its key stays behind, dead.
    #[inline]
    pub(super) fn cancel(&mut self, slot: u32, slab: &mut Slab) {
        slab.remove(slot);
        self.dead += 1;
        if self.dead > DEAD_TOLERATED && self.dead > self.queue.len() / 2 {
            self.bury(slab);
        }
    }

    /// Takes out the earliest key; there must be one. Nothing if its timer was cancelled.
    #[inline]
    pub(super) fn pop(&mut self, slab: &mut Slab) -> Option<Key> {
        let key = self.queue.pop();
        if !slab.holds(key) {
            self.dead -= 1;
            return None;
        }
        let slot = key.code();
        let key = slab.get(slot).key;
        slab.remove(slot);
        Some(key)
    }

    /// The earliest key of a live timer, or [`Key::NEVER`].
    pub(super) fn live_head(&mut self, slab: &Slab) -> Key {
        let head = self.queue.head();
        if head != Key::NEVER && !slab.holds(head) {
            self.bury(slab);
        }
        self.queue.head()
    }

    /// Keys in the queue, dead ones included.
    #[cfg(test)]
    pub(super) fn keys(&self) -> usize {
        self.queue.len()
    }

    #[cold]
    #[inline(never)]
    fn bury(&mut self, slab: &Slab) {
        self.queue.retain(|key| slab.holds(key));
        self.dead = 0;
    }
}
