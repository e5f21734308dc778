//! Whether the batches of a series hang together.

/// The correlation of neighbours in series of batch means, of all of them together: 1 − η / 2 with von Neumann's ratio η, the
/// mean square of successive differences over the variance (von Neumann, "Distribution of the ratio of the mean square
/// successive difference to the variance", Annals of Mathematical Statistics 12, 1941).
///
/// It is 0 in the mean of independent values, near 1 where each is about what the one before it was, as on a slope or a
/// walk, and below 0 where they alternate. Each series is held against its own mean. Means of batches that are long
/// against the memory of a series are nearly independent, so that a correlation says that the series is too short
/// (Fishman, "Grouping observations in digital simulation", Management Science 24, 1978; Law and Carson, "A sequential
/// procedure for determining the length of a steady-state simulation", Operations Research 27, 1979, demand less than
/// 0.4). `None` where nothing varies, or no series has three values.
pub fn serial_correlation(series: &[Vec<f64>]) -> Option<f64> {
    let (mut steps, mut spread, mut size) = (0.0, 0.0, 0.0);
    for values in series.iter().filter(|values| values.len() > 2) {
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        let square = |number: f64| number * number;
        // Of n independent values, n − 1 steps have twice the sum of squares.
        steps += values.windows(2).map(|two| square(two[1] - two[0])).sum::<f64>();
        spread += values.iter().map(|value| square(value - mean)).sum::<f64>();
        size += values.iter().copied().map(square).sum::<f64>();
    }
    // What is left of equal numbers by rounding does not vary.
    (spread > 1e-18 * size).then(|| 1.0 - steps / (2.0 * spread))
}

#[cfg(test)]
mod tests {
    use super::serial_correlation;
    use crate::random::Key;

    fn noise(series: u64, n: u64) -> f64 {
        Key::root(7).with(series).draw(n) - 0.5
    }

    #[test]
    fn independent_values_have_none_walks_nearly_all_and_alternating_ones_less_than_none() {
        let all = |of: &dyn Fn(u64) -> Vec<f64>| -> Vec<Vec<f64>> { (0..100).map(of).collect() };
        let independent = all(&|series| (0..20).map(|n| noise(series, n)).collect());
        let walks = all(&|series| {
            let mut at = 0.0;
            (0..20)
                .map(|n| {
                    at += noise(series, n);
                    at
                })
                .collect()
        });
        let found = serial_correlation(&independent).unwrap();
        assert!(found.abs() < 0.05, "{found}");
        let found = serial_correlation(&walks).unwrap();
        assert!(found > 0.75, "{found}");
        let slope: Vec<f64> = (0..20).map(f64::from).collect();
        assert!(serial_correlation(&[slope]).unwrap() > 0.95);
        assert!(serial_correlation(&[vec![1.0, 2.0, 1.0, 2.0, 1.0]]).unwrap() < -0.5);
    }

    #[test]
    fn a_moving_average_has_the_correlation_of_theory() {
        // Neighbours share one of two equal parts.
        let averages =
            |series| (0..2_000).map(|n| noise(series, n) + noise(series, n + 1)).collect();
        let found = serial_correlation(&[averages(1), averages(2)]).unwrap();
        assert!((found - 0.5).abs() < 0.03, "{found}");
    }

    #[test]
    fn what_does_not_vary_has_none_to_tell() {
        assert_eq!(serial_correlation(&[vec![0.1 + 0.2, 0.3, 0.3, 0.1 + 0.2]]), None);
        assert_eq!(serial_correlation(&[vec![1.0, 2.0]]), None);
        assert_eq!(serial_correlation(&[]), None);
    }
}
