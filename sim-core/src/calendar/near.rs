//! The next few events, sorted: an array that is filled from behind and emptied from the front.

use super::key::Key;

/// Keys that fit before the array must slide back to its beginning.
const ROOM: usize = 256;
/// More keys than this are too many to keep sorted by insertion.
pub(super) const MOST: usize = 96;
/// How many keys stay when there were too many.
const STAY: usize = 32;

/// At most [`MOST`] keys in order.
pub(super) struct Near {
    keys: Box<[Key; ROOM]>,
    start: usize,
    end: usize,
}

impl Near {
    pub(super) fn new() -> Near {
        Near { keys: Box::new([Key::NEVER; ROOM]), start: 0, end: 0 }
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.end - self.start
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.start == self.end
    }

    /// The earliest key; there must be one.
    #[inline]
    pub(super) fn first(&self) -> Key {
        self.keys[self.start]
    }

    /// Takes the earliest key away; there must be one.
    #[inline]
    pub(super) fn remove_first(&mut self) {
        self.start += 1;
        if self.start == self.end {
            (self.start, self.end) = (0, 0);
        }
    }

    /// Puts `key` behind all that are not later. Of one instant the older keys must come first.
    #[inline]
    pub(super) fn insert(&mut self, key: Key) {
        debug_assert!(self.len() < MOST, "the near events are few");
        if self.end == ROOM {
            self.slide();
        }
        let mut at = self.end;
        while at > self.start && self.keys[at - 1].time() > key.time() {
            self.keys[at] = self.keys[at - 1];
            at -= 1;
        }
        self.keys[at] = key;
        self.end += 1;
    }

    /// Cuts off the later keys, whole instants only, and returns them in order.
    pub(super) fn cut_off_later(&mut self) -> &[Key] {
        let time = self.keys[self.start + STAY].time();
        let live = &self.keys[self.start..self.end];
        let stay = live.partition_point(|key| key.time() < time);
        let cut = self.start + stay..self.end;
        self.end = cut.start;
        &self.keys[cut]
    }

    /// Keeps only the keys that `keep` accepts.
    pub(super) fn retain(&mut self, mut keep: impl FnMut(Key) -> bool) {
        let mut kept = 0;
        for at in self.start..self.end {
            if keep(self.keys[at]) {
                self.keys[kept] = self.keys[at];
                kept += 1;
            }
        }
        (self.start, self.end) = (0, kept);
    }

    #[cold]
    fn slide(&mut self) {
        self.keys.copy_within(self.start..self.end, 0);
        (self.start, self.end) = (0, self.len());
    }
}
