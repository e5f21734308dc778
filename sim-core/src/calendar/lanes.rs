//! Timers of constant delay: what is set later fires later, so each delay needs only a line to stand in.
//!
//! A lane is a linked list through the slab. To join at its end and to leave it anywhere takes constant time, and one
//! that has left takes no room: a ten-second timeout that is cancelled after a millisecond costs a millisecond's memory.

use std::collections::BTreeMap;

use super::heads::Heads;
use super::key::Key;
use super::slab::{Entry, NIL, Slab};
use crate::time::Span;

/// The timers of one constant delay; valid only in the calendar that made it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Lane(u32);

struct Line {
    delay: Span,
    first: u32,
    last: u32,
}

/// All lanes, and which of them is first.
pub(super) struct Lanes {
    lines: Vec<Line>,
    heads: Heads,
    by_delay: BTreeMap<Span, Lane>,
}

impl Lanes {
    pub(super) fn new() -> Lanes {
        Lanes { lines: Vec::new(), heads: Heads::new(), by_delay: BTreeMap::new() }
    }

    /// The lane of `delay`, made if there is none.
    pub(super) fn of(&mut self, delay: Span) -> Lane {
        let lanes = self.lines.len() as u32;
        *self.by_delay.entry(delay).or_insert_with(|| {
            self.lines.push(Line { delay, first: NIL, last: NIL });
            self.heads.add();
            Lane(lanes)
        })
    }

    #[inline]
    pub(super) fn delay(&self, lane: Lane) -> Span {
        self.lines[lane.0 as usize].delay
    }

    /// The earliest key of all lanes, or [`Key::NEVER`].
    #[inline]
    pub(super) fn head(&self) -> Key {
        self.heads.best_key()
    }

    /// Puts a timer at the end of its lane and returns its slot. Its key must be later than those before it.
    #[inline]
    pub(super) fn join(&mut self, lane: Lane, key: Key, slab: &mut Slab) -> u32 {
        let line = &mut self.lines[lane.0 as usize];
        let last = line.last;
        let slot = slab.insert(key, lane.0, last);
        line.last = slot;
        if last == NIL {
            line.first = slot;
            self.heads.set(lane.0, key);
        } else {
            slab.get_mut(last).later = slot;
        }
        slot
    }

    /// Takes a timer out of its lane, wherever it stands.
    #[inline]
    pub(super) fn leave(&mut self, slot: u32, slab: &mut Slab) {
        let Entry { earlier, later, lane, .. } = *slab.get(slot);
        let line = &mut self.lines[lane as usize];
        if later == NIL {
            line.last = earlier;
        } else {
            slab.get_mut(later).earlier = earlier;
        }
        if earlier == NIL {
            line.first = later;
            let head = if later == NIL { Key::NEVER } else { slab.get(later).key };
            self.heads.set(lane, head);
        } else {
            slab.get_mut(earlier).later = later;
        }
        slab.remove(slot);
    }

    /// Takes out the earliest timer of all lanes; there must be one.
    #[inline]
    pub(super) fn pop(&mut self, slab: &mut Slab) -> Key {
        let slot = self.lines[self.heads.best() as usize].first;
        let key = slab.get(slot).key;
        self.leave(slot, slab);
        key
    }
}
