//! Systems that collapse in some replications: in which of the same ones they do, in both points.

use brownout_core::stats::{Confidence, Summary};

use crate::result::comparison::SameStates;
use crate::result::{ClientResult, Point};

/// The chance that is called none.
const LEVEL: f64 = 0.05;
/// The same where it is asked again and again.
const SURE: f64 = 0.01;

/// Of each client that both points have, and that collapsed in a replication of either. The points carry their values by
/// replication.
pub(super) fn of(baseline: &Point, other: &Point) -> Vec<SameStates> {
    let ours = clients(baseline);
    let pair = |(name, ours): (&String, &ClientResult)| {
        let (_, theirs) = clients(other).find(|(other, _)| *other == name)?;
        let states = ours.collapsed_in.iter().flatten().zip(theirs.collapsed_in.iter().flatten());
        let states: Vec<(bool, bool)> = states.filter_map(|(a, b)| (*a).zip(*b)).collect();
        states.iter().any(|(a, b)| a | b).then(|| told(name, &states))
    };
    ours.filter_map(pair).collect()
}

/// How far it is from being decided which point collapses more often: 0 where chance explains it no more, or where all
/// pairs are alike; else the half-width of the difference of both shares.
pub(super) fn undecided(states: &SameStates) -> f64 {
    let differ = states.baseline_only + states.other_only;
    if differ == 0 || states.p_value < SURE {
        return 0.0;
    }
    let each = [(-1.0, states.baseline_only), (1.0, states.other_only)];
    let each = each.into_iter().chain([(0.0, states.both + states.neither)]);
    let all: Summary =
        each.flat_map(|(value, count)| std::iter::repeat_n(value, count as usize)).collect();
    let told = brownout_core::stats::Estimate::of_summary(&all, Confidence::P95);
    told.half_width.unwrap_or(1.0)
}

fn clients(point: &Point) -> impl Iterator<Item = (&String, &ClientResult)> {
    let after = point.windows.iter().filter(|window| window.name == "after");
    after.flat_map(|window| &window.clients)
}

fn told(client: &str, states: &[(bool, bool)]) -> SameStates {
    let count = |state| states.iter().filter(|&&one| one == state).count() as u64;
    let (baseline_only, other_only) = (count((true, false)), count((false, true)));
    let p_value = sign_test(baseline_only, other_only);
    let verdict = match p_value < LEVEL {
        false => "no difference",
        true if other_only < baseline_only => "better",
        true => "worse",
    };
    SameStates {
        client: client.to_owned(),
        both: count((true, true)),
        baseline_only,
        other_only,
        neither: count((false, false)),
        p_value,
        verdict: verdict.to_owned(),
    }
}

/// The chance that a fair coin falls so unevenly or more so, to either side.
fn sign_test(heads: u64, tails: u64) -> f64 {
    let (all, few) = (heads + tails, heads.min(tails));
    // 2 Σ C(n, k) / 2ⁿ over k up to the smaller count; each term from the one before.
    let mut term = libm::exp2(-(all as f64));
    let mut sum = term;
    for k in 1..=few {
        term *= (all - k + 1) as f64 / k as f64;
        sum += term;
    }
    (2.0 * sum).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sign_test_is_that_of_the_binomial_distribution() {
        // Two-sided, of a fair coin: 2 (1 + 10 + 45) / 1024 for two of ten.
        assert_eq!(sign_test(2, 8), 112.0 / 1024.0);
        assert_eq!(sign_test(8, 2), 112.0 / 1024.0);
        assert_eq!((sign_test(0, 7), sign_test(0, 0), sign_test(3, 3)), (2.0 / 128.0, 1.0, 1.0));
    }

    #[test]
    fn who_collapses_less_often_is_better_and_equal_pairs_need_no_more_of_them() {
        let pairs = |both, first, second, neither| {
            let cells = [
                ((true, true), both),
                ((true, false), first),
                ((false, true), second),
                ((false, false), neither),
            ];
            let all = cells.into_iter().flat_map(|(state, n)| std::iter::repeat_n(state, n));
            told("app", &all.collect::<Vec<_>>())
        };
        let verdict = |told: &SameStates| told.verdict.clone();
        assert_eq!(verdict(&pairs(1, 8, 0, 1)), "better");
        assert_eq!(verdict(&pairs(1, 0, 8, 1)), "worse");
        assert_eq!(verdict(&pairs(1, 3, 0, 6)), "no difference");
        assert_eq!(undecided(&pairs(5, 0, 0, 5)), 0.0);
        assert_eq!(undecided(&pairs(0, 10, 0, 0)), 0.0);
        let open = undecided(&pairs(2, 4, 1, 3));
        assert!((0.3..0.6).contains(&open), "{open}");
    }
}
