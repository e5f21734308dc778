//! The laws of the model on random small systems.

use std::sync::Arc;

use brownout_core::engine::EventsPerInstant;
use brownout_core::time::{SimTime, Span};
use proptest::prelude::*;

use super::random::{self, Drawn};
use crate::plan::Plan;
use crate::probe::auditor::Auditor;
use crate::probe::finder::{Finder, Wanted};
use crate::probe::trace_hash::TraceHash;
use crate::probe::transcript::{Selector, Transcript};
use crate::run::Run;

/// Runs a system under audit in small pieces, and again at once with other probes: no law is broken, and the same
/// happens.
fn audit(drawn: &Drawn) -> Result<(), TestCaseError> {
    let plan = match Plan::new(&drawn.system) {
        Ok((plan, _)) => Arc::new(plan),
        Err(problems) => return Err(TestCaseError::fail(format!("{problems:#?}"))),
    };
    let bound = EventsPerInstant::new(1_000_000);
    let probe = (TraceHash::new(&plan), Auditor::new(&plan));
    let mut run = Run::new(&plan, 0, probe).bounded(bound);
    for millis in 0..STEPS {
        let done = run.run_until(SimTime::ZERO + Span::from_millis(millis)).map(drop);
        prop_assert_eq!(run.probe().1.audit_between(run.world()), Ok(()));
        prop_assert_eq!(done, Ok(()));
    }
    let done = run.finish();
    prop_assert_eq!(run.probe().1.broken(), None);
    prop_assert_eq!(done, Ok(()));
    let (hash, auditor) = run.probe();
    prop_assert_eq!(auditor.audit_end(run.world(), drawn.may_wait_for_ever()), Ok(()));

    let selector = Selector { client: "app".to_owned(), user: 0, serial: 3 };
    let watchers = (Finder::new(Wanted::Slowest), Transcript::new(&plan, &selector));
    let probe = (TraceHash::new(&plan), watchers);
    let mut other = Run::new(&plan, 0, probe).bounded(bound);
    prop_assert_eq!(other.finish(), Ok(()));
    prop_assert_eq!(other.probe().0.value(), hash.value());
    Ok(())
}

/// The first milliseconds of a run are taken one by one.
const STEPS: u64 = 1_800;

/// As many systems as `PROPTEST_CASES` says, or a few.
fn cases() -> ProptestConfig {
    ProptestConfig { max_shrink_iters: 4_000, failure_persistence: None, ..Default::default() }
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn no_law_is_broken_in_a_random_small_system(drawn in random::system()) {
        audit(&drawn)?;
    }
}
