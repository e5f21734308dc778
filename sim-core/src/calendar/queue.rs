//! The main queue: the next few events sorted, the others in buckets, and the first of all at hand.
//!
//! While few events are pending, the sorted part holds them all and the buckets cost nothing. When they become too many
//! the later ones move to the buckets, and when the buckets are nearly empty again all come back. Between the two
//! numbers lies a wide gap, so that a queue about as long as either does not move to and fro.

use super::far::Far;
use super::key::Key;
use super::near::Near;

/// Keys of any number and distribution, in exact order.
pub(super) struct Queue {
    /// The earliest key, or [`Key::NEVER`].
    head: Key,
    /// Keys before `bound` are near, the others far (of the instant just before, some may still be near).
    bound: u64,
    near: Near,
    far: Far,
}

impl Queue {
    pub(super) fn new() -> Queue {
        Queue { head: Key::NEVER, bound: u64::MAX, near: Near::new(), far: Far::new() }
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.near.len() + self.far.len()
    }

    /// The earliest key, or [`Key::NEVER`] if there is none.
    #[inline]
    pub(super) fn head(&self) -> Key {
        self.head
    }

    /// Adds a key younger than all here, at the clock's time `now` or later.
    #[inline]
    pub(super) fn push(&mut self, key: Key, now: u64) {
        if key.time() < self.head.time() {
            self.head = key;
        }
        if key.time() >= self.bound {
            self.far.push(key);
        } else {
            self.near.insert(key);
            if self.near.is_full() {
                self.thin_out(now);
            }
        }
    }

    /// Removes the earliest key, to whose time the clock is about to move; there must be one.
    #[inline]
    pub(super) fn pop(&mut self) -> Key {
        let first = self.head;
        if self.near.is_empty() {
            self.refill();
        }
        debug_assert!(self.near.first() == Some(first), "the head is the earliest key");
        self.near.remove_first();
        self.find_head();
        first
    }

    /// Keeps only the keys that `keep` accepts.
    pub(super) fn retain(&mut self, mut keep: impl FnMut(Key) -> bool) {
        self.near.retain(&mut keep);
        self.far.retain(&mut keep);
        if self.far.is_empty() {
            self.bound = u64::MAX;
        }
        self.find_head();
    }

    #[inline]
    fn find_head(&mut self) {
        self.head = match self.near.first() {
            Some(key) => key,
            None if self.far.is_empty() => Key::NEVER,
            None => self.far.smallest(),
        };
    }

    #[inline(never)]
    fn refill(&mut self) {
        self.bound = self.far.hand_over(self.head.time(), &mut self.near);
    }

    #[inline(never)]
    fn thin_out(&mut self, now: u64) {
        if self.far.is_empty() {
            self.far.open(now);
        }
        self.near.thin_out(|key| {
            self.bound = self.bound.min(key.time());
            self.far.push(key);
        });
    }
}
