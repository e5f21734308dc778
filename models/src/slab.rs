//! Entries that come and go, in one block of memory: nothing is allocated once the run is warm.

use std::ops::{Index, IndexMut};

/// Entries by number; the numbers of removed entries are used again.
#[derive(Clone, Debug)]
pub struct Slab<T> {
    entries: Vec<T>,
    free: Vec<u32>,
    #[cfg(debug_assertions)]
    live: Vec<bool>,
}

impl<T> Default for Slab<T> {
    fn default() -> Slab<T> {
        Slab {
            entries: Vec::new(),
            free: Vec::new(),
            #[cfg(debug_assertions)]
            live: Vec::new(),
        }
    }
}

impl<T> Slab<T> {
    /// Puts an entry in and returns its number.
    #[inline]
    pub fn insert(&mut self, entry: T) -> u32 {
        match self.free.pop() {
            Some(at) => {
                self.entries[at as usize] = entry;
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
        self.free.push(at);
    }

    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.entries.len() - self.free.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

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

    #[test]
    fn a_number_is_used_again_only_after_its_entry_is_removed() {
        let mut slab = Slab::default();
        let a = slab.insert('a');
        let b = slab.insert('b');
        assert_ne!(a, b);
        slab.remove(a);
        assert_eq!(slab.len(), 1);
        assert_eq!(slab.insert('c'), a);
        assert_eq!((slab[a], slab[b]), ('c', 'b'));
    }
}
