//! First in, first out: the visit that has waited longest is served next.

use super::contract::{Discipline, Line, Next};

/// First in, first out.
#[derive(Clone, Copy, Debug)]
pub struct Fifo;

impl Discipline for Fifo {
    fn next(&mut self, _: Line) -> Next {
        Next::Oldest
    }
}
