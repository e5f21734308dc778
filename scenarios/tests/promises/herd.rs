//! Each tenth of a second of the herd, held against what the waits of each jitter make of 10,000 clients.

use brownout_scenarios::experiment::{Options, run_point};
use brownout_scenarios::library;

/// A wait is uniform between two times, in seconds.
type Wait = (f64, f64);

const CLIENTS: f64 = 10_000.0;
/// What is expected to be less than this a second is rare enough that 5 % of it is chance.
const MUCH: f64 = 1_000.0;

/// The share of such waits that are over before `t`.
fn over(t: f64, (low, high): Wait) -> f64 {
    match high > low {
        true => ((t - low) / (high - low)).clamp(0.0, 1.0),
        false => f64::from(u8::from(t > low)),
    }
}

/// How many attempts a client has made before `t`, on average: one at 0 s, one after its first wait, and one after its
/// second, which may depend on the first.
fn attempts(t: f64, first: Wait, second: fn(f64) -> Wait) -> f64 {
    const PARTS: u32 = 10_000;
    let share = |part: u32| (f64::from(part) + 0.5) / f64::from(PARTS);
    let third = (0..PARTS).map(|part| {
        let wait = first.0 + (first.1 - first.0) * share(part);
        over(t - wait, second(wait))
    });
    over(t, (0.0, 0.0)) + over(t, first) + third.sum::<f64>() / f64::from(PARTS)
}

/// Holds all tenths of the 12 s after the failure to 5 % of what is expected there, or of 1,000/s where that is less.
/// Tells in how many of them more than 1,000/s are expected.
fn is_as_its_waits_say(variant: &str, first: Wait, second: fn(f64) -> Wait) -> usize {
    let document = library::find("thundering-herd").unwrap().document().unwrap();
    let plan = document.point(Some(variant), &[]).unwrap().plan;
    let options = Options { series: true, ..Options::replications(100) };
    let series = run_point(&plan, options, &()).unwrap().point.series.unwrap();
    let seen = &series.edges["apps"].attempts_per_s;
    let at = |tenth: u32| attempts(f64::from(tenth) / 10.0, first, second);
    let mut judged = 0;
    for tenth in 0..120 {
        let expected = CLIENTS * (at(tenth + 1) - at(tenth)) / 0.1;
        let told = seen[100 + tenth as usize];
        judged += usize::from(expected > MUCH);
        assert!(
            (told - expected).abs() < 0.05 * expected.max(MUCH),
            "{variant}, tenth {tenth}: {told} instead of {expected}"
        );
    }
    judged
}

#[test]
fn without_jitter_all_come_back_at_once_twice() {
    assert_eq!(is_as_its_waits_say("no jitter", (1.0, 1.0), |_| (2.0, 2.0)), 3);
}

#[test]
fn equal_jitter_makes_a_step_and_a_trapezoid() {
    assert_eq!(is_as_its_waits_say("equal jitter", (1.0, 2.0), |_| (2.0, 4.0)), 37);
}

#[test]
fn full_jitter_makes_two_waves_that_overlap() {
    assert_eq!(is_as_its_waits_say("full jitter", (0.0, 2.0), |_| (0.0, 4.0)), 52);
}

#[test]
fn decorrelated_jitter_makes_a_wave_and_a_long_tail() {
    let second = |first: f64| (1.0, 3.0 * first);
    assert_eq!(is_as_its_waits_say("decorrelated jitter", (1.0, 3.0), second), 63);
}
