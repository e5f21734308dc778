//! An array kept in order: unbeaten while events are few.

use super::{Column, Entry};

/// From the latest to the earliest entry.
#[derive(Default)]
pub struct SortedArray(Vec<Entry>);

impl Column for SortedArray {
    const NAME: &'static str = "sorted array";

    #[inline]
    fn push(&mut self, entry: Entry) {
        let mut at = self.0.len();
        self.0.push(entry);
        while at > 0 && self.0[at - 1] < entry {
            self.0[at] = self.0[at - 1];
            at -= 1;
        }
        self.0[at] = entry;
    }

    #[inline]
    fn pop(&mut self) -> Option<Entry> {
        self.0.pop()
    }
}
