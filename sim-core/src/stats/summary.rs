//! Count, mean, variance, least and greatest of a stream of numbers.

/// The first two moments and the range of some numbers, in constant memory.
///
/// Welford's recurrence (Technometrics 4, 1962), merged by Chan, Golub and LeVeque (1979): stable where the numbers
/// are large against their spread. Merge in a fixed order: the last bits depend on it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Summary {
    count: u64,
    mean: f64,
    /// The sum of squares about the mean.
    squares: f64,
    least: f64,
    greatest: f64,
}

impl Default for Summary {
    fn default() -> Summary {
        let (least, greatest) = (f64::INFINITY, f64::NEG_INFINITY);
        Summary { count: 0, mean: 0.0, squares: 0.0, least, greatest }
    }
}

impl Summary {
    /// The summary of nothing.
    pub fn new() -> Summary {
        Summary::default()
    }

    /// Takes in one number.
    #[inline]
    pub fn record(&mut self, value: f64) {
        self.count += 1;
        let off = value - self.mean;
        self.mean += off / self.count as f64;
        self.squares += off * (value - self.mean);
        self.least = self.least.min(value);
        self.greatest = self.greatest.max(value);
    }

    /// Takes in all that `later` has taken in.
    pub fn merge(&mut self, later: &Summary) {
        if later.count == 0 {
            return;
        }
        let (ours, theirs) = (self.count as f64, later.count as f64);
        let off = later.mean - self.mean;
        self.mean += off * (theirs / (ours + theirs));
        self.squares += later.squares + off * off * (ours * theirs / (ours + theirs));
        self.count += later.count;
        self.least = self.least.min(later.least);
        self.greatest = self.greatest.max(later.greatest);
    }

    /// How many numbers there were.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Their mean; `None` without any.
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0).then_some(self.mean)
    }

    /// The unbiased estimate of their variance (divisor n − 1); `None` with fewer than two.
    pub fn variance(&self) -> Option<f64> {
        (self.count > 1).then(|| self.squares / (self.count - 1) as f64)
    }

    /// The least; `None` without any.
    pub fn min(&self) -> Option<f64> {
        (self.count > 0).then_some(self.least)
    }

    /// The greatest; `None` without any.
    pub fn max(&self) -> Option<f64> {
        (self.count > 0).then_some(self.greatest)
    }
}

impl FromIterator<f64> for Summary {
    fn from_iter<I: IntoIterator<Item = f64>>(values: I) -> Summary {
        let mut summary = Summary::new();
        values.into_iter().for_each(|value| summary.record(value));
        summary
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_spreads_about_large_numbers_survive() {
        let summary: Summary = [4.0, 7.0, 13.0, 16.0].map(|x| x + 1e9).into_iter().collect();
        assert_eq!(
            (summary.count(), summary.mean(), summary.variance()),
            (4, Some(1e9 + 10.0), Some(30.0))
        );
        assert_eq!((summary.min(), summary.max()), (Some(1e9 + 4.0), Some(1e9 + 16.0)));
    }

    #[test]
    fn merging_parts_gives_the_summary_of_the_whole() {
        let values: Vec<f64> = (0..1000).map(|n| f64::from(n * n % 977)).collect();
        let whole: Summary = values.iter().copied().collect();
        let mut merged = Summary::new();
        for part in [0..1, 1..1, 1..700, 700..1000] {
            merged.merge(&values[part].iter().copied().collect());
        }
        assert_eq!((merged.count(), merged.min(), merged.max()), (1000, whole.min(), whole.max()));
        assert!((merged.mean().unwrap() / whole.mean().unwrap() - 1.0).abs() < 1e-14);
        assert!((merged.variance().unwrap() / whole.variance().unwrap() - 1.0).abs() < 1e-13);
    }

    #[test]
    fn nothing_has_no_moments_and_one_number_no_variance() {
        assert_eq!((Summary::new().mean(), Summary::new().min()), (None, None));
        let one: Summary = [5.0].into_iter().collect();
        assert_eq!((one.mean(), one.variance()), (Some(5.0), None));
    }
}
