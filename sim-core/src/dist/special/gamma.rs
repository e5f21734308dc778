//! The regularised incomplete gamma function and its inverse.

use super::normal_quantile;

/// P(a, x) and Q(a, x) = 1 − P(a, x) for one `a`: the gamma distribution of shape `a` and scale 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct IncompleteGamma {
    shape: f64,
    /// ln Γ(a + 1) for small shapes, the rest of Stirling's formula for large ones.
    log_factorial: f64,
}

/// From this shape on, powers and factorials are too large to be divided by each other without loss.
const LARGE: f64 = 20.0;
const TINY: f64 = 1e-300;

impl IncompleteGamma {
    /// The functions for the shape `a` > 0; meant for `a` up to some ten thousand, as work grows with √a.
    pub fn new(shape: f64) -> IncompleteGamma {
        let log_factorial =
            if shape < LARGE { libm::lgamma(shape + 1.0) } else { stirling_rest(shape) };
        IncompleteGamma { shape, log_factorial }
    }

    /// P(a, x): the probability of at most `x`.
    pub fn lower(&self, x: f64) -> f64 {
        if x <= 0.0 {
            0.0
        } else if x < self.shape + 1.0 {
            self.series(x)
        } else {
            1.0 - self.fraction(x)
        }
    }

    /// Q(a, x): the probability of more than `x`.
    pub fn upper(&self, x: f64) -> f64 {
        if x <= 0.0 {
            1.0
        } else if x < self.shape + 1.0 {
            1.0 - self.series(x)
        } else {
            self.fraction(x)
        }
    }

    /// The x with P(a, x) = `p`, for `p` strictly between 0 and 1, to about thirteen digits; zero where it underflows.
    ///
    /// Halley's method for ln P or ln Q, whichever is smaller, as a function of ln x. Both are concave there, so the
    /// iteration cannot leave; the start is Wilson and Hilferty's cube (1931), or the first term of the series.
    pub fn inverse(&self, p: f64) -> f64 {
        const STEPS: u32 = 60;
        const CLOSE: f64 = 1e-14;
        let lower_tail = p <= 0.5;
        let wanted = if lower_tail { p } else { 1.0 - p };
        let mut x = self.start(p);
        for _ in 0..STEPS {
            if x < TINY {
                return 0.0;
            }
            let found = if lower_tail { self.lower(x) } else { self.upper(x) };
            let error = libm::log(found / wanted);
            let slope = self.density_of_log(x) / if lower_tail { found } else { -found };
            let newton = error / slope;
            let bend = self.shape - x - slope;
            let halley = newton / (1.0 - 0.5 * newton * bend).max(0.5);
            let step = halley.clamp(-2.0, 2.0);
            x *= libm::exp(-step);
            if step.abs() < CLOSE {
                break;
            }
        }
        x
    }

    fn start(&self, p: f64) -> f64 {
        let spread = 1.0 / (9.0 * self.shape);
        let root = 1.0 - spread + normal_quantile(p) * spread.sqrt();
        // The first term of the series is x^a / Γ(a + 1); it is all there is where x is small against 1.
        let by_series = || libm::exp((libm::log(p) + libm::lgamma(self.shape + 1.0)) / self.shape);
        if self.shape < 1.0 && p < 0.5 || root < 0.2 {
            by_series()
        } else {
            self.shape * root * root * root
        }
    }

    /// The density of ln X at ln x: x^a e^(−x) / Γ(a).
    fn density_of_log(&self, x: f64) -> f64 {
        self.shape * self.power(x)
    }

    /// x^a e^(−x) / Γ(a + 1).
    fn power(&self, x: f64) -> f64 {
        let a = self.shape;
        if a < LARGE {
            return libm::exp(a * libm::log(x) - x - self.log_factorial);
        }
        // With Stirling's formula for the factorial the large powers cancel before they are taken.
        let off = (x - a) / a;
        let exponent = a * (libm::log1p(off) - off) - self.log_factorial;
        libm::exp(exponent) / (std::f64::consts::TAU * a).sqrt()
    }

    /// P(a, x) by its power series (Abramowitz and Stegun 6.5.29), quick for x < a + 1.
    fn series(&self, x: f64) -> f64 {
        let (mut sum, mut term, mut n) = (1.0, 1.0, self.shape);
        while term > sum * 1e-17 {
            n += 1.0;
            term *= x / n;
            sum += term;
        }
        sum * self.power(x)
    }

    /// Q(a, x) by its continued fraction (A. and S. 6.5.31) in Lentz's form, quick for x > a + 1.
    fn fraction(&self, x: f64) -> f64 {
        let mut b = x + 1.0 - self.shape;
        let (mut c, mut d) = (1.0 / TINY, 1.0 / b);
        let mut product = d;
        let mut n = 1.0;
        loop {
            let numerator = n * (self.shape - n);
            b += 2.0;
            d = 1.0 / away_from_zero(numerator * d + b);
            c = away_from_zero(b + numerator / c);
            let factor = c * d;
            product *= factor;
            if (factor - 1.0).abs() < 1e-16 || n > 100_000.0 {
                return product * self.density_of_log(x);
            }
            n += 1.0;
        }
    }
}

fn away_from_zero(x: f64) -> f64 {
    if x.abs() < TINY { TINY } else { x }
}

/// ln Γ(a + 1) − ln(√(2πa) aᵃ e⁻ᵃ), by its asymptotic series (A. and S. 6.1.41); sixteen digits from a = 20 on.
fn stirling_rest(a: f64) -> f64 {
    let s = 1.0 / (a * a);
    (1.0 / 12.0 - s * (1.0 / 360.0 - s * (1.0 / 1260.0 - s * (1.0 / 1680.0 - s / 1188.0)))) / a
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_shapes_agree_with_the_poisson_sum() {
        // Q(n, x) is the chance of fewer than n arrivals when x are expected.
        for n in [1_u32, 2, 5, 19, 20, 21, 60] {
            for step in 1..40 {
                let x = f64::from(n) * f64::from(step) / 20.0;
                let mut term = libm::exp(-x);
                let mut sum = term;
                for arrivals in 1..n {
                    term *= x / f64::from(arrivals);
                    sum += term;
                }
                let found = IncompleteGamma::new(f64::from(n)).upper(x);
                assert!((found / sum - 1.0).abs() < 1e-13, "Q({n}, {x}) = {found}, not {sum}");
            }
        }
    }

    #[test]
    fn the_inverse_undoes_the_function_in_both_tails() {
        for shape in [0.01, 0.1, 0.5, 0.9, 1.0, 1.5, 3.0, 19.99, 20.0, 100.0, 10_000.0] {
            let gamma = IncompleteGamma::new(shape);
            let mut before = 0.0;
            for p in
                [1e-12, 1e-6, 0.001, 0.1, 0.4, 0.5, 0.501, 0.7, 0.9, 0.999, 1.0 - 1e-9, 1.0 - 1e-14]
            {
                let x = gamma.inverse(p);
                assert!(x >= before, "shape {shape}: the quantile falls at {p}");
                before = x;
                if x == 0.0 {
                    continue;
                }
                let q = 1.0 - p;
                let (got, want) = if p < 0.5 { (gamma.lower(x), p) } else { (gamma.upper(x), q) };
                assert!((got / want - 1.0).abs() < 1e-11, "shape {shape}, p {p}: {got} for {want}");
            }
        }
    }
}
