//! The statistics of times: the mean, and percentiles by their usual names.

/// The mean, as a name.
pub const MEAN: &str = "mean";

/// `p99.9` for 0.999.
pub fn percentile_name(q: f64) -> String {
    // A share times a hundred is off by a rounding error, which nobody wants to read.
    format!("p{}", (q * 1e10).round() / 1e8)
}

/// Whether a text is `mean`, or `p` and a number.
pub fn is_statistic(text: &str) -> bool {
    let number = |digits: &str| {
        digits.starts_with(|c: char| c.is_ascii_digit())
            && digits.chars().all(|c| c.is_ascii_digit() || c == '.')
            && digits.parse::<f64>().is_ok()
    };
    text == MEAN || text.strip_prefix('p').is_some_and(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_percentile_is_named_as_people_write_it() {
        let names = [0.5, 0.9, 0.95, 0.99, 0.999, 0.9999, 0.07, 0.995, 99.97 / 100.0];
        let expected = ["p50", "p90", "p95", "p99", "p99.9", "p99.99", "p7", "p99.5", "p99.97"];
        assert_eq!(names.map(percentile_name), expected);
        assert!(names.map(percentile_name).iter().all(|name| is_statistic(name)));
        assert!(
            ["p", "px", "p9x", "means", "p.5", "p1.2.3"].iter().all(|name| !is_statistic(name))
        );
    }
}
