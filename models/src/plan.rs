//! What a system is, by number: immutable, shared by all replications.

use crate::problem::Problem;
use crate::spec::System;

/// A system by number.
#[derive(Debug)]
pub struct Plan {}

impl Plan {
    /// The plan of a system and the warnings about it, or everything that is wrong with it.
    pub fn new(_system: &System) -> Result<(Plan, Vec<Problem>), Vec<Problem>> {
        Ok((Plan {}, Vec::new()))
    }
}
