//! A number with exactly the digits that its interval supports.

/// A number as it is printed: the value and, where there is an interval, half its width.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shown {
    /// The value, rounded to the last digit that the interval supports.
    pub value: String,
    /// Half the width of the 95 % interval, to the same digit; absent with one replication.
    pub half_width: Option<String>,
}

impl Shown {
    /// The number as one string, without its unit: `64.5 ± 0.2`.
    pub fn joined(&self) -> String {
        match &self.half_width {
            Some(half_width) => format!("{} ± {half_width}", self.value),
            None => self.value.clone(),
        }
    }
}

/// What is printed where there is no value.
pub const ABSENT: &str = "–";

/// The most significant digits that are ever shown of a value with an interval.
const MOST_DIGITS: i32 = 6;
/// The significant digits of a value without an interval.
const USUAL_DIGITS: i32 = 4;

/// Rounds a mean and half the width of its interval for print.
///
/// The half-width keeps one digit, or two when the first is 1; the mean ends at the same place. A mean within a wider
/// half-width keeps as many digits of its own, so that it is not rounded away. Without a half-width the mean has four
/// digits. Beyond 10⁹ and below 10⁻⁴ both are written as powers of ten.
pub fn show(mean: f64, half_width: Option<f64>) -> Shown {
    print(mean, half_width, own_decimals)
}

/// The same of a difference: one within its interval has not been seen, and ends where the interval ends.
pub fn difference(mean: f64, half_width: Option<f64>) -> Shown {
    print(mean, half_width, |_, _| i32::MIN)
}

/// Rounds a mean that has some decimals at least, whatever its half-width supports.
fn print(mean: f64, half_width: Option<f64>, least: fn(f64, f64) -> i32) -> Shown {
    if !mean.is_finite() {
        return Shown { value: ABSENT.to_owned(), half_width: None };
    }
    let half_width = half_width.filter(|half| half.is_finite()).map(f64::abs);
    let largest = mean.abs().max(half_width.unwrap_or(0.0));
    if largest > 0.0 && !(1e-4..1e9).contains(&largest) {
        let power = exponent(largest);
        let unit = 10f64.powi(power);
        let small = plain(mean / unit, half_width.map(|half| half / unit), least);
        let mark = |digits: String| format!("{digits}e{power}");
        return Shown { value: mark(small.value), half_width: small.half_width.map(mark) };
    }
    plain(mean, half_width, least)
}

/// Rounds a mean number of things, of which a thousandth more or less means nothing: what rounds to none is told as such.
pub fn level(mean: f64, half_width: Option<f64>) -> Shown {
    level_as(mean, half_width, show)
}

/// The same, printed in some way.
pub(crate) fn level_as(
    mean: f64,
    half_width: Option<f64>,
    show: fn(f64, Option<f64>) -> Shown,
) -> Shown {
    const NONE: f64 = 0.0005;
    let largest = mean.abs().max(half_width.unwrap_or(0.0).abs());
    if largest == 0.0 || largest >= NONE || !largest.is_finite() {
        return show(mean, half_width);
    }
    Shown { value: "< 0.001".to_owned(), half_width: None }
}

/// Rounds numbers of a size that can be written out.
fn plain(mean: f64, half_width: Option<f64>, least: fn(f64, f64) -> i32) -> Shown {
    match half_width {
        None => {
            let decimals = if mean.fract() == 0.0 { 0 } else { digits_after(mean, USUAL_DIGITS) };
            Shown { value: fixed(mean, decimals), half_width: None }
        }
        Some(0.0) => {
            let enough = digits_after(mean, MOST_DIGITS);
            let decimals = (0..enough).find(|&few| is_exact(mean, few)).unwrap_or(enough);
            Shown { value: fixed(mean, decimals), half_width: Some("0".to_owned()) }
        }
        Some(half) => {
            let supported = supported_decimals(half);
            let most = digits_after(mean, MOST_DIGITS).max(0);
            if supported <= most || mean == 0.0 {
                let value = fixed(mean, supported.max(least(mean, half)));
                return Shown { value, half_width: Some(fixed(half, supported)) };
            }
            let step = 10f64.powi(most);
            let upward = (half * step).ceil() / step;
            Shown { value: fixed(mean, most), half_width: Some(fixed(upward, most)) }
        }
    }
}

/// Decimals that a half-width supports; negative when it is tens or more.
fn supported_decimals(half: f64) -> i32 {
    let power = exponent(half);
    let first = half / 10f64.powi(power);
    if first < 1.95 { 1 - power } else { -power }
}

/// Decimals that a mean within its half-width needs in order not to be rounded away; none that matter where it is next
/// to nothing beside it.
fn own_decimals(mean: f64, half: f64) -> i32 {
    const NEXT_TO_NOTHING: f64 = 1e-3;
    let is_swallowed = mean.abs() < half && mean.abs() >= half * NEXT_TO_NOTHING;
    if is_swallowed { supported_decimals(mean.abs()) } else { i32::MIN }
}

/// Decimals that show a number of significant digits of a value; never less than 0.
fn digits_after(value: f64, digits: i32) -> i32 {
    if value == 0.0 { 0 } else { (digits - 1 - exponent(value)).max(0) }
}

/// Whether a value loses nothing visible when it is cut to some decimals.
fn is_exact(value: f64, decimals: i32) -> bool {
    let step = 10f64.powi(decimals);
    ((value * step).round() / step - value).abs() <= value.abs() * 1e-12
}

/// The power of ten of a value's first digit, without a logarithm so that no machine rounds it differently.
pub(crate) fn exponent(value: f64) -> i32 {
    let text = format!("{value:e}");
    text.split_once('e').and_then(|(_, power)| power.parse().ok()).unwrap_or(0)
}

/// A value with a fixed number of decimals and commas between thousands; negative decimals round to tens and beyond.
pub(crate) fn fixed(value: f64, decimals: i32) -> String {
    let places = usize::try_from(decimals).unwrap_or(0);
    let step = 10f64.powi(decimals.min(0).abs());
    let text = format!("{:.places$}", (value / step).round_if(decimals < 0) * step);
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) if digits.chars().any(|digit| ('1'..='9').contains(&digit)) => ("-", digits),
        Some(digits) => ("", digits),
        None => ("", text.as_str()),
    };
    let (whole, rest) = digits.split_at(digits.find('.').unwrap_or(digits.len()));
    format!("{sign}{}{rest}", with_commas(whole))
}

/// Digits with a comma before each group of three.
pub(crate) fn with_commas(digits: &str) -> String {
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A large count in words of three digits at most: `987`, `12.3 M`.
pub(crate) fn count(number: u64) -> String {
    const NAMES: [(f64, &str); 4] = [(1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")];
    let value = number as f64;
    match NAMES
        .into_iter()
        .find(|(size, _)| value >= 10.0 * size || (*size > 1e3 && value >= *size))
    {
        Some((size, name)) => {
            let scaled = value / size;
            format!("{} {name}", fixed(scaled, digits_after(scaled, 3)))
        }
        None => with_commas(&number.to_string()),
    }
}

trait RoundIf {
    fn round_if(self, whether: bool) -> Self;
}

impl RoundIf for f64 {
    fn round_if(self, whether: bool) -> f64 {
        if whether { self.round() } else { self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joined(mean: f64, half_width: f64) -> String {
        show(mean, Some(half_width)).joined()
    }

    #[test]
    fn a_value_ends_where_its_interval_ends() {
        assert_eq!(joined(64.512, 0.21), "64.5 ± 0.2");
        assert_eq!(joined(99.9312, 0.0231), "99.93 ± 0.02");
        assert_eq!(joined(5000.13, 3.2), "5,000 ± 3");
        assert_eq!(joined(5000.13, 1.24), "5,000.1 ± 1.2");
        assert_eq!(joined(12_345.6, 67.0), "12,350 ± 70");
        assert_eq!(joined(0.5, 0.097), "0.50 ± 0.10");
    }

    #[test]
    fn an_interval_wider_than_the_value_does_not_round_it_away() {
        assert_eq!(joined(3.0, 41.0), "3 ± 40");
        assert_eq!(joined(123.0, 512.0), "120 ± 500");
        assert_eq!(joined(-0.2, 3.0), "-0.2 ± 3");
        assert_eq!(joined(0.47, 6.0), "0.5 ± 6");
        assert_eq!(joined(0.0012, 0.02), "0.0012 ± 0.02");
        assert_eq!(joined(1.2e10, 5e10), "1.2e10 ± 5e10");
        assert_eq!(joined(0.0, 0.02), "0.00 ± 0.02");
        assert_eq!(difference(0.47, Some(6.0)).joined(), "0 ± 6");
        // What is next to nothing beside its interval is told as nothing.
        assert_eq!(joined(1e-7, 3.0), "0 ± 3");
    }

    #[test]
    fn no_more_than_six_digits_and_the_interval_is_rounded_up_there() {
        assert_eq!(joined(64.512_345_6, 0.000_000_1), "64.5123 ± 0.0001");
        assert_eq!(joined(100.0, 0.0), "100 ± 0");
        assert_eq!(joined(0.1, 0.0), "0.1 ± 0");
        assert_eq!(joined(2.0 / 3.0, 0.0), "0.666667 ± 0");
    }

    #[test]
    fn one_replication_has_no_interval_and_four_digits() {
        assert_eq!(show(64.512_345, None).joined(), "64.51");
        assert_eq!(show(12_345.678, None).joined(), "12,346");
        assert_eq!(show(0.0, None).joined(), "0");
        assert_eq!(show(100.0, None).joined(), "100");
    }

    #[test]
    fn huge_and_tiny_numbers_are_powers_of_ten() {
        assert_eq!(joined(1.234e12, 3e9), "1.234e12 ± 0.003e12");
        assert_eq!(show(4.2e-7, None).joined(), "4.200e-7");
        assert_eq!(show(f64::NAN, Some(1.0)).joined(), ABSENT);
        assert_eq!(show(f64::INFINITY, None).joined(), ABSENT);
    }

    #[test]
    fn a_level_of_almost_nothing_has_no_digits() {
        assert_eq!(level(1.3e-7, Some(4e-8)).joined(), "< 0.001");
        assert_eq!(level(0.0004, None).joined(), "< 0.001");
        assert_eq!(level(0.0004, Some(0.002)).joined(), "0.0004 ± 0.002");
        assert_eq!(level(0.0, Some(0.0)).joined(), "0 ± 0");
        assert_eq!(level(12.34, Some(0.21)).joined(), "12.3 ± 0.2");
        assert_eq!(level(f64::NAN, None).joined(), ABSENT);
    }

    #[test]
    fn counts_have_three_digits_and_a_letter() {
        assert_eq!(count(987), "987");
        assert_eq!(count(9_870), "9,870");
        assert_eq!(count(12_345), "12.3 k");
        assert_eq!(count(1_234_567), "1.23 M");
        assert_eq!(count(123_456_789), "123 M");
    }
}
