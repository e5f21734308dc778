//! All call policies: how a file names them, and how they are made ready.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::contract::CallPolicy;
use super::{bulkhead, circuit_breaker, custom, deadline, fallback, hedge, retry, timeout};
use crate::delay::Delays;
use crate::ids::EdgeId;
use crate::problem::Finding;
use crate::spec::shorthand::value_or_fields;

/// A policy on the caller's side, as a file or Rust code describes it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub enum CallPolicySpec {
    /// The most time that a caller waits.
    Timeout(#[serde(deserialize_with = "value_or_fields")] timeout::Spec),
    /// The instant after which nobody wants the answer, passed on to the callee.
    Deadline(#[serde(deserialize_with = "value_or_fields")] deadline::Spec),
    /// Tries again what failed.
    Retry(retry::Spec),
    /// Sends a second copy of a call that takes long.
    Hedge(#[serde(deserialize_with = "value_or_fields")] hedge::Spec),
    /// Refuses calls to a callee that mostly fails.
    CircuitBreaker(circuit_breaker::Spec),
    /// Bounds the calls under way.
    Bulkhead(#[serde(deserialize_with = "value_or_fields")] bulkhead::Spec),
    /// Answers in place of a call that failed.
    Fallback(#[serde(deserialize_with = "value_or_fields")] fallback::Spec),
    /// A policy of your own, through the library only.
    #[serde(skip)]
    #[schemars(skip)]
    Custom(custom::Spec),
}

/// What a spec needs from the plan in order to be made ready.
pub struct Ready<'a> {
    /// The plan's constant delays.
    pub delays: &'a mut Delays,
    /// Whether this policy is the first on its edge to use the resource that it names, and so fills it.
    pub deposits: bool,
    /// The edge that a fallback's other call goes along.
    pub instead: Option<EdgeId>,
}

impl CallPolicySpec {
    /// The name that files, reports and random keys use.
    pub fn name(&self) -> &'static str {
        match self {
            CallPolicySpec::Timeout(_) => "Timeout",
            CallPolicySpec::Deadline(_) => "Deadline",
            CallPolicySpec::Retry(_) => "Retry",
            CallPolicySpec::Hedge(_) => "Hedge",
            CallPolicySpec::CircuitBreaker(_) => "CircuitBreaker",
            CallPolicySpec::Bulkhead(_) => "Bulkhead",
            CallPolicySpec::Fallback(_) => "Fallback",
            CallPolicySpec::Custom(spec) => spec.name(),
        }
    }

    /// Whether the policy never does anything, so that it draws no number: a retry of one attempt.
    pub fn is_idle(&self) -> bool {
        matches!(self, CallPolicySpec::Retry(spec) if spec.attempts == 1)
    }

    /// The resource that the policy shares by name, if any.
    pub fn resource(&self) -> Option<&str> {
        match self {
            CallPolicySpec::Retry(spec) => spec.budget.as_deref(),
            CallPolicySpec::Hedge(spec) => spec.budget.as_deref(),
            CallPolicySpec::Bulkhead(spec) => spec.shared.as_deref(),
            _ => None,
        }
    }

    /// What is wrong with the fields, on an edge whose callee has `targets` instances to choose from.
    pub fn problems(&self, targets: u32) -> Vec<Finding> {
        match self {
            CallPolicySpec::Timeout(spec) => spec.problems(),
            CallPolicySpec::Deadline(spec) => spec.problems(),
            CallPolicySpec::Retry(spec) => spec.problems(),
            CallPolicySpec::Hedge(spec) => spec.problems(targets),
            CallPolicySpec::CircuitBreaker(spec) => spec.problems(),
            CallPolicySpec::Bulkhead(spec) => spec.problems(),
            CallPolicySpec::Fallback(spec) => spec.problems(),
            CallPolicySpec::Custom(_) => Vec::new(),
        }
    }

    /// The policy in its first state, to be copied for each holder of state.
    pub fn ready(&self, with: &mut Ready<'_>) -> Seated {
        match self {
            CallPolicySpec::Timeout(spec) => {
                Seated::Timeout(timeout::Timeout::new(spec, with.delays))
            }
            CallPolicySpec::Deadline(spec) => {
                Seated::Deadline(deadline::Deadline::new(spec, with.delays))
            }
            CallPolicySpec::Retry(spec) => {
                Seated::Retry(retry::Retry::new(spec, with.deposits, with.delays))
            }
            CallPolicySpec::Hedge(spec) => {
                Seated::Hedge(hedge::Hedge::new(spec, with.deposits, with.delays))
            }
            CallPolicySpec::CircuitBreaker(spec) => {
                Seated::CircuitBreaker(circuit_breaker::CircuitBreaker::new(spec))
            }
            CallPolicySpec::Bulkhead(spec) => {
                Seated::Bulkhead(bulkhead::Bulkhead::new(spec, with.delays))
            }
            CallPolicySpec::Fallback(spec) => {
                Seated::Fallback(fallback::Fallback::new(spec, with.instead))
            }
            CallPolicySpec::Custom(spec) => Seated::Custom(spec.make()),
        }
    }
}

/// A policy in its seat, with its state.
#[derive(Clone, Debug)]
pub enum Seated {
    /// See [`timeout`].
    Timeout(timeout::Timeout),
    /// See [`deadline`].
    Deadline(deadline::Deadline),
    /// See [`retry`].
    Retry(retry::Retry),
    /// See [`hedge`].
    Hedge(hedge::Hedge),
    /// See [`circuit_breaker`].
    CircuitBreaker(circuit_breaker::CircuitBreaker),
    /// See [`bulkhead`].
    Bulkhead(bulkhead::Bulkhead),
    /// See [`fallback`].
    Fallback(fallback::Fallback),
    /// See [`custom`].
    Custom(Box<dyn custom::CustomPolicy>),
}

impl Seated {
    /// The policy behind the contract.
    pub fn seat(&mut self) -> &mut dyn CallPolicy {
        match self {
            Seated::Timeout(policy) => policy,
            Seated::Deadline(policy) => policy,
            Seated::Retry(policy) => policy,
            Seated::Hedge(policy) => policy,
            Seated::CircuitBreaker(policy) => policy,
            Seated::Bulkhead(policy) => policy,
            Seated::Fallback(policy) => policy,
            Seated::Custom(policy) => policy.as_mut().seat(),
        }
    }
}
