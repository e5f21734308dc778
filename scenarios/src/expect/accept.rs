//! The values that an expectation accepts: one side of a bound, or a band.

use brownout_core::time::Span;
use brownout_core::units::{Rate, Share, UnitError};

use crate::metric::unit::Unit;

/// Values that are accepted, in the unit of their metric.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Accept {
    /// Less than this.
    Below(f64),
    /// This at most.
    AtMost(f64),
    /// More than this.
    Above(f64),
    /// This at least.
    AtLeast(f64),
    /// From the first to the second, both included.
    Within(f64, f64),
}

/// The signs of comparisons; those that begin another one stand behind it.
pub const SIGNS: [&str; 7] = ["<=", ">=", "<", ">", "=", "≤", "≥"];

impl Accept {
    /// What a sign and a value accept; a band of no width for `=`.
    pub fn new(sign: &str, value: f64) -> Accept {
        match sign {
            "<" => Accept::Below(value),
            "<=" | "≤" => Accept::AtMost(value),
            ">" => Accept::Above(value),
            ">=" | "≥" => Accept::AtLeast(value),
            _ => Accept::Within(value, value),
        }
    }

    /// Whether a single value is accepted.
    pub fn holds(self, value: f64) -> bool {
        self.holds_all(value, value)
    }

    /// Whether everything from `low` to `high` is accepted.
    pub fn holds_all(self, low: f64, high: f64) -> bool {
        match self {
            Accept::Below(bound) => high < bound,
            Accept::AtMost(bound) => high <= bound,
            Accept::Above(bound) => low > bound,
            Accept::AtLeast(bound) => low >= bound,
            Accept::Within(least, most) => least <= low && high <= most,
        }
    }

    /// How far everything from `low` to `high` lies inside what is accepted; negative where some of it does not.
    pub fn margin(self, low: f64, high: f64) -> f64 {
        match self {
            Accept::Below(bound) | Accept::AtMost(bound) => bound - high,
            Accept::Above(bound) | Accept::AtLeast(bound) => low - bound,
            Accept::Within(least, most) => (low - least).min(most - high),
        }
    }

    /// Whether nothing from `low` to `high` is accepted.
    pub fn holds_none(self, low: f64, high: f64) -> bool {
        match self {
            Accept::Below(bound) => low >= bound,
            Accept::AtMost(bound) => low > bound,
            Accept::Above(bound) => high <= bound,
            Accept::AtLeast(bound) => high < bound,
            Accept::Within(least, most) => high < least || most < low,
        }
    }
}

/// Reads a value in the unit of a metric.
///
/// # Errors
/// What was found and what was expected.
pub fn value(text: &str, unit: Unit) -> Result<f64, String> {
    match unit {
        Unit::Share => {
            text.parse().map(|share| exact(text, share)).map_err(|e: UnitError| e.to_string())
        }
        Unit::Rate | Unit::RatePerInstance => {
            text.parse().map(Rate::as_per_second).map_err(|error| error.to_string())
        }
        Unit::Time => text.parse().map(Span::as_millis_f64).map_err(|error| error.to_string()),
        Unit::Count | Unit::Ratio => number(text)
            .ok_or_else(|| format!("found `{text}`, expected {} without a unit", unit.words())),
    }
}

/// Reads how far from `value` is still accepted: a percentage of it, or a quantity in the unit of the metric; of a share
/// so many points.
///
/// # Errors
/// What was found and what was expected.
pub fn tolerance(text: &str, value_of: f64, unit: Unit) -> Result<f64, String> {
    if let Some(percent) = text.strip_suffix('%').and_then(|digits| number(digits.trim())) {
        return match percent * value_of.abs() / 100.0 {
            0.0 if percent > 0.0 => {
                Err("a percentage of 0 is nothing: expected a tolerance of its own unit".to_owned())
            }
            tolerance => Ok(tolerance),
        };
    }
    if unit == Unit::Share {
        let points = text.strip_suffix("points").or_else(|| text.strip_suffix("point"));
        return points.and_then(|digits| number(digits.trim())).map(|points| points / 100.0).ok_or_else(|| {
            format!("found `{text}`, expected a part of the value, such as 2%, or points of the share, such as 1 point")
        });
    }
    value(text, unit)
}

/// The share nearest to what is written: a hundredth of 99.9 is a little more than that, and a bound must not be.
fn exact(text: &str, share: Share) -> f64 {
    let digits = text.trim_end_matches('%').trim();
    format!("{digits}e-2").parse().unwrap_or(share.get())
}

/// A number that is neither negative nor infinite.
fn number(text: &str) -> Option<f64> {
    let plain = text.chars().all(|c| c.is_ascii_digit() || "_.eE+-".contains(c));
    let number: f64 = text.replace('_', "").parse().ok().filter(|_| plain)?;
    (number.is_finite() && number >= 0.0).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_have_the_unit_of_their_metric() {
        assert_eq!(value("99.9%", Unit::Share), Ok(0.999));
        assert_eq!(value("1.5k/s", Unit::RatePerInstance), Ok(1500.0));
        assert_eq!(value("800ms", Unit::Time), Ok(800.0));
        assert_eq!(value("1.5 s", Unit::Time), Ok(1500.0));
        assert_eq!(value("1_000", Unit::Count), Ok(1000.0));
        for (text, unit, named) in [
            ("99.9", Unit::Share, "%"),
            ("101%", Unit::Share, "100%"),
            ("64", Unit::Rate, "/s"),
            ("800", Unit::Time, "ms"),
            ("64/s", Unit::Count, "200"),
            ("-1", Unit::Ratio, "1.1"),
            ("inf", Unit::Ratio, "1.1"),
        ] {
            let error = value(text, unit).unwrap_err();
            assert!(error.contains(named), "{error}");
        }
    }

    #[test]
    fn a_tolerance_is_a_part_of_the_value_or_has_its_unit() {
        assert_eq!(tolerance("2%", 64.5, Unit::Rate), Ok(1.29));
        assert_eq!(tolerance("2/s", 64.5, Unit::Rate), Ok(2.0));
        assert_eq!(tolerance("1 point", 0.634, Unit::Share), Ok(0.01));
        assert_eq!(tolerance("0.5points", 0.634, Unit::Share), Ok(0.005));
        assert!(tolerance("2%", 0.0, Unit::Count).is_err());
        assert!(tolerance("2", 0.634, Unit::Share).unwrap_err().contains("points"));
    }

    #[test]
    fn an_interval_is_accepted_refused_or_neither() {
        let judge = |accept: Accept| (accept.holds_all(1.0, 2.0), accept.holds_none(1.0, 2.0));
        let (yes, no, neither) = ((true, false), (false, true), (false, false));
        assert_eq!(
            [2.5, 2.0, 1.5, 1.0].map(|v| judge(Accept::Below(v))),
            [yes, neither, neither, no]
        );
        assert_eq!(
            [2.0, 1.5, 1.0, 0.5].map(|v| judge(Accept::AtMost(v))),
            [yes, neither, neither, no]
        );
        assert_eq!(
            [0.5, 1.0, 1.5, 2.0].map(|v| judge(Accept::Above(v))),
            [yes, neither, neither, no]
        );
        assert_eq!(
            [1.0, 1.5, 2.0, 2.5].map(|v| judge(Accept::AtLeast(v))),
            [yes, neither, neither, no]
        );
        assert_eq!(judge(Accept::Within(1.0, 2.0)), yes);
        assert_eq!(judge(Accept::Within(1.1, 3.0)), neither);
        assert_eq!(judge(Accept::Within(2.1, 3.0)), no);
        assert_eq!(Accept::Within(0.0, 2.5).margin(1.0, 2.0), 0.5);
        assert_eq!(Accept::Within(1.5, 9.0).margin(1.0, 2.0), -0.5);
        assert_eq!(Accept::Below(4.0).margin(1.0, 2.0), 2.0);
        assert_eq!(Accept::AtLeast(4.0).margin(1.0, 2.0), -3.0);
    }
}
