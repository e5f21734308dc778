//! The balancers, asked by hand.

use brownout_core::random::Key;

use super::contract::{Balancer, Choice, Target};
use super::least_outstanding::LeastOutstanding;
use super::random::Random;
use super::round_robin::RoundRobin;
use super::two_choices::TwoChoices;
use crate::ids::InstanceId;

/// Targets with so many attempts under way; those to avoid are named by their place.
fn targets(outstanding: &[u32], avoid: &[usize]) -> Vec<Target> {
    let target = |(at, &outstanding): (usize, &u32)| Target {
        instance: InstanceId(at as u32),
        outstanding,
        avoid: avoid.contains(&at),
    };
    outstanding.iter().enumerate().map(target).collect()
}

fn choose(balancer: &mut dyn Balancer, targets: &[Target], times: u64) -> Vec<usize> {
    let choice = |n| balancer.choose(&Choice { targets, key: Key::root(n) });
    (0..times).map(choice).collect()
}

/// How often each of three targets was chosen.
fn counts(choices: &[usize]) -> [usize; 3] {
    [0, 1, 2].map(|at| choices.iter().filter(|&&choice| choice == at).count())
}

#[test]
fn round_robin_takes_each_in_turn_from_its_own_start_and_leaves_out_whom_to_avoid() {
    let mut balancer = RoundRobin::starting_at(4);
    assert_eq!(choose(&mut balancer, &targets(&[9, 0, 0], &[]), 5), [1, 2, 0, 1, 2]);
    assert_eq!(choose(&mut balancer, &targets(&[9, 0, 0], &[0]), 4), [1, 2, 1, 2]);
}

#[test]
fn random_gives_each_the_same_chance_whatever_is_under_way() {
    let all = counts(&choose(&mut Random, &targets(&[9, 0, 0], &[]), 30_000));
    assert!(all.iter().all(|count| count.abs_diff(10_000) < 300), "{all:?}");
    let [none, one, other] = counts(&choose(&mut Random, &targets(&[0, 0, 0], &[0]), 20_000));
    assert!(none == 0 && one.abs_diff(10_000) < 300 && other.abs_diff(10_000) < 300);
}

#[test]
fn who_looks_at_no_target_chooses_the_same_without_seeing_them() {
    let seen = choose(&mut RoundRobin::starting_at(4), &targets(&[1; 3], &[]), 7);
    let mut unseen = RoundRobin::starting_at(4);
    assert_eq!([0; 7].map(|_| unseen.choose_unseen(3, Key::root(0)).unwrap()), *seen);
    let seen = choose(&mut Random, &targets(&[1; 3], &[]), 100);
    let unseen = (0..100).map(|n| Random.choose_unseen(3, Key::root(n)).unwrap());
    assert!(unseen.eq(seen));
    assert_eq!(TwoChoices.choose_unseen(3, Key::root(0)), None);
    assert_eq!(LeastOutstanding::starting_at(0).choose_unseen(3, Key::root(0)), None);
}

#[test]
fn two_choices_never_takes_the_busiest_and_the_best_two_times_in_three() {
    let found = counts(&choose(&mut TwoChoices, &targets(&[2, 1, 0], &[]), 30_000));
    assert!(found[0] == 0 && found[1].abs_diff(10_000) < 300, "{found:?}");
    // Among equals the first of the two draws wins, which is each with the same chance.
    let equal = counts(&choose(&mut TwoChoices, &targets(&[1, 1, 1], &[]), 30_000));
    assert!(equal.iter().all(|count| count.abs_diff(10_000) < 300), "{equal:?}");
    let avoiding = counts(&choose(&mut TwoChoices, &targets(&[5, 9, 0], &[2]), 100));
    assert_eq!(avoiding, [100, 0, 0]);
    let only = counts(&choose(&mut TwoChoices, &targets(&[5, 9, 0], &[1, 2]), 100));
    assert_eq!(only, [100, 0, 0]);
}

#[test]
fn least_outstanding_takes_the_least_busy_and_equals_in_turn() {
    let mut balancer = LeastOutstanding::starting_at(0);
    assert_eq!(choose(&mut balancer, &targets(&[3, 1, 2], &[]), 3), [1, 1, 1]);
    assert_eq!(choose(&mut balancer, &targets(&[1, 1, 1], &[]), 4), [2, 0, 1, 2]);
    assert_eq!(choose(&mut balancer, &targets(&[1, 0, 1], &[1]), 3), [0, 2, 0]);
}
