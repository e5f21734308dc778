//! What happens at this instant, before anything else does: messages that take no time, workers that become free.

use std::collections::VecDeque;

use super::Event;

/// First come, first served. Mostly there is only one, and it never sees the queue.
#[derive(Clone, Default, Debug)]
pub(super) struct Soon {
    /// The first, unless all wait in `others`.
    first: Option<Event>,
    others: VecDeque<Event>,
    happened: u64,
}

impl Soon {
    /// One more.
    #[inline]
    pub(super) fn push(&mut self, event: Event) {
        if self.first.is_none() && self.others.is_empty() {
            self.first = Some(event);
        } else {
            self.others.push_back(event);
        }
    }

    /// The next, if there is one.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<Event> {
        let event = self.first.take().or_else(|| self.others.pop_front())?;
        self.happened += 1;
        Some(event)
    }

    /// How many have been taken.
    pub(super) fn happened(&self) -> u64 {
        self.happened
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_came_first_happens_first() {
        let mut soon = Soon::default();
        for round in 0..3 {
            assert_eq!(soon.pop(), None);
            (0..4).for_each(|n| soon.push(Event::Tick(n)));
            assert_eq!(soon.pop(), Some(Event::Tick(0)));
            assert_eq!(soon.pop(), Some(Event::Tick(1)));
            soon.push(Event::Tick(4));
            (2..5).for_each(|n| assert_eq!(soon.pop(), Some(Event::Tick(n))));
            assert_eq!(soon.happened(), 5 * (round + 1));
        }
    }
}
