//! How far the further points of a comparison are from the first, and what became of the same requests.

use brownout_scenarios::result::ResultSet;
use brownout_scenarios::result::comparison::{Compared, Comparison};

use crate::differences::{
    NOTHING_IN_COMMON, difference, is_same, of_states, of_windows, one_sided, ratio, saved, sides,
    unit, verdict, windows,
};
use crate::names;
use crate::number;
use crate::unit::Dimension;

use super::TextOptions;
use super::rows::push_line;
use super::section::{heading, say};
use super::style::Role;
use super::table::{Cell, Column, Row, Table};
use super::wrap::wrap;

/// Writes every comparison.
pub(super) fn write(results: &ResultSet, options: &TextOptions, out: &mut String) {
    for comparison in &results.comparisons {
        let (baseline, other) = sides(results, comparison);
        let pairs = match comparison.replications {
            1 => "1 pair of replications, so no intervals".to_owned(),
            pairs => format!("{pairs} pairs of replications"),
        };
        heading(&format!("{other}, against {baseline}: {pairs}"), options, out);
        let shown = told(results, comparison, options);
        let of_shown = comparison.measures.iter().filter(|one| shown.contains(&&*one.window));
        let same = of_shown.filter(|one| is_same(one)).count();
        let table = measures(results, comparison, options);
        let windows = of_windows(results, comparison);
        if !windows.is_empty() {
            let text = format!("The windows are not the same: {}.", windows.join("; "));
            for line in wrap(&text, options.width.saturating_sub(2)) {
                push_line(&format!("  {}", options.style.paint(Role::Warning, &line)), out);
            }
        }
        if table.rows.is_empty() {
            let nothing =
                if windows.is_empty() { "Nothing differs" } else { "Nothing else differs" };
            let text = match comparison.measures.is_empty() {
                true => NOTHING_IN_COMMON.to_owned(),
                false => {
                    format!("{nothing}: every number is the same in every pair of replications.")
                }
            };
            say(&text, options, out);
        } else {
            table.render(options.width, options.style, out);
        }
        if same > 0 && !options.verbose {
            let text = format!(
                "{same} more are the same in every pair of replications, so that two would do (-v shows them)"
            );
            say(&text, options, out);
        }
        for sentence in one_sided(results, comparison, &shown) {
            say(&sentence, options, out);
        }
        for sentence in of_states(results, comparison) {
            say(&format!("{sentence}."), options, out);
        }
        if !comparison.requests.is_empty() {
            heading(
                &format!("The same requests in {other} and {baseline}, answered in time"),
                options,
                out,
            );
            requests(results, comparison, options).render(options.width, options.style, out);
        }
    }
    if results.comparisons.iter().any(|comparison| comparison.replications > 1) {
        let text = "± is the 95 % interval over pairs of replications, and one in twenty misses. \"saved\" is how many \
                    times as many replications independent seeds would need for the same ±; ∞ where all pairs are equal, so \
                    that two would do.";
        say(text, options, out);
    }
}

/// A row for each metric in each window.
fn measures(results: &ResultSet, comparison: &Comparison, options: &TextOptions) -> Table {
    let (baseline, other) = sides(results, comparison);
    let mut table = Table {
        columns: vec![
            Column::tags(""),
            Column::number(baseline, ""),
            Column::number(other, ""),
            Column::number("difference", ""),
            Column::tags("verdict"),
            Column::tags("ratio"),
            Column::tags("saved"),
        ],
        rows: Vec::new(),
    };
    for window in told(results, comparison, options) {
        let of_window = comparison.measures.iter().filter(|one| one.window == window);
        let mut shown = of_window.filter(|one| options.verbose || !is_same(one)).peekable();
        if shown.peek().is_none() {
            continue;
        }
        table.rows.push(Row::Heading(names::window_title(results, window), Role::Window));
        for one in shown {
            let unit = unit(one);
            let words =
                |text: Option<String>| text.map_or(Cell::Absent, |text| Cell::Items(vec![text]));
            let cells = vec![
                Cell::Items(vec![unit.name.to_owned()]),
                Cell::Number(unit.show(&one.baseline)),
                Cell::Number(unit.show(&one.other)),
                difference(one).map_or(Cell::Absent, Cell::Number),
                words(Some(verdict(one, &comparison.measures))),
                words(ratio(one)),
                words(saved(one)),
            ];
            table.rows.push(Row::Cells(one.metric.clone(), 1, cells));
        }
    }
    table
}

/// A row for each client in each window: what succeeded in which.
fn requests(results: &ResultSet, comparison: &Comparison, options: &TextOptions) -> Table {
    let (baseline, other) = sides(results, comparison);
    let percent = Dimension::Share.unit([]);
    let share = |title: String| Column::number(title, percent.name);
    let mut table = Table {
        columns: vec![
            Column::number("made in both", ""),
            share("succeed in both".to_owned()),
            share(format!("only in {baseline}")),
            share(format!("only in {other}")),
            share("in neither".to_owned()),
        ],
        rows: Vec::new(),
    };
    for window in told(results, comparison, options) {
        let of_window = comparison.requests.iter().filter(|one| one.window == window);
        let mut of_window = of_window.peekable();
        if of_window.peek().is_some() {
            table.rows.push(Row::Heading(names::window_title(results, window), Role::Window));
        }
        for one in of_window {
            let shares = [&one.both, &one.baseline_only, &one.other_only, &one.neither];
            let count = number::Shown { value: number::count(one.pairs), half_width: None };
            let cells = [Cell::Number(count)].into_iter();
            let cells = cells.chain(shares.map(|share| Cell::Number(percent.show(share))));
            table.rows.push(Row::Cells(one.client.clone(), 1, cells.collect()));
        }
    }
    table
}

/// The windows that are told: those that tell the story, or all with `verbose` and where nothing differs in those.
fn told<'c>(
    results: &ResultSet,
    comparison: &'c Comparison,
    options: &TextOptions,
) -> Vec<&'c str> {
    let telling = names::telling_windows(results);
    let differs = |one: &&Compared| telling.contains(&&*one.window) && !is_same(one);
    let all = options.verbose || !comparison.measures.iter().any(|one| differs(&one));
    let mut told = windows(comparison);
    told.retain(|window| all || telling.contains(window));
    told
}
