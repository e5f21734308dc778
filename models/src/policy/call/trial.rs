//! One call inside one policy, for tests that ask the policy by hand: no engine, no world.

use brownout_core::random::Key;
use brownout_core::time::{SimTime, Span};
use brownout_core::units::Share;

use super::contract::{After, Ask, Before, CallPolicy, OnTimer};
use crate::outcome::{Kind, Outcome};
use crate::policy::parts::resource::{Bucket, Shared};
use crate::spec::resource::{Budget, Deposit, ResourceScope};

/// A call that stands inside a policy, and the questions that the journey would put.
pub(super) struct Trial {
    pub(super) now: SimTime,
    pub(super) deadline: SimTime,
    entered: SimTime,
    tries: u32,
    open: u32,
    note: u64,
    key: Key,
}

impl Trial {
    /// A call that comes at a time in milliseconds.
    pub(super) fn at(millis: u64) -> Trial {
        let now = SimTime::ZERO + Span::from_millis(millis);
        let (tries, open, note, key) = (0, 0, 0, Key::root(millis));
        Trial { now, deadline: SimTime::NEVER, entered: now, tries, open, note, key }
    }

    /// The same call some milliseconds later.
    pub(super) fn after(&mut self, millis: u64) -> &mut Trial {
        self.now += Span::from_millis(millis);
        self
    }

    fn ask<A>(
        &mut self,
        shared: Option<&mut Shared>,
        question: impl FnOnce(&mut Ask<'_>) -> A,
    ) -> A {
        let (tries, open) = (self.tries, self.open);
        let Trial { now, deadline, entered, key, .. } = *self;
        let note = &mut self.note;
        question(&mut Ask { now, entered, tries, open, deadline, class: 0, note, shared, key })
    }

    /// The call wants to go on inward.
    pub(super) fn enters(&mut self, policy: &mut impl CallPolicy) -> Before {
        self.enters_with(policy, None)
    }

    /// The same with a shared resource.
    pub(super) fn enters_with(
        &mut self,
        policy: &mut impl CallPolicy,
        shared: Option<&mut Shared>,
    ) -> Before {
        let verdict = self.ask(shared, |ask| policy.before(ask));
        if !matches!(verdict, Before::Refuse(_) | Before::Park(_)) {
            self.goes_inward();
        }
        verdict
    }

    fn goes_inward(&mut self) {
        self.tries += 1;
        self.open += 1;
    }

    /// Something comes back. What is to be tried again goes inward at once.
    pub(super) fn gets(&mut self, policy: &mut impl CallPolicy, kind: Kind) -> After {
        self.gets_with(policy, kind, None)
    }

    /// The same with a shared resource.
    pub(super) fn gets_with(
        &mut self,
        policy: &mut impl CallPolicy,
        kind: Kind,
        shared: Option<&mut Shared>,
    ) -> After {
        self.open -= 1;
        let verdict = self.ask(shared, |ask| policy.after(ask, Outcome::local(kind)));
        assert!(policy.hears().has(kind) || verdict == After::Pass, "what passes unheard, passes");
        if matches!(verdict, After::TryAgain(_) | After::LaunchAnother) {
            self.goes_inward();
        }
        verdict
    }

    /// The other call that the policy asked for comes back.
    pub(super) fn gets_from_elsewhere(
        &mut self,
        policy: &mut impl CallPolicy,
        kind: Kind,
    ) -> After {
        self.open += 1;
        self.gets(policy, kind)
    }

    /// The time that the policy asked for has passed.
    pub(super) fn wakes(
        &mut self,
        policy: &mut impl CallPolicy,
        shared: Option<&mut Shared>,
    ) -> OnTimer {
        let verdict = self.ask(shared, |ask| policy.on_timer(ask));
        if matches!(verdict, OnTimer::LaunchAnother(_)) {
            self.goes_inward();
        }
        verdict
    }

    /// The call is given up from outside.
    pub(super) fn is_given_up(&mut self, policy: &mut impl CallPolicy) {
        self.ask(None, |ask| policy.abandoned(ask));
    }

    /// The call stands in line, and something may have been released.
    pub(super) fn may_enter(&mut self, policy: &mut impl CallPolicy) -> bool {
        let may = self.ask(None, |ask| policy.may_enter(ask));
        if may {
            self.goes_inward();
        }
        may
    }
}

/// An empty budget that each request fills by `share` tokens.
pub(super) fn budget(share: f64) -> Shared {
    Shared::Budget(Bucket::new(Budget {
        deposit: Deposit::PerRequest(Share::new(share).unwrap()),
        start: 0.0,
        cap: 100.0,
        cost: 1.0,
        scope: ResourceScope::Global,
    }))
}
