//! All scalers: how a file names them, and how they are made ready.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::contract::Scaler;
use super::fixed;

/// How the number of instances changes.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize, JsonSchema)]
pub enum ScaleSpec {
    /// It does not.
    #[default]
    Fixed,
}

impl ScaleSpec {
    /// The scaler in its first state.
    pub fn ready(self) -> Seated {
        match self {
            ScaleSpec::Fixed => Seated::Fixed(fixed::Fixed),
        }
    }
}

/// A scaler with its state.
#[derive(Clone, Debug)]
pub enum Seated {
    /// See [`fixed`].
    Fixed(fixed::Fixed),
}

impl Seated {
    /// The scaler behind the contract.
    pub fn seat(&mut self) -> &mut dyn Scaler {
        match self {
            Seated::Fixed(scaler) => scaler,
        }
    }
}
