//! The quantiles of Student's t, on `libm`: the same bits on every machine.

use std::f64::consts::{FRAC_PI_2, PI};

/// From so many degrees of freedom on, the expansion about the normal quantile is as good as the exact sum.
const MANY: u64 = 1000;

/// The t that −t..t holds with the probability `inside` (0 to 1), for `degrees` > 0 degrees of freedom; about twelve
/// digits. `normal` is the same quantile of the standard normal distribution.
pub(super) fn two_sided_quantile(inside: f64, degrees: u64, normal: f64) -> f64 {
    assert!(degrees > 0, "Student's t needs a degree of freedom");
    if degrees >= MANY {
        return expansion(normal, degrees as f64);
    }
    // The probability grows with the angle from 0 to 1; halve until no double lies between.
    let (mut low, mut high) = (0.0, FRAC_PI_2);
    loop {
        let middle = low + (high - low) / 2.0;
        if middle <= low || middle >= high {
            return (degrees as f64).sqrt() * libm::tan(middle);
        }
        if within(middle, degrees) < inside { low = middle } else { high = middle }
    }
}

/// P(−t < T < t) for t = √degrees tan(angle): Abramowitz and Stegun 26.7.3 (odd) and 26.7.4 (even).
fn within(angle: f64, degrees: u64) -> f64 {
    let (sin, cos) = (libm::sin(angle), libm::cos(angle));
    let odd = degrees % 2 == 1;
    let first = if odd { cos } else { 1.0 };
    let (mut sum, mut term) = (0.0, first);
    // Each term is the one before times cos² (k − 1) / k, with k running up to degrees − 1 or − 2 in steps of two.
    let mut k = if odd { 3 } else { 2 };
    while k <= degrees {
        sum += term;
        term *= cos * cos * (k - 1) as f64 / k as f64;
        k += 2;
    }
    if odd { (angle + sin * sum) * 2.0 / PI } else { sin * sum }
}

/// Fisher's expansion in one over the degrees of freedom (A. and S. 26.7.5).
fn expansion(z: f64, degrees: f64) -> f64 {
    let s = z * z;
    let first = (s + 1.0) / 4.0;
    let second = ((5.0 * s + 16.0) * s + 3.0) / 96.0;
    let third = (((3.0 * s + 19.0) * s + 17.0) * s - 15.0) / 384.0;
    let fourth = ((((79.0 * s + 776.0) * s + 1482.0) * s - 1920.0) * s - 945.0) / 92_160.0;
    let n = degrees;
    z * (1.0 + (first + (second + (third + fourth / n) / n) / n) / n)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dist::special::normal_quantile;

    fn t(inside: f64, degrees: u64) -> f64 {
        two_sided_quantile(inside, degrees, normal_quantile((1.0 + inside) / 2.0))
    }

    #[test]
    fn one_and_two_degrees_have_closed_forms() {
        for inside in [0.5, 0.9, 0.95, 0.99] {
            let cauchy = libm::tan(FRAC_PI_2 * inside);
            assert!((t(inside, 1) / cauchy - 1.0).abs() < 1e-13);
            let two = inside * (2.0 / (1.0 - inside * inside)).sqrt();
            assert!((t(inside, 2) / two - 1.0).abs() < 1e-13);
        }
    }

    #[test]
    fn the_expansion_takes_over_without_a_step() {
        for inside in [0.95, 0.99] {
            let (exact, expanded) = (t(inside, MANY - 1), t(inside, MANY));
            assert!(exact > expanded && exact - expanded < 1e-5);
            let normal = normal_quantile((1.0 + inside) / 2.0);
            let same = expansion(normal, (MANY - 1) as f64);
            assert!((exact / same - 1.0).abs() < 1e-12, "{exact} and {same}");
        }
    }
}
