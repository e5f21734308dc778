//! All that will happen: a lane for each constant delay beside the main queue; only their heads compete.

use super::event::{self, Event};
use super::lane::Ring;
use super::soonest::Soonest;
use super::table::DELAYS;
use crate::columns::Entry;

/// What a cancelled timer leaves behind in its lane; no entry of an event looks like it.
const TOMBSTONE: Entry = Entry { time: u64::MAX, age_and_event: 0 };

const LANE_BITS: u32 = DELAYS.ilog2();

pub(super) struct Pending {
    main: Soonest,
    lanes: [Ring<Entry>; DELAYS],
    /// The first entry of each lane, or [`Entry::NEVER`].
    heads: [Entry; DELAYS],
    age: u64,
}

impl Pending {
    pub(super) fn new() -> Pending {
        Pending {
            main: Soonest::new(),
            lanes: std::array::from_fn(|_| Ring::new(TOMBSTONE)),
            heads: [Entry::NEVER; DELAYS],
            age: 0,
        }
    }

    #[inline]
    fn entry(&mut self, time: u64, event: Event) -> Entry {
        self.age += 1;
        Entry { time, age_and_event: self.age << event::BITS | event.pack() }
    }

    /// An event at any time.
    #[inline]
    pub(super) fn at(&mut self, time: u64, event: Event) {
        let entry = self.entry(time, event);
        self.main.push(entry);
    }

    /// An event after the constant delay of a lane; returns the handle that cancels it, which is never 0.
    #[inline]
    pub(super) fn along(&mut self, lane: usize, time: u64, event: Event) -> u64 {
        let entry = self.entry(time, event);
        let number = self.lanes[lane].next_number() as u64;
        self.lanes[lane].push(entry);
        if self.heads[lane] == Entry::NEVER {
            self.heads[lane] = entry;
        }
        (number << LANE_BITS | lane as u64) + 1
    }

    /// Takes back an event that has not happened yet.
    #[inline]
    pub(super) fn cancel(&mut self, handle: u64) {
        let number = ((handle - 1) >> LANE_BITS) as usize;
        let lane = (handle - 1) as usize & (DELAYS - 1);
        self.lanes[lane].set(number, TOMBSTONE);
        if number == self.lanes[lane].first_number() {
            self.settle(lane);
        }
    }

    /// The next event and its time.
    #[inline]
    pub(super) fn next(&mut self) -> Option<(u64, Event)> {
        let mut first = self.main.first();
        let mut whose = DELAYS;
        for (lane, &head) in self.heads.iter().enumerate() {
            let earlier = head < first;
            whose = if earlier { lane } else { whose };
            first = if earlier { head } else { first };
        }
        if whose < DELAYS {
            self.lanes[whose].pop();
            self.settle(whose);
        } else if first == Entry::NEVER {
            return None;
        } else {
            self.main.remove_first();
        }
        Some((first.time, Event::unpack(first.age_and_event)))
    }

    /// Removes the tombstones at the head of a lane.
    #[inline]
    fn settle(&mut self, lane: usize) {
        let ring = &mut self.lanes[lane];
        self.heads[lane] = loop {
            match ring.front() {
                None => break Entry::NEVER,
                Some(TOMBSTONE) => ring.pop(),
                Some(entry) => break entry,
            };
        };
    }
}
