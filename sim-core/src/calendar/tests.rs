//! What the calendar promises: its order, and the laws beside it.

mod laws;
mod order;

use super::Event;
use crate::time::Span;

/// An event that is its number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Number(u32);

impl Event for Number {
    fn pack(self) -> u32 {
        self.0
    }
    fn unpack(code: u32) -> Number {
        Number(code)
    }
}

fn nanos(nanos: u64) -> Span {
    Span::from_nanos(nanos)
}
