//! Quantiles, intervals and histograms against `statrs` and against plainly sorted data.

use brownout_core::dist::special::{IncompleteGamma, ln, normal_cdf, normal_quantile};
use brownout_core::random::Key;
use brownout_core::stats::{CoarseHistogram, Confidence, Estimate, Histogram, wilson};
use brownout_core::time::Span;
use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

fn relative(found: f64, expected: f64) -> f64 {
    (found / expected - 1.0).abs()
}

#[test]
fn the_normal_quantile_and_distribution_agree_with_statrs() {
    let normal = Normal::standard();
    for step in 1..1000 {
        let p = f64::from(step) / 1000.0;
        let (found, expected) = (normal_quantile(p), normal.inverse_cdf(p));
        assert!((found - expected).abs() < 1e-12, "{p}: {found}, not {expected}");
        let z = f64::from(step - 500) / 100.0;
        assert!(relative(normal_cdf(z), normal.cdf(z)) < 1e-9, "{z}");
    }
    for exponent in 3..15 {
        let p = 10_f64.powi(-exponent);
        assert!(relative(normal_quantile(p), normal.inverse_cdf(p)) < 1e-9, "{p}");
    }
}

#[test]
fn the_t_quantile_agrees_with_statrs_for_every_number_of_replications() {
    // Not far beyond: at 100,000 degrees `statrs` gives 1.959981, where 1.959988 is right.
    for degrees in (1..=300).chain([500, 998, 999, 1000, 1001, 5000]) {
        let t = StudentsT::new(0.0, 1.0, degrees as f64).unwrap();
        for (confidence, p) in [(Confidence::P95, 0.975), (Confidence::P99, 0.995)] {
            let (found, expected) = (confidence.t_quantile(degrees), t.inverse_cdf(p));
            assert!(relative(found, expected) < 1e-9, "{degrees} degrees: {found}, not {expected}");
        }
    }
}

#[test]
fn the_incomplete_gamma_function_agrees_with_statrs() {
    for shape in [0.1, 0.5, 1.0, 2.5, 19.0, 21.0, 150.0, 1000.0] {
        let gamma = IncompleteGamma::new(shape);
        for step in 1..60 {
            let x = shape * f64::from(step) / 20.0;
            let (lower, upper) = (
                statrs::function::gamma::gamma_lr(shape, x),
                statrs::function::gamma::gamma_ur(shape, x),
            );
            assert!((gamma.lower(x) - lower).abs() < 1e-11, "P({shape}, {x})");
            assert!((gamma.upper(x) - upper).abs() < 1e-11, "Q({shape}, {x})");
        }
    }
}

#[test]
fn the_logarithm_is_the_machines_within_a_few_last_places() {
    for serial in 0..200_000 {
        let u = Key::root(3).draw(serial);
        assert!(relative(ln(u), u.ln()) < 1e-15, "{u}");
    }
}

#[test]
fn intervals_of_normal_values_contain_the_truth_as_often_as_they_promise() {
    const EXPERIMENTS: u64 = 20_000;
    for (confidence, promised) in [(Confidence::P95, 0.95), (Confidence::P99, 0.99)] {
        let hits = (0..EXPERIMENTS).filter(|&experiment| {
            let key = Key::root(11).with(experiment);
            let values: Vec<f64> = (0..5).map(|n| normal_quantile(key.draw(n))).collect();
            let (low, high) = Estimate::of(&values, confidence).interval().unwrap();
            low <= 0.0 && 0.0 <= high
        });
        let share = hits.count() as f64 / EXPERIMENTS as f64;
        let deviation = (promised * (1.0 - promised) / EXPERIMENTS as f64).sqrt();
        assert!((share - promised).abs() < 4.0 * deviation, "{share} of intervals, not {promised}");
    }
}

#[test]
fn wilson_intervals_contain_the_truth_about_as_often_as_they_promise() {
    // The coverage over all outcomes of 50 trials, averaged over shares: exact binomial sums, no luck.
    let (trials, mut sum, mut shares) = (50, 0.0, 0.0);
    for step in 1..100 {
        let share = f64::from(step) / 100.0;
        let mut mass = (1.0 - share).powi(trials as i32);
        for successes in 0..=trials {
            let (low, high) = wilson(successes, trials, Confidence::P95).unwrap();
            if (low.get()..=high.get()).contains(&share) {
                sum += mass;
            }
            mass *= share / (1.0 - share) * (trials - successes) as f64 / (successes + 1) as f64;
        }
        shares += 1.0;
    }
    let coverage: f64 = sum / shares;
    assert!((coverage - 0.95).abs() < 0.01, "{coverage}");
}

#[test]
fn histogram_quantiles_are_those_of_the_sorted_data() {
    let mut times: Vec<Span> = (0..50_000)
        .map(|serial| {
            let key = Key::root(12).with(serial);
            Span::from_nanos_f64(2e6 * (1.5 * normal_quantile(key.uniform())).exp())
        })
        .collect();
    let (mut fine, mut coarse) = (Histogram::new(), CoarseHistogram::new());
    times.iter().for_each(|&time| {
        fine.record(time);
        coarse.record(time);
    });
    times.sort();
    for q in [0.001, 0.01, 0.1, 0.5, 0.9, 0.99, 0.999, 0.9999, 1.0] {
        let exact = times[((q * 50_000.0_f64).round() as usize).max(1) - 1].as_nanos() as f64;
        let fine = fine.quantile(q).unwrap().as_nanos() as f64;
        assert!((0.0..=0.001).contains(&(fine / exact - 1.0)), "{q}: {fine} for {exact}");
        let coarse = coarse.quantile(q).unwrap().as_nanos() as f64;
        assert!(relative(coarse, exact) < 0.017, "{q}: {coarse} for {exact}");
    }
    let sum: u128 = times.iter().map(|time| u128::from(time.as_nanos())).sum();
    assert_eq!(fine.sum_nanos(), sum);
}
