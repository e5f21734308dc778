//! A heap with four children to a node: half the levels of a binary one.

use super::{Column, Entry};

/// An implicit heap; the children of `n` are `4n + 1` to `4n + 4`.
#[derive(Default)]
pub struct QuaternaryHeap(Vec<Entry>);

impl QuaternaryHeap {
    /// The earliest entry, or [`Entry::NEVER`].
    #[inline]
    pub fn first(&self) -> Entry {
        self.0.first().copied().unwrap_or(Entry::NEVER)
    }

    #[inline]
    fn rise(&mut self, mut at: usize, entry: Entry) {
        while at > 0 {
            let parent = (at - 1) / 4;
            if self.0[parent] < entry {
                break;
            }
            self.0[at] = self.0[parent];
            at = parent;
        }
        self.0[at] = entry;
    }

    /// Lets the smallest children rise all the way, then `entry` from the leaf, where it mostly belongs.
    #[inline]
    fn sink(&mut self, entry: Entry) {
        let mut at = 0;
        loop {
            let first = 4 * at + 1;
            let smallest = if let Some([a, b, c, d]) = self.0.get(first..first + 4) {
                let (left, left_entry) = if b < a { (1, *b) } else { (0, *a) };
                let (right, right_entry) = if d < c { (3, *d) } else { (2, *c) };
                first + if right_entry < left_entry { right } else { left }
            } else {
                let rest = first..self.0.len();
                let Some(smallest) = rest.min_by_key(|&child| self.0[child]) else { break };
                smallest
            };
            self.0[at] = self.0[smallest];
            at = smallest;
        }
        self.rise(at, entry);
    }
}

impl Column for QuaternaryHeap {
    const NAME: &'static str = "4-ary heap";

    #[inline]
    fn push(&mut self, entry: Entry) {
        self.0.push(entry);
        self.rise(self.0.len() - 1, entry);
    }

    #[inline]
    fn pop(&mut self) -> Option<Entry> {
        let last = self.0.pop()?;
        let Some(&first) = self.0.first() else { return Some(last) };
        self.sink(last);
        Some(first)
    }
}
