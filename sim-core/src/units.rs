//! Quantities with their unit in the type: rates, shares, and how a text with a unit is read.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::time::Span;

/// Why a text is not the quantity it should be: what was found, what was expected, examples.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct UnitError(String);

impl UnitError {
    /// The quantity is larger than the type can hold.
    pub fn too_large(text: &str, most: &str) -> UnitError {
        UnitError(format!("\"{text}\" is too large: the most is {most}"))
    }

    /// The quantity is not zero, but smaller than the type can hold.
    pub fn too_small(text: &str, least: &str) -> UnitError {
        UnitError(format!("\"{text}\" is too small: the least above zero is {least}"))
    }
}

/// Reads `text` as a number followed by a unit and returns the number times the unit's size.
///
/// `what` names the quantity and `examples` shows how it is written; both appear in the error.
pub fn parse_with_unit(
    text: &str,
    what: &str,
    examples: &str,
    size: impl Fn(&str) -> Option<f64>,
) -> Result<f64, UnitError> {
    let text = text.trim();
    let digits = text
        .char_indices()
        .find(|&(at, c)| {
            let exponent = (c == 'e' || c == 'E')
                && text[at + 1..].starts_with(|d: char| d.is_ascii_digit() || d == '-' || d == '+');
            let sign = (c == '-' || c == '+') && (at == 0 || text[..at].ends_with(['e', 'E']));
            !(c.is_ascii_digit() || c == '.' || c == '_' || exponent || sign)
        })
        .map_or(text.len(), |(at, _)| at);
    let (number, unit) = (text[..digits].replace('_', ""), text[digits..].trim());
    let fail =
        |why: &str| UnitError(format!("\"{text}\" {why}: expected {what} such as {examples}"));
    let number: f64 = number.parse().map_err(|_| fail("does not begin with a number"))?;
    if unit.is_empty() {
        return Err(fail("has no unit"));
    }
    let size = size(unit).ok_or_else(|| fail(&format!("has the unknown unit \"{unit}\"")))?;
    if number < 0.0 {
        return Err(fail("is negative"));
    }
    let value = number * size;
    if !value.is_finite() {
        return Err(fail("is too large"));
    }
    Ok(value)
}

/// How often something happens, per second of simulated time; never negative.
///
/// In a file a rate carries its unit: `"50/s"`, `"1.5k/s"`, `"90/min"`.
#[derive(Clone, Copy, PartialEq, PartialOrd, Default, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Rate(f64);

impl Rate {
    /// Never.
    pub const ZERO: Rate = Rate(0.0);

    /// A rate of `per_second` a second; `None` if it is negative or not finite.
    pub fn per_second(per_second: f64) -> Option<Rate> {
        (per_second.is_finite() && per_second >= 0.0).then_some(Rate(per_second))
    }

    /// Times a second.
    pub fn as_per_second(self) -> f64 {
        self.0
    }

    /// The mean span between two occurrences; [`Span::MAX`] for a rate of zero.
    pub fn mean_gap(self) -> Span {
        if self.0 == 0.0 { Span::MAX } else { Span::from_secs_f64(1.0 / self.0) }
    }
}

impl FromStr for Rate {
    type Err = UnitError;

    fn from_str(text: &str) -> Result<Rate, UnitError> {
        let value = parse_with_unit(text, "a rate", "\"50/s\", \"1.5k/s\", \"90/min\"", |unit| {
            let (many, per) = unit.split_once('/')?;
            let many = match many.trim() {
                "" => 1.0,
                "k" => 1e3,
                "M" => 1e6,
                _ => return None,
            };
            let per = match per.trim() {
                "s" => 1.0,
                "min" => 60.0,
                "h" => 3_600.0,
                "d" => 86_400.0,
                _ => return None,
            };
            Some(many / per)
        })?;
        Ok(Rate(value))
    }
}

impl TryFrom<String> for Rate {
    type Error = UnitError;
    fn try_from(text: String) -> Result<Rate, UnitError> {
        text.parse()
    }
}

impl From<Rate> for String {
    fn from(rate: Rate) -> String {
        rate.to_string()
    }
}

impl fmt::Display for Rate {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}/s", self.0)
    }
}

/// A part of a whole, from 0 to 1 inclusive.
///
/// In a file a share is a percentage in quotes: `"12%"`, `"99.9%"`.
#[derive(Clone, Copy, PartialEq, PartialOrd, Default, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Share(f64);

impl Share {
    /// Nothing.
    pub const NONE: Share = Share(0.0);
    /// The whole.
    pub const ALL: Share = Share(1.0);

    /// The share `part` of 1; `None` outside 0..=1.
    pub fn new(part: f64) -> Option<Share> {
        (0.0..=1.0).contains(&part).then_some(Share(part))
    }

    /// The share as a number from 0 to 1.
    pub fn get(self) -> f64 {
        self.0
    }
}

impl FromStr for Share {
    type Err = UnitError;

    fn from_str(text: &str) -> Result<Share, UnitError> {
        let value = parse_with_unit(text, "a share", "\"12%\", \"99.9%\"", |unit| {
            (unit == "%").then_some(1.0)
        })?;
        Share::new(value / 100.0).ok_or_else(|| UnitError::too_large(text, "100%"))
    }
}

impl TryFrom<String> for Share {
    type Error = UnitError;
    fn try_from(text: String) -> Result<Share, UnitError> {
        text.parse()
    }
}

impl From<Share> for String {
    fn from(share: Share) -> String {
        share.to_string()
    }
}

impl fmt::Display for Share {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = self.0 * 100.0;
        // Show "12%", not the "12.000000000000002%" that the nearest double would print.
        let rounded = (percent * 1e9).round() / 1e9;
        let same = (rounded / 100.0).to_bits() == self.0.to_bits();
        write!(out, "{}%", if same { rounded } else { percent })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_and_shares_read_their_units_and_print_what_they_read() {
        assert_eq!("1.5k/s".parse::<Rate>().unwrap().as_per_second(), 1500.0);
        assert_eq!("90/min".parse::<Rate>().unwrap().as_per_second(), 1.5);
        assert_eq!("12%".parse::<Share>().unwrap().to_string(), "12%");
        assert_eq!("99.9%".parse::<Share>().unwrap().to_string(), "99.9%");
        assert_eq!("0%".parse::<Share>().unwrap(), Share::NONE);
    }

    #[test]
    fn what_is_no_rate_or_share_is_refused() {
        assert!("50".parse::<Rate>().unwrap_err().to_string().contains("no unit"));
        assert!("-1/s".parse::<Rate>().is_err());
        assert!("101%".parse::<Share>().unwrap_err().to_string().contains("100%"));
        assert!("0.5".parse::<Share>().is_err());
    }
}
