//! Least outstanding: the target with the fewest attempts under way; among equals, each in turn.

use super::contract::{Balancer, Choice};

/// The target with the fewest attempts under way.
#[derive(Clone, Debug)]
pub struct LeastOutstanding {
    next: usize,
}

impl LeastOutstanding {
    /// Begins at a position of the caller's own, so that many callers do not march in step.
    pub fn starting_at(start: u32) -> LeastOutstanding {
        LeastOutstanding { next: start as usize }
    }
}

impl Balancer for LeastOutstanding {
    fn choose(&mut self, choice: &Choice<'_>) -> usize {
        let count = choice.targets.len();
        let start = self.next % count;
        let from_start = (start..count).chain(0..start);
        let open = from_start.filter(|&at| !choice.targets[at].avoid);
        let at = open.min_by_key(|&at| choice.targets[at].outstanding).unwrap_or(start);
        self.next = at + 1;
        at
    }
}
