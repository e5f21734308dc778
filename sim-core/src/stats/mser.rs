//! How much of a series to leave out as warm-up.

/// Values of a batch.
const BATCH: usize = 5;

/// How many values at the start of a series to leave out, so that the mean of the rest is known best: MSER-5 (White,
/// "An effective truncation heuristic for bias reduction in simulation output", Simulation 69, 1997; batches of five
/// after White, Cobb and Spratt, 2000).
///
/// To leave out more takes away what the start has biased, and leaves less to tell the mean from: the rule takes the cut
/// with the least standard error of the mean of what remains. `None` where that cut lies in the second half, which
/// says that the series is too short or never settles, and for fewer than four batches.
pub fn mser5(values: &[f64]) -> Option<usize> {
    let batches: Vec<f64> =
        values.chunks_exact(BATCH).map(|batch| batch.iter().sum::<f64>() / BATCH as f64).collect();
    if batches.len() < 4 {
        return None;
    }
    // From the end, so that each cut adds one batch to what remains.
    let (mut count, mut mean, mut squares) = (0.0, 0.0, 0.0);
    let mut best = (f64::INFINITY, batches.len());
    for (cut, batch) in batches.iter().enumerate().rev() {
        count += 1.0;
        let off = batch - mean;
        mean += off / count;
        squares += off * (batch - mean);
        // Of the last few batches alone, the spread is a matter of luck.
        let error = squares / (count * count);
        if count >= 3.0 && error <= best.0 {
            best = (error, cut);
        }
    }
    (best.1 <= batches.len() / 2).then_some(best.1 * BATCH)
}

#[cfg(test)]
mod tests {
    use super::mser5;
    use crate::random::Key;

    fn noise(n: u64) -> f64 {
        Key::root(9).draw(n) - 0.5
    }

    #[test]
    fn the_rise_at_the_start_is_left_out_and_not_much_more() {
        let rises = |n: u64| if n < 200 { n as f64 / 20.0 } else { 10.0 };
        let values: Vec<f64> = (0..2000).map(|n| rises(n) + noise(n)).collect();
        let cut = mser5(&values).unwrap();
        assert!((170..=260).contains(&cut), "{cut}");
    }

    #[test]
    fn what_is_steady_from_the_start_keeps_nearly_everything() {
        let values: Vec<f64> = (0..2000).map(noise).collect();
        assert!(mser5(&values).unwrap() < 200);
        assert_eq!(mser5(&[3.0; 100]), Some(0));
    }

    #[test]
    fn what_never_settles_is_refused() {
        let values: Vec<f64> = (0..2000).map(|n| n as f64).collect();
        assert_eq!(mser5(&values), None);
        assert_eq!(mser5(&[1.0; 19]), None);
    }
}
