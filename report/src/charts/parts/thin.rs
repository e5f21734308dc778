//! Fewer steps for long runs: no chart needs more of them than it has pixels.

/// The most steps that a plot shows.
const MOST: usize = 720;

/// How many steps are drawn as one.
pub(in crate::charts) fn together(steps: usize) -> usize {
    steps.div_ceil(MOST).max(1)
}

/// Rates and levels: the mean of the steps that are drawn as one, which loses nothing of their sum.
pub(in crate::charts) fn means(values: &[f64], together: usize) -> Vec<f64> {
    let mean = |steps: &[f64]| steps.iter().sum::<f64>() / steps.len() as f64;
    values.chunks(together).map(mean).collect()
}

/// Percentiles: the worst of the steps that are drawn as one, since a mean of percentiles means nothing.
pub(in crate::charts) fn worst(values: &[Option<f64>], together: usize) -> Vec<Option<f64>> {
    values.chunks(together).map(|steps| steps.iter().copied().flatten().reduce(f64::max)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_series_are_drawn_as_they_are() {
        assert_eq!(together(0), 1);
        assert_eq!(together(720), 1);
        assert_eq!(together(3_600), 5);
        assert_eq!(means(&[1.0, 3.0, 5.0], 2), [2.0, 5.0]);
        assert_eq!(worst(&[None, Some(3.0), None, None], 2), [Some(3.0), None]);
    }
}
