//! Events further away, in buckets that are the wider the further off they are: a monotone radix heap.
//!
//! A key's bucket is given by the highest byte in which its time differs from the *origin* (the level) and by that
//! byte (the digit). The origin never runs ahead of the clock, so a new key always finds its bucket, and the lowest
//! bucket holds the earliest keys. When they are needed, a bucket of few keys is handed over to be sorted, and one of
//! many is first spread over the levels below. No key is moved more than eight times, whatever the times are.
//!
//! Within a bucket, keys of one instant stand in order of age, because they arrive in that order and spreading keeps it.

use std::mem;

use super::key::Key;
use super::near::Near;

const LEVELS: usize = 8;
const DIGITS: usize = 256;
/// A bucket of more keys than this is spread, not sorted.
const FEW: usize = 32;
/// With fewer keys than this at hand, one bucket more is worth taking.
const PORTION: usize = 8;
/// An emptied bucket with room for more keys than this gives its memory back.
const ROOM_KEPT: usize = 64;

/// Any number of keys, none earlier than the origin, in rough order.
pub(super) struct Far {
    /// Level by level; empty until there is a first key.
    buckets: Vec<Vec<Key>>,
    /// Which digits of each level have keys.
    occupied: [[u64; DIGITS / 64]; LEVELS],
    /// Which levels have keys.
    levels: u32,
    origin: u64,
    /// How many keys of the lowest bucket are gone already; not zero only while an instant of many keys is under way.
    gone: usize,
    len: usize,
}

/// A bucket by its place.
#[derive(Clone, Copy)]
struct Place {
    level: usize,
    digit: usize,
}

impl Place {
    #[inline]
    fn of(time: u64, origin: u64) -> Place {
        // Equal times belong to the lowest level, like times that differ in the lowest byte.
        let highest_bit = 63 - ((time ^ origin) | 1).leading_zeros();
        let level = highest_bit / 8;
        Place { level: level as usize, digit: (time >> (8 * level)) as usize % DIGITS }
    }

    #[inline]
    fn index(self) -> usize {
        self.level * DIGITS + self.digit
    }

    /// The first time beyond the bucket.
    fn end(self, origin: u64) -> u64 {
        let width = 1_u128 << (8 * self.level);
        let wider = width * DIGITS as u128;
        let base = u128::from(origin) / wider * wider;
        u64::try_from(base + (self.digit as u128 + 1) * width).unwrap_or(u64::MAX)
    }
}

impl Far {
    pub(super) fn new() -> Far {
        Far {
            buckets: Vec::new(),
            occupied: [[0; DIGITS / 64]; LEVELS],
            levels: 0,
            origin: 0,
            gone: 0,
            len: 0,
        }
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.len
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Makes ready for keys at `origin` and later; there must be none now.
    pub(super) fn open(&mut self, origin: u64) {
        debug_assert!(self.is_empty(), "an origin under keys stays");
        self.origin = origin;
        if self.buckets.is_empty() {
            self.buckets = vec![Vec::new(); LEVELS * DIGITS];
        }
    }

    /// Adds a key that is not earlier than the clock, and younger than all others of its instant.
    #[inline]
    pub(super) fn push(&mut self, key: Key) {
        self.len += 1;
        self.place(key);
    }

    /// The earliest key; there must be one.
    pub(super) fn smallest(&self) -> Key {
        let lowest = self.lowest();
        let keys = &self.buckets[lowest.index()];
        if lowest.level == 0 {
            return keys[self.gone];
        }
        let earlier = |a: Key, b: Key| if b.is_before(a) { b } else { a };
        keys.iter().copied().fold(Key::NEVER, earlier)
    }

    /// Hands over the earliest keys, the first of which is at `first`, and returns the time before which none is left.
    ///
    /// Allowed only when the clock is about to reach `first`, and when `near` is empty.
    pub(super) fn hand_over(&mut self, first: u64, near: &mut Near) -> u64 {
        debug_assert!(first >= self.origin && near.is_empty());
        self.origin = first;
        let wanted = if self.len <= FEW { self.len } else { PORTION };
        let mut bound = first;
        while near.len() < wanted {
            let lowest = self.lowest();
            if self.buckets[lowest.index()].len() - self.gone <= FEW {
                self.take_all(lowest, near);
                bound = lowest.end(self.origin);
            } else if !near.is_empty() {
                break;
            } else if lowest.level > 0 {
                self.spread(lowest);
            } else {
                // One instant with many keys. Others of the same instant may still come: they go to its bucket.
                self.take_some(lowest, near);
                bound = first;
                break;
            }
        }
        near.sort();
        if self.is_empty() { u64::MAX } else { bound }
    }

    /// Keeps only the keys that `keep` accepts.
    pub(super) fn retain(&mut self, mut keep: impl FnMut(Key) -> bool) {
        if self.gone > 0 {
            let lowest = self.lowest().index();
            self.buckets[lowest].drain(..self.gone);
            self.gone = 0;
        }
        self.len = 0;
        for level in 0..LEVELS {
            for digit in 0..DIGITS {
                let place = Place { level, digit };
                let Some(keys) = self.buckets.get_mut(place.index()) else { return };
                if keys.is_empty() {
                    continue;
                }
                keys.retain(|key| keep(*key));
                self.len += keys.len();
                if keys.is_empty() {
                    self.mark_empty(place);
                }
            }
        }
    }

    #[inline]
    fn place(&mut self, key: Key) {
        let place = Place::of(key.time(), self.origin);
        self.buckets[place.index()].push(key);
        self.occupied[place.level][place.digit / 64] |= 1 << (place.digit % 64);
        self.levels |= 1 << place.level;
    }

    /// The bucket with the earliest keys; there must be one.
    #[inline]
    fn lowest(&self) -> Place {
        let level = self.levels.trailing_zeros() as usize;
        let words = &self.occupied[level];
        let word = words.iter().position(|&word| word != 0).unwrap_or(0);
        Place { level, digit: word * 64 + words[word].trailing_zeros() as usize }
    }

    #[inline]
    fn take_all(&mut self, place: Place, near: &mut Near) {
        let keys = &mut self.buckets[place.index()];
        near.fill(keys[self.gone..].iter().copied());
        self.len -= keys.len() - self.gone;
        self.gone = 0;
        keys.clear();
        if keys.capacity() > ROOM_KEPT {
            *keys = Vec::new();
        }
        self.mark_empty(place);
    }

    fn take_some(&mut self, place: Place, near: &mut Near) {
        near.fill(self.buckets[place.index()][self.gone..][..FEW].iter().copied());
        self.gone += FEW;
        self.len -= FEW;
    }

    fn spread(&mut self, place: Place) {
        let mut keys = mem::take(&mut self.buckets[place.index()]);
        self.mark_empty(place);
        for &key in &keys {
            self.place(key);
        }
        if keys.capacity() <= ROOM_KEPT {
            keys.clear();
            self.buckets[place.index()] = keys;
        }
    }

    #[inline]
    fn mark_empty(&mut self, place: Place) {
        let words = &mut self.occupied[place.level];
        words[place.digit / 64] &= !(1 << (place.digit % 64));
        if *words == [0; DIGITS / 64] {
            self.levels &= !(1 << place.level);
        }
    }
}
