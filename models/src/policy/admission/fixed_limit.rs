//! Fixed limit: no more than so many visits inside at a time.
//!
//! By Little's law an instance that serves 2,000 visits a second in 50 ms has 100 inside; 400 inside mean that most of
//! them wait. A limit refuses what would only wait.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::contract::{AdmissionPolicy, Arrival};
use crate::outcome::{Kind, Outcome};
use crate::prose::leading_comment;
use crate::spec::shorthand::Shorthand;

/// Turns visits away as `Shed` while as many as the limit are inside: `FixedLimit(100)`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("x-why" = leading_comment(include_str!("fixed_limit.rs"))))]
pub struct Spec {
    /// Most visits inside the instance, waiting ones included; at least 1.
    pub max: u32,
}

impl Shorthand for Spec {
    const EXPECTS: &'static str = "a whole number such as 100";

    fn from_number(number: u64) -> Option<Result<Spec, String>> {
        let max = u32::try_from(number)
            .map_err(|_| format!("{number} is too large: the most is {}", u32::MAX));
        Some(max.map(|max| Spec { max }))
    }
}

/// A fixed limit at work.
#[derive(Clone, Debug)]
pub struct FixedLimit {
    max: u32,
}

impl FixedLimit {
    /// A limit as its spec says.
    pub fn new(spec: &Spec) -> FixedLimit {
        FixedLimit { max: spec.max }
    }
}

impl AdmissionPolicy for FixedLimit {
    fn refuses(&mut self, arrival: &Arrival) -> Option<Outcome> {
        (arrival.inside >= self.max).then_some(Outcome::local(Kind::Shed))
    }
}

#[cfg(test)]
mod tests {
    use brownout_core::random::Key;
    use brownout_core::time::SimTime;

    use super::*;

    #[test]
    fn whoever_finds_as_many_inside_as_the_limit_is_turned_away() {
        let mut policy = FixedLimit::new(&Spec { max: 3 });
        let refused = [0, 1, 2, 3, 4].map(|inside| {
            let (now, deadline, key) = (SimTime::ZERO, SimTime::NEVER, Key::root(0));
            let arrival = Arrival { now, inside, waiting: 0, class: 0, deadline, key };
            policy.refuses(&arrival).is_some_and(|outcome| outcome.kind == Kind::Shed)
        });
        assert_eq!(refused, [false, false, false, true, true]);
    }
}
