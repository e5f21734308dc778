//! What a queue discipline is asked, and what it may answer.

use brownout_core::time::{SimTime, Span};

use crate::outcome::Outcome;

/// A line of visits as its discipline sees it.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    /// The present.
    pub now: SimTime,
    /// How many wait; at least one.
    pub length: u32,
}

/// Which end of the line is served.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// The visit that has waited longest.
    Oldest,
    /// The visit that came last.
    Newest,
}

/// A queue discipline; each instance has its own. The default answers are those of a plain line.
pub trait Discipline {
    /// A worker is free: which end of the line is next?
    fn next(&mut self, line: Line) -> Next;

    /// The visit chosen has waited for `waited`: `None` serves it, an outcome drops it unserved.
    fn drops(&mut self, _now: SimTime, _waited: Span) -> Option<Outcome> {
        None
    }
}
