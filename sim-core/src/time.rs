//! Simulated time: integer nanoseconds, so that no two machines round an instant differently.

use std::fmt;
use std::ops::{Add, AddAssign, Div, Mul, Sub, SubAssign};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::units::{UnitError, parse_with_unit};

/// An instant of simulated time, counted from the start of the run (time 0).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct SimTime(u64);

/// A length of simulated time, in whole nanoseconds; at most some 584 years.
///
/// In a file a span carries its unit: `"250us"`, `"1.5s"`, `"3min"`.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug, Serialize, Deserialize,
)]
#[serde(try_from = "String", into = "String")]
pub struct Span(u64);

/// 2⁶³.
const SIGNED: f64 = 9_223_372_036_854_775_808.0;
const NANOS_PER_SEC: f64 = 1e9;

impl SimTime {
    /// The start of the run.
    pub const ZERO: SimTime = SimTime(0);
    /// Later than anything that happens.
    pub const NEVER: SimTime = SimTime(u64::MAX);

    /// The instant `nanos` nanoseconds after the start of the run.
    pub const fn from_nanos(nanos: u64) -> SimTime {
        SimTime(nanos)
    }

    /// Nanoseconds since the start of the run.
    pub const fn as_nanos(self) -> u64 {
        self.0
    }

    /// Seconds since the start of the run, for statistics and display.
    pub fn as_secs_f64(self) -> f64 {
        self.0 as f64 / NANOS_PER_SEC
    }

    /// The span from `earlier` to this instant, or zero if `earlier` is later.
    pub const fn since(self, earlier: SimTime) -> Span {
        Span(self.0.saturating_sub(earlier.0))
    }
}

impl Span {
    /// No time at all.
    pub const ZERO: Span = Span(0);
    /// Longer than any run.
    pub const MAX: Span = Span(u64::MAX);

    /// A span of `nanos` nanoseconds.
    pub const fn from_nanos(nanos: u64) -> Span {
        Span(nanos)
    }

    /// A span of `micros` microseconds.
    pub const fn from_micros(micros: u64) -> Span {
        Span(micros * 1_000)
    }

    /// A span of `millis` milliseconds.
    pub const fn from_millis(millis: u64) -> Span {
        Span(millis * 1_000_000)
    }

    /// A span of `secs` seconds.
    pub const fn from_secs(secs: u64) -> Span {
        Span(secs * 1_000_000_000)
    }

    /// The nearest span to `secs` seconds; negative and NaN become zero, too large becomes [`Span::MAX`].
    pub fn from_secs_f64(secs: f64) -> Span {
        Span::from_nanos_f64(secs * NANOS_PER_SEC)
    }

    /// The nearest span to `nanos` nanoseconds; negative and NaN become zero, too large becomes [`Span::MAX`].
    pub fn from_nanos_f64(nanos: f64) -> Span {
        let nanos = nanos + 0.5;
        // A time below 2⁶³ ns fits a signed number, which processors find in one step.
        if nanos < SIGNED { Span((nanos as i64).max(0) as u64) } else { Span(nanos as u64) }
    }

    /// The span in nanoseconds.
    pub const fn as_nanos(self) -> u64 {
        self.0
    }

    /// The span in seconds, for statistics and display.
    pub fn as_secs_f64(self) -> f64 {
        self.0 as f64 / NANOS_PER_SEC
    }

    /// The span in milliseconds, for statistics and display.
    pub fn as_millis_f64(self) -> f64 {
        self.0 as f64 / 1e6
    }

    /// Whether the span is zero.
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// This span less `other`, or zero if `other` is longer.
    pub const fn saturating_sub(self, other: Span) -> Span {
        Span(self.0.saturating_sub(other.0))
    }

    /// The span times a non-negative factor, rounded to the nearest nanosecond.
    pub fn scale(self, factor: f64) -> Span {
        Span::from_nanos_f64(self.0 as f64 * factor)
    }
}

impl Add<Span> for SimTime {
    type Output = SimTime;
    fn add(self, span: Span) -> SimTime {
        SimTime(self.0.saturating_add(span.0))
    }
}

impl AddAssign<Span> for SimTime {
    fn add_assign(&mut self, span: Span) {
        *self = *self + span;
    }
}

impl Sub<SimTime> for SimTime {
    type Output = Span;
    /// The span between two instants; zero if the right one is later.
    fn sub(self, earlier: SimTime) -> Span {
        self.since(earlier)
    }
}

impl Add for Span {
    type Output = Span;
    fn add(self, other: Span) -> Span {
        Span(self.0.saturating_add(other.0))
    }
}

impl AddAssign for Span {
    fn add_assign(&mut self, other: Span) {
        *self = *self + other;
    }
}

impl Sub for Span {
    type Output = Span;
    fn sub(self, other: Span) -> Span {
        self.saturating_sub(other)
    }
}

impl SubAssign for Span {
    fn sub_assign(&mut self, other: Span) {
        *self = *self - other;
    }
}

impl Mul<u64> for Span {
    type Output = Span;
    fn mul(self, times: u64) -> Span {
        Span(self.0.saturating_mul(times))
    }
}

impl Div<u64> for Span {
    type Output = Span;
    fn div(self, parts: u64) -> Span {
        Span(self.0 / parts)
    }
}

impl FromStr for Span {
    type Err = UnitError;

    fn from_str(text: &str) -> Result<Span, UnitError> {
        let nanos = parse_with_unit(
            text,
            "a duration",
            "\"250us\", \"100ms\", \"1.5s\", \"3min\"",
            |unit| {
                Some(match unit {
                    "ns" => 1.0,
                    "us" | "µs" | "μs" => 1e3,
                    "ms" => 1e6,
                    "s" | "sec" => 1e9,
                    "min" | "m" => 60e9,
                    "h" => 3_600e9,
                    "d" => 86_400e9,
                    _ => return None,
                })
            },
        )?;
        if nanos >= u64::MAX as f64 {
            return Err(UnitError::too_large(text, "584 years"));
        }
        if nanos > 0.0 && nanos < 0.5 {
            return Err(UnitError::too_small(text, "1 ns"));
        }
        Ok(Span::from_nanos_f64(nanos))
    }
}

impl TryFrom<String> for Span {
    type Error = UnitError;
    fn try_from(text: String) -> Result<Span, UnitError> {
        text.parse()
    }
}

impl From<Span> for String {
    fn from(span: Span) -> String {
        span.to_string()
    }
}

impl fmt::Display for Span {
    /// The largest unit that shows the span exactly: `100ms`, `1500ms`, `1.5s` reads back as written.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        const UNITS: [(u64, &str); 6] = [
            (3_600_000_000_000, "h"),
            (60_000_000_000, "min"),
            (1_000_000_000, "s"),
            (1_000_000, "ms"),
            (1_000, "us"),
            (1, "ns"),
        ];
        if self.0 == 0 {
            return out.write_str("0s");
        }
        let exact = UNITS.iter().find(|(size, _)| self.0.is_multiple_of(*size));
        let (size, unit) = exact.unwrap_or(&UNITS[5]);
        write!(out, "{}{unit}", self.0 / size)
    }
}

impl fmt::Display for SimTime {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{:.6} s", self.as_secs_f64())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_span_reads_every_unit_and_prints_what_it_read() {
        for text in ["250us", "100ms", "1500ms", "3min", "2h", "7ns", "0s"] {
            let span: Span = text.parse().unwrap();
            assert_eq!(span.to_string().parse::<Span>().unwrap(), span, "{text}");
        }
        assert_eq!("1.5s".parse::<Span>().unwrap(), Span::from_millis(1500));
        assert_eq!("1d".parse::<Span>().unwrap(), Span::from_secs(86_400));
    }

    #[test]
    fn a_bare_number_is_refused_and_the_unit_is_named() {
        let error = "100".parse::<Span>().unwrap_err().to_string();
        assert!(error.contains("unit") && error.contains("100ms"), "{error}");
        assert!("-5ms".parse::<Span>().is_err());
        assert!("5 parsecs".parse::<Span>().is_err());
        assert!("1e30s".parse::<Span>().is_err());
        assert!("infs".parse::<Span>().is_err());
        assert!("0.1ns".parse::<Span>().is_err());
    }

    #[test]
    fn time_saturates_instead_of_wrapping() {
        assert_eq!(SimTime::NEVER + Span::from_secs(1), SimTime::NEVER);
        assert_eq!(SimTime::ZERO - SimTime::from_nanos(5), Span::ZERO);
        assert_eq!(Span::from_nanos_f64(-3.0), Span::ZERO);
        assert_eq!(Span::from_nanos_f64(f64::NAN), Span::ZERO);
    }
}
