//! Ranges: many values in one text, `100ms..1s by 100ms` or `10/s..1k/s log 5`, alone or inside a value.

use std::fmt::Display;

use brownout_core::time::Span;
use brownout_core::units::{Rate, Share};

use crate::result::Axis;

/// The most values of a range.
const MOST: usize = 10_000;

/// The values that a text stands for: of a range those that it walks through, of anything else the text itself. With
/// the steps, if it is a range: `linear` or `log`.
///
/// # Errors
/// What is wrong with the range.
pub fn values(text: &str) -> Result<(Vec<String>, Option<&'static str>), String> {
    let Some(range) = Range::find(text) else { return Ok((vec![text.trim().to_owned()], None)) };
    let steps = range.steps()?;
    let scale = if range.log { Axis::LOG } else { Axis::LINEAR };
    let within = |value: String| {
        // A quantity with a unit is a text, which stands in quotes inside another value.
        let bare = range.before.trim().is_empty() && range.after.trim().is_empty();
        let quoted = range.before.ends_with('"');
        let quote = if bare || quoted || value.parse::<f64>().is_ok() { "" } else { "\"" };
        format!("{}{quote}{value}{quote}{}", range.before, range.after).trim().to_owned()
    };
    Ok((steps.into_iter().map(within).collect(), Some(scale)))
}

/// What to say of a range that walks in steps of one factor and has fewer values than it asks for, since several of them
/// are the same whole number.
pub fn short(text: &str) -> Option<String> {
    let range = Range::find(text).filter(|range| range.log)?;
    let asked: usize = range.step?.parse().ok()?;
    let found = range.steps().ok()?.len();
    let Range { from, to, .. } = range;
    (found < asked)
        .then(|| format!("`{from}..{to} log {asked}` has {found} different values, not {asked}"))
}

/// A range and what stands around it.
struct Range<'t> {
    before: &'t str,
    from: &'t str,
    to: &'t str,
    /// The width of a step, or how many values there are.
    step: Option<&'t str>,
    log: bool,
    after: &'t str,
}

/// What one value of a range is.
#[derive(Clone, Copy)]
enum Quantity {
    Span(Span),
    Rate(Rate),
    Share(Share),
    Number(f64),
}

fn ends_word(c: char) -> bool {
    c.is_whitespace() || "()[]{},\"".contains(c)
}

impl<'t> Range<'t> {
    /// The first range of a text; `None` if there is none.
    fn find(text: &'t str) -> Option<Range<'t>> {
        let dots = text.find("..")?;
        let start = text[..dots].rfind(ends_word).map_or(0, |at| at + 1);
        let rest = &text[dots + 2..];
        let end = rest.find(ends_word).unwrap_or(rest.len());
        let (from, to, rest) = (&text[start..dots], &rest[..end], &rest[end..]);
        let is_number = |word: &str| word.starts_with(|c: char| c.is_ascii_digit() || c == '-');
        if !is_number(from) || !is_number(to) {
            return None;
        }
        let mut range =
            Range { before: &text[..start], from, to, step: None, log: false, after: rest };
        for (word, log) in [("by", false), ("log", true)] {
            let Some(rest) = rest.trim_start().strip_prefix(word) else { continue };
            let Some(step) = rest.strip_prefix(char::is_whitespace) else { continue };
            let step = step.trim_start();
            let end = step.find(ends_word).unwrap_or(step.len());
            range = Range { step: Some(&step[..end]), log, after: &step[end..], ..range };
        }
        Some(range)
    }

    fn steps(&self) -> Result<Vec<String>, String> {
        let Range { from, to, step, log, .. } = *self;
        let whole = format!("{from}..{to}");
        let Some(step) = step else {
            return Err(format!("`{whole}` has no steps: write `{whole} by …` or `{whole} log 5`"));
        };
        let [first, last] = [from, to].map(|end| Quantity::read(end).ok_or(end));
        let (first, last) = match (first, last) {
            (Ok(first), Ok(last)) => (first, last),
            (Err(end), _) | (_, Err(end)) => {
                return Err(format!("`{end}` is neither a number nor a quantity with a unit"));
            }
        };
        if !first.is_like(last) {
            return Err(format!("`{from}` and `{to}` are not measured in the same unit"));
        }
        let values = if log {
            let count: usize = step.parse().map_err(|_| {
                format!("`log {step}`: expected how many values there are, such as `log 5`")
            })?;
            geometric(first.size(), last.size(), count)?
        } else {
            let width = Quantity::read(step).filter(|step| step.is_like(first));
            let width =
                width.ok_or_else(|| format!("`by {step}`: expected a step like `{from}`"))?;
            arithmetic(first.size(), last.size(), width.size())?
        };
        let is_whole = |quantity: Quantity| quantity.size().fract() == 0.0;
        let whole_numbers = log && is_whole(first) && is_whole(last);
        let mut texts: Vec<String> =
            values.into_iter().map(|size| first.of_size(size, whole_numbers)).collect();
        texts.dedup();
        Ok(texts)
    }
}

fn arithmetic(first: f64, last: f64, step: f64) -> Result<Vec<f64>, String> {
    if step <= 0.0 {
        return Err("a step has to be larger than zero".to_owned());
    }
    let steps = ((last - first).abs() / step + 1e-9).floor();
    if steps >= MOST as f64 {
        return Err(format!("the range has more than {MOST} values"));
    }
    let step = if last < first { -step } else { step };
    Ok((0..=steps as u32).map(|n| first + step * f64::from(n)).collect())
}

fn geometric(first: f64, last: f64, count: usize) -> Result<Vec<f64>, String> {
    if first <= 0.0 || last <= 0.0 {
        return Err("steps of one factor never reach zero: begin and end above it".to_owned());
    }
    if !(2..=MOST).contains(&count) {
        return Err(format!("`log {count}`: expected 2 to {MOST} values"));
    }
    let factor = |n: usize| (last / first).powf(n as f64 / (count - 1) as f64);
    let inner = (1..count - 1).map(|n| rounded(first * factor(n), 4));
    Ok([first].into_iter().chain(inner).chain([last]).collect())
}

/// A number with so many digits.
fn rounded(value: f64, digits: usize) -> f64 {
    format!("{value:.*e}", digits - 1).parse().unwrap_or(value)
}

impl Quantity {
    fn read(text: &str) -> Option<Quantity> {
        let number = || text.parse().ok().map(Quantity::Number);
        let span = || text.parse().ok().map(Quantity::Span);
        let rate = || text.parse().ok().map(Quantity::Rate);
        let share = || text.parse().ok().map(Quantity::Share);
        number().or_else(span).or_else(rate).or_else(share)
    }

    fn is_like(self, other: Quantity) -> bool {
        std::mem::discriminant(&self) == std::mem::discriminant(&other)
    }

    fn size(self) -> f64 {
        match self {
            Quantity::Span(span) => span.as_nanos() as f64,
            Quantity::Rate(rate) => rate.as_per_second(),
            // In per cent, so that steps of one per cent are whole.
            Quantity::Share(share) => rounded(share.get() * 100.0, 12),
            Quantity::Number(number) => number,
        }
    }

    /// A quantity of the same kind, as a file would have it.
    fn of_size(self, size: f64, whole: bool) -> String {
        let text = |number: f64, unit: &dyn Display| format!("{}{unit}", rounded(number, 12));
        match self {
            Quantity::Span(_) => Span::from_nanos_f64(size).to_string(),
            Quantity::Rate(_) => text(size, &"/s"),
            Quantity::Share(_) => text(size, &"%"),
            Quantity::Number(_) if whole => text(size.round(), &""),
            Quantity::Number(_) => text(size, &""),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str) -> Vec<String> {
        values(text).unwrap().0
    }

    #[test]
    fn a_range_walks_in_steps_of_one_width() {
        assert_eq!(all("100ms..300ms by 100ms"), ["100ms", "200ms", "300ms"]);
        assert_eq!(all("0.1..0.4 by 0.1"), ["0.1", "0.2", "0.3", "0.4"]);
        assert_eq!(all("10%..30% by 10%"), ["10%", "20%", "30%"]);
        assert_eq!(all("3..1 by 1"), ["3", "2", "1"]);
        assert_eq!(all("1s..2500ms by 500ms"), ["1s", "1500ms", "2s", "2500ms"]);
        assert_eq!(all("1..2 by 3"), ["1"]);
    }

    #[test]
    fn a_range_walks_in_steps_of_one_factor() {
        assert_eq!(all("1ms..1s log 4"), ["1ms", "10ms", "100ms", "1s"]);
        assert_eq!(all("10/s..1k/s log 3"), ["10/s", "100/s", "1000/s"]);
        assert_eq!(all("100..400 log 3"), ["100", "200", "400"]);
        assert_eq!(all("1..4 log 5"), ["1", "2", "3", "4"], "whole numbers stay whole");
    }

    #[test]
    fn a_range_that_has_fewer_values_than_it_asks_for_says_so() {
        let said = "`1..4 log 9` has 4 different values, not 9";
        assert_eq!(short("Threads(1..4 log 9)").unwrap(), said);
        for enough in ["1..4 log 3", "1..4 by 1", "1ms..1s log 4", "Threads(7)", "1..x log 3"] {
            assert_eq!(short(enough), None);
        }
    }

    #[test]
    fn a_range_may_stand_inside_a_value() {
        assert_eq!(
            all("Threads(100..300 by 100)"),
            ["Threads(100)", "Threads(200)", "Threads(300)"]
        );
        assert_eq!(all("Poisson(1/s..2/s by 1/s)"), ["Poisson(\"1/s\")", "Poisson(\"2/s\")"]);
        assert_eq!(all("[Timeout(\"1s..2s by 1s\")]"), ["[Timeout(\"1s\")]", "[Timeout(\"2s\")]"]);
    }

    #[test]
    fn what_is_no_range_stays_as_it_is() {
        for text in ["100ms", "Threads(100)", "\"a..b\"", "..", "x..3"] {
            assert_eq!(values(text).unwrap(), (vec![text.to_owned()], None));
        }
    }

    #[test]
    fn a_range_that_makes_no_sense_says_why() {
        let why = |text: &str| values(text).unwrap_err();
        assert!(why("1..3").contains("no steps"));
        assert!(why("1s..3 by 1").contains("same unit"));
        assert!(why("1s..3s by 1").contains("like `1s`"));
        assert!(why("1s..3s by 0s").contains("larger than zero"));
        assert!(why("0..3 log 3").contains("zero"));
        assert!(why("1..3 log x").contains("log 5"));
        assert!(why("1..3 log 1").contains("2 to"));
        assert!(why("1..1000000 by 1").contains("more than"));
        assert!(why("1q..3q by 1q").contains("neither"));
    }
}
