//! An attempt and the visit that it makes: one message, and what an instance does for it.
//!
//! Its caller waits for it as long as `call` says so; the visit itself neither knows nor cares. Either may leave first.

use brownout_core::calendar::Timer;
use brownout_core::random::Key;
use brownout_core::time::{SimTime, Span};

use super::call::NONE;
use crate::ids::{InstanceId, RequestId, RouteId};
use crate::outcome::Outcome;
use crate::slab::Entry;

/// Where a visit stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Its message is on the way to the instance.
    Travels,
    /// It waits for a worker.
    Queued,
    /// It waits for an executor.
    Runnable,
    /// It works, or waits in a step that only time ends.
    Works,
    /// It waits for calls or branches of its own.
    Gathers,
    /// Its instance hangs.
    Hangs,
    /// It is over, or its message was lost: all that is left is its answer or a notice to it, on the way, or a caller
    /// who waits in vain.
    Over,
}

/// One attempt with its visit, or one branch of such a visit.
#[derive(Clone, Copy, Debug)]
pub struct Visit {
    /// From which the keys of its work and its calls descend.
    pub key: Key,
    /// The key of the call that it answers, for work that a retry repeats.
    pub call_key: Key,
    /// When it arrived.
    pub arrived: SimTime,
    /// When it got a worker.
    pub began: SimTime,
    /// When its present work is done; while it waits for an executor, since when; once it is over, its useful worker-time.
    pub due: SimTime,
    /// The instant after which its answer is useless; [`SimTime::NEVER`] if there is none.
    pub deadline: SimTime,
    /// What it waits for while it works, or stands in line.
    pub waits: Waits,
    /// What it will answer.
    pub outcome: Outcome,
    /// The call that waits for the answer, or `NONE` if nobody does.
    pub call: u32,
    /// The innermost frame of that call, or `NONE` if it stands in no policy.
    pub around: u32,
    /// On whose behalf.
    pub request: RequestId,
    /// Where.
    pub instance: InstanceId,
    /// The next step.
    pub step: u32,
    /// The visit that it is a branch of, or `NONE`.
    pub parent: u32,
    /// The first of the calls or branches that it waits for, or `NONE`.
    pub children: u32,
    /// The neighbours among the branches of its parent, or among the attempts in the same frame: younger, older.
    pub siblings: [u32; 2],
    /// Along which route it came.
    pub route: RouteId,
    /// Calls or branches under way.
    pub open: u16,
    /// How many of those must still succeed.
    pub need: u16,
    /// Where it stands.
    pub stage: Stage,
    /// What else is true of it.
    pub flags: Flags,
}

impl Visit {
    /// It gets an executor, after it stood in line for it so long. How long it has waited altogether, at the door and in that
    /// line, if this is its first; a branch has no door.
    #[inline]
    pub fn executes(&mut self, stood: Span) -> Option<Span> {
        self.flags.set(Flags::EXECUTES);
        if self.flags.has(Flags::HAS_EXECUTED) {
            return None;
        }
        self.flags.set(Flags::HAS_EXECUTED);
        Some(if self.parent == NONE { stood + (self.began - self.arrived) } else { stood })
    }
}

impl Entry for Visit {
    #[inline]
    fn link(&mut self) -> &mut u32 {
        &mut self.children
    }
}

/// What a visit waits for: the end of its work, or its turn in a line. It is never both, and the stage says which.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Waits(u64);

impl Waits {
    /// Nothing that could be taken back.
    pub const NOTHING: Waits = Waits(Timer::NONE.to_bits());

    /// For a timer.
    #[inline]
    pub fn until(timer: Timer) -> Waits {
        Waits(timer.to_bits())
    }

    /// The timer of a visit that stands in no line.
    #[inline]
    pub fn timer(self) -> Timer {
        Timer::from_bits(self.0)
    }

    /// In a line, between those before and behind it.
    #[inline]
    pub fn between(before: u32, behind: u32) -> Waits {
        Waits(u64::from(before) | u64::from(behind) << 32)
    }

    /// Who stands before a visit in line, and who behind it.
    #[inline]
    pub fn neighbours(self) -> [u32; 2] {
        [self.0 as u32, (self.0 >> 32) as u32]
    }
}

/// What else is true of a visit.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Flags(u16);

impl Flags {
    /// The answer has set out, or there will be none.
    pub const ANSWERED: Flags = Flags(1);
    /// The answer is on the way.
    pub const ANSWER_TRAVELS: Flags = Flags(2);
    /// A notice that the caller has left is on the way.
    pub const CANCEL_TRAVELS: Flags = Flags(4);
    /// The caller has left, and the visit knows it.
    pub const CANCELLED: Flags = Flags(8);
    /// What it waits for are branches, not calls.
    pub const BRANCHES: Flags = Flags(16);
    /// It waits for all of them, whatever comes.
    pub const WAITS_FOR_ALL: Flags = Flags(32);
    /// It holds an executor.
    pub const EXECUTES: Flags = Flags(64);
    /// Its work shares the instance's cores.
    pub const SHARES: Flags = Flags(128);
    /// What it waited for can no longer succeed.
    pub const FAILED: Flags = Flags(256);
    /// Its answer found nobody.
    pub const UNHEARD: Flags = Flags(512);
    /// Some work of it has shared the instance's cores.
    pub const HAS_SHARED: Flags = Flags(1024);
    /// It has had an executor.
    pub const HAS_EXECUTED: Flags = Flags(2048);

    /// Whether all of `flags` are set.
    #[inline]
    pub fn has(self, flags: Flags) -> bool {
        self.0 & flags.0 == flags.0
    }

    /// Sets `flags`.
    #[inline]
    pub fn set(&mut self, flags: Flags) {
        self.0 |= flags.0;
    }

    /// Clears `flags`.
    #[inline]
    pub fn clear(&mut self, flags: Flags) {
        self.0 &= !flags.0;
    }
}

impl Visit {
    /// Decides what the visit answers, unless its answer has set out: what happens later is not in it.
    pub fn decide(&mut self, outcome: Outcome) {
        if !self.flags.has(Flags::ANSWERED) {
            self.outcome = outcome;
        }
    }

    /// What of a visit that is over was of use to somebody: its worker-time less what was wasted.
    pub fn useful(&self) -> Span {
        self.due - SimTime::ZERO
    }

    /// Whether nothing refers to the visit any more.
    #[inline]
    pub fn is_forgotten(&self) -> bool {
        let travels = self.flags.0 & (Flags::ANSWER_TRAVELS.0 | Flags::CANCEL_TRAVELS.0);
        self.stage == Stage::Over && travels == 0 && self.call == NONE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_visit_fits_in_its_budget_of_memory() {
        assert!(size_of::<Visit>() <= 112, "{}", size_of::<Visit>());
    }
}
