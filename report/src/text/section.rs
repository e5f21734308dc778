//! What the sections about clients, services and edges have in common: rows for every variant and window.

use brownout_scenarios::result::{Estimate, Point, ResultSet, WindowResult};

use crate::names;
use crate::number;
use crate::unit::{Dimension, Unit};

use super::TextOptions;
use super::rows::push_line;
use super::style::Role;
use super::table::{Cell, Column, Row, Table};
use super::wrap::wrap;

/// A row before its numbers have units.
pub(super) type Values<'a> = Vec<Value<'a>>;

/// What stands in a cell before its column has a unit.
#[derive(Clone, Debug)]
pub(super) enum Value<'a> {
    /// An estimate, if it applies.
    Number(Option<&'a Estimate>),
    /// Words.
    Items(Vec<String>),
}

/// A column of a section: a number with its dimension, or words.
pub(super) type Head = (&'static str, Option<Dimension>);

/// Rows of one thing in every variant, under its name; without a name where there is one variant only.
pub(super) type Group<'a> = (Option<String>, Vec<(String, Values<'a>)>);

/// Writes a heading with an empty line above it.
pub(super) fn heading(text: &str, options: &TextOptions, out: &mut String) {
    out.push('\n');
    push_line(&options.style.paint(Role::Strong, text), out);
}

/// The windows that a section tells: one, or all with `verbose`.
pub(super) fn windows<'a>(results: &'a ResultSet, options: &TextOptions) -> Vec<&'a str> {
    if options.verbose {
        return names::windows(results);
    }
    names::main_window(results).into_iter().collect()
}

/// Every point that has a window, with the window.
pub(super) fn points<'a>(
    results: &'a ResultSet,
    window: &'a str,
) -> impl Iterator<Item = (&'a Point, &'a WindowResult)> {
    results.points.iter().filter_map(move |point| Some((point, names::window(point, window)?)))
}

/// Rows of one section, in groups, as a table whose columns have units. Columns without any value are left out.
pub(super) fn table(heads: &[Head], groups: &[Group<'_>]) -> Table {
    let mut table = Table::default();
    let rows = || groups.iter().flat_map(|(_, rows)| rows.iter().map(|(_, values)| values));
    let mut kept: Vec<(usize, Option<Unit>)> = Vec::new();
    for (index, (title, dimension)) in heads.iter().enumerate() {
        let means: Vec<f64> = rows().filter_map(|values| mean(&values[index])).collect();
        let has_words =
            rows().any(|values| matches!(&values[index], Value::Items(items) if !items.is_empty()));
        // A ratio that is 1 everywhere says nothing.
        let says_nothing =
            *dimension == Some(Dimension::Ratio) && means.iter().all(|mean| *mean == 1.0);
        match dimension {
            Some(_) if says_nothing => {}
            Some(dimension) if !means.is_empty() => {
                let unit = dimension.unit(means);
                table.columns.push(Column::number(*title, unit.name));
                kept.push((index, Some(unit)));
            }
            None if has_words => {
                table.columns.push(Column::words(*title));
                kept.push((index, None));
            }
            _ => {}
        }
    }
    for (heading, rows) in groups {
        if let Some(heading) = heading {
            table.rows.push(Row::Heading(heading.clone(), Role::Strong));
        }
        for (label, values) in rows {
            let cells = kept.iter().map(|&(index, unit)| cell(&values[index], unit)).collect();
            table.rows.push(Row::Cells(label.clone(), usize::from(heading.is_some()), cells));
        }
    }
    table
}

/// Writes a table of a section: in full with `verbose` or one variant, else as far as it fits.
pub(super) fn write(table: &Table, results: &ResultSet, options: &TextOptions, out: &mut String) {
    if options.verbose || results.points.len() == 1 {
        return table.render(options.width, options.style, out);
    }
    let left_out = table.render_first(options.width, options.style, out);
    if !left_out.is_empty() {
        say(&format!("more with -v: {}", left_out.join(", ")), options, out);
    }
}

/// Writes a quiet sentence under a table.
pub(super) fn say(text: &str, options: &TextOptions, out: &mut String) {
    for line in wrap(text, options.width.saturating_sub(2)) {
        push_line(&format!("  {}", options.style.paint(Role::Quiet, &line)), out);
    }
}

fn mean(value: &Value<'_>) -> Option<f64> {
    match value {
        Value::Number(estimate) => estimate.map(|estimate| estimate.mean),
        Value::Items(_) => None,
    }
}

fn cell(value: &Value<'_>, unit: Option<Unit>) -> Cell {
    match (value, unit) {
        (Value::Number(Some(estimate)), Some(unit)) => Cell::Number(unit.show(estimate)),
        (Value::Items(items), _) => Cell::Items(items.clone()),
        _ => Cell::Absent,
    }
}

/// Shares by kind in the order of kinds, as items: `TimedOut 94.8 ± 0.1 %`. Shares of exactly 0 are left out.
pub(super) fn shares(by_kind: &std::collections::BTreeMap<String, Estimate>) -> Vec<String> {
    let unit = Dimension::Share.unit([]);
    names::in_order(by_kind.keys().map(String::as_str))
        .into_iter()
        .filter(|name| by_kind[*name].mean != 0.0)
        .map(|name| format!("{name} {}", unit.spell(&by_kind[name])))
        .collect()
}

/// A number in words for a sentence.
pub(super) fn percent(share: f64) -> String {
    let digits = if share >= 0.1 { 0 } else { 1 };
    format!("{} %", number::fixed(share * 100.0, digits))
}
