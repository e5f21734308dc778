//! Random policies and what they share.

use brownout_core::time::Span;
use brownout_core::units::Share;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

use crate::outcome::Kind;
use crate::policy::call::roster::CallPolicySpec;
use crate::policy::call::{
    bulkhead, circuit_breaker, deadline, fallback, hedge, retry, timeout as limit,
};
use crate::policy::parts::backoff::{self, Backoff, Jitter};
use crate::spec::resource::{Budget, Deposit, Resource, ResourceScope, SharedBulkhead};
use crate::testing::span;

/// Any policy; a fallback's other call and a hedge's elsewhere are drafts.
pub(super) fn policy() -> impl Strategy<Value = CallPolicySpec> {
    let millis = |range| proptest::strategy::Strategy::prop_map(range, Span::from_millis);
    let retry = (1..=4_u32, backoff(), option::weighted(0.3, Just("tokens".to_owned())));
    let hedge = (0..=12_u64, 1..=2_u32, any::<[bool; 3]>());
    let breaker = (1..=6_u32, 1..=60_u64, 1..=3_u32, proptest::bool::ANY);
    let bulkhead = (option::of(1..=6_u32), option::of(millis(0..=20_u64)));
    prop_oneof![
        3 => millis(1..=60_u64).prop_map(|after| CallPolicySpec::Timeout(limit::Spec { after })),
        1 => (option::of(millis(5..=80_u64)), millis(0..=4_u64)).prop_map(|(within, min_left)| {
            CallPolicySpec::Deadline(deadline::Spec { within, min_left })
        }),
        3 => retry.prop_map(|(attempts, backoff, budget)| {
            let on = retry::RETRIED.to_vec();
            CallPolicySpec::Retry(retry::Spec { attempts, backoff, on, budget })
        }),
        2 => hedge.prop_map(|(after, copies, [elsewhere, cancel, budget])| {
            let budget = budget.then(|| "tokens".to_owned());
            let after = hedge::Spec::after(Span::from_millis(after));
            CallPolicySpec::Hedge(hedge::Spec { copies, elsewhere, cancel, budget, ..after })
        }),
        2 => breaker.prop_map(|(min_calls, open, probes, by_count)| {
            CallPolicySpec::CircuitBreaker(circuit_breaker::Spec {
                window: (!by_count).then(|| span("100ms")),
                last: by_count.then_some(min_calls),
                min_calls,
                open: Span::from_millis(open),
                probes,
                ..Default::default()
            })
        }),
        3 => bulkhead.prop_map(|(max, wait)| {
            let shared = max.is_none().then(|| "seats".to_owned());
            CallPolicySpec::Bulkhead(bulkhead::Spec { max, shared, wait })
        }),
        1 => (proptest::bool::ANY, option::of(Just(vec![Kind::TimedOut, Kind::Failed]))).prop_map(
            |(other, on)| {
                let call = other.then(String::new);
                CallPolicySpec::Fallback(fallback::Spec { call, on })
            }
        ),
    ]
}

fn backoff() -> impl Strategy<Value = Backoff> {
    let jitter = select(vec![Jitter::None, Jitter::Equal, Jitter::Full, Jitter::Decorrelated]);
    prop_oneof![
        Just(Backoff::None),
        (1..=10_u64, jitter).prop_map(|(base, jitter)| {
            let (base, cap) = (Span::from_millis(base), Some(Span::from_millis(30)));
            Backoff::Exponential(backoff::Exponential { base, factor: 2.0, cap, jitter })
        }),
    ]
}

/// A budget and a bulkhead, each of any scope.
pub(super) fn resources() -> impl Strategy<Value = Vec<Resource>> {
    let scope = || {
        select(vec![ResourceScope::PerInstance, ResourceScope::PerService, ResourceScope::Global])
    };
    let tenth = Share::new(0.1).unwrap();
    let deposit = select(vec![
        Deposit::PerSuccess(tenth),
        Deposit::PerRequest(tenth),
        Deposit::PerAttempt(tenth),
    ]);
    (deposit, scope(), 1..=5_u32, scope()).prop_map(|(deposit, scope, max, other)| {
        let budget = Budget { deposit, start: 2.0, cap: 10.0, cost: 1.0, scope };
        let seats = SharedBulkhead { max, scope: other };
        vec![Resource::Budget(budget), Resource::Bulkhead(seats)]
    })
}
