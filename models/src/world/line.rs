//! A line of visits, linked through the visits themselves: to join, to leave and to be served cost the same.

use super::call::NONE;
use super::visit::{Visit, Waits};
use crate::ids::VisitId;
use crate::policy::queue::contract::Next;
use crate::slab::Slab;

/// Visits that wait, oldest first.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    oldest: u32,
    newest: u32,
    length: u32,
}

impl Default for Line {
    fn default() -> Line {
        Line { oldest: NONE, newest: NONE, length: 0 }
    }
}

impl Line {
    /// How many wait.
    #[inline(always)]
    pub fn length(&self) -> u32 {
        self.length
    }

    /// Whether nobody waits.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// A visit joins at the end.
    #[inline(always)]
    pub fn join(&mut self, visit: VisitId, visits: &mut Slab<Visit>) {
        visits[visit.0].waits = Waits::between(self.newest, NONE);
        match self.newest {
            NONE => self.oldest = visit.0,
            newest => {
                let waits = &mut visits[newest].waits;
                *waits = Waits::between(waits.neighbours()[0], visit.0);
            }
        }
        self.newest = visit.0;
        self.length += 1;
    }

    /// A visit leaves from wherever it stands.
    #[inline(always)]
    pub fn leave(&mut self, visit: VisitId, visits: &mut Slab<Visit>) {
        let waits = &mut visits[visit.0].waits;
        let [before, behind] = waits.neighbours();
        *waits = Waits::NOTHING;
        match before {
            NONE => self.oldest = behind,
            before => {
                let waits = &mut visits[before].waits;
                *waits = Waits::between(waits.neighbours()[0], behind);
            }
        }
        match behind {
            NONE => self.newest = before,
            behind => {
                let waits = &mut visits[behind].waits;
                *waits = Waits::between(before, waits.neighbours()[1]);
            }
        }
        self.length -= 1;
    }

    /// The visit at one end, if anybody waits.
    #[inline(always)]
    pub fn peek(&self, next: Next) -> Option<VisitId> {
        let at = match next {
            Next::Oldest => self.oldest,
            Next::Newest => self.newest,
        };
        (at != NONE).then_some(VisitId(at))
    }
}
