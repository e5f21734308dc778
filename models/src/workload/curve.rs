//! A Poisson process whose rate changes: a unit-rate process on a clock that runs faster and slower.
//!
//! Request n comes when the area under the rate curve has reached the n-th point of a Poisson process of rate 1. So
//! another curve moves the same requests in time, and does not draw others.

use brownout_core::time::{SimTime, Span};
use brownout_core::units::Rate;

/// The area under a piecewise straight rate curve, and its inverse.
#[derive(Clone, PartialEq, Debug)]
pub struct Curve {
    pieces: Vec<Piece>,
    /// The length of one round in seconds, if the curve repeats.
    period: Option<f64>,
    /// The area of one round, or of the whole curve up to the beginning of the last piece.
    area: f64,
}

#[derive(Clone, Copy, PartialEq, Debug)]
struct Piece {
    /// Where the piece begins, in seconds, and how long it is; the last one of a curve that does not repeat has no end.
    from: f64,
    length: f64,
    /// The rate at its beginning, and how it changes, per second.
    rate: f64,
    slope: f64,
    /// The area under all pieces before.
    before: f64,
}

impl Piece {
    fn area(&self, x: f64) -> f64 {
        (self.rate + 0.5 * self.slope * x) * x
    }

    /// How far into the piece the area reaches `area`.
    fn reaches(&self, area: f64) -> f64 {
        let root = (self.rate * self.rate + 2.0 * self.slope * area).max(0.0).sqrt();
        2.0 * area / (self.rate + root)
    }
}

impl Curve {
    /// A rate that jumps at the points; before the first it is 0, after the last it stays.
    pub fn steps(points: &[(Span, Rate)]) -> Curve {
        let mut corners = vec![];
        for &(at, rate) in points {
            corners.push((at.as_secs_f64(), rate.as_per_second(), None));
        }
        Curve::from_corners(&corners)
    }

    /// A rate that is straight between the points; before the first it is 0, after the last it stays.
    pub fn ramp(points: &[(Span, Rate)]) -> Curve {
        let mut corners = vec![];
        for (number, &(at, rate)) in points.iter().enumerate() {
            let next = points.get(number + 1).map(|(_, rate)| rate.as_per_second());
            corners.push((at.as_secs_f64(), rate.as_per_second(), next));
        }
        Curve::from_corners(&corners)
    }

    /// A rate that swings around `mean`, in straight pieces of 1/256 of the period.
    pub fn sine(mean: Rate, swing: Rate, period: Span) -> Curve {
        const PIECES: u32 = 256;
        let rate = |number: u32| {
            let turn = f64::from(number) / f64::from(PIECES);
            let sine = libm::sin(std::f64::consts::TAU * turn);
            (mean.as_per_second() + swing.as_per_second() * sine).max(0.0)
        };
        let period = period.as_secs_f64();
        let mut corners = vec![];
        for number in 0..PIECES {
            let at = period * f64::from(number) / f64::from(PIECES);
            corners.push((at, rate(number), Some(rate(number + 1))));
        }
        // Where the next round begins: this corner only ends the last piece.
        corners.push((period, rate(0), None));
        let mut curve = Curve::from_corners(&corners);
        curve.pieces.pop();
        curve.period = Some(period);
        curve
    }

    /// Corners are a time, the rate from there, and the rate that is reached at the next corner.
    fn from_corners(corners: &[(f64, f64, Option<f64>)]) -> Curve {
        let mut pieces: Vec<Piece> = vec![];
        let mut before = 0.0;
        for (number, &(from, rate, reaches)) in corners.iter().enumerate() {
            let length = corners.get(number + 1).map_or(f64::INFINITY, |next| next.0 - from);
            let slope = match reaches {
                Some(reaches) if length > 0.0 && length.is_finite() => (reaches - rate) / length,
                _ => 0.0,
            };
            let piece = Piece { from, length, rate, slope, before };
            if length.is_finite() {
                before += piece.area(length);
            }
            pieces.push(piece);
        }
        Curve { pieces, period: None, area: before }
    }

    /// When the area under the curve reaches `area`; `None` if it never does.
    pub fn reaches(&self, area: f64) -> Option<SimTime> {
        let (round, rest) = match self.period {
            Some(_) if self.area <= 0.0 => return None,
            Some(_) => {
                let round = (area / self.area).floor();
                (round, area - round * self.area)
            }
            None => (0.0, area),
        };
        let at = self.pieces.partition_point(|piece| piece.before <= rest).saturating_sub(1);
        let piece = self.pieces.get(at)?;
        let x = piece.reaches(rest - piece.before);
        if !x.is_finite() {
            return None;
        }
        let secs = round * self.period.unwrap_or(0.0) + piece.from + x.min(piece.length);
        Some(SimTime::ZERO + Span::from_secs_f64(secs))
    }

    /// The area between two instants: how many requests are to be expected there.
    pub fn area_between(&self, from: SimTime, to: SimTime) -> f64 {
        self.area_until(to.as_secs_f64()) - self.area_until(from.as_secs_f64())
    }

    fn area_until(&self, secs: f64) -> f64 {
        let (round, rest) = match self.period {
            Some(period) => {
                let round = (secs / period).floor();
                (round, secs - round * period)
            }
            None => (0.0, secs),
        };
        let at = self.pieces.partition_point(|piece| piece.from <= rest);
        let within = match at.checked_sub(1).and_then(|at| self.pieces.get(at)) {
            Some(piece) => piece.before + piece.area((rest - piece.from).min(piece.length)),
            None => 0.0,
        };
        round * self.area + within
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rate(per_second: f64) -> Rate {
        Rate::per_second(per_second).unwrap()
    }

    fn secs(at: u64) -> Span {
        Span::from_secs(at)
    }

    fn time(curve: &Curve, area: f64) -> f64 {
        curve.reaches(area).unwrap().as_secs_f64()
    }

    #[test]
    fn a_step_curve_runs_at_the_rate_of_each_step() {
        let curve = Curve::steps(&[(secs(10), rate(2.0)), (secs(20), rate(10.0))]);
        assert_eq!(time(&curve, 10.0), 15.0);
        assert_eq!(time(&curve, 20.0), 20.0);
        assert_eq!(time(&curve, 120.0), 30.0);
    }

    #[test]
    fn a_curve_that_ends_at_zero_brings_no_more_requests() {
        let curve = Curve::steps(&[(secs(0), rate(1.0)), (secs(5), rate(0.0))]);
        assert!(curve.reaches(4.9).is_some());
        assert_eq!(curve.reaches(5.1), None);
        assert_eq!(Curve::steps(&[]).reaches(1.0), None);
    }

    #[test]
    fn a_ramp_reaches_half_its_area_late() {
        let curve = Curve::ramp(&[(secs(0), rate(0.0)), (secs(10), rate(10.0))]);
        assert!((time(&curve, 50.0) - 10.0).abs() < 1e-6);
        assert!((time(&curve, 25.0) - 7.071_068).abs() < 1e-5);
        assert!((time(&curve, 60.0) - 11.0).abs() < 1e-6);
    }

    #[test]
    fn a_sine_has_the_area_of_its_mean_over_a_whole_period() {
        let curve = Curve::sine(rate(100.0), rate(50.0), secs(60));
        let whole = curve.area_between(SimTime::ZERO, SimTime::ZERO + secs(600));
        assert!((whole - 60_000.0).abs() < 1.0, "{whole}");
        assert!((time(&curve, 60_000.0) - 600.0).abs() < 1e-3);
    }

    #[test]
    fn area_and_time_are_inverse_to_each_other() {
        let curve = Curve::sine(rate(10.0), rate(10.0), secs(7));
        for step in 1..200 {
            let area = f64::from(step) * 1.3;
            let back = curve.area_between(SimTime::ZERO, curve.reaches(area).unwrap());
            assert!((back - area).abs() < 1e-5, "{area} {back}");
        }
    }
}
