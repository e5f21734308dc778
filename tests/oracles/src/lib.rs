//! How the tests of this crate hold two distributions against each other.

/// The Kolmogorov–Smirnov statistic that chance exceeds once in a thousand, times the root of the sample size.
///
/// P(K > 1.9495) = 0.001 for the limiting distribution (Smirnov 1948), which 20,000 samples have reached.
pub const ONCE_IN_A_THOUSAND: f64 = 1.9495;

/// The greatest distance between the empirical distribution of `samples` and `cdf`, times √n.
///
/// Where `cdf` jumps, samples must be drawn from it exactly: a tie counts as one step.
pub fn distance_to(samples: &mut [f64], cdf: impl Fn(f64) -> f64) -> f64 {
    samples.sort_by(f64::total_cmp);
    let n = samples.len() as f64;
    let mut greatest = 0.0_f64;
    let mut below = 0;
    for ties in samples.chunk_by(|one, other| one == other) {
        let p = cdf(ties[0]);
        let reached = below + ties.len();
        greatest = greatest.max((p - reached as f64 / n).abs());
        if ties.len() == 1 {
            greatest = greatest.max((p - below as f64 / n).abs());
        }
        below = reached;
    }
    greatest * n.sqrt()
}

/// The greatest distance between the empirical distributions of two samples, times √(n m / (n + m)).
pub fn distance_between(one: &mut [f64], other: &mut [f64]) -> f64 {
    one.sort_by(f64::total_cmp);
    other.sort_by(f64::total_cmp);
    let (n, m) = (one.len() as f64, other.len() as f64);
    let shares = one.iter().map(|x| {
        let up_to = |samples: &[f64]| samples.partition_point(|y| y <= x) as f64;
        (up_to(one) / n - up_to(other) / m).abs()
    });
    shares.fold(0.0, f64::max) * (n * m / (n + m)).sqrt()
}
