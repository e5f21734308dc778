//! Policies that change nothing change no moment.

use proptest::prelude::*;

use super::random::{self, Drawn};
use super::{bulkhead, hedge, retry, timeout};
use crate::outcome::Kind;
use crate::policy::call::roster::CallPolicySpec;
use crate::policy::call::{circuit_breaker, deadline, fallback};
use crate::probe::trace_hash::TraceHash;
use crate::run::Run;
use crate::spec::System;
use crate::spec::edge::Policies;

/// One neutral policy of each kind.
fn neutral() -> Vec<CallPolicySpec> {
    vec![
        timeout("1000s"),
        retry(1),
        bulkhead(1_000_000),
        hedge("1000s"),
        CallPolicySpec::CircuitBreaker(circuit_breaker::Spec {
            min_calls: 1_000_000,
            ..Default::default()
        }),
        CallPolicySpec::Fallback(fallback::Spec { call: None, on: Some(vec![Kind::Cancelled]) }),
    ]
}

/// The hash of a run, if it keeps within its bounds.
fn hash(system: &System) -> u64 {
    let plan = system.plan();
    let probe = TraceHash::new(&plan);
    let mut run = Run::new(&plan, 0, probe);
    run.finish().unwrap();
    run.probe().value()
}

/// A place in a list of policies.
#[derive(Clone, Copy, Debug)]
enum Place {
    Outermost,
    Innermost,
    BehindTheChoice,
}

/// A system with one more policy on each edge.
fn with_everywhere(system: &System, policy: &CallPolicySpec, place: Place) -> System {
    let mut system = system.clone();
    let services = system.services.values_mut().flat_map(|service| service.calls.values_mut());
    let edges = services.map(|edge| (&mut edge.policies, &mut edge.per_target));
    let clients = system.clients.values_mut().map(|c| (&mut c.policies, &mut c.per_target));
    for (policies, per_target) in edges.chain(clients) {
        match (policies, place) {
            (Policies::List(list), Place::Outermost) => list.insert(0, policy.clone()),
            (Policies::List(list), Place::Innermost) => list.push(policy.clone()),
            _ => per_target.push(policy.clone()),
        }
    }
    system
}

/// A sixth of the usual number of systems: each is run many times.
fn cases() -> ProptestConfig {
    let usual = ProptestConfig::default();
    let cases = usual.cases.div_ceil(6);
    ProptestConfig { cases, max_global_rejects: 10 * cases, failure_persistence: None, ..usual }
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn a_neutral_policy_changes_no_moment(
        drawn in random::system(),
        place in prop::sample::select(vec![Place::Outermost, Place::Innermost, Place::BehindTheChoice]),
    ) {
        // Whoever waits for ever meets the end of any time.
        prop_assume!(!drawn.may_wait_for_ever());
        let before = hash(&drawn.system);
        for policy in neutral() {
            let after = hash(&with_everywhere(&drawn.system, &policy, place));
            prop_assert_eq!(after, before, "{:?}", policy);
        }
    }

    /// A deadline makes the edge pass limits on, so it is neutral only where nothing else asks how much time is left.
    #[test]
    fn a_deadline_beyond_the_horizon_changes_no_moment(drawn in random::system()) {
        prop_assume!(!drawn.loses);
        let system = without_limits(&drawn);
        let within = Some(super::span("1000s"));
        let policy = CallPolicySpec::Deadline(deadline::Spec { within, ..Default::default() });
        let after = hash(&with_everywhere(&system, &policy, Place::Innermost));
        prop_assert_eq!(after, hash(&system));
    }
}

/// A drawn system without policies that limit time.
fn without_limits(drawn: &Drawn) -> System {
    let mut system = drawn.system.clone();
    let limits = |policy: &CallPolicySpec| {
        matches!(policy, CallPolicySpec::Timeout(_) | CallPolicySpec::Deadline(_))
    };
    let services = system.services.values_mut().flat_map(|service| service.calls.values_mut());
    let edges = services.map(|edge| (&mut edge.policies, &mut edge.per_target));
    let clients = system.clients.values_mut().map(|c| (&mut c.policies, &mut c.per_target));
    for (policies, per_target) in edges.chain(clients) {
        if let Policies::List(list) = policies {
            list.retain(|policy| !limits(policy));
        }
        per_target.retain(|policy| !limits(policy));
    }
    system
}
