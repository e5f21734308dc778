//! What was set on top of a scenario, as numbers where it can be told: the axes that a sweep walks along.

use brownout_core::time::Span;
use brownout_core::units::{Rate, Share};
use brownout_scenarios::result::Point;

use crate::unit::Dimension;

/// A path that has different values in different points.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Axis {
    /// The path.
    pub(crate) path: String,
    /// Other paths that change exactly when this one does.
    pub(crate) with: Vec<String>,
    /// What its values measure, if they are numbers of one kind.
    pub(crate) dimension: Option<Dimension>,
    /// Its values: numbers by size, others in the order in which they come first.
    pub(crate) values: Vec<Setting>,
}

/// One value of an axis.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Setting {
    /// As it was written.
    pub(crate) text: String,
    /// As a number: times in ms, shares from 0 to 1, rates per second; 0 where the axis has no dimension.
    pub(crate) number: f64,
}

/// The paths whose values differ between these points, in order.
pub(crate) fn axes(points: &[&Point]) -> Vec<Axis> {
    let Some(first) = points.first() else { return Vec::new() };
    let mut axes: Vec<Axis> = Vec::new();
    for path in first.set.keys() {
        let texts: Vec<&str> =
            points.iter().filter_map(|point| Some(point.set.get(path)?.as_str())).collect();
        let differs = texts.iter().any(|text| *text != texts[0]);
        if !differs || texts.len() < points.len() {
            continue;
        }
        match axes.iter_mut().find(|axis| goes_with(axis, path, points)) {
            Some(axis) => axis.with.push(path.clone()),
            None => axes.push(Axis::of(path, &texts)),
        }
    }
    axes
}

/// Whether a path changes exactly when an axis does.
fn goes_with(axis: &Axis, path: &str, points: &[&Point]) -> bool {
    let pair = |point: &Point| (point.set[&axis.path].clone(), point.set[path].clone());
    let pairs: Vec<_> = points.iter().map(|point| pair(point)).collect();
    pairs.iter().all(|(a, b)| pairs.iter().all(|(c, d)| (a == c) == (b == d)))
}

impl Axis {
    fn of(path: &str, texts: &[&str]) -> Axis {
        let mut distinct: Vec<&str> = Vec::new();
        for &text in texts {
            if !distinct.contains(&text) {
                distinct.push(text);
            }
        }
        let setting = |text: &str, number| Setting { text: text.to_owned(), number };
        let (dimension, mut values) = match numbers(&distinct) {
            Some((dimension, numbers)) => {
                let both = distinct.iter().zip(numbers);
                (Some(dimension), both.map(|(text, number)| setting(text, number)).collect())
            }
            None => (None, distinct.iter().map(|text| setting(text, 0.0)).collect::<Vec<_>>()),
        };
        values.sort_by(|one, other| one.number.total_cmp(&other.number));
        Axis { path: path.to_owned(), with: Vec::new(), dimension, values }
    }

    /// Which of the values a point has.
    pub(crate) fn place(&self, point: &Point) -> Option<usize> {
        let text = point.set.get(&self.path)?;
        self.values.iter().position(|value| value.text == *text)
    }

    /// Whether ratios of its values say more than differences: all are above 0, they reach far, and the ratios between
    /// neighbours are more alike than the differences.
    pub(crate) fn is_log(&self) -> bool {
        let numbers: Vec<f64> = self.values.iter().map(|value| value.number).collect();
        let (Some(&least), Some(&most)) = (numbers.first(), numbers.last()) else { return false };
        if self.dimension.is_none() || least <= 0.0 || numbers.len() < 3 {
            return false;
        }
        let spread = |of: fn(f64, f64) -> f64| {
            let all = numbers.windows(2).map(|two| of(two[0], two[1]));
            all.clone().fold(0.0, f64::max) / all.fold(f64::INFINITY, f64::min)
        };
        most / least >= 8.0
            && spread(|one, next| next - one) >= 3.0 * spread(|one, next| next / one)
    }
}

/// The one number in which these texts differ, if that is all in which they differ.
fn numbers(texts: &[&str]) -> Option<(Dimension, Vec<f64>)> {
    let read: Vec<(String, Vec<(f64, Dimension)>)> = texts.iter().map(|text| read(text)).collect();
    let (frame, found) = read.first()?;
    if read.iter().any(|(other, numbers)| other != frame || numbers.len() != found.len()) {
        return None;
    }
    let at = |number: usize| read.iter().map(move |(_, numbers)| numbers[number]);
    let mut differing = (0..found.len()).filter(|&number| at(number).any(|n| n != found[number]));
    let (number, None) = (differing.next()?, differing.next()) else { return None };
    let dimension = found[number].1;
    let same = at(number).all(|(_, other)| other == dimension);
    same.then(|| (dimension, at(number).map(|(value, _)| value).collect()))
}

/// A text with its numbers taken out, and the numbers.
fn read(text: &str) -> (String, Vec<(f64, Dimension)>) {
    if let Some(number) = number(text) {
        return (String::new(), vec![number]);
    }
    let (mut frame, mut numbers) = (String::new(), Vec::new());
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let after_word = frame.ends_with(|c: char| c.is_alphanumeric() || c == '_');
        let end = match letter {
            '"' => rest[1..].find('"').map_or(rest.len(), |end| end + 2),
            '0'..='9' if !after_word => rest
                .find(|c: char| !(c.is_ascii_alphanumeric() || "._%/".contains(c)))
                .unwrap_or(rest.len()),
            _ => letter.len_utf8(),
        };
        let (piece, left) = rest.split_at(end);
        match number(piece) {
            Some(found) => {
                numbers.push(found);
                frame.push('\0');
            }
            None => frame.push_str(piece),
        }
        rest = left;
    }
    (frame, numbers)
}

/// A number with or without its unit, quoted or not.
pub(crate) fn number(text: &str) -> Option<(f64, Dimension)> {
    let text = text.trim().trim_matches('"');
    let is_plain = text.starts_with(|c: char| c.is_ascii_digit());
    if let (true, Ok(count)) = (is_plain, text.replace('_', "").parse::<f64>()) {
        return Some((count, Dimension::Count));
    }
    if let Ok(span) = text.parse::<Span>() {
        return Some((span.as_millis_f64(), Dimension::Time));
    }
    if let Ok(rate) = text.parse::<Rate>() {
        return Some((rate.as_per_second(), Dimension::Rate));
    }
    text.parse::<Share>().ok().map(|share| (share.get(), Dimension::Share))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axis(texts: &[&str]) -> Axis {
        Axis::of("a.b", texts)
    }

    fn of_numbers(texts: &[&str]) -> (Option<Dimension>, Vec<f64>) {
        let axis = axis(texts);
        (axis.dimension, axis.values.iter().map(|value| value.number).collect())
    }

    #[test]
    fn numbers_are_found_wherever_they_stand() {
        let rates = of_numbers(&["Poisson(\"4k/s\")", "Poisson(\"500/s\")"]);
        assert_eq!(rates, (Some(Dimension::Rate), vec![500.0, 4_000.0]));
        let times =
            of_numbers(&["[Fallback(), Timeout(\"1s\")]", "[Fallback(), Timeout(\"20ms\")]"]);
        assert_eq!(times, (Some(Dimension::Time), vec![20.0, 1_000.0]));
        let counts = of_numbers(&["Threads(200)", "Threads(50)"]);
        assert_eq!(counts, (Some(Dimension::Count), vec![50.0, 200.0]));
        assert_eq!(of_numbers(&["10%", "5%"]), (Some(Dimension::Share), vec![0.05, 0.1]));
        assert_eq!(of_numbers(&["\"100ms\"", "2s"]).1, [100.0, 2_000.0]);
    }

    #[test]
    fn what_differs_in_words_or_in_two_numbers_is_no_number() {
        let words = axis(&["Fifo", "Lifo"]);
        assert_eq!((words.dimension, words.values[0].text.as_str()), (None, "Fifo"));
        assert_eq!(
            of_numbers(&["Retry(attempts: 2, after: 3)", "Retry(attempts: 3, after: 4)"]).0,
            None
        );
        assert_eq!(of_numbers(&["Threads(2)", "Unlimited"]).0, None);
        assert_eq!(of_numbers(&["\"2s\"", "\"3/s\""]).0, None);
    }

    #[test]
    fn values_that_grow_by_ratios_are_on_a_log_axis() {
        assert!(axis(&["1ms", "10ms", "100ms"]).is_log());
        assert!(axis(&["1", "2", "4", "8"]).is_log());
        assert!(!axis(&["1ms", "2ms", "3ms"]).is_log());
        assert!(!axis(&["0ms", "10ms", "100ms"]).is_log());
        assert!(!axis(&["10/s", "20/s", "30/s", "40/s", "90/s"]).is_log());
    }

    #[test]
    fn paths_that_change_together_are_one_axis() {
        let point = |a: &str, b: &str, c: &str| -> Point {
            let set = serde_json::json!({"a": a, "b": b, "c": c, "d": "same"});
            let point = serde_json::json!({"set": set, "replications": 1, "trace_hash": "", "events": 0, "windows": []});
            serde_json::from_value(point).unwrap()
        };
        let points = [point("1", "x", "5"), point("2", "y", "5"), point("1", "x", "6")];
        let axes = axes(&points.iter().collect::<Vec<_>>());
        assert_eq!(axes.len(), 2);
        assert_eq!((axes[0].path.as_str(), axes[0].with.as_slice()), ("a", &["b".to_owned()][..]));
        assert_eq!(axes[1].place(&points[2]), Some(1));
    }
}
