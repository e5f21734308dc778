//! What the calendar sorts by: time first, then age, with the event's code riding along in the low bits.

/// Bits of a key that carry the event's code, or the slot of a timer.
pub(super) const CODE_BITS: u32 = 28;
/// One more than the largest code.
pub(super) const CODES: u32 = 1 << CODE_BITS;
/// The youngest age that can be given out: 36 bits, less the one that marks [`Key::NEVER`].
pub(super) const LAST_AGE: u64 = (1 << (64 - CODE_BITS)) - 2;

/// A place in the order of events.
///
/// Two halves of eight bytes and not one of sixteen: a wide copy of a key that was just written in halves stalls until
/// the halves have reached the cache.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Key {
    time: u64,
    age_and_code: u64,
}

impl Key {
    /// Later than every event; stands for "nothing here".
    pub(super) const NEVER: Key = Key { time: u64::MAX, age_and_code: u64::MAX };

    /// The last time at which an event can happen.
    pub(super) const LAST_TIME: u64 = u64::MAX - 1;

    /// The key of the event `code` of age `age` at `time` nanoseconds.
    #[inline]
    pub(super) fn new(time: u64, age: u64, code: u32) -> Key {
        Key { time, age_and_code: age << CODE_BITS | u64::from(code) }
    }

    /// Nanoseconds since the start of the run.
    #[inline]
    pub(super) fn time(self) -> u64 {
        self.time
    }

    /// How many events had been scheduled when this one was, itself included.
    #[inline]
    pub(super) fn age(self) -> u64 {
        self.age_and_code >> CODE_BITS
    }

    /// What the key carries besides its place in the order.
    #[inline]
    pub(super) fn code(self) -> u32 {
        self.age_and_code as u32 & (CODES - 1)
    }

    /// The same place in the order, carrying another code.
    #[inline]
    pub(super) fn with_code(self, code: u32) -> Key {
        Key::new(self.time, self.age(), code)
    }

    /// Whether this key comes first: by time, then by age.
    #[inline]
    pub(super) fn is_before(self, other: Key) -> bool {
        self.wide() < other.wide()
    }

    /// As one number, so that a comparison has no branch.
    #[inline]
    pub(super) fn wide(self) -> u128 {
        u128::from(self.time) << 64 | u128::from(self.age_and_code)
    }
}
