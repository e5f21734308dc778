//! A definite integral by numbers, for moments that have no formula.

/// ∫ f from `from` to `to`, both finite, by adaptive Simpson's rule: halve wherever the halves disagree with the whole.
///
/// Meant for monotone functions, jumps included; good to about nine digits.
pub(in crate::dist) fn integral(f: &dyn Fn(f64) -> f64, from: f64, to: f64) -> f64 {
    const PANELS: u32 = 64;
    let width = (to - from) / f64::from(PANELS);
    let panel = |n: u32| {
        let low = from + width * f64::from(n);
        let high = if n + 1 == PANELS { to } else { low + width };
        Panel::new(f, (low, f(low)), (high, f(high)))
    };
    let panels: Vec<Panel> = (0..PANELS).map(panel).collect();
    let tolerance = 1e-11 * panels.iter().map(|panel| panel.sum.abs()).sum::<f64>();
    panels.iter().map(|panel| panel.refined(f, tolerance / f64::from(PANELS), 40)).sum()
}

/// One stretch with the function at its ends and its middle.
struct Panel {
    low: (f64, f64),
    middle: (f64, f64),
    high: (f64, f64),
    sum: f64,
}

impl Panel {
    fn new(f: &dyn Fn(f64) -> f64, low: (f64, f64), high: (f64, f64)) -> Panel {
        let at = low.0 + (high.0 - low.0) / 2.0;
        let middle = (at, f(at));
        let sum = (high.0 - low.0) / 6.0 * (low.1 + 4.0 * middle.1 + high.1);
        Panel { low, middle, high, sum }
    }

    fn refined(&self, f: &dyn Fn(f64) -> f64, tolerance: f64, depth: u32) -> f64 {
        let left = Panel::new(f, self.low, self.middle);
        let right = Panel::new(f, self.middle, self.high);
        let change = left.sum + right.sum - self.sum;
        if depth == 0 || change.abs() <= 15.0 * tolerance {
            return left.sum + right.sum + change / 15.0;
        }
        left.refined(f, tolerance / 2.0, depth - 1) + right.refined(f, tolerance / 2.0, depth - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn curves_steps_and_steep_ends_are_summed() {
        let third = integral(&|x| x * x, 0.0, 1.0);
        assert!((third - 1.0 / 3.0).abs() < 1e-12);
        let step = integral(&|x| if x < 0.7 { 1.0 } else { 3.0 }, 0.0, 1.0);
        assert!((step - 1.6).abs() < 1e-9, "{step}");
        let steep = integral(&|x| -libm::log(1.0 - x), 0.0, 0.999_999);
        let exact = 0.999_999 + 1e-6 * libm::log(1e-6);
        assert!((steep / exact - 1.0).abs() < 1e-9, "{steep} for {exact}");
    }
}
