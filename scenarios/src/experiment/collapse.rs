//! Whether a client's system collapsed: it does or it does not, and the mean of both is a state that nobody ever sees.

use brownout_core::stats::{Confidence, wilson};
use brownout_models::probe::ledger::run_result::AskedRun;

use crate::result::Proportion;

/// The part of what was answered in time before the faults that a system has to reach after them.
const HALF: f64 = 0.5;

/// In how many replications it collapsed.
#[derive(Clone, Default)]
pub(super) struct Collapse {
    collapsed: u64,
    /// Replications in which that can be asked.
    of: u64,
    /// One for each replication, in order.
    values: Option<Vec<Option<bool>>>,
}

impl Collapse {
    /// Nothing yet; `keeps` the single replications or not.
    pub(super) fn new(keeps: bool) -> Collapse {
        Collapse { values: keeps.then(Vec::new), ..Collapse::default() }
    }

    /// One replication: collapsed if, over the whole of `after`, the share of requests that were answered in time is
    /// below half of what it was over `before`. Nothing can be asked where nobody asked, or nothing was in time before.
    pub(super) fn add(&mut self, before: &AskedRun, after: &AskedRun) -> Option<bool> {
        let collapsed = Collapse::of(before, after);
        self.values.iter_mut().for_each(|values| values.push(collapsed));
        self.of += u64::from(collapsed.is_some());
        self.collapsed += u64::from(collapsed == Some(true));
        collapsed
    }

    fn of(before: &AskedRun, after: &AskedRun) -> Option<bool> {
        let share = |run: &AskedRun| {
            let offered = run.counts.offered;
            (offered > 0).then(|| run.counts.in_time as f64 / offered as f64)
        };
        let (before, after) =
            share(before).zip(share(after)).filter(|&(before, _)| before > 0.0)?;
        Some(after < HALF * before)
    }

    /// Whether it collapsed in each replication, if they are kept.
    pub(super) fn values(&self) -> Option<Vec<Option<bool>>> {
        self.values.clone().filter(|_| self.of > 0)
    }

    pub(super) fn result(&self) -> Option<Proportion> {
        let (low, high) = wilson(self.collapsed, self.of, Confidence::P95)?;
        Some(Proportion { count: self.collapsed, of: self.of, low: low.get(), high: high.get() })
    }
}
