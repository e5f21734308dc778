//! A breaker, asked by hand.

use super::super::trial::Trial;
use super::*;

fn breaker(last: u32, min_calls: u32, probes: u32) -> CircuitBreaker {
    let open = Span::from_secs(1);
    CircuitBreaker::new(&Spec { last: Some(last), min_calls, open, probes, ..Spec::default() })
}

/// Calls one after the other at one instant; returns which of them were let through.
fn calls<const N: usize>(policy: &mut CircuitBreaker, at: u64, kinds: [Kind; N]) -> [bool; N] {
    kinds.map(|kind| {
        let mut call = Trial::at(at);
        let passes = call.enters(policy) == Before::Proceed;
        if passes {
            assert_eq!(call.gets(policy, kind), After::Pass);
        }
        passes
    })
}

const FAILS: Kind = Kind::Failed;
const WORKS: Kind = Kind::Ok;

#[test]
fn it_opens_at_the_failure_that_makes_half_of_enough_results_failures() {
    let mut policy = breaker(4, 4, 1);
    assert_eq!(calls(&mut policy, 0, [FAILS, WORKS, WORKS]), [true; 3]);
    // A success never opens it; the failure after that finds two of the last four failed.
    assert_eq!(calls(&mut policy, 0, [WORKS, FAILS]), [true; 2]);
    assert_eq!(calls(&mut policy, 0, [FAILS, WORKS]), [true, false]);
}

#[test]
fn a_success_never_opens_it_even_if_it_makes_the_results_enough() {
    let mut policy = breaker(5, 5, 1);
    assert_eq!(calls(&mut policy, 0, [FAILS, FAILS, FAILS, WORKS, WORKS]), [true; 5]);
    assert_eq!(calls(&mut policy, 0, [WORKS]), [true]);
}

#[test]
fn it_tests_again_exactly_when_its_time_is_over_and_closes_when_all_probes_succeed() {
    let mut policy = breaker(2, 2, 2);
    calls(&mut policy, 0, [FAILS, FAILS]);
    assert_eq!(calls(&mut policy, 999, [WORKS]), [false]);
    let (mut first, mut second) = (Trial::at(1000), Trial::at(1000));
    assert_eq!(first.enters(&mut policy), Before::Proceed);
    assert_eq!(second.enters(&mut policy), Before::Proceed);
    assert_eq!(Trial::at(1000).enters(&mut policy), REFUSED, "two probes, and no third");
    first.gets(&mut policy, WORKS);
    assert_eq!(Trial::at(1000).enters(&mut policy), REFUSED, "one success does not close it");
    second.gets(&mut policy, WORKS);
    // Closed, and what was counted before is forgotten: one failure is not enough.
    assert_eq!(calls(&mut policy, 1000, [FAILS, WORKS, WORKS]), [true; 3]);
}

#[test]
fn a_probe_that_fails_opens_it_for_the_whole_time_again() {
    let mut policy = breaker(2, 2, 3);
    calls(&mut policy, 0, [FAILS, FAILS]);
    assert_eq!(calls(&mut policy, 1500, [WORKS, FAILS, WORKS]), [true, true, false]);
    assert_eq!(calls(&mut policy, 2499, [WORKS]), [false]);
    assert_eq!(calls(&mut policy, 2500, [WORKS]), [true]);
}

#[test]
fn what_was_let_through_in_an_earlier_state_no_longer_counts() {
    let mut policy = breaker(2, 2, 1);
    let mut slow = [Trial::at(0), Trial::at(0)];
    for call in &mut slow {
        call.enters(&mut policy);
    }
    calls(&mut policy, 0, [FAILS, FAILS]);
    let mut probe = Trial::at(1000);
    probe.enters(&mut policy);
    // Neither a late failure opens it again, nor a late success closes it.
    slow[0].after(1000).gets(&mut policy, FAILS);
    slow[1].after(1000).gets(&mut policy, WORKS);
    assert_eq!(policy.gauge().unwrap().value, 0.5);
    slow[0].is_given_up(&mut policy);
    assert_eq!(policy.lent(), 1, "only the probe is lent");
    probe.gets(&mut policy, WORKS);
    assert_eq!(policy.gauge().unwrap().value, 0.0);
}

#[test]
fn a_probe_that_is_given_up_or_cancelled_makes_room_for_another() {
    let mut policy = breaker(2, 2, 1);
    calls(&mut policy, 0, [FAILS, FAILS]);
    let (mut first, mut second) = (Trial::at(1000), Trial::at(1000));
    first.enters(&mut policy);
    assert_eq!(second.enters(&mut policy), REFUSED);
    first.is_given_up(&mut policy);
    assert_eq!(second.enters(&mut policy), Before::Proceed);
    second.gets(&mut policy, Kind::Cancelled);
    assert_eq!(calls(&mut policy, 1000, [WORKS, WORKS]), [true; 2]);
}

#[test]
fn the_callers_own_mistakes_and_degraded_answers_are_no_failures() {
    for kind in Kind::ALL {
        let mut policy = breaker(2, 2, 1);
        calls(&mut policy, 0, [kind, kind]);
        let opens = !matches!(kind, Kind::Ok | Kind::Degraded | Kind::Invalid | Kind::Cancelled);
        assert_eq!(policy.gauge().unwrap().value == 1.0, opens, "{kind}");
    }
}

#[test]
fn a_window_over_time_forgets_what_is_older() {
    let spec = Spec { window: Some(Span::from_secs(10)), min_calls: 2, ..Spec::default() };
    let mut policy = CircuitBreaker::new(&spec);
    calls(&mut policy, 0, [WORKS, WORKS, WORKS]);
    assert_eq!(calls(&mut policy, 9_000, [FAILS, WORKS]), [true; 2]);
    // The successes of the start have left the window: two of three have failed.
    assert_eq!(calls(&mut policy, 10_000, [FAILS, WORKS]), [true, false]);
}
