//! A monotone radix heap: buckets by the highest byte in which a time differs from the last one popped.

use super::{Column, Entry};

/// Eight levels of 256 buckets.
pub struct RadixHeap {
    buckets: Vec<Vec<Entry>>,
    occupied: [[u64; 4]; 8],
    levels: u32,
    last: u64,
    /// How far the lowest bucket is read.
    read: usize,
}

impl Default for RadixHeap {
    fn default() -> RadixHeap {
        let buckets = vec![Vec::new(); 8 * 256];
        RadixHeap { buckets, occupied: [[0; 4]; 8], levels: 0, last: 0, read: 0 }
    }
}

impl RadixHeap {
    #[inline]
    fn clear(&mut self, level: usize, digit: usize) {
        self.occupied[level][digit / 64] &= !(1 << (digit % 64));
        if self.occupied[level] == [0; 4] {
            self.levels &= !(1 << level);
        }
    }

    #[inline]
    fn lowest(&self) -> Option<(usize, usize)> {
        let level = self.levels.trailing_zeros() as usize;
        let words = self.occupied.get(level)?;
        let word = words.iter().position(|&word| word != 0)?;
        Some((level, word * 64 + words[word].trailing_zeros() as usize))
    }
}

impl Column for RadixHeap {
    const NAME: &'static str = "radix heap";

    #[inline]
    fn push(&mut self, entry: Entry) {
        let level = (63 - ((entry.time ^ self.last) | 1).leading_zeros()) as usize / 8;
        let digit = (entry.time >> (8 * level)) as usize % 256;
        self.buckets[level * 256 + digit].push(entry);
        self.occupied[level][digit / 64] |= 1 << (digit % 64);
        self.levels |= 1 << level;
    }

    #[inline]
    fn pop(&mut self) -> Option<Entry> {
        loop {
            let (level, digit) = self.lowest()?;
            if level == 0 {
                let bucket = &mut self.buckets[digit];
                let entry = bucket[self.read];
                self.read += 1;
                if self.read == bucket.len() {
                    bucket.clear();
                    self.read = 0;
                    self.clear(0, digit);
                }
                return Some(entry);
            }
            let mut entries = std::mem::take(&mut self.buckets[level * 256 + digit]);
            self.clear(level, digit);
            self.last = entries.iter().map(|entry| entry.time).min()?;
            for &entry in &entries {
                self.push(entry);
            }
            entries.clear();
            self.buckets[level * 256 + digit] = entries;
        }
    }
}
