//! Round robin: each target in turn. It is blind to how busy a target is.

use brownout_core::random::Key;

use super::contract::{Balancer, Choice};

/// Each target in turn.
#[derive(Clone, Debug)]
pub struct RoundRobin {
    next: usize,
}

impl RoundRobin {
    /// Begins at a position of the caller's own, so that many callers do not march in step.
    pub fn starting_at(start: u32) -> RoundRobin {
        RoundRobin { next: start as usize }
    }
}

impl Balancer for RoundRobin {
    fn choose(&mut self, choice: &Choice<'_>) -> usize {
        let count = choice.targets.len();
        let mut at = self.next % count;
        while choice.targets[at].avoid {
            at = (at + 1) % count;
        }
        self.next = at + 1;
        at
    }

    fn choose_unseen(&mut self, count: usize, _: Key) -> Option<usize> {
        let at = self.next % count;
        self.next = at + 1;
        Some(at)
    }
}
