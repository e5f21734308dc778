//! What happens at this instant, before anything else does: messages that take no time, workers that become free.

use super::Event;

/// So many that have been taken may lie before the next one.
const MANY: usize = 1024;

/// First come, first served. Mostly there is only one, and it never stands in line.
#[derive(Clone, Default, Debug)]
pub(super) struct Soon {
    /// The first, unless all stand in line.
    first: Option<Event>,
    /// Those in line, behind some that have been taken.
    line: Vec<Event>,
    /// Where in line the next one is.
    next: usize,
    /// How many there were so far.
    pushed: u64,
    /// How many of them have been taken.
    taken: u64,
}

impl Soon {
    /// One more.
    #[inline(always)]
    pub(super) fn push(&mut self, event: Event) {
        match self.pushed == self.taken {
            true => self.first = Some(event),
            false => self.line.push(event),
        }
        self.pushed += 1;
    }

    /// The next, if there is one.
    #[inline(always)]
    pub(super) fn pop(&mut self) -> Option<Event> {
        if self.pushed == self.taken {
            return None;
        }
        self.taken += 1;
        self.first.take().or_else(|| self.next_in_line())
    }

    #[inline(always)]
    fn next_in_line(&mut self) -> Option<Event> {
        let event = *self.line.get(self.next)?;
        self.next += 1;
        if self.next == self.line.len() {
            self.line.clear();
            self.next = 0;
        } else if self.next >= MANY && self.next >= self.line.len() / 2 {
            self.make_room();
        }
        Some(event)
    }

    /// Forgets those that have been taken.
    #[cold]
    #[inline(never)]
    fn make_room(&mut self) {
        self.line.drain(..self.next);
        self.next = 0;
    }

    /// How many have been taken.
    pub(super) fn happened(&self) -> u64 {
        self.taken
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

    #[test]
    fn a_chain_without_end_takes_no_more_room_than_its_links() {
        let mut soon = Soon::default();
        (0..10).for_each(|n| soon.push(Event::Tick(n)));
        for n in 0..1_000_000 {
            assert_eq!(soon.pop(), Some(Event::Tick(n)));
            soon.push(Event::Tick(n + 10));
        }
        assert!(soon.line.capacity() <= 4 * MANY);
    }
}
