//! What should be known before the numbers are believed; the same warning of several variants is told once.

use brownout_scenarios::result::{ResultSet, ResultWarning};

use crate::names;

use super::TextOptions;
use super::rows::push_line;
use super::section::heading;
use super::style::Role;
use super::wrap::wrap;

/// Writes the warnings, if there are any.
pub(super) fn write(results: &ResultSet, options: &TextOptions, out: &mut String) {
    let mut told: Vec<(&ResultWarning, Vec<String>)> = Vec::new();
    for point in &results.points {
        for warning in &point.warnings {
            let name = names::point(results, point);
            match told.iter_mut().find(|(other, _)| *other == warning) {
                Some((_, points)) => points.push(name),
                None => told.push((warning, vec![name])),
            }
        }
    }
    if told.is_empty() {
        return;
    }
    heading(if told.len() == 1 { "Warning" } else { "Warnings" }, options, out);
    for (warning, points) in told {
        let whose = match points.len() {
            _ if results.points.len() == 1 => String::new(),
            all if all == results.points.len() => " (every variant)".to_owned(),
            _ => format!(" ({})", points.join("; ")),
        };
        let text = format!("{}{whose}", warning.message);
        let indent = warning.code.chars().count() + 5;
        let lines = wrap(&text, options.width.saturating_sub(indent).max(20));
        for (index, line) in lines.iter().enumerate() {
            let front = match index {
                0 => options.style.paint(Role::Warning, &format!("  ! {} ", warning.code)),
                _ => " ".repeat(indent),
            };
            push_line(&format!("{front}{line}"), out);
        }
    }
}
