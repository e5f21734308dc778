//! Last in, first out: the visit that came last is served next.
//!
//! Under overload the newest visits are those whose callers still wait; the oldest wait for ever.

use super::contract::{Discipline, Line, Next};

/// Last in, first out.
#[derive(Clone, Copy, Debug)]
pub struct Lifo;

impl Discipline for Lifo {
    fn next(&mut self, _: Line) -> Next {
        Next::Newest
    }
}
