//! Bulkhead: a bound on how many calls of a caller are under way along an edge.
//!
//! A slow callee can then hold only so many of the caller's workers; the others keep serving what does not need it.

use brownout_core::time::Span;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::contract::{After, Ask, Before, CallPolicy, Gauge, OnTimer};
use crate::delay::{Delay, Delays};
use crate::outcome::{Kind, Outcome};
use crate::policy::parts::resource::Slots;
use crate::problem::{Code, Finding};
use crate::prose::leading_comment;
use crate::spec::shorthand::Shorthand;

/// A bound on calls under way: `Bulkhead(30)`, or `Bulkhead(max: 30, wait: "50ms")`. A call that finds no slot ends as
/// `BulkheadFull`, at once or after it has waited in line.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(extend("x-why" = leading_comment(include_str!("bulkhead.rs"))))]
pub struct Spec {
    /// Most calls under way at a time; at least 1. Exactly one of `max` and `shared` is given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max: Option<u32>,
    /// The bulkhead under `resources` whose slots are used instead of own ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shared: Option<String>,
    /// How long a call may wait in line for a slot, first come first served. Default: not at all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wait: Option<Span>,
}

impl Spec {
    /// What is wrong with the fields.
    pub fn problems(&self) -> Vec<Finding> {
        let mut found = vec![];
        match (self.max, &self.shared) {
            (Some(0), _) => {
                let message = "max is 0: expected at least 1, or nobody could ever call";
                found.push((Code::OutOfRange, "max", message.to_owned()));
            }
            (Some(_), Some(_)) => {
                let message = "both max and shared are given: a shared bulkhead brings its own max";
                found.push((Code::CannotAct, "max", message.to_owned()));
            }
            (None, None) => {
                let message = "neither max nor shared is given: expected one of them";
                found.push((Code::MissingField, "", message.to_owned()));
            }
            _ => {}
        }
        found
    }
}

impl Shorthand for Spec {
    const EXPECTS: &'static str = "a whole number such as 30, or fields";

    fn from_number(number: u64) -> Option<Result<Spec, String>> {
        let max = u32::try_from(number)
            .map_err(|_| format!("{number} is too large: the most is {}", u32::MAX));
        Some(max.map(|max| Spec { max: Some(max), ..Spec::default() }))
    }
}

/// A bulkhead at work.
#[derive(Clone, Debug)]
pub struct Bulkhead {
    slots: Slots,
    wait: Option<Delay>,
}

/// What the word of a call says.
const HOLDS_A_SLOT: u64 = 1;

impl Bulkhead {
    /// A bulkhead as its spec says.
    pub fn new(spec: &Spec, delays: &mut Delays) -> Bulkhead {
        let wait = spec.wait.filter(|wait| !wait.is_zero()).map(|wait| delays.constant(wait));
        Bulkhead { slots: Slots::new(spec.max.unwrap_or(0)), wait }
    }

    fn slots<'a>(&'a mut self, ask: &'a mut Ask<'_>) -> &'a mut Slots {
        ask.shared.as_mut().and_then(|shared| shared.slots()).unwrap_or(&mut self.slots)
    }

    fn take(&mut self, ask: &mut Ask<'_>) -> bool {
        let taken = self.slots(ask).take();
        if taken {
            *ask.note = HOLDS_A_SLOT;
        }
        taken
    }

    fn give_back(&mut self, ask: &mut Ask<'_>) {
        if *ask.note == HOLDS_A_SLOT {
            *ask.note = 0;
            self.slots(ask).give_back();
        }
    }
}

impl CallPolicy for Bulkhead {
    fn before(&mut self, ask: &mut Ask<'_>) -> Before {
        if self.take(ask) {
            return Before::Proceed;
        }
        match self.wait {
            Some(wait) => Before::Park(Some(wait)),
            None => Before::Refuse(Outcome::local(Kind::BulkheadFull)),
        }
    }

    fn after(&mut self, ask: &mut Ask<'_>, _: Outcome) -> After {
        self.give_back(ask);
        After::Pass
    }

    fn on_timer(&mut self, _: &mut Ask<'_>) -> OnTimer {
        OnTimer::GiveUp(Outcome::local(Kind::BulkheadFull))
    }

    fn abandoned(&mut self, ask: &mut Ask<'_>) {
        self.give_back(ask);
    }

    fn may_enter(&mut self, ask: &mut Ask<'_>) -> bool {
        self.take(ask)
    }

    fn parks(&self) -> bool {
        self.wait.is_some()
    }

    fn lent(&self) -> u32 {
        self.slots.in_use()
    }

    fn gauge(&self) -> Option<Gauge> {
        Some(Gauge { what: "in use", value: f64::from(self.slots.in_use()) })
    }
}

#[cfg(test)]
mod tests {
    use super::super::trial::Trial;
    use super::*;

    const FULL: Outcome = Outcome::local(Kind::BulkheadFull);

    fn bulkhead(max: u32, wait: Option<u64>) -> Bulkhead {
        let wait = wait.map(Span::from_millis);
        Bulkhead::new(&Spec { max: Some(max), wait, shared: None }, &mut Delays::default())
    }

    #[test]
    fn as_many_as_there_are_slots_are_let_in_and_the_next_is_refused() {
        let mut policy = bulkhead(2, None);
        let mut calls = [Trial::at(0), Trial::at(0)];
        for call in &mut calls {
            assert_eq!(call.enters(&mut policy), Before::Proceed);
        }
        assert_eq!(Trial::at(0).enters(&mut policy), Before::Refuse(FULL));
        assert_eq!(calls[0].gets(&mut policy, Kind::Failed), After::Pass);
        assert_eq!(Trial::at(0).enters(&mut policy), Before::Proceed);
    }

    #[test]
    fn a_call_that_is_given_up_brings_its_slot_back_once() {
        let mut policy = bulkhead(1, None);
        let (mut held, mut refused) = (Trial::at(0), Trial::at(0));
        held.enters(&mut policy);
        refused.enters(&mut policy);
        refused.is_given_up(&mut policy);
        assert_eq!(policy.lent(), 1, "the refused call had no slot to bring back");
        held.is_given_up(&mut policy);
        assert_eq!(policy.lent(), 0);
    }

    #[test]
    fn who_waits_gets_the_slot_that_comes_back_and_gives_up_without_it() {
        let mut policy = bulkhead(1, Some(50));
        let (mut held, mut waiting) = (Trial::at(0), Trial::at(10));
        held.enters(&mut policy);
        let parked = waiting.enters(&mut policy);
        assert!(matches!(parked, Before::Park(Some(wait)) if wait.span() == Span::from_millis(50)));
        assert!(!waiting.may_enter(&mut policy));
        held.gets(&mut policy, Kind::Ok);
        assert!(waiting.may_enter(&mut policy));
        let mut late = Trial::at(20);
        late.enters(&mut policy);
        assert_eq!(late.wakes(&mut policy, None), OnTimer::GiveUp(FULL));
        assert_eq!(policy.lent(), 1, "only the call inside holds a slot");
    }
}
