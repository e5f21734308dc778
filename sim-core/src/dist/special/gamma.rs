//! The regularised incomplete gamma function and its inverse.

use super::normal_quantile;

/// P(a, x) and Q(a, x) = 1 − P(a, x) for one `a`: the gamma distribution of shape `a` and scale 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct IncompleteGamma {
    shape: f64,
    /// ln Γ(a + 1) for small shapes, the rest of Stirling's formula for large ones.
    log_factorial: f64,
}

/// The two sides of a time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Tail {
    Lower,
    Upper,
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
        if x <= 0.0 { 0.0 } else { self.tail(Tail::Lower, x, self.power(x, libm::log(x))) }
    }

    /// Q(a, x): the probability of more than `x`.
    pub fn upper(&self, x: f64) -> f64 {
        if x <= 0.0 { 1.0 } else { self.tail(Tail::Upper, x, self.power(x, libm::log(x))) }
    }

    /// P or Q, by whichever converges, given the [`power`](IncompleteGamma::power) of x > 0.
    fn tail(&self, wanted: Tail, x: f64, power: f64) -> f64 {
        let (found, side) = if x < self.shape + 1.0 {
            (power * self.series(x), Tail::Lower)
        } else {
            (power * self.shape * self.fraction(x), Tail::Upper)
        };
        if side == wanted { found } else { 1.0 - found }
    }

    /// The x with P(a, x) = `p`, for `p` strictly between 0 and 1, to about thirteen digits; zero where it underflows.
    pub fn inverse(&self, p: f64) -> f64 {
        libm::exp(self.log_inverse(p, 1.0 - p, self.log_start(p)))
    }

    /// ln x with P(a, x) = `lower` and Q(a, x) = `upper`, which add up to 1, searched from `start` on.
    ///
    /// Halley's method for ln P or ln Q, whichever is smaller, as a function of ln x. Both are concave there, so the
    /// iteration cannot leave. It triples the digits with each step, so a step below 10⁻⁶ is the last.
    pub(in crate::dist) fn log_inverse(&self, lower: f64, upper: f64, start: f64) -> f64 {
        const MOST_STEPS: u32 = 60;
        const LAST: f64 = 1e-6;
        let (tail, wanted) =
            if lower <= upper { (Tail::Lower, lower) } else { (Tail::Upper, upper) };
        let mut log = start;
        for _ in 0..MOST_STEPS {
            let x = libm::exp(log);
            if x < TINY {
                return log;
            }
            let power = self.power(x, log);
            let found = self.tail(tail, x, power);
            // The density of ln X is x^a e^(−x) / Γ(a).
            let slope = self.shape * power / if tail == Tail::Lower { found } else { -found };
            let newton = libm::log(found / wanted) / slope;
            let bend = self.shape - x - slope;
            let step = (newton / (1.0 - 0.5 * newton * bend).max(0.5)).clamp(-2.0, 2.0);
            log -= step;
            if step.abs() < LAST {
                break;
            }
        }
        log
    }

    /// About where ln x lies: Wilson and Hilferty's cube (1931), or the first term of the series.
    pub(in crate::dist) fn log_start(&self, p: f64) -> f64 {
        let spread = 1.0 / (9.0 * self.shape);
        let root = 1.0 - spread + normal_quantile(p) * spread.sqrt();
        if self.shape < 1.0 && p < 0.5 || root < 0.2 {
            // The first term of the series is x^a / Γ(a + 1); it is all there is where x is small against 1.
            return (libm::log(p) + libm::lgamma(self.shape + 1.0)) / self.shape;
        }
        libm::log(self.shape) + 3.0 * libm::log(root)
    }

    /// x^a e^(−x) / Γ(a + 1), given ln x too.
    fn power(&self, x: f64, log: f64) -> f64 {
        let a = self.shape;
        if a < LARGE {
            return libm::exp(a * log - x - self.log_factorial);
        }
        // With Stirling's formula for the factorial the large powers cancel before they are taken.
        let off = (x - a) / a;
        let exponent = a * (libm::log1p(off) - off) - self.log_factorial;
        libm::exp(exponent) / (std::f64::consts::TAU * a).sqrt()
    }

    /// P(a, x) over its power, by its series (Abramowitz and Stegun 6.5.29), quick for x < a + 1.
    fn series(&self, x: f64) -> f64 {
        let (mut sum, mut term, mut n) = (1.0, 1.0, self.shape);
        while term > sum * 1e-17 {
            n += 1.0;
            term *= x / n;
            sum += term;
        }
        sum
    }

    /// Q(a, x) over `a` times its power, by its continued fraction (A. and S. 6.5.31) in Lentz's form, quick for
    /// x > a + 1.
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
            if (factor - 1.0).abs() < 3e-16 || n > 100_000.0 {
                return product;
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
