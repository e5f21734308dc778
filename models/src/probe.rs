//! Who looks at a run: each probe has one duty, and none of them can touch what it sees.

pub mod auditor;
pub mod contract;
pub mod finder;
pub mod ledger;
pub mod openings;
pub mod successes;
pub mod trace_hash;
pub mod transcript;
