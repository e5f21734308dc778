//! One lane: the timers of one constant delay, in the order in which they were set.
//!
//! They stand in a ring, each at a place of its own for good: to join, to find and to leave take constant time. Who
//! leaves from the middle leaves a gap. When a ring is full and mostly gaps, its few timers become *survivors*, and the
//! ring begins anew: a ten-second timeout that is cancelled after a millisecond takes a millisecond's memory.

use std::collections::VecDeque;

use super::key::Key;
use crate::time::Span;

/// A ring for fewer timers than this grows, and is never cleared of gaps.
const SMALL: usize = 1024;

/// The timers of one delay.
pub(super) struct Line {
    pub(super) delay: Span,
    /// [`Key::NEVER`] in gaps. Its length is a power of two, once there was a timer.
    ring: Vec<Key>,
    /// The place of the first timer in the ring.
    first: u64,
    /// The place that the next timer gets.
    end: u64,
    /// Timers from before the ring began anew, with their places.
    survivors: VecDeque<(u64, Key)>,
    /// Timers that are set.
    len: usize,
}

impl Line {
    pub(super) fn new(delay: Span) -> Line {
        Line { delay, ring: Vec::new(), first: 0, end: 0, survivors: VecDeque::new(), len: 0 }
    }

    /// How many timers are set.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// The earliest key, or [`Key::NEVER`].
    #[inline]
    pub(super) fn head(&self) -> Key {
        if !self.survivors.is_empty() {
            return self.survivors[0].1;
        }
        if self.first == self.end { Key::NEVER } else { self.ring[self.index(self.first)] }
    }

    /// Puts a timer at the end and returns its place. Its key must be later than those before it.
    #[inline]
    pub(super) fn join(&mut self, key: Key) -> u64 {
        if self.end - self.first == self.ring.len() as u64 {
            self.make_room();
        }
        let (place, at) = (self.end, self.index(self.end));
        self.ring[at] = key;
        self.end += 1;
        self.len += 1;
        place
    }

    /// Takes out the timer at a place. Returns whether it was the first of all; nothing happens if it is gone.
    #[inline]
    pub(super) fn leave(&mut self, place: u64) -> bool {
        if place < self.first {
            return !self.survivors.is_empty() && self.leave_survivors(place);
        }
        let at = self.index(place);
        let Some(key) = self.ring.get_mut(at).filter(|key| **key != Key::NEVER) else {
            return false;
        };
        *key = Key::NEVER;
        self.len -= 1;
        if place != self.first {
            return false;
        }
        self.skip_gaps();
        self.survivors.is_empty()
    }

    /// Takes out the first timer; there must be one.
    #[inline]
    pub(super) fn pop(&mut self) -> Key {
        self.len -= 1;
        if !self.survivors.is_empty() {
            return self.pop_survivor();
        }
        let key = self.ring[self.index(self.first)];
        self.first += 1;
        self.skip_gaps();
        key
    }

    #[inline(always)]
    fn index(&self, place: u64) -> usize {
        place as usize & self.ring.len().wrapping_sub(1)
    }

    #[inline]
    fn skip_gaps(&mut self) {
        while self.first < self.end && self.ring[self.index(self.first)] == Key::NEVER {
            self.first += 1;
        }
    }

    #[cold]
    #[inline(never)]
    fn leave_survivors(&mut self, place: u64) -> bool {
        let Ok(at) = self.survivors.binary_search_by_key(&place, |&(place, _)| place) else {
            return false;
        };
        let key = &mut self.survivors[at].1;
        if *key == Key::NEVER {
            return false;
        }
        *key = Key::NEVER;
        self.len -= 1;
        self.skip_dead_survivors();
        at == 0
    }

    #[cold]
    #[inline(never)]
    fn pop_survivor(&mut self) -> Key {
        let first = self.survivors.pop_front();
        self.skip_dead_survivors();
        first.map_or(Key::NEVER, |(_, key)| key)
    }

    fn skip_dead_survivors(&mut self) {
        while self.survivors.front().is_some_and(|&(_, key)| key == Key::NEVER) {
            self.survivors.pop_front();
        }
    }

    /// The ring is full: it grows, or it is cleared of gaps.
    #[cold]
    #[inline(never)]
    fn make_room(&mut self) {
        let places = self.first..self.end;
        let room = self.ring.len();
        if room >= SMALL && self.len < room / 4 {
            self.survivors.retain(|&(_, key)| key != Key::NEVER);
            for place in places {
                let key = self.ring[self.index(place)];
                if key != Key::NEVER {
                    self.survivors.push_back((place, key));
                }
            }
            self.first = self.end;
            return;
        }
        let mut larger = vec![Key::NEVER; (2 * room).max(8)];
        let mask = larger.len() - 1;
        for place in places {
            larger[place as usize & mask] = self.ring[self.index(place)];
        }
        self.ring = larger;
    }

    /// Places in memory, used or not.
    #[cfg(test)]
    pub(super) fn room(&self) -> usize {
        self.ring.len() + self.survivors.len()
    }
}
