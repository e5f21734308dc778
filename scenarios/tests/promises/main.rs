//! The bundled scenarios keep what they promise. Here with few replications, so that means stand in for intervals;
//! `.ci/promises` runs them in full.

mod herd;

use brownout_scenarios::expect::{Claim, Expectation};
use brownout_scenarios::experiment::{Options, run_point};
use brownout_scenarios::library;
use brownout_scenarios::result::{self, Verdict};

/// Runs the variants of a bundled scenario that something is promised of, so many times each.
fn keeps_its_promises(name: &str, replications: u32, such: impl Fn(&str) -> bool) {
    let document = library::find(name).unwrap().document().unwrap();
    let variants: Vec<&str> = document.variants().filter(|variant| such(variant)).collect();
    assert!(!variants.is_empty());
    for variant in variants {
        let point = document.point(Some(variant), &[]).unwrap();
        assert!(!point.expect.is_empty(), "nothing is promised of {variant}");
        let options = Options { expect: &point.expect, ..Options::replications(replications) };
        let ran = run_point(&point.plan, options, &()).unwrap().point;
        for (expectation, told) in point.expect.iter().zip(&ran.expectations) {
            assert!(is_kept(expectation, told), "{variant}: {told:#?}");
        }
    }
}

/// Whether the mean is such, that of the worst step, or every replication. Of what climbs or falls the step is not known
/// here, so that its verdict counts.
fn is_kept(expectation: &Expectation, told: &result::Expectation) -> bool {
    match (&expectation.claim, &told.measured) {
        (Claim::Mean { accept, .. }, Some(measured)) => accept.holds(measured.mean),
        (Claim::Steadily { course, .. }, Some(measured)) if course.is_level() => {
            course.start.holds(measured.mean)
        }
        _ => told.verdict == Verdict::Pass,
    }
}

#[test]
fn retries_multiply_and_budgets_bound_them() {
    keeps_its_promises("retry-storm", 2, |variant| variant != "budget by successes, 9.1 % fail");
}

#[test]
fn a_herd_comes_back_as_its_jitter_says() {
    keeps_its_promises("thundering-herd", 100, |_| true);
}

#[test]
fn a_failure_outlives_its_trigger_where_retries_sustain_it() {
    keeps_its_promises("metastable", 1, |variant| !variant.ends_with("% load, 27 attempts"));
}

#[test]
fn a_hedge_cuts_the_tail_that_fan_out_makes() {
    let such = |variant: &str| variant == "no hedge" || variant == "hedge after 12 ms";
    keeps_its_promises("hedging", 4, such);
}

#[test]
fn a_hedge_without_a_budget_is_what_is_too_much() {
    keeps_its_promises("hedging", 1, |variant| variant.starts_with("overload"));
}

#[test]
fn a_slow_counter_starves_the_feed() {
    let such = |variant: &str| ["as built, saturated", "timeout, saturated"].contains(&variant);
    keeps_its_promises("feed-cascade", 1, such);
}

#[test]
fn those_that_are_left_carry_the_load_of_those_that_are_down() {
    keeps_its_promises("sizing", 2, |_| true);
}

#[test]
fn a_backlog_at_exactly_the_capacity_grows_like_the_square_root_of_time() {
    keeps_its_promises("critical", 400, |variant| variant.starts_with("ten seconds"));
}

#[test]
fn a_timeout_stands_between_two_cliffs() {
    let such = |variant: &str| variant.starts_with("page");
    keeps_its_promises("timeouts", 1, such);
}
