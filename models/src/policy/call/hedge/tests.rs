//! A hedge, asked by hand.

use super::super::trial::{Trial, budget};
use super::*;

const PASS: After = After::Pass;

fn hedge(copies: u32) -> Hedge {
    let spec = Spec { copies, ..Spec::after(Span::from_millis(10)) };
    Hedge::new(&spec, true, &mut Delays::default())
}

fn wakes_after(verdict: Before) -> Option<Span> {
    match verdict {
        Before::ProceedAndWake(delay) => Some(delay.span()),
        Before::Proceed => None,
        other => panic!("a hedge lets every call in, and said {other:?}"),
    }
}

#[test]
fn each_copy_comes_a_delay_after_the_one_before_and_there_are_no_more_than_allowed() {
    let mut policy = hedge(2);
    let mut call = Trial::at(0);
    assert_eq!(wakes_after(call.enters(&mut policy)), Some(Span::from_millis(10)));
    let first = call.after(10).wakes(&mut policy, None);
    assert!(matches!(first, OnTimer::LaunchAnother(Some(_))));
    assert_eq!(call.after(10).wakes(&mut policy, None), OnTimer::LaunchAnother(None));
    assert_eq!(call.after(10).wakes(&mut policy, None), OnTimer::Nothing);
}

#[test]
fn the_first_answer_wins_and_a_failure_waits_for_the_copies_under_way() {
    let mut policy = hedge(1);
    let mut call = Trial::at(0);
    call.enters(&mut policy);
    call.after(10).wakes(&mut policy, None);
    assert_eq!(call.gets(&mut policy, Kind::Failed), After::Hold);
    assert_eq!(call.gets(&mut policy, Kind::Ok), PASS);
    // The last one passes, whatever it is; and so does what says that the request itself is wrong.
    let mut alone = Trial::at(0);
    alone.enters(&mut policy);
    assert_eq!(alone.gets(&mut policy, Kind::Failed), PASS);
    let mut wrong = Trial::at(0);
    wrong.enters(&mut policy);
    wrong.after(10).wakes(&mut policy, None);
    assert_eq!(wrong.gets(&mut policy, Kind::Invalid), PASS);
}

#[test]
fn a_copy_costs_a_token_of_the_budget_and_without_one_there_is_none() {
    let mut policy = hedge(1);
    let mut budget = budget(0.5);
    let copies = [0; 4].map(|_| {
        let mut call = Trial::at(0);
        call.enters_with(&mut policy, Some(&mut budget));
        call.after(10).wakes(&mut policy, Some(&mut budget)) != OnTimer::Nothing
    });
    assert_eq!(copies, [false, true, false, true]);
}

#[test]
fn a_percentile_is_waited_for_once_enough_calls_have_been_seen() {
    let (percentile, min_samples) = (Share::new(0.9), Some(10));
    let spec = Spec { after: None, percentile, min_samples, ..Spec::after(Span::ZERO) };
    let mut policy = Hedge::new(&spec, true, &mut Delays::default());
    for n in 1..=10 {
        let mut call = Trial::at(0);
        assert_eq!(wakes_after(call.enters(&mut policy)), None, "{n} calls have not been seen yet");
        call.after(10 * n).gets(&mut policy, Kind::Ok);
    }
    // Nine of ten took at most 90 ms; a percentile is told up to a sixteenth too long.
    let delay = wakes_after(Trial::at(200).enters(&mut policy)).unwrap();
    assert!((Span::from_millis(90)..=Span::from_millis(96)).contains(&delay), "{delay}");
}
