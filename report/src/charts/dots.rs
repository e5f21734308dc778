//! Every replication as a dot, one row for each variant: what a mean hides when a system has two fates.

use std::borrow::Cow;

use brownout_scenarios::result::{Estimate, ResultSet};

use super::parts::canvas::{Canvas, Side};
use super::parts::fates;
use super::parts::field::{Across, Field};
use super::parts::house::{self, GAP, HAIR, Ink, LEADING, MARGIN, NAME, NOTE};
use super::parts::measure::Measure;
use super::parts::page::{Mark, Page};
use super::parts::plot::Plot;
use super::parts::select::{self, Chosen};
use super::{Chart, ChartError, ChartOptions};

/// Half the size of a dot.
const DOT: f64 = 3.0;
/// The most that a row takes.
const TALLEST: f64 = 96.0;

/// One row: its name, what is said of its fates, its values, and their mean where they have only one fate.
struct Row<'a> {
    name: &'a str,
    note: String,
    values: Vec<f64>,
    mean: Option<Cow<'a, Estimate>>,
}

/// Draws the share of requests answered in time in each replication.
pub fn dots(results: &ResultSet, options: &ChartOptions) -> Result<Chart, ChartError> {
    let chosen = select::points(results, options)?;
    let client = select::client(results, options)?;
    let window = window(results, &chosen, client, options)?;
    let measure = Measure::goodput(client);
    let rows: Vec<Row<'_>> =
        chosen.iter().filter_map(|one| row(one, &measure, window, client)).collect();
    if rows.is_empty() {
        return Err(ChartError::Unfit {
            shows: "each replication, and the results hold only means: run again with --per-replication",
        });
    }

    let title = select::title(results, "goodput, replication by replication");
    let told = format!(
        "Answers of {client} in time as a share of requests {}; each dot is one replication",
        select::during(window)
    );
    let mut page = Page::new(options.pixels(), &title, &told);
    if rows.iter().any(|row| row.mean.is_some()) {
        page.legend(&[(
            Mark::Stroke(Ink::TEXT),
            "mean with its 95 % interval, where there is one fate".to_owned(),
        )]);
    }
    let values: Vec<f64> = rows.iter().flat_map(|row| row.values.iter().copied()).collect();
    let scale = measure.scale(&values);
    let across = Across::Values { scale, dimension: measure.dimension, ticks: Vec::new() };
    let inner = page.width - 2.0 * MARGIN;
    let named = rows
        .iter()
        .map(|row| house::text_width(row.name, NAME).max(house::text_width(&row.note, NOTE)));
    let label = (named.fold(0.0, f64::max) + 4.0).min(inner * 0.4);
    let (left, right) = (MARGIN + label + GAP, page.width - MARGIN - 8.0);
    let top = page.filled + 6.0;
    let plot = Plot { left, right, top, bottom: top, length: 0.0, scale };
    let mut field = Field { plot, across: &across };
    let laid: Vec<_> =
        rows.iter().map(|row| (swarm(&row.values, &field), words(row, label))).collect();
    let height = |(swarm, words): &(Vec<(f64, f64)>, Vec<Words>)| {
        let deepest = swarm.iter().map(|at| at.1.abs()).fold(0.0, f64::max);
        (2.0 * (deepest + DOT) + 10.0)
            .max(words.iter().map(|one| one.size * LEADING).sum::<f64>() + 10.0)
    };
    field.plot.bottom = top + laid.iter().map(height).sum::<f64>();
    let canvas = &mut page.canvas;
    field.upright(canvas);
    let mut y = top;
    for (row, laid) in rows.iter().zip(&laid) {
        let tall = height(laid);
        draw_row(row, laid, &field, y + tall / 2.0, canvas);
        y += tall;
        canvas.line(vec![(left, y), (right, y)], Ink::GRID, HAIR);
    }
    field.along(&format!("goodput of {client}"), canvas);
    page.filled = field.plot.bottom + across.foot();
    Ok(page.finish(options.theme, &title, &told))
}

/// The window asked for; else the one after the fault where it is told who collapsed, or else where the action is.
fn window<'a>(
    results: &'a ResultSet,
    chosen: &[Chosen<'_>],
    client: &str,
    options: &ChartOptions,
) -> Result<&'a str, ChartError> {
    let told = chosen.iter().any(|one| fates::collapsed(one.point, client).is_some());
    let window = match options.window {
        None if told => Some("after"),
        _ => select::window(results, options)?,
    };
    window.ok_or(ChartError::Nothing { what: "window" })
}

fn row<'a>(one: &'a Chosen<'a>, measure: &Measure, window: &str, client: &str) -> Option<Row<'a>> {
    let estimate = measure.of(one.point, window)?;
    let values = estimate.values.as_ref()?.iter().copied().flatten();
    let values: Vec<f64> = values.filter(|value| value.is_finite()).collect();
    let collapsed = fates::collapsed(one.point, client).filter(|_| window == "after");
    let both = collapsed.is_some_and(|share| share.count > 0 && share.count < share.of);
    let note = collapsed.filter(|share| share.count > 0).map(fates::spell).unwrap_or_default();
    let mean = Some(estimate).filter(|_| !both);
    (!values.is_empty()).then_some(Row { name: &one.name, note, values, mean })
}

/// Where the dots of a row stand: across, and how far from the middle of the row. None covers another, unless there are
/// more of them than there is room.
fn swarm(values: &[f64], field: &Field<'_>) -> Vec<(f64, f64)> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let columns: Vec<f64> = sorted.iter().map(|value| field.at(*value)).collect();
    let mut swarm = Vec::new();
    for stack in
        columns.chunk_by(|one, next| (one / (2.0 * DOT)).floor() == (next / (2.0 * DOT)).floor())
    {
        let room = (TALLEST - 2.0 * DOT) / (stack.len().max(2) - 1) as f64;
        let apart = (2.0 * DOT + 1.0).min(room);
        let middle = (stack.len() - 1) as f64 / 2.0;
        let stacked = stack.iter().enumerate();
        swarm.extend(stacked.map(|(index, x)| (*x, (index as f64 - middle) * apart)));
    }
    swarm
}

/// A line of text beside a row.
struct Words {
    text: String,
    size: f64,
    ink: Ink,
}

fn words(row: &Row<'_>, wide: f64) -> Vec<Words> {
    let of = |text: &str, size: f64, ink: Ink| -> Vec<Words> {
        let lines = house::lines(text, size, wide, 2);
        lines.into_iter().map(|text| Words { text, size, ink }).collect()
    };
    let mut words = of(row.name, NAME, Ink::TEXT);
    if !row.note.is_empty() {
        words.extend(of(&row.note, NOTE, Ink::QUIET));
    }
    words
}

fn draw_row(
    row: &Row<'_>,
    (swarm, words): &(Vec<(f64, f64)>, Vec<Words>),
    field: &Field<'_>,
    middle: f64,
    canvas: &mut Canvas,
) {
    let tall: f64 = words.iter().map(|one| one.size * LEADING).sum();
    let mut y = middle - tall / 2.0;
    for one in words {
        let at = (field.plot.left - GAP / 2.0, y + one.size * LEADING / 2.0);
        canvas.words(at, &one.text, one.size, one.ink, Side::Ends);
        y += one.size * LEADING;
    }
    for (x, off) in swarm {
        canvas.dot((*x, middle + off), DOT, Ink::BAR);
    }
    let Some(mean) = row.mean.as_ref().filter(|_| row.values.len() > 1) else { return };
    let x = field.at(mean.mean);
    canvas.line(vec![(x, middle - 9.0), (x, middle + 9.0)], Ink::TEXT, 2.0);
    if let Some(half) = mean.half_width.filter(|half| half.is_finite()) {
        let ends = [field.at(mean.mean - half), field.at(mean.mean + half)];
        canvas.line(ends.map(|x| (x, middle)).to_vec(), Ink::TEXT, 1.2);
        for x in ends {
            canvas.line(vec![(x, middle - 3.5), (x, middle + 3.5)], Ink::TEXT, 1.2);
        }
    }
}
