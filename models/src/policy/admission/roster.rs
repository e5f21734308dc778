//! All admission policies: how a file names them, and how they are made ready.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::contract::AdmissionPolicy;
use super::fixed_limit;
use crate::spec::shorthand::value_or_fields;

/// A policy at the callee's door, as a file describes it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub enum AdmissionSpec {
    /// No more than so many visits inside at a time.
    FixedLimit(#[serde(deserialize_with = "value_or_fields")] fixed_limit::Spec),
}

impl AdmissionSpec {
    /// The name that files and reports use.
    pub fn name(&self) -> &'static str {
        match self {
            AdmissionSpec::FixedLimit(_) => "FixedLimit",
        }
    }

    /// The policy in its first state.
    pub fn ready(&self) -> Seated {
        match self {
            AdmissionSpec::FixedLimit(spec) => {
                Seated::FixedLimit(fixed_limit::FixedLimit::new(spec))
            }
        }
    }
}

/// A policy at the door, with its state.
#[derive(Clone, Debug)]
pub enum Seated {
    /// See [`fixed_limit`].
    FixedLimit(fixed_limit::FixedLimit),
}

impl Seated {
    /// The policy behind the contract.
    pub fn seat(&mut self) -> &mut dyn AdmissionPolicy {
        match self {
            Seated::FixedLimit(policy) => policy,
        }
    }
}
