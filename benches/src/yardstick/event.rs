//! What can happen in the yardstick, packed into the low bits of an entry.

/// Something that happens later; frames are meant by their slots.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Event {
    Arrive,
    Worked(u32),
    TimedOut(u32),
    Asked(u32),
    Replied(u32),
}

const SLOT_BITS: u32 = 25;
/// Bits of a packed event.
pub(super) const BITS: u32 = SLOT_BITS + 3;

impl Event {
    #[inline]
    pub(super) fn pack(self) -> u64 {
        let (kind, slot) = match self {
            Event::Arrive => (0, 0),
            Event::Worked(slot) => (1, slot),
            Event::TimedOut(slot) => (2, slot),
            Event::Asked(slot) => (3, slot),
            Event::Replied(slot) => (4, slot),
        };
        u64::from(kind << SLOT_BITS | slot)
    }

    #[inline]
    pub(super) fn unpack(bits: u64) -> Event {
        let slot = bits as u32 & ((1 << SLOT_BITS) - 1);
        match bits as u32 >> SLOT_BITS & 7 {
            0 => Event::Arrive,
            1 => Event::Worked(slot),
            2 => Event::TimedOut(slot),
            3 => Event::Asked(slot),
            _ => Event::Replied(slot),
        }
    }
}
