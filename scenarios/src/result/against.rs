//! How results differ from those that were saved.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Estimate;
use crate::metric::unit::Unit;

/// What a comparison with saved results found.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Against {
    /// Name and version of the program that saved them.
    pub tool: String,
    /// SHA-256 of the scenario that they came from.
    pub scenario_sha256: String,
    /// Whether that is the scenario of today, with the same settings.
    pub same_scenario: bool,
    /// The seed that they came from.
    pub seed: u64,
    /// The relative difference of means that does not matter.
    pub tolerance: f64,
    /// How often an unchanged system may fail.
    pub level: f64,
    /// How many numbers were compared.
    pub compared: u64,
    /// What differs, the surest first.
    pub differences: Vec<Difference>,
    /// What was run otherwise: windows that lie elsewhere, replications.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub otherwise: Vec<String>,
    /// What only one side has: points and windows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<String>,
    /// Numbers that only one side can tell.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub untold: Vec<String>,
}

impl Against {
    /// Whether nothing differs.
    pub fn holds(&self) -> bool {
        self.differences.is_empty() && self.missing.is_empty()
    }
}

/// A number that differs by more than chance, and by enough to matter.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Difference {
    /// The variant, and what was set.
    pub point: String,
    /// The window.
    pub window: String,
    /// The metric and whose it is.
    pub metric: String,
    /// Its unit: a `time` is in ms.
    pub unit: Unit,
    /// Whether it is better now; absent where that depends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub better: Option<bool>,
    /// What was saved.
    pub before: Estimate,
    /// What it is now.
    pub now: Estimate,
    /// The probability that chance alone sets the two so far apart.
    pub p: f64,
}
