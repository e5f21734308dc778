//! A hierarchical timing wheel, exact to the nanosecond: slots of linked entries that cascade down.

use super::{Column, Entry};

const NIL: u32 = u32::MAX;
const LEVELS: usize = 11;

struct Node {
    entry: Entry,
    next: u32,
}

#[derive(Clone, Copy)]
struct Slot {
    first: u32,
    last: u32,
}

const EMPTY: Slot = Slot { first: NIL, last: NIL };

/// Eleven levels of 64 slots; within a slot entries keep the order in which they came.
pub struct TimingWheel {
    nodes: Vec<Node>,
    free: u32,
    slots: [Slot; LEVELS * 64],
    occupied: [u64; LEVELS],
    levels: u32,
    now: u64,
}

impl Default for TimingWheel {
    fn default() -> TimingWheel {
        TimingWheel {
            nodes: Vec::new(),
            free: NIL,
            slots: [EMPTY; LEVELS * 64],
            occupied: [0; LEVELS],
            levels: 0,
            now: 0,
        }
    }
}

impl TimingWheel {
    #[inline]
    fn link(&mut self, node: u32) {
        let time = self.nodes[node as usize].entry.time;
        let level = (63 - ((time ^ self.now) | 1).leading_zeros()) as usize / 6;
        let digit = (time >> (6 * level)) as usize % 64;
        let slot = &mut self.slots[level * 64 + digit];
        self.nodes[node as usize].next = NIL;
        if slot.last == NIL {
            slot.first = node;
            self.occupied[level] |= 1 << digit;
            self.levels |= 1 << level;
        } else {
            self.nodes[slot.last as usize].next = node;
        }
        slot.last = node;
    }

    #[inline]
    fn clear(&mut self, level: usize, digit: usize) {
        self.slots[level * 64 + digit] = EMPTY;
        self.occupied[level] &= !(1 << digit);
        if self.occupied[level] == 0 {
            self.levels &= !(1 << level);
        }
    }
}

impl Column for TimingWheel {
    const NAME: &'static str = "timing wheel";

    #[inline]
    fn push(&mut self, entry: Entry) {
        let node = if self.free == NIL {
            self.nodes.push(Node { entry, next: NIL });
            self.nodes.len() as u32 - 1
        } else {
            let node = self.free;
            self.free = self.nodes[node as usize].next;
            self.nodes[node as usize].entry = entry;
            node
        };
        self.link(node);
    }

    #[inline]
    fn pop(&mut self) -> Option<Entry> {
        loop {
            let level = self.levels.trailing_zeros() as usize;
            let digit = self.occupied.get(level)?.trailing_zeros() as usize;
            let mut node = self.slots[level * 64 + digit].first;
            if level == 0 {
                let Node { entry, next } = self.nodes[node as usize];
                if next == NIL {
                    self.clear(level, digit);
                } else {
                    self.slots[digit].first = next;
                }
                self.nodes[node as usize].next = self.free;
                self.free = node;
                self.now = entry.time;
                return Some(entry);
            }
            self.clear(level, digit);
            let shift = 6 * level as u32;
            let above = u64::MAX.checked_shl(shift + 6).unwrap_or(0);
            let alone = self.nodes[node as usize].next == NIL;
            self.now = match alone {
                true => self.nodes[node as usize].entry.time, // no need to cascade
                false => self.now & above | (digit as u64) << shift,
            };
            while node != NIL {
                let next = self.nodes[node as usize].next;
                self.link(node);
                node = next;
            }
        }
    }
}
