//! What is suspicious in a sound system: it runs, but may not mean what its author thinks.

use crate::plan::Plan;
use crate::problem::Problem;
use crate::spec::System;

/// The warnings about a system.
pub(super) fn warnings(_system: &System, _plan: &Plan) -> Vec<Problem> {
    Vec::new()
}
