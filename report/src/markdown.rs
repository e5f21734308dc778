//! The comparison of variants as Markdown tables, to be pasted where people discuss them.

mod differences;

use brownout_scenarios::result::ResultSet;

use crate::compare::{Comparison, Measure};
use crate::names;
use crate::number::ABSENT;
use crate::steadiness;

/// A heading and a table for each window that tells the story: variants as rows, measures as columns.
pub fn to_string(results: &ResultSet) -> String {
    let comparison = Comparison::of(results);
    let mut text = String::new();
    for (index, window) in comparison.windows.iter().enumerate() {
        let applies = |measure: &&Measure<'_>| measure.estimates[index].iter().any(Option::is_some);
        let measures: Vec<_> = comparison.measures.iter().filter(applies).collect();
        if measures.is_empty() {
            continue;
        }
        let title = escape(&names::window_title(results, window));
        text.push_str(&format!("{}**{title}**\n\n", if text.is_empty() { "" } else { "\n" }));
        let heads = measures.iter().map(|measure| {
            let unit = measure.unit.name;
            escape(&if unit.is_empty() {
                measure.title.clone()
            } else {
                format!("{} ({unit})", measure.title)
            })
        });
        // Of a sweep it is asked where it leaves the steady state.
        let is_sweep = !results.axes.is_empty();
        let steady = |cell: &str| is_sweep.then(|| cell.to_owned());
        let heads = std::iter::once("variant".to_owned()).chain(heads);
        line(heads.chain(steady(steadiness::TITLE)), &mut text);
        let sides = std::iter::once(":--").chain(measures.iter().map(|_| "--:")).map(str::to_owned);
        line(sides.chain(steady(":--")), &mut text);
        for (point, name) in comparison.points.iter().enumerate() {
            let cells = measures.iter().map(|measure| match measure.estimates[index][point] {
                Some(estimate) => measure.unit.show(estimate).joined(),
                None => ABSENT.to_owned(),
            });
            let said = comparison.window(results, index, point);
            let said = said.and_then(|window| steadiness::verdict(results, window));
            let said = said.map_or_else(|| ABSENT.to_owned(), |said| escape(&said));
            line(std::iter::once(escape(name)).chain(cells).chain(steady(&said)), &mut text);
        }
    }
    differences::write(results, &mut text);
    text
}

fn line(cells: impl Iterator<Item = String>, text: &mut String) {
    for cell in cells {
        text.push_str("| ");
        text.push_str(&cell);
        text.push(' ');
    }
    text.push_str("|\n");
}

/// A text in which nothing is taken for Markdown or HTML.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '|' | '*' | '_' | '`' | '[' | ']' | '\\' | '#' | '~' => escaped.extend(['\\', letter]),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            '\n' | '\r' => escaped.push(' '),
            _ => escaped.push(letter),
        }
    }
    escaped
}
