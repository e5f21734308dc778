//! Timers of constant delay: what is set later fires later, so each delay needs only a line to stand in.

use std::collections::BTreeMap;

use super::heads::Heads;
use super::key::Key;
use super::line::Line;
use super::timer::{LANES, Timer};
use crate::time::Span;

/// The timers of one constant delay; valid only in the calendar that made it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Lane(u32);

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
            assert!(lanes < LANES, "at most {LANES} delays have lanes");
            self.lines.push(Line::new(delay));
            self.heads.add();
            Lane(lanes)
        })
    }

    #[inline]
    pub(super) fn delay(&self, lane: Lane) -> Span {
        self.lines[lane.0 as usize].delay
    }

    /// How many timers are set.
    pub(super) fn len(&self) -> usize {
        self.lines.iter().map(Line::len).sum()
    }

    /// The earliest key of all lanes, or [`Key::NEVER`].
    #[inline]
    pub(super) fn head(&self) -> Key {
        self.heads.best_key()
    }

    /// Puts a timer at the end of its lane.
    #[inline]
    pub(super) fn join(&mut self, lane: Lane, key: Key) -> Timer {
        let line = &mut self.lines[lane.0 as usize];
        let is_first = line.len() == 0;
        let place = line.join(key);
        if is_first {
            self.heads.set(lane.0, key);
        }
        Timer::in_lane(lane.0, place)
    }

    /// Takes a timer out of its lane, wherever it stands, if it is still there.
    #[inline]
    pub(super) fn leave(&mut self, lane: u32, place: u64) {
        let Some(line) = self.lines.get_mut(lane as usize) else { return };
        if line.leave(place) {
            self.heads.set(lane, line.head());
        }
    }

    /// Takes out the earliest timer of all lanes; there must be one.
    #[inline]
    pub(super) fn pop(&mut self) -> Key {
        let lane = self.heads.best();
        let line = &mut self.lines[lane as usize];
        let key = line.pop();
        self.heads.set(lane, line.head());
        key
    }

    /// Places of timers in memory, used or not.
    #[cfg(test)]
    pub(super) fn room(&self) -> usize {
        self.lines.iter().map(Line::room).sum()
    }
}
