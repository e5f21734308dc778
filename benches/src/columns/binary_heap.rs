//! The standard library's heap, which most simulators use.

use std::cmp::Reverse;

use super::{Column, Entry};

/// `std::collections::BinaryHeap`.
#[derive(Default)]
pub struct BinaryHeap(std::collections::BinaryHeap<Reverse<Entry>>);

impl Column for BinaryHeap {
    const NAME: &'static str = "std BinaryHeap";

    #[inline]
    fn push(&mut self, entry: Entry) {
        self.0.push(Reverse(entry));
    }

    #[inline]
    fn pop(&mut self) -> Option<Entry> {
        self.0.pop().map(|Reverse(entry)| entry)
    }
}
