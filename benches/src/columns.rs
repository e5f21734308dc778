//! Plain event queues, each as textbooks have it, to hold the calendar against.
//!
//! All sort the same 16-byte entries and give the same order.

pub mod binary_heap;
pub mod quaternary_heap;
pub mod radix_heap;
pub mod sorted_array;
pub mod timing_wheel;

use std::cmp::Ordering;

/// What a column sorts: by time in nanoseconds, then by age; the event rides in the low bits of the second half.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Nanoseconds since the start.
    pub time: u64,
    /// The age shifted over the event.
    pub age_and_event: u64,
}

impl Entry {
    /// Later than all others.
    pub const NEVER: Entry = Entry { time: u64::MAX, age_and_event: u64::MAX };

    #[inline]
    fn wide(self) -> u128 {
        u128::from(self.time) << 64 | u128::from(self.age_and_event)
    }
}

impl Ord for Entry {
    #[inline]
    fn cmp(&self, other: &Entry) -> Ordering {
        self.wide().cmp(&other.wide())
    }

    #[inline]
    fn min(self, other: Entry) -> Entry {
        if other.wide() < self.wide() { other } else { self }
    }
}

impl PartialOrd for Entry {
    #[inline]
    fn partial_cmp(&self, other: &Entry) -> Option<Ordering> {
        Some(self.cmp(other))
    }

    #[inline]
    fn lt(&self, other: &Entry) -> bool {
        self.wide() < other.wide()
    }
}

/// An event queue.
pub trait Column: Default {
    /// How it is called in the results.
    const NAME: &'static str;
    /// Adds an entry that is not earlier than the last one popped and younger than all.
    fn push(&mut self, entry: Entry);
    /// Removes the earliest entry.
    fn pop(&mut self) -> Option<Entry>;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order<C: Column>() -> Vec<(u64, u64)> {
        let mut column = C::default();
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        let (mut now, mut order) = (0, Vec::new());
        for age in 1..60_000 {
            state = state.wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(1);
            let delay = (state >> 40) >> (state >> 8 & 15);
            column.push(Entry { time: now + delay, age_and_event: age });
            if age % 3 == 0 || age > 30_000 {
                let entry = column.pop().unwrap();
                now = entry.time;
                order.push((entry.time, entry.age_and_event));
            }
        }
        while let Some(entry) = column.pop() {
            order.push((entry.time, entry.age_and_event));
        }
        order
    }

    #[test]
    fn every_column_gives_the_same_order() {
        let expected = order::<binary_heap::BinaryHeap>();
        assert_eq!(order::<quaternary_heap::QuaternaryHeap>(), expected);
        assert_eq!(order::<sorted_array::SortedArray>(), expected);
        assert_eq!(order::<radix_heap::RadixHeap>(), expected);
        assert_eq!(order::<timing_wheel::TimingWheel>(), expected);
    }
}
