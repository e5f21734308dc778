//! Entries that come and go, in one block of memory: nothing is allocated once the run is warm.

use std::ops::{Index, IndexMut};

/// No place.
const NIL: u32 = u32::MAX;

/// Something that stands in a slab.
pub trait Entry {
    /// One of its words, which leads to the next free place once the entry is gone.
    fn link(&mut self) -> &mut u32;
}

/// Entries by number; the numbers of removed entries are used again, the latest first.
#[derive(Clone, Debug)]
pub struct Slab<T> {
    entries: Vec<T>,
    /// The place to use next, or [`NIL`].
    free: u32,
    len: usize,
    #[cfg(debug_assertions)]
    live: Vec<bool>,
}

impl<T> Default for Slab<T> {
    fn default() -> Slab<T> {
        Slab {
            entries: Vec::new(),
            free: NIL,
            len: 0,
            #[cfg(debug_assertions)]
            live: Vec::new(),
        }
    }
}

impl<T: Entry> Slab<T> {
    /// Puts an entry in and returns its number.
    #[inline]
    pub fn insert(&mut self, entry: T) -> u32 {
        self.len += 1;
        let at = self.free;
        match self.entries.get_mut(at as usize) {
            Some(place) => {
                self.free = *place.link();
                *place = entry;
                #[cfg(debug_assertions)]
                {
                    self.live[at as usize] = true;
                }
                at
            }
            None => {
                self.entries.push(entry);
                #[cfg(debug_assertions)]
                self.live.push(true);
                (self.entries.len() - 1) as u32
            }
        }
    }

    /// Takes an entry out; its number may be used again from now on.
    #[inline]
    pub fn remove(&mut self, at: u32) {
        #[cfg(debug_assertions)]
        {
            assert!(self.live[at as usize], "entry {at} is removed twice");
            self.live[at as usize] = false;
        }
        self.len -= 1;
        *self.entries[at as usize].link() = self.free;
        self.free = at;
    }

    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
}

impl<T> Slab<T> {
    /// All places ever used, removed entries included, by number.
    pub fn places(&self) -> &[T] {
        &self.entries
    }

    #[inline]
    fn check(&self, at: u32) {
        #[cfg(debug_assertions)]
        assert!(self.live[at as usize], "entry {at} is used after its end");
        #[cfg(not(debug_assertions))]
        let _ = at;
    }
}

impl<T> Index<u32> for Slab<T> {
    type Output = T;
    #[inline]
    fn index(&self, at: u32) -> &T {
        self.check(at);
        &self.entries[at as usize]
    }
}

impl<T> IndexMut<u32> for Slab<T> {
    #[inline]
    fn index_mut(&mut self, at: u32) -> &mut T {
        self.check(at);
        &mut self.entries[at as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A letter with a word to spare.
    struct Letter(char, u32);

    impl Entry for Letter {
        fn link(&mut self) -> &mut u32 {
            &mut self.1
        }
    }

    #[test]
    fn a_number_is_used_again_only_after_its_entry_is_removed() {
        let mut slab = Slab::default();
        let [a, b, c] = ['a', 'b', 'c'].map(|letter| slab.insert(Letter(letter, 0)));
        assert_eq!((a, b, c, slab.len()), (0, 1, 2, 3));
        slab.remove(a);
        slab.remove(c);
        assert_eq!(slab.len(), 1);
        assert_eq!(slab.insert(Letter('d', 0)), c);
        assert_eq!(slab.insert(Letter('e', 0)), a);
        assert_eq!(slab.insert(Letter('f', 0)), 3);
        assert_eq!([a, b, c, 3].map(|at| slab[at].0), ['e', 'b', 'd', 'f']);
        [a, b, c, 3].into_iter().for_each(|at| slab.remove(at));
        assert!(slab.is_empty());
    }
}
