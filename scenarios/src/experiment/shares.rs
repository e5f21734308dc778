//! How things ended, as shares of their number.

use std::collections::BTreeMap;

use brownout_models::outcome::Kind;
use brownout_models::probe::ledger::tally::ByKind;

use super::measure::Measure;
use crate::result::Estimate;

/// Shares by name. Each replication tells all of them, so that one that is missing there counts as none.
#[derive(Clone, Debug)]
pub(super) struct Shares {
    keeps: bool,
    /// Replications so far.
    replications: usize,
    by_name: BTreeMap<&'static str, Measure>,
}

impl Shares {
    pub(super) fn new(keeps: bool) -> Shares {
        Shares { keeps, replications: 0, by_name: BTreeMap::new() }
    }

    /// One replication: all kinds but some, and other ends, of so many altogether.
    pub(super) fn add(
        &mut self,
        kinds: &ByKind,
        but: &[Kind],
        others: &[(&'static str, u64)],
        of: u64,
    ) {
        let before = self.replications;
        self.replications += 1;
        let told = Kind::ALL.iter().zip(kinds).filter(|(kind, _)| !but.contains(kind));
        for (name, count) in told.map(|(kind, &n)| (kind.name(), n)).chain(others.iter().copied()) {
            let new = || Measure::after(before, self.keeps);
            let share = self.by_name.entry(name).or_insert_with(new);
            share.add_if((of > 0).then(|| count as f64 / of as f64));
        }
    }

    /// The latest replication is one of those that collapsed, or of the others.
    pub(super) fn assign(&mut self, collapsed: bool) {
        self.by_name.values_mut().for_each(|share| share.assign(collapsed));
    }

    /// Those that were ever above zero.
    pub(super) fn estimates(&self) -> BTreeMap<String, Estimate> {
        let seen = self.by_name.iter().filter(|(_, share)| share.count() > 0 && !share.is_zero());
        seen.map(|(&name, share)| (name.to_owned(), share.sure())).collect()
    }
}
