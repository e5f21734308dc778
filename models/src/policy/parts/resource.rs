//! What several policies share by name, as it stands during a run.

use crate::spec::resource::{Budget, Deposit};

/// One copy of a shared resource.
#[derive(Clone, Debug)]
pub enum Shared {
    /// A bucket of tokens for extra attempts.
    Budget(Bucket),
    /// A bound on calls under way.
    Bulkhead(Slots),
}

impl Shared {
    /// The bucket, if this is a budget.
    pub fn bucket(&mut self) -> Option<&mut Bucket> {
        match self {
            Shared::Budget(bucket) => Some(bucket),
            Shared::Bulkhead(_) => None,
        }
    }

    /// The slots, if this is a bulkhead.
    pub fn slots(&mut self) -> Option<&mut Slots> {
        match self {
            Shared::Bulkhead(slots) => Some(slots),
            Shared::Budget(_) => None,
        }
    }
}

/// A retry budget's bucket of tokens.
#[derive(Clone, Debug)]
pub struct Bucket {
    spec: Budget,
    tokens: f64,
}

impl Bucket {
    /// A bucket with its first tokens.
    pub fn new(spec: Budget) -> Bucket {
        let tokens = spec.start.min(spec.cap);
        Bucket { spec, tokens }
    }

    /// A call starts.
    pub fn call_starts(&mut self) {
        if let Deposit::PerRequest(share) = self.spec.deposit {
            self.deposit(share.get());
        }
    }

    /// An attempt starts.
    pub fn attempt_starts(&mut self) {
        if let Deposit::PerAttempt(share) = self.spec.deposit {
            self.deposit(share.get());
        }
    }

    /// A call has succeeded.
    pub fn call_succeeds(&mut self) {
        if let Deposit::PerSuccess(share) = self.spec.deposit {
            self.deposit(share.get());
        }
    }

    /// Pays for one extra attempt; false if the tokens do not reach, and then nothing is taken.
    pub fn withdraw(&mut self) -> bool {
        // Tenths do not add up exactly: ten deposits of 0.1 must pay for one attempt.
        const ROUNDING: f64 = 1e-9;
        if self.tokens + ROUNDING < self.spec.cost {
            return false;
        }
        self.tokens = (self.tokens - self.spec.cost).max(0.0);
        true
    }

    /// Tokens in the bucket.
    pub fn tokens(&self) -> f64 {
        self.tokens
    }

    fn deposit(&mut self, tokens: f64) {
        self.tokens = (self.tokens + tokens).min(self.spec.cap);
    }
}

/// A bound on calls under way.
#[derive(Clone, Debug)]
pub struct Slots {
    max: u32,
    in_use: u32,
}

impl Slots {
    /// `max` slots, all free.
    pub fn new(max: u32) -> Slots {
        Slots { max, in_use: 0 }
    }

    /// Takes a slot; false if none is free.
    pub fn take(&mut self) -> bool {
        if self.in_use >= self.max {
            return false;
        }
        self.in_use += 1;
        true
    }

    /// Gives a slot back.
    pub fn give_back(&mut self) {
        debug_assert!(self.in_use > 0, "a slot that nobody holds comes back");
        self.in_use = self.in_use.saturating_sub(1);
    }

    /// Slots in use.
    pub fn in_use(&self) -> u32 {
        self.in_use
    }
}

#[cfg(test)]
mod tests {
    use brownout_core::units::Share;

    use super::*;
    use crate::spec::resource::ResourceScope;

    fn budget(deposit: fn(Share) -> Deposit, start: f64) -> Bucket {
        let deposit = deposit(Share::new(0.1).unwrap());
        Bucket::new(Budget { deposit, start, cap: 100.0, cost: 1.0, scope: ResourceScope::Global })
    }

    #[test]
    fn ten_deposits_of_a_tenth_pay_for_one_attempt_and_nine_do_not() {
        let mut bucket = budget(Deposit::PerRequest, 0.0);
        for _ in 0..9 {
            bucket.call_starts();
        }
        assert!(!bucket.withdraw());
        bucket.call_starts();
        assert!(bucket.withdraw());
        assert!(!bucket.withdraw());
    }

    #[test]
    fn only_the_kind_of_deposit_that_was_chosen_fills_the_bucket() {
        let mut bucket = budget(Deposit::PerSuccess, 0.0);
        for _ in 0..100 {
            bucket.call_starts();
            bucket.attempt_starts();
        }
        assert!(!bucket.withdraw());
        for _ in 0..10 {
            bucket.call_succeeds();
        }
        assert!(bucket.withdraw());
    }

    #[test]
    fn a_bucket_never_holds_more_than_its_cap() {
        let mut bucket = budget(Deposit::PerRequest, 100.0);
        for _ in 0..1000 {
            bucket.call_starts();
        }
        assert!(bucket.tokens() <= 100.0);
    }
}
