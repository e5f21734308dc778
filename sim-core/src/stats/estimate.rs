//! A mean over replications and how far it can be trusted.

use crate::dist::special::normal_quantile;
use crate::stats::student;
use crate::stats::summary::Summary;
use crate::units::Share;

/// How often an interval is to contain the true value.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Confidence {
    /// In 95 of 100 experiments.
    #[default]
    P95,
    /// In 99 of 100 experiments.
    P99,
}

/// The mean of one number over independent replications, with a confidence interval of mean ± half-width.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The mean, or what stands in its place; NaN of no values at all.
    pub mean: f64,
    /// Half the width of the interval; `None` where fewer than two values leave it unknown, 0 where all are equal.
    pub half_width: Option<f64>,
}

impl Confidence {
    /// The probability itself.
    pub fn probability(self) -> f64 {
        match self {
            Confidence::P95 => 0.95,
            Confidence::P99 => 0.99,
        }
    }

    /// How many standard errors the interval reaches to either side, for `degrees` > 0 degrees of freedom.
    pub fn t_quantile(self, degrees: u64) -> f64 {
        student::two_sided_quantile(self.probability(), degrees, self.normal_quantile())
    }

    /// The same for a known variance: 1.96 or 2.58.
    pub fn normal_quantile(self) -> f64 {
        normal_quantile((1.0 + self.probability()) / 2.0)
    }
}

impl Estimate {
    /// The mean of `values`, one per replication, and its interval by Student's t.
    ///
    /// Exact for independent normal values; close for means of many requests (Law, "Simulation Modeling and
    /// Analysis", 5th ed., §4.5 and §9.4.1).
    pub fn of(values: &[f64], confidence: Confidence) -> Estimate {
        let n = values.len() as f64;
        let mean = values.iter().sum::<f64>() / n;
        if values.len() < 2 {
            return Estimate { mean, half_width: None };
        }
        if values.iter().all(|value| *value == values[0]) {
            return Estimate { mean: values[0], half_width: Some(0.0) };
        }
        let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
        let standard_error = (squares / (n - 1.0) / n).sqrt();
        let half_width = confidence.t_quantile(values.len() as u64 - 1) * standard_error;
        Estimate { mean, half_width: Some(half_width) }
    }

    /// The same of values that were taken in one by one and not kept.
    pub fn of_summary(summary: &Summary, confidence: Confidence) -> Estimate {
        let mean = summary.mean().unwrap_or(f64::NAN);
        let half_width = match summary.variance() {
            None => None,
            Some(_) if summary.min() == summary.max() => Some(0.0),
            Some(variance) => {
                let standard_error = (variance / summary.count() as f64).sqrt();
                Some(confidence.t_quantile(summary.count() - 1) * standard_error)
            }
        };
        Estimate { mean, half_width }
    }

    /// A number that belongs to all replications together, with the interval that its `sections` give it: the same
    /// number of each replication alone.
    ///
    /// Sectioning: spread is measured about the number of the whole and not about the mean of the sections. A percentile
    /// of all samples together is biased far less than the mean of percentiles of few (Asmussen and Glynn, "Stochastic
    /// Simulation", 2007, §III.5; Nakayama, "Confidence intervals for quantiles using sectioning when applying
    /// variance-reduction techniques", ACM TOMACS 24, 2014).
    pub fn sectioned(whole: f64, sections: &Summary, confidence: Confidence) -> Estimate {
        let about = |variance: f64, mean: f64| {
            let n = sections.count() as f64;
            variance / n + (mean - whole) * (mean - whole) / (n - 1.0)
        };
        let square = sections.variance().zip(sections.mean());
        let square = square.map(|(variance, mean)| about(variance, mean));
        // Sections that are all equal to the whole differ from it by nothing, not even by a rounding error.
        let same = sections.min() == Some(whole) && sections.max() == Some(whole);
        let half_width = square.map(|square| match same {
            true => 0.0,
            false => confidence.t_quantile(sections.count() - 1) * square.sqrt(),
        });
        Estimate { mean: whole, half_width }
    }

    /// The lower and the upper end of the interval; `None` where it is unknown.
    pub fn interval(self) -> Option<(f64, f64)> {
        self.half_width.map(|half| (self.mean - half, self.mean + half))
    }
}

/// The means of `batches` equal stretches of one long series, oldest first; what does not fill a batch is left out at
/// the beginning.
///
/// If the stretches are long against the memory of the series, their means are close to independent, and
/// [`Estimate::of`] them is an interval from a single run (Law, §9.5.3). `None` if there are fewer values than batches,
/// or no batches.
pub fn batch_means(values: &[f64], batches: usize) -> Option<Vec<f64>> {
    let size = values.len().checked_div(batches).filter(|&size| size > 0)?;
    let whole = &values[values.len() - size * batches..];
    Some(whole.chunks_exact(size).map(|batch| batch.iter().sum::<f64>() / size as f64).collect())
}

/// The interval of a share of which `successes` of `n` > 0 independent trials were seen, after Wilson.
///
/// Keeps its promise near 0 and 1, where mean ± half-width fails (Wilson 1927; Brown, Cai and DasGupta, "Interval
/// estimation for a binomial proportion", Statistical Science 2001). `None` without trials.
///
/// # Panics
/// If there are more successes than trials.
pub fn wilson(successes: u64, n: u64, confidence: Confidence) -> Option<(Share, Share)> {
    assert!(successes <= n, "no more trials can succeed than were made");
    if n == 0 {
        return None;
    }
    let (n, z) = (n as f64, confidence.normal_quantile());
    let share = successes as f64 / n;
    let shrink = 1.0 + z * z / n;
    let centre = (share + z * z / (2.0 * n)) / shrink;
    let half = z / shrink * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
    let low = if share == 0.0 { 0.0 } else { (centre - half).max(0.0) };
    let high = if share == 1.0 { 1.0 } else { (centre + half).min(1.0) };
    Share::new(low).zip(Share::new(high))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_is_the_textbook_one() {
        // Law, "Simulation Modeling and Analysis", example 4.27: ten values, 90 % there, 95 % here by the same s.
        let values = [1.20, 1.50, 1.68, 1.89, 0.95, 1.49, 1.58, 1.55, 0.50, 1.09];
        let estimate = Estimate::of(&values, Confidence::P95);
        assert!((estimate.mean - 1.343).abs() < 1e-12);
        let standard_error = (0.17_f64 / 10.0).sqrt();
        assert!((estimate.half_width.unwrap() - 2.262 * standard_error).abs() < 0.005);
        assert!(Estimate::of(&values, Confidence::P99).half_width > estimate.half_width);
    }

    #[test]
    fn sections_spread_about_the_whole_and_not_about_their_own_mean() {
        let sections: Summary = [1.0, 2.0, 3.0].into_iter().collect();
        let mean = Estimate::of_summary(&sections, Confidence::P95);
        assert_eq!(Estimate::sectioned(2.0, &sections, Confidence::P95), mean);
        // Squares about 3: 4 + 1 + 0, over 3 times 2.
        let about = Estimate::sectioned(3.0, &sections, Confidence::P95);
        let expected = Confidence::P95.t_quantile(2) * (5.0_f64 / 6.0).sqrt();
        assert!((about.half_width.unwrap() - expected).abs() < 1e-12 && about.mean == 3.0);
        let of = |sections: &[f64], whole| {
            let sections = sections.iter().copied().collect();
            Estimate::sectioned(whole, &sections, Confidence::P95).half_width
        };
        assert_eq!((of(&[0.1; 10], 0.1), of(&[0.1], 0.1)), (Some(0.0), None));
    }

    #[test]
    fn one_value_has_no_interval_and_equal_values_have_a_point() {
        assert_eq!(Estimate::of(&[3.0], Confidence::P95), Estimate { mean: 3.0, half_width: None });
        assert_eq!(Estimate::of(&[3.0; 5], Confidence::P95).interval(), Some((3.0, 3.0)));
        assert!(Estimate::of(&[], Confidence::P95).mean.is_nan());
    }

    #[test]
    fn the_spread_counts_as_zero_only_if_all_values_are_equal() {
        // The sum of equal values rounds, so their mean may miss them by a bit.
        let equal = Estimate::of(&[0.1; 10], Confidence::P95);
        assert_eq!(equal.half_width, Some(0.0));
        assert!(Estimate::of(&[1.0, 1.0 + f64::EPSILON], Confidence::P95).half_width > Some(0.0));
    }

    #[test]
    fn values_taken_in_one_by_one_give_the_same_interval() {
        for values in [&[1.2, 1.5, 0.95, 1.58][..], &[0.1; 7], &[3.0]] {
            let mut summary = Summary::new();
            values.iter().for_each(|&value| summary.record(value));
            let (kept, not) = (
                Estimate::of(values, Confidence::P95),
                Estimate::of_summary(&summary, Confidence::P95),
            );
            assert!((kept.mean - not.mean).abs() < 1e-12);
            let differ = |(a, b): (f64, f64)| (a - b).abs() > 1e-12;
            assert!(!kept.half_width.zip(not.half_width).is_some_and(differ));
            assert_eq!(kept.half_width.is_some(), not.half_width.is_some());
        }
        assert!(Estimate::of_summary(&Summary::new(), Confidence::P95).mean.is_nan());
    }

    #[test]
    fn batches_are_equal_and_drop_the_oldest_values() {
        let values = [9.0, 1.0, 3.0, 5.0, 7.0];
        assert_eq!(batch_means(&values, 2), Some(vec![2.0, 6.0]));
        assert_eq!(batch_means(&values, 5), Some(values.to_vec()));
        assert_eq!((batch_means(&values, 6), batch_means(&values, 0)), (None, None));
    }

    #[test]
    fn wilson_gives_the_published_interval_and_stays_within_0_and_1() {
        // Newcombe, "Two-sided confidence intervals for the single proportion", 1998, table I: 81 of 263 and 0 of 20.
        let (low, high) = wilson(81, 263, Confidence::P95).unwrap();
        assert!((low.get() - 0.2553).abs() < 5e-5 && (high.get() - 0.3662).abs() < 5e-5);
        let (low, high) = wilson(0, 20, Confidence::P95).unwrap();
        assert!(low.get() == 0.0 && (high.get() - 0.1611).abs() < 5e-5);
        assert_eq!(wilson(20, 20, Confidence::P99).unwrap().1, Share::ALL);
        assert_eq!(wilson(0, 0, Confidence::P95), None);
    }
}
