//! A sweep: a row for each point, the axes first, then what came of it.

use brownout_scenarios::result::{ClientResult, Estimate, Point, ResultSet, Verdict, WindowResult};

use crate::compare::collect;
use crate::names;
use crate::number;
use crate::promises::sign;
use crate::steadiness;
use crate::unit::{Dimension, Unit};

use super::TextOptions;
use super::section::{heading, say, windows};
use super::style::Role;
use super::table::{Cell, Column, Row, Table};

type OfClient = fn(&ClientResult) -> Option<&Estimate>;

/// What is told of each client.
const OF_CLIENT: [(&str, Dimension, OfClient); 5] = [
    ("offered", Dimension::Rate, |client| Some(&client.offered_per_s)),
    ("goodput", Dimension::Share, |client| client.goodput.as_ref()),
    ("mean", Dimension::Time, |client| client.latency_ms.get("mean")),
    ("p50", Dimension::Time, |client| client.latency_ms.get("p50")),
    ("p99", Dimension::Time, |client| client.latency_ms.get("p99")),
];

/// Writes a table for the window that matters, or for all of them with `verbose`.
pub(super) fn write(results: &ResultSet, options: &TextOptions, out: &mut String) {
    let shown = windows(results, options);
    for &window in &shown {
        heading(&names::window_title(results, window), options, out);
        table(results, window, options.verbose).render(options.width, options.style, out);
    }
    let others = names::windows(results);
    let others: Vec<&str> = others.into_iter().filter(|name| !shown.contains(name)).collect();
    // What the whole run is worth is no more than what its parts are.
    if others.contains(&"before") {
        say(&format!("more with -v: {}", others.join(", ")), options, out);
    }
}

/// What a verdict rests on, told with `verbose`: all intervals are those that decide.
const RESTS_ON: [(&str, &str); 4] = [
    ("offered over capacity", "%, 99 %"),
    ("backlog", "per instance"),
    ("it grows by", "99 %"),
    ("all busy", "runs"),
];

fn table(results: &ResultSet, window: &str, verbose: bool) -> Table {
    let points: Vec<(&Point, Option<&WindowResult>)> =
        results.points.iter().map(|point| (point, names::window(point, window))).collect();
    let clients = collect(results, |window| window.clients.keys());
    let mut table = Table::default();
    let axes: Vec<&String> = results.axes.iter().flat_map(|axis| &axis.paths).collect();
    table.columns.extend(axes.iter().map(|path| Column::keys(title(path, &axes))));
    let mut numbers: Vec<(&str, Unit, OfClient)> = Vec::new();
    for client in &clients {
        for (what, dimension, get) in OF_CLIENT {
            let told = points
                .iter()
                .filter_map(|(_, window)| get(window.as_ref()?.clients.get(*client)?));
            let unit = dimension.unit(told.map(|estimate| estimate.mean));
            let title =
                if clients.len() > 1 { format!("{client} {what}") } else { what.to_owned() };
            table.columns.push(Column::number(title, unit.name));
            numbers.push((client, unit, get));
        }
    }
    table.columns.push(Column::tags(steadiness::TITLE));
    let reasons = RESTS_ON.iter().filter(|_| verbose);
    table.columns.extend(reasons.map(|(title, unit)| Column::tags(*title).in_unit(*unit)));
    let expects = results.points.iter().any(|point| !point.expectations.is_empty());
    if expects {
        table.columns.push(Column::tags("expected"));
    }
    let mut variant = None;
    for (point, window) in points {
        if point.variant != variant {
            variant.clone_from(&point.variant);
            let name = variant.clone().unwrap_or_default();
            table.rows.push(Row::Heading(name, Role::Strong));
        }
        let mut cells: Vec<Cell> = axes
            .iter()
            .map(|path| words(point.set.get(*path).cloned().unwrap_or_default()))
            .collect();
        cells.extend(numbers.iter().map(|(client, unit, get)| {
            let estimate = window.and_then(|window| get(window.clients.get(*client)?));
            estimate.map_or(Cell::Absent, |estimate| Cell::Number(unit.show(estimate)))
        }));
        let verdict = window.and_then(|window| steadiness::verdict(results, window));
        cells.push(verdict.map_or(Cell::Absent, words));
        if verbose {
            cells.extend(rests_on(window));
        }
        if expects {
            cells.push(words(expected(point)));
        }
        table.rows.push(Row::Cells(String::new(), 0, cells));
    }
    table
}

/// Load, backlog and its growth of the service that a window's verdict is about, and how often all its workers were busy.
fn rests_on(window: Option<&WindowResult>) -> [Cell; 4] {
    let steady = window.and_then(steadiness::worst);
    let load = steady.and_then(|steady| steady.load.as_ref()).map(steadiness::load);
    let backlog = steady.and_then(|steady| steady.backlog);
    let backlog = backlog.map(|backlog| number::level(backlog, None).value);
    let growth = steady.and_then(|steady| steady.growth.as_ref()).map(steadiness::growth);
    let busy = steady.map(|steady| steady.saturated_in.to_string());
    [load, backlog, growth, busy].map(|told| told.map_or(Cell::Absent, words))
}

fn words(text: String) -> Cell {
    Cell::Items(vec![text])
}

/// The last step of a path, or two where that is not clear.
fn title(path: &str, all: &[&String]) -> String {
    let last = |path: &str, steps: usize| {
        let parts: Vec<&str> = path.rsplit('.').take(steps).collect();
        parts.into_iter().rev().collect::<Vec<_>>().join(".")
    };
    let clear =
        |steps: usize| all.iter().filter(|one| last(one, steps) == last(path, steps)).count() == 1;
    let steps = (1..4).find(|&steps| clear(steps));
    steps.map_or_else(|| path.to_owned(), |steps| last(path, steps))
}

/// The verdicts on a point's expectations, in their order.
fn expected(point: &Point) -> String {
    let verdicts = point.expectations.iter().map(|one| one.verdict);
    let all: Vec<Verdict> = verdicts.collect();
    match all.iter().filter(|verdict| **verdict != Verdict::Pass).count() {
        0 if all.is_empty() => String::new(),
        0 => format!("{} all {}", sign(Verdict::Pass), all.len()),
        _ => all.into_iter().map(sign).collect::<String>(),
    }
}
