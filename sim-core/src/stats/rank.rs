//! Which of n ordered samples a quantile is: the one definition that all histograms share.

/// The position, from 1 to `n`, of the sample that is the `q`-quantile of `n > 0` ordered samples: ⌈q n⌉, at least 1.
///
/// So at least the share `q` of the samples is no larger than it. A product within rounding of a whole number counts
/// as that number: the 7 %-quantile of a hundred samples is the seventh, although `0.07 * 100.0 > 7.0`.
pub(super) fn rank(q: f64, n: u64) -> u64 {
    let exact = q.clamp(0.0, 1.0) * n as f64;
    let nearest = exact.round();
    let whole = if (exact - nearest).abs() <= 1e-12 * exact { nearest } else { exact.ceil() };
    (whole as u64).clamp(1, n)
}

#[cfg(test)]
mod tests {
    use super::rank;

    #[test]
    fn a_quantile_of_whole_rank_is_that_sample_and_not_the_next() {
        for percent in 1..=100_u64 {
            assert_eq!(rank(percent as f64 / 100.0, 100), percent);
        }
        assert_eq!(rank(0.999, 1000), 999);
        assert_eq!(rank(0.5, 3), 2);
    }

    #[test]
    fn the_outermost_quantiles_are_the_first_and_the_last_sample() {
        assert_eq!(rank(0.0, 10), 1);
        assert_eq!(rank(-1.0, 10), 1);
        assert_eq!(rank(1.0, 10), 10);
        assert_eq!(rank(7.0, 10), 10);
        assert_eq!(rank(f64::NAN, 10), 1);
    }
}
