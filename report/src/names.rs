//! What points, windows and spans of time are called wherever they are shown.

use brownout_models::outcome::Kind;
use brownout_scenarios::result::{Point, ResultSet, WindowResult};

use crate::number;

/// The name of a point: its variant and what was set on top; the scenario's name where there is neither.
pub(crate) fn point(results: &ResultSet, point: &Point) -> String {
    let set = setting(point);
    match (&point.variant, set.is_empty()) {
        (Some(variant), true) => variant.clone(),
        (Some(variant), false) => format!("{variant}, {set}"),
        (None, true) => results.scenario.clone(),
        (None, false) => set,
    }
}

/// What was set on top, in one line: the last part of each path and its value.
pub(crate) fn setting(point: &Point) -> String {
    let parts: Vec<String> = point
        .set
        .iter()
        .map(|(path, value)| {
            let last = path.rsplit('.').next().unwrap_or(path);
            format!("{last} = {value}")
        })
        .collect();
    parts.join(", ")
}

/// The names of all windows of all points, in the order in which they first appear.
pub(crate) fn windows(results: &ResultSet) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for window in results.points.iter().flat_map(|point| &point.windows) {
        if !names.contains(&window.name.as_str()) {
            names.push(&window.name);
        }
    }
    names
}

/// The windows that a comparison shows: all but `all` where the run is told in parts.
pub(crate) fn telling_windows(results: &ResultSet) -> Vec<&str> {
    let names = windows(results);
    if names.contains(&"fault") {
        return names.into_iter().filter(|name| *name != "all").collect();
    }
    names
}

/// The one window where the action is: `fault`, or else the first.
pub(crate) fn main_window(results: &ResultSet) -> Option<&str> {
    let names = windows(results);
    names.iter().find(|name| **name == "fault").or(names.first()).copied()
}

/// A window of a point.
pub(crate) fn window<'a>(point: &'a Point, name: &str) -> Option<&'a WindowResult> {
    point.windows.iter().find(|window| window.name == name)
}

/// A window's name with its spans, where all points agree about them: `fault, 60–135 s`.
pub(crate) fn window_title(results: &ResultSet, name: &str) -> String {
    let mut all = results.points.iter().filter_map(|point| window(point, name));
    let Some(first) = all.next() else { return name.to_owned() };
    if first.spans_s.is_empty() || all.any(|other| other.spans_s != first.spans_s) {
        return name.to_owned();
    }
    format!("{name}, {}", spans(&first.spans_s))
}

/// Spans of time in seconds: `60–135 s`.
pub(crate) fn spans(spans: &[(f64, f64)]) -> String {
    let ends = |(from, to): &(f64, f64)| format!("{}–{}", seconds(*from), seconds(*to));
    let mut text = spans.iter().take(3).map(ends).collect::<Vec<_>>().join(", ");
    if spans.len() > 3 {
        text.push_str(", …");
    }
    format!("{text} s")
}

/// A moment in seconds with as many decimals as it has, at most three.
pub(crate) fn seconds(value: f64) -> String {
    let text = number::fixed(value, 3);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Where an outcome stands in lists: kinds in their order, `Late` after the answers, `Unanswered` last of all that
/// this version knows.
pub(crate) fn outcome_rank(name: &str) -> usize {
    match name {
        "Late" => 2,
        "Unanswered" => Kind::ALL.len() + 1,
        _ => match Kind::from_name(name).map(|kind| kind as usize) {
            Some(answer) if answer < 2 => answer,
            Some(other) => other + 1,
            None => Kind::ALL.len() + 2,
        },
    }
}

/// Outcome names in their order.
pub(crate) fn in_order<'a>(names: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let mut names: Vec<&str> = names.into_iter().collect();
    names.sort_by_key(|name| (outcome_rank(name), *name));
    names.dedup();
    names
}
