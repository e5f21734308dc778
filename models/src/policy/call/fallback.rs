//! Fallback: an answer of lower quality in place of none.
//!
//! What is optional must be treated as optional: a page without counts is better than no page. The answer that takes
//! the place of the real one is `Degraded`, and so is the page that used it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::contract::{After, Ask, Before, CallPolicy};
use crate::ids::EdgeId;
use crate::outcome::{Kind, Kinds, Outcome};
use crate::problem::{Code, Finding};
use crate::prose::leading_comment;
use crate::spec::shorthand::Shorthand;

/// Answers in place of a call that failed: `Fallback()` with a degraded answer at no cost, or
/// `Fallback(call: "light model")` with another call of the same service.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(extend("x-why" = leading_comment(include_str!("fallback.rs"))))]
pub struct Spec {
    /// Another of the caller's `calls`, whose answer counts as degraded. Default: a degraded answer at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub call: Option<String>,
    /// Which outcomes are replaced. Default: all but Ok, Degraded, Invalid and Cancelled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on: Option<Vec<Kind>>,
}

impl Spec {
    /// What is wrong with the fields.
    pub fn problems(&self) -> Vec<Finding> {
        let nothing = self.on.as_ref().is_some_and(Vec::is_empty);
        let message = "the list of outcomes to replace is empty: the fallback can have no effect";
        nothing.then(|| (Code::CannotAct, "on", message.to_owned())).into_iter().collect()
    }
}

impl Shorthand for Spec {
    const EXPECTS: &'static str = "nothing, or fields";

    fn from_nothing() -> Option<Spec> {
        Some(Spec::default())
    }
}

/// A fallback at work.
#[derive(Clone, Debug)]
pub struct Fallback {
    instead: Option<EdgeId>,
    on: Kinds,
}

/// What the word of a call says.
const ON_THE_OTHER_CALL: u64 = 1;

impl Fallback {
    /// A fallback as its spec says; `instead` is the edge of its other call.
    pub fn new(spec: &Spec, instead: Option<EdgeId>) -> Fallback {
        let on = match &spec.on {
            Some(kinds) => Kinds::of(kinds),
            None => Kinds::but(&[Kind::Ok, Kind::Degraded, Kind::Invalid, Kind::Cancelled]),
        };
        Fallback { instead, on }
    }

    /// What it replaces.
    pub fn replaces(&self) -> Kinds {
        self.on
    }

    /// The edge of its other call.
    pub fn instead(&self) -> Option<EdgeId> {
        self.instead
    }
}

impl CallPolicy for Fallback {
    fn always(&self) -> Option<Before> {
        Some(Before::Proceed)
    }

    fn hears(&self) -> Kinds {
        // What the other call brings is another answer, even if it is a good one.
        if self.instead.is_some() { Kinds::ALL } else { self.on }
    }

    fn after(&mut self, ask: &mut Ask<'_>, outcome: Outcome) -> After {
        let degraded = outcome.degraded();
        if *ask.note == ON_THE_OTHER_CALL {
            return if outcome.kind == Kind::Ok { After::Replace(degraded) } else { After::Pass };
        }
        if !self.on.has(outcome.kind) {
            return After::Pass;
        }
        match self.instead {
            Some(edge) => {
                *ask.note = ON_THE_OTHER_CALL;
                After::CallInstead(edge)
            }
            None => After::Replace(degraded),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::trial::Trial;
    use super::*;

    fn verdicts(spec: &Spec, instead: Option<EdgeId>, kinds: &[Kind]) -> Vec<After> {
        let mut policy = Fallback::new(spec, instead);
        let verdict = |&kind| {
            let mut call = Trial::at(0);
            call.enters(&mut policy);
            call.gets(&mut policy, kind)
        };
        kinds.iter().map(verdict).collect()
    }

    const DEGRADED: After = After::Replace(Outcome::local(Kind::Degraded));

    #[test]
    fn what_failed_is_replaced_and_what_is_an_answer_or_the_callers_own_fault_is_not() {
        for kind in Kind::ALL {
            let stays = matches!(kind, Kind::Ok | Kind::Degraded | Kind::Invalid | Kind::Cancelled);
            let expected = if stays { After::Pass } else { DEGRADED };
            assert_eq!(verdicts(&Spec::default(), None, &[kind]), [expected], "{kind}");
        }
    }

    #[test]
    fn a_list_of_outcomes_takes_the_place_of_the_usual_ones() {
        let spec = Spec { on: Some(vec![Kind::TimedOut]), ..Spec::default() };
        let found = verdicts(&spec, None, &[Kind::TimedOut, Kind::Failed]);
        assert_eq!(found, [DEGRADED, After::Pass]);
    }

    #[test]
    fn another_call_is_made_once_and_its_answer_is_a_degraded_one() {
        for (kind, expected) in [(Kind::Ok, DEGRADED), (Kind::Failed, After::Pass)] {
            let mut policy = Fallback::new(&Spec::default(), Some(EdgeId(7)));
            let mut call = Trial::at(0);
            call.enters(&mut policy);
            let other = call.gets(&mut policy, Kind::TimedOut);
            assert_eq!(other, After::CallInstead(EdgeId(7)));
            assert_eq!(call.gets_from_elsewhere(&mut policy, kind), expected);
        }
    }
}
