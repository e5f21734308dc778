//! All balancers: how a file names them, and how they are made ready.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::contract::Balancer;
use super::{least_outstanding, random, round_robin, two_choices};
use crate::prose::leading_comment;

/// How a target is chosen among the callee's instances.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize, JsonSchema)]
pub enum BalanceSpec {
    /// Each in turn.
    #[schemars(extend("x-why" = leading_comment(include_str!("round_robin.rs"))))]
    #[default]
    RoundRobin,
    /// Each with the same chance.
    #[schemars(extend("x-why" = leading_comment(include_str!("random.rs"))))]
    Random,
    /// The less busy of two at random.
    #[schemars(extend("x-why" = leading_comment(include_str!("two_choices.rs"))))]
    TwoChoices,
    /// The one with the fewest attempts under way, as this caller knows it.
    #[schemars(extend("x-why" = leading_comment(include_str!("least_outstanding.rs"))))]
    LeastOutstanding,
}

impl BalanceSpec {
    /// The balancer in its first state; `start` is a number of the caller's own.
    pub fn ready(self, start: u32) -> Seated {
        match self {
            BalanceSpec::RoundRobin => {
                Seated::RoundRobin(round_robin::RoundRobin::starting_at(start))
            }
            BalanceSpec::Random => Seated::Random(random::Random),
            BalanceSpec::TwoChoices => Seated::TwoChoices(two_choices::TwoChoices),
            BalanceSpec::LeastOutstanding => {
                Seated::LeastOutstanding(least_outstanding::LeastOutstanding::starting_at(start))
            }
        }
    }
}

/// A balancer with its state.
#[derive(Clone, Debug)]
pub enum Seated {
    /// See [`round_robin`].
    RoundRobin(round_robin::RoundRobin),
    /// See [`random`].
    Random(random::Random),
    /// See [`two_choices`].
    TwoChoices(two_choices::TwoChoices),
    /// See [`least_outstanding`].
    LeastOutstanding(least_outstanding::LeastOutstanding),
}

impl Seated {
    /// The balancer behind the contract.
    pub fn seat(&mut self) -> &mut dyn Balancer {
        match self {
            Seated::RoundRobin(balancer) => balancer,
            Seated::Random(balancer) => balancer,
            Seated::TwoChoices(balancer) => balancer,
            Seated::LeastOutstanding(balancer) => balancer,
        }
    }
}
