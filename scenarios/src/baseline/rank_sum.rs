//! The rank-sum test of two samples: how likely it is that chance alone sets them apart like this or more.
//!
//! If both samples come from the same distribution, whatever it is, every way to deal the values out to the two sides is
//! equally likely. The test counts the ways in which the sum of one side's ranks lies as far from its mean or further
//! (Wilcoxon 1945; Mann and Whitney 1947). Equal values share their ranks, and are dealt out like all others.

/// Up to this many values together every way is counted; beyond, the sum is taken as normal, whose tails are longer.
const EXACTLY: usize = 64;

/// The probability of both tails together; 1 if one of the samples is empty.
pub(super) fn two_sided(ours: &[f64], theirs: &[f64]) -> f64 {
    if ours.is_empty() || theirs.is_empty() {
        return 1.0;
    }
    let ranks = doubled_ranks(ours, theirs);
    let sum: u64 = ranks[..ours.len()].iter().sum();
    if ranks.len() <= EXACTLY {
        exact(&ranks, ours.len(), sum)
    } else {
        normal(&ranks, ours.len(), sum)
    }
}

/// The least probability that samples of these sizes can have: when all of one lie beyond all of the other.
pub(super) fn least(ours: u64, theirs: u64) -> f64 {
    // Two ways of all that there are: one over the binomial coefficient, factor by factor.
    let ways = (1..=ours).map(|number| (theirs + number) as f64 / number as f64).product::<f64>();
    (2.0 / ways).min(1.0)
}

/// Twice the rank of each value among all, those of `ours` first; equal values share the mean of their ranks.
fn doubled_ranks(ours: &[f64], theirs: &[f64]) -> Vec<u64> {
    let all: Vec<f64> = ours.iter().chain(theirs).copied().collect();
    let rank = |value: &f64| {
        let below = all.iter().filter(|other| *other < value).count() as u64;
        let equal = all.iter().filter(|other| *other == value).count() as u64;
        2 * below + equal + 1
    };
    all.iter().map(rank).collect()
}

/// How far twice the rank sum lies from twice its mean, which is a whole number.
fn distance(sum: u64, of: usize, all: usize) -> u64 {
    sum.abs_diff(of as u64 * (all as u64 + 1))
}

fn exact(ranks: &[u64], of: usize, sum: u64) -> f64 {
    let total: u64 = ranks.iter().sum();
    // ways[k][s]: in how many ways k of the ranks so far sum up to s.
    let mut ways = vec![vec![0.0f64; total as usize + 1]; of + 1];
    ways[0][0] = 1.0;
    for &rank in ranks {
        let rank = rank as usize;
        for k in (1..=of).rev() {
            let (fewer, these) = ways.split_at_mut(k);
            for s in (rank..=total as usize).rev() {
                these[0][s] += fewer[k - 1][s - rank];
            }
        }
    }
    let seen = distance(sum, of, ranks.len());
    let far = |&(s, _): &(usize, &f64)| distance(s as u64, of, ranks.len()) >= seen;
    let all: f64 = ways[of].iter().sum();
    ways[of].iter().enumerate().filter(far).map(|(_, ways)| ways).sum::<f64>() / all
}

fn normal(ranks: &[u64], of: usize, sum: u64) -> f64 {
    let (n, m) = (of as f64, (ranks.len() - of) as f64);
    let mean = (n + m + 1.0) / 2.0;
    let squares: f64 = ranks.iter().map(|&rank| (rank as f64 / 2.0 - mean).powi(2)).sum();
    // The variance of the sum of n ranks drawn without replacement.
    let variance = n * m / (n + m) / (n + m - 1.0) * squares;
    if variance == 0.0 {
        return 1.0;
    }
    let z = distance(sum, of, ranks.len()) as f64 / 2.0 / variance.sqrt();
    libm::erfc(z / std::f64::consts::SQRT_2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(range: std::ops::Range<i32>) -> Vec<f64> {
        range.map(f64::from).collect()
    }

    #[test]
    fn small_samples_have_the_probabilities_of_the_tables() {
        // Mann and Whitney (1947), table I: n = m = 4, U = 1: one tail 0.029; U = 0: 0.014.
        let apart = two_sided(&count(0..4), &count(4..8));
        assert!((apart - 2.0 / 70.0).abs() < 1e-12);
        let almost = two_sided(&[0.0, 1.0, 2.0, 4.0], &[3.0, 5.0, 6.0, 7.0]);
        assert!((almost - 4.0 / 70.0).abs() < 1e-12);
        assert!((least(4, 4) - apart).abs() < 1e-12);
        assert!((least(10, 10) - 2.0 / 184_756.0).abs() < 1e-15);
    }

    #[test]
    fn what_is_the_same_is_not_told_apart() {
        assert_eq!(two_sided(&[1.0; 9], &[1.0; 9]), 1.0);
        assert_eq!(two_sided(&[1.0; 40], &[1.0; 40]), 1.0);
        assert_eq!(two_sided(&count(0..10), &count(0..10)), 1.0);
        assert_eq!(two_sided(&[], &[1.0]), 1.0);
        assert!(two_sided(&[f64::NEG_INFINITY, 1.0], &[1.0, f64::NEG_INFINITY]) == 1.0);
    }

    #[test]
    fn equal_values_on_either_side_are_set_apart_as_exactly_as_any_others() {
        assert!((two_sided(&[0.0; 10], &[1.0; 10]) - least(10, 10)).abs() < 1e-15);
    }

    #[test]
    fn the_normal_tail_takes_over_without_a_step_and_is_the_longer_one() {
        let both = |shift: f64| {
            let shifted: Vec<f64> = count(0..32).iter().map(|value| value + shift).collect();
            let ranks = doubled_ranks(&count(0..32), &shifted);
            let sum = ranks[..32].iter().sum();
            (exact(&ranks, 32, sum), normal(&ranks, 32, sum))
        };
        let (near, far) = (both(4.5), both(20.5));
        assert!((near.1 / near.0 - 1.0).abs() < 0.1, "{near:?}");
        assert!(far.0 < 1e-9 && far.0 < far.1, "{far:?}");
    }
}
