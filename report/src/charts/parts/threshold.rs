//! The line that an expectation draws: a number that may not be passed.

use brownout_scenarios::result::Point;

use crate::setting;
use crate::unit::Dimension;

/// What an expectation of the form `goodput(app) >= 99% in fault` says.
#[derive(Clone, PartialEq, Debug)]
pub(in crate::charts) struct Threshold {
    /// Of what: `goodput(app)`.
    pub(in crate::charts) key: String,
    /// Whether it is the least that is expected, or else the most.
    pub(in crate::charts) is_least: bool,
    /// The number: times in ms, shares from 0 to 1.
    pub(in crate::charts) value: f64,
    pub(in crate::charts) dimension: Dimension,
    /// The window that it is expected in; all of the run where none is named.
    pub(in crate::charts) window: String,
}

impl Threshold {
    /// Reads an expectation; `None` if it says something else than a limit.
    pub(in crate::charts) fn of(text: &str) -> Option<Threshold> {
        let close = text.find(')')?;
        let key: String = text[..=close].split_whitespace().collect();
        let rest = text[close + 1..].trim_start();
        let sign = rest.find(|c: char| !"<>=".contains(c))?;
        let is_least = match &rest[..sign] {
            ">" | ">=" => true,
            "<" | "<=" => false,
            _ => return None,
        };
        let value = rest[sign..].split_whitespace().next()?;
        let (value, dimension) = setting::number(value)?;
        let window = rest.split_once(" in ").map_or("all", |(_, behind)| name(behind.trim_start()));
        let window = window.to_owned();
        Some(Threshold { key, is_least, value, dimension, window })
    }

    /// All limits that these points are held against, each once.
    pub(in crate::charts) fn all<'a>(points: impl Iterator<Item = &'a Point>) -> Vec<Threshold> {
        let mut all: Vec<Threshold> = Vec::new();
        for expectation in points.flat_map(|point| &point.expectations) {
            if let Some(one) = Threshold::of(&expectation.text).filter(|one| !all.contains(one)) {
                all.push(one);
            }
        }
        all
    }

    /// `at least 99 %`.
    pub(in crate::charts) fn words(&self) -> String {
        let limit = super::axis::label(self.dimension, self.value, &[]);
        format!("{} {limit}", if self.is_least { "≥" } else { "≤" })
    }
}

/// The name that a text begins with: a word, or what stands in quotes.
fn name(text: &str) -> &str {
    let quote = text.chars().next().filter(|c| "'\"".contains(*c));
    match quote {
        Some(quote) => text[1..].split(quote).next().unwrap_or_default(),
        None => text.split_whitespace().next().unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_read_and_everything_else_is_left() {
        let limit = Threshold::of("goodput( app ) >= 99.5% in fault for 'breaker'").unwrap();
        assert_eq!(
            (limit.key.as_str(), limit.is_least, limit.value),
            ("goodput(app)", true, 0.995)
        );
        assert_eq!((limit.window.as_str(), limit.words().as_str()), ("fault", "≥ 99.5 %"));
        let limit = Threshold::of("p99(app) < 1s in 'the last minute' for 'in time'").unwrap();
        assert_eq!(limit.window, "the last minute");
        let limit = Threshold::of("p99(app)<800ms").unwrap();
        assert_eq!((limit.value, limit.window.as_str()), (800.0, "all"));
        for other in ["recovers(app) within 30s", "capacity(feed) = 64.5/s +- 2%", "p99(app) <", ""]
        {
            assert_eq!(Threshold::of(other), None);
        }
    }
}
