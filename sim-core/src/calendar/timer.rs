//! Handles on events that may still be cancelled.

use super::key::Key;

/// Bits of a handle that carry the slot of a loose timer.
const SLOT_BITS: u32 = 27;
/// One more than the largest slot of a loose timer.
pub(super) const SLOTS: u32 = 1 << SLOT_BITS;
/// Bits of a handle that carry a place in a lane.
const PLACE_BITS: u32 = 46;
/// One more than the largest number of a lane.
pub(super) const LANES: u32 = 1 << (63 - PLACE_BITS);
/// Tells a timer in a lane from a loose one.
const IN_LANE: u64 = 1 << 63;

/// A handle on one event that may still be cancelled; eight bytes, [`Timer::NONE`] for none.
///
/// A handle is never given out twice: it holds the event's age, or its place in a lane, which are never used again. One
/// whose event has fired or was cancelled is stale for good and harmless.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Timer(u64);

/// Where the event of a handle waits.
pub(super) enum Waits {
    /// At a place in a lane.
    InLane(u32, u64),
    /// In a slot among the loose timers, if that still holds an event of this age.
    Loose { slot: u32, age: u64 },
}

impl Timer {
    /// The handle of nothing. Cancelling it does nothing.
    pub const NONE: Timer = Timer(0);

    /// The handle of the timer that was stored with `key` in `slot`.
    #[inline]
    pub(super) fn loose(key: Key, slot: u32) -> Timer {
        Timer(key.age() << SLOT_BITS | u64::from(slot))
    }

    /// The handle of the timer at a place in a lane.
    #[inline]
    pub(super) fn in_lane(lane: u32, place: u64) -> Timer {
        debug_assert!(place < 1 << PLACE_BITS, "a lane's places are used up after 2^46 timers");
        Timer(IN_LANE | u64::from(lane) << PLACE_BITS | place)
    }

    #[inline]
    pub(super) fn waits(self) -> Waits {
        if self.0 & IN_LANE == 0 {
            let slot = self.0 as u32 & (SLOTS - 1);
            return Waits::Loose { slot, age: self.0 >> SLOT_BITS };
        }
        let lane = (self.0 & !IN_LANE) >> PLACE_BITS;
        Waits::InLane(lane as u32, self.0 & ((1 << PLACE_BITS) - 1))
    }

    /// The handle as a number, for who keeps it where something else stands at other times.
    pub const fn to_bits(self) -> u64 {
        self.0
    }

    /// The handle that was [`to_bits`](Self::to_bits). A number that never was one may stand for any event.
    pub const fn from_bits(bits: u64) -> Timer {
        Timer(bits)
    }

    /// Whether this is [`Timer::NONE`]. A stale handle is not.
    pub const fn is_none(self) -> bool {
        self.0 == Timer::NONE.0
    }
}

impl Default for Timer {
    fn default() -> Timer {
        Timer::NONE
    }
}
