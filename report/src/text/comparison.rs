//! Variants side by side; where the terminal is too narrow, one under the other.

use brownout_scenarios::result::ResultSet;

use crate::compare::Comparison;
use crate::names;
use crate::unit::Unit;

use super::TextOptions;
use super::rows::push_line;
use super::section::{heading, say};
use super::style::Role;
use super::table::{Cell, Column, Row, Table};

/// Writes the comparison.
pub(super) fn write(results: &ResultSet, options: &TextOptions, out: &mut String) {
    let comparison = Comparison::of(results);
    if comparison.measures.is_empty() {
        out.push('\n');
        return say("No window holds a measurement.", options, out);
    }
    let beside = beside(results, &comparison);
    if beside.fits(options.width) {
        out.push('\n');
        return beside.render(options.width, options.style, out);
    }
    for window in 0..comparison.windows.len() {
        let title = names::window_title(results, comparison.windows[window]);
        heading(&options.style.paint(Role::Window, &title), options, out);
        stacked(results, &comparison, window).render(options.width, options.style, out);
    }
    missing(results, &comparison, options, out);
}

/// A column for each variant, a row for each window and measure.
fn beside(results: &ResultSet, comparison: &Comparison<'_>) -> Table {
    let mut table = Table { columns: vec![Column::tags("")], rows: Vec::new() };
    let single = comparison.points.len() == 1 && results.points[0].variant.is_none();
    let name = |point: &String| Column::number(if single { "" } else { point }, "");
    table.columns.extend(comparison.points.iter().map(name));
    for (window, name) in comparison.windows.iter().enumerate() {
        table.rows.push(Row::Heading(names::window_title(results, name), Role::Window));
        for measure in &comparison.measures {
            let estimates = &measure.estimates[window];
            if estimates.iter().all(Option::is_none) {
                continue;
            }
            let mut cells = vec![Cell::Items(vec![measure.unit.name.to_owned()])];
            cells.extend(estimates.iter().map(|estimate| match estimate {
                Some(estimate) => Cell::Number(measure.unit.show(estimate)),
                None => Cell::Absent,
            }));
            table.rows.push(Row::Cells(measure.title.clone(), 1, cells));
        }
    }
    table
}

/// A row for each variant, a column for each measure, of one window.
fn stacked(results: &ResultSet, comparison: &Comparison<'_>, window: usize) -> Table {
    let mut table = Table::default();
    let applies = |estimates: &[Vec<Option<_>>]| estimates[window].iter().any(Option::is_some);
    let measures: Vec<_> =
        comparison.measures.iter().filter(|measure| applies(&measure.estimates)).collect();
    for measure in &measures {
        table.columns.push(Column::number(&measure.title, measure.unit.name));
    }
    for (point, name) in comparison.points.iter().enumerate() {
        if comparison.window(results, window, point).is_none() {
            continue;
        }
        let cell = |estimate| match estimate {
            Some((unit, estimate)) => Cell::Number(Unit::show(unit, estimate)),
            None => Cell::Absent,
        };
        let cells = measures
            .iter()
            .map(|measure| cell(measure.estimates[window][point].map(|one| (measure.unit, one))));
        table.rows.push(Row::Cells(name.clone(), 0, cells.collect()));
    }
    table
}

/// Names the variants that have no window at all.
fn missing(
    results: &ResultSet,
    comparison: &Comparison<'_>,
    options: &TextOptions,
    out: &mut String,
) {
    for (point, name) in results.points.iter().zip(&comparison.points) {
        if point.windows.is_empty() {
            let text = format!("  {name}: no window, so nothing was measured");
            push_line(&options.style.paint(Role::Quiet, &text), out);
        }
    }
}
