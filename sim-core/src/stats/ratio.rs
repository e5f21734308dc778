//! The ratio of two means that were measured together.

use crate::stats::{Confidence, Summary};

/// A ratio of means, and its interval where that is bounded.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ratio {
    /// The one mean over the other.
    pub value: f64,
    /// The ends of the interval, which does not lie symmetrically about the value; `None` of a single pair.
    pub interval: Option<(f64, f64)>,
}

/// The mean of the second numbers over the mean of the first, of independent pairs, with its interval after Fieller
/// ("Some problems in interval estimation", Journal of the Royal Statistical Society B 16, 1954).
///
/// The interval holds all ratios θ for which `second − θ first` cannot be told from zero by Student's t. `None` where
/// that is no interval, because the mean of the first numbers itself cannot be told from zero, and of no pairs.
pub fn fieller(pairs: &[(f64, f64)], confidence: Confidence) -> Option<Ratio> {
    let first: Summary = pairs.iter().map(|pair| pair.0).collect();
    let second: Summary = pairs.iter().map(|pair| pair.1).collect();
    fieller_about((first.mean()?, second.mean()?), pairs, confidence)
}

/// The same of two numbers that belong to all pairs together and are not the means of theirs, such as percentiles of all
/// samples: spread is measured about those numbers (sectioning, see [`Estimate::sectioned`](super::Estimate::sectioned)).
pub fn fieller_about(
    (below, above): (f64, f64),
    pairs: &[(f64, f64)],
    confidence: Confidence,
) -> Option<Ratio> {
    let n = pairs.len() as f64;
    if below == 0.0 || pairs.is_empty() {
        return None;
    }
    let value = above / below;
    if pairs.len() == 1 {
        return Some(Ratio { value, interval: None });
    }
    let off = |product: fn(f64, f64) -> f64| {
        let products = pairs.iter().map(|pair| product(pair.0 - below, pair.1 - above));
        products.sum::<f64>() / (n - 1.0)
    };
    let (var_below, var_above) = (off(|a, _| a * a), off(|_, b| b * b));
    let covariance = off(|a, b| a * b);
    let t = confidence.t_quantile(pairs.len() as u64 - 1);
    let scale = t * t / n;
    // The roots of (above − θ below)² = scale · Var(second − θ first).
    let a = below * below - scale * var_below;
    let half_b = above * below - scale * covariance;
    let c = above * above - scale * var_above;
    if a <= 0.0 {
        return None;
    }
    let root = (half_b * half_b - a * c).max(0.0).sqrt();
    Some(Ratio { value, interval: Some(((half_b - root) / a, (half_b + root) / a)) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Key;

    #[test]
    fn a_constant_ratio_is_known_exactly_however_much_both_vary() {
        let pairs: Vec<(f64, f64)> = (1..10).map(|n| (f64::from(n), 3.0 * f64::from(n))).collect();
        let ratio = fieller(&pairs, Confidence::P95).unwrap();
        let (low, high) = ratio.interval.unwrap();
        assert!((ratio.value - 3.0).abs() < 1e-12 && (low - 3.0).abs() < 1e-6);
        assert!((high - 3.0).abs() < 1e-6);
    }

    #[test]
    fn about_the_means_it_is_the_ratio_of_means_and_about_others_it_is_wider() {
        let pairs = [(9.0, 20.0), (10.0, 19.0), (11.0, 21.0), (10.0, 20.0)];
        let width = |ratio: Option<Ratio>| {
            let (low, high) = ratio.unwrap().interval.unwrap();
            high - low
        };
        let means = fieller_about((10.0, 20.0), &pairs, Confidence::P95);
        assert_eq!(means, fieller(&pairs, Confidence::P95));
        let other = fieller_about((10.0, 21.0), &pairs, Confidence::P95);
        assert!(other.unwrap().value == 2.1 && width(other) > width(means));
    }

    #[test]
    fn a_fixed_denominator_leaves_the_interval_of_the_mean() {
        let values = [4.0, 6.0, 5.0, 7.0];
        let pairs = values.map(|value| (2.0, value));
        let (low, high) = fieller(&pairs, Confidence::P95).unwrap().interval.unwrap();
        let mean = crate::stats::Estimate::of(&values, Confidence::P95).interval().unwrap();
        assert!((low - mean.0 / 2.0).abs() < 1e-12 && (high - mean.1 / 2.0).abs() < 1e-12);
    }

    #[test]
    fn without_a_denominator_there_is_no_ratio_and_with_one_pair_no_interval() {
        assert_eq!(fieller(&[(1.0, 2.0), (-1.0, 3.0), (0.5, 2.0)], Confidence::P95), None);
        assert_eq!(fieller(&[(0.0, 1.0)], Confidence::P95), None);
        assert_eq!(fieller(&[], Confidence::P95), None);
        let one = fieller(&[(2.0, 3.0)], Confidence::P95).unwrap();
        assert_eq!((one.value, one.interval), (1.5, None));
    }

    #[test]
    fn the_interval_holds_the_true_ratio_as_often_as_promised() {
        let draw = |key: Key, part: u64| -libm::log(1.0 - key.with(part).uniform());
        let holds = |seed: u64| {
            let pair = |n: u64| {
                let key = Key::root(seed).with(n);
                let shared = draw(key, 0);
                (2.0 + shared + draw(key, 1), 3.0 + shared + 0.5 * draw(key, 2))
            };
            let pairs: Vec<(f64, f64)> = (0..20).map(pair).collect();
            let (low, high) = fieller(&pairs, Confidence::P95).unwrap().interval.unwrap();
            low <= 4.5 / 4.0 && 4.5 / 4.0 <= high
        };
        let share = (0..2000).filter(|&seed| holds(seed)).count() as f64 / 2000.0;
        assert!((0.93..=0.97).contains(&share), "{share}");
    }
}
