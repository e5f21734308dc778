//! Whether a client's system collapsed: it does or it does not, and the mean of both is a state that nobody ever sees.

use brownout_core::stats::{Confidence, wilson};
use brownout_models::probe::ledger::run_result::AskedRun;

use crate::result::Proportion;

/// The part of what was answered in time before the faults that a system has to reach after them.
const HALF: f64 = 0.5;

/// In how many replications it collapsed.
#[derive(Clone, Copy, Default)]
pub(super) struct Collapse {
    collapsed: u64,
    /// Replications in which that can be asked.
    of: u64,
}

impl Collapse {
    /// One replication: collapsed if, over the whole of `after`, the share of requests that were answered in time is
    /// below half of what it was over `before`. Nothing can be asked where nobody asked, or nothing was in time before.
    pub(super) fn add(&mut self, before: &AskedRun, after: &AskedRun) -> Option<bool> {
        let share = |run: &AskedRun| {
            let offered = run.counts.offered;
            (offered > 0).then(|| run.counts.in_time as f64 / offered as f64)
        };
        let (before, after) =
            share(before).zip(share(after)).filter(|&(before, _)| before > 0.0)?;
        let collapsed = after < HALF * before;
        self.of += 1;
        self.collapsed += u64::from(collapsed);
        Some(collapsed)
    }

    pub(super) fn result(&self) -> Option<Proportion> {
        let (low, high) = wilson(self.collapsed, self.of, Confidence::P95)?;
        Some(Proportion { count: self.collapsed, of: self.of, low: low.get(), high: high.get() })
    }
}
