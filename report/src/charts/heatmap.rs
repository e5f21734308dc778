//! A heat map of two axes of a sweep: one map for each variant, one cell for each point.
//!
//! Where something is expected of the number, a line runs between the cells that keep to it and those that do not, and
//! cells are hatched whose interval holds the limit: nobody knows yet on which side they are. Where some replications
//! collapsed and others did not, a cell has the colours of both states, since nobody saw their mean.

use std::borrow::Cow;

use brownout_scenarios::result::{Estimate, Point, ResultSet};

use crate::setting::{self, Axis};

use super::parts::axis::{self, Scale};
use super::parts::canvas::{At, Canvas, Side};
use super::parts::fates;
use super::parts::field::{Across, Field};
use super::parts::house::{self, GUTTER, HAIR, Ink, LABEL, LEADING, MARGIN};
use super::parts::measure::Measure;
use super::parts::multiples::{self, Head, Layout};
use super::parts::page::{Mark, Page};
use super::parts::plot::Plot;
use super::parts::select::{self, Chosen};
use super::parts::threshold::Threshold;
use super::parts::walk::{Stop, Walk};
use super::{Chart, ChartError, ChartOptions};

/// What the cells show, and how.
struct Shown<'a> {
    measure: Measure,
    window: &'a str,
    scale: Scale,
    /// What is expected of it in this window: in each map that of its own points.
    limits: Vec<Threshold>,
    up: Axis,
}

/// Draws a number of a client over two axes.
pub fn heatmap(results: &ResultSet, options: &ChartOptions) -> Result<Chart, ChartError> {
    let chosen = select::points(results, options)?;
    let walk = Walk::of(&chosen, options)?;
    let up = upward(&chosen, &walk)?;
    let window = select::window(results, options)?.ok_or(ChartError::Nothing { what: "window" })?;
    let is_asked = options.window.is_some() || !options.metrics.is_empty();
    let window = if is_asked { window } else { expected_window(results, &chosen, window) };
    let client = select::client(results, options)?;
    let measure = match Measure::asked(&options.metrics, results)?.into_iter().next() {
        Some(measure) => measure,
        None => measure(results, &chosen, window, client)?,
    };
    let mut limits = Threshold::all(chosen.iter().map(|one| one.point));
    limits.retain(|limit| limit.window == window && limit.key == measure.key);
    let values: Vec<f64> = walk
        .stops()
        .filter_map(|stop| measure.of(stop.point, window))
        .flat_map(|one| fates::all(&one).iter().map(|one| one.mean).collect::<Vec<_>>())
        .chain(limits.iter().map(|limit| limit.value))
        .collect();
    let shown = Shown { scale: measure.scale(&values), measure, window, limits, up };

    let title = select::title(results, &shown.measure.title.to_lowercase());
    let told = format!(
        "Each cell {} {}; upward: {}",
        select::replications(&chosen),
        select::during(window),
        shown.up.path
    );
    let mut page = Page::new(options.pixels(), &title, &told);
    let has_two = walk.stops().any(|stop| {
        shown.measure.of(stop.point, window).is_some_and(|one| fates::states(&one).is_some())
    });
    legend(&mut page, &shown, has_two);
    let across = Across::Slots(labels(&walk.axis));
    let maps = maps(&walk, &shown.up);
    let heads: Vec<Head> =
        maps.iter().map(|(name, _)| Head { name: name.clone(), note: String::new() }).collect();
    let rows = shown.up.values.len() as f64;
    let layout = Layout {
        plots: vec![((rows * 26.0).clamp(60.0, 340.0), Scale::Linear { most: rows })],
        own_axes: true,
        band: 8.0,
        foot: across.foot(),
        length: 0.0,
        right: 0.0,
        least: 300.0,
    };
    multiples::draw(&mut page, &heads, &layout, |page, index, panel| {
        let field = Field { plot: panel.plots[0], across: &across };
        draw_map(&maps[index].1, &shown, &field, walk.axis.values.len(), &mut page.canvas);
        field.along(&walk.axis.path, &mut page.canvas);
    });
    Ok(page.finish(options.theme, &title, &told))
}

/// The axis that goes upward: of those that the walk does not go along the one with the most values.
fn upward(chosen: &[Chosen<'_>], walk: &Walk<'_>) -> Result<Axis, ChartError> {
    let points: Vec<&Point> = chosen.iter().map(|one| one.point).collect();
    let mut others = setting::axes(&points);
    others.retain(|axis| axis.path != walk.axis.path);
    let most = others.iter().map(|axis| axis.values.len()).max();
    let found = others.into_iter().find(|axis| Some(axis.values.len()) == most);
    found.ok_or(ChartError::Unfit { shows: "two axes of a sweep, and these points differ in one" })
}

/// The window in which something is expected: the usual one before any other, and that one if there is none.
fn expected_window<'a>(results: &ResultSet, chosen: &[Chosen<'a>], usual: &'a str) -> &'a str {
    let limits = Threshold::all(chosen.iter().map(|one| one.point));
    let is_told = |limit: &&Threshold| {
        let measure = Measure::named(&limit.key, results);
        measure.is_some_and(|one| chosen.iter().any(|at| one.of(at.point, &limit.window).is_some()))
    };
    let told: Vec<&Threshold> = limits.iter().filter(is_told).collect();
    if told.iter().any(|limit| limit.window == usual) {
        return usual;
    }
    let name = |limit: &&Threshold| {
        let windows = chosen.iter().flat_map(|one| &one.point.windows);
        windows.map(|window| window.name.as_str()).find(|name| *name == limit.window)
    };
    told.iter().find_map(name).unwrap_or(usual)
}

/// The number that something is expected of, or else the share of answers in time.
fn measure(
    results: &ResultSet,
    chosen: &[Chosen<'_>],
    window: &str,
    client: &str,
) -> Result<Measure, ChartError> {
    let told = |measure: &Measure| chosen.iter().any(|one| measure.of(one.point, window).is_some());
    let mut candidates = vec![Measure::goodput(client), Measure::success(client)];
    candidates.push(Measure::latency("p99", client));
    candidates.retain(told);
    let limits = Threshold::all(chosen.iter().map(|one| one.point));
    for limit in limits.into_iter().filter(|limit| limit.window == window) {
        let known = candidates.iter().position(|measure| measure.key == limit.key);
        let measure = match known {
            Some(at) => Some(candidates.swap_remove(at)),
            None => Measure::named(&limit.key, results).filter(told),
        };
        if let Some(measure) = measure {
            return Ok(measure);
        }
    }
    if candidates.is_empty() {
        return Err(ChartError::Nothing { what: "request in this window" });
    }
    Ok(candidates.swap_remove(0))
}

/// The values of an axis as they are written under it.
fn labels(axis: &Axis) -> Vec<String> {
    let numbers: Vec<f64> = axis.values.iter().map(|value| value.number).collect();
    let label = |value: &setting::Setting| match axis.dimension {
        Some(dimension) => axis::label(dimension, value.number, &numbers),
        None => value.text.clone(),
    };
    axis.values.iter().map(label).collect()
}

/// Points by their places on both axes.
type Cells<'a> = Vec<(usize, usize, &'a Point)>;

/// A map for each variant and each value of any further axis.
fn maps<'a>(walk: &Walk<'a>, up: &Axis) -> Vec<(String, Cells<'a>)> {
    let mut maps: Vec<(String, Cells<'a>)> = Vec::new();
    for line in &walk.lines {
        let name = line.name(&up.path);
        let cell = |stop: &Stop<'a>| Some((stop.place, up.place(stop.point)?, stop.point));
        let cells = line.stops.iter().filter_map(cell);
        match maps.iter_mut().find(|(other, _)| *other == name) {
            Some((_, map)) => map.extend(cells),
            None => maps.push((name, cells.collect())),
        }
    }
    maps
}

/// The colours with their values, and what lines and hatching mean.
fn legend(page: &mut Page, shown: &Shown<'_>, has_two: bool) {
    const TALL: f64 = 12.0;
    let wide = (page.width - 2.0 * MARGIN - 60.0).min(360.0);
    let (left, top) = (MARGIN + 24.0, page.filled + 2.0);
    for step in 0..Ink::RAMP {
        let x = |step: usize| left + wide * step as f64 / Ink::RAMP as f64;
        let share = (step as f64 + 0.5) / Ink::RAMP as f64;
        page.canvas.fill((x(step), top), (x(step + 1), top + TALL), Ink::ramp(share));
    }
    for (value, label) in shown.measure.ticks(shown.scale, (wide / 64.0) as usize) {
        let x = left + wide * shown.scale.share(value);
        let bottom = top + TALL;
        page.canvas.line(vec![(x, bottom), (x, bottom + 3.0)], Ink::AXIS, HAIR);
        let at = (x, bottom + 4.0 + LABEL * LEADING / 2.0);
        page.canvas.words(at, &label, LABEL, Ink::QUIET, Side::Centred);
    }
    page.filled = top + TALL + 8.0 + LABEL * LEADING;
    let mut entries = Vec::new();
    if !shown.limits.is_empty() {
        let words: Vec<String> = shown.limits.iter().map(Threshold::words).collect();
        let edge = format!("{} {}", shown.measure.title, words.join(" or "));
        entries.push((Mark::Edge(Ink::TEXT), format!("edge of {edge}")));
        let either = if has_two { ", or one state keeps to it and the other does not" } else { "" };
        entries.push((Mark::Hatch(Ink::TEXT), format!("the interval holds the limit{either}")));
    }
    if has_two {
        let text = "some replications collapsed, the others did not: the cell is the mean of the more of them, \
                    the corner that of the fewer, as large as their share";
        entries.push((Mark::Corner(Ink::ramp(0.85), Ink::ramp(0.1)), text.to_owned()));
    }
    page.legend(&entries);
}

/// Where a number is, seen from a limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Judged {
    keeps: bool,
    unclear: bool,
}

/// Of two states the cell's colour is the one of the more replications, and so is the side of the edge on which it lies.
fn judge(one: &Estimate, limit: &Threshold) -> Judged {
    let beyond = |mean: f64| if limit.is_least { mean - limit.value } else { limit.value - mean };
    let shown = fates::shown(Cow::Borrowed(one));
    let half = shown.half_width.filter(|half| half.is_finite()).unwrap_or(0.0);
    let keeps = beyond(shown.mean) >= 0.0;
    let differ = fates::states(one).is_some_and(|both| (beyond(both.fewer.mean) >= 0.0) != keeps);
    Judged { keeps, unclear: differ || half > 0.0 && beyond(shown.mean).abs() < half }
}

/// The cells of one map, then the edges between those that keep to the limit and those that do not.
fn draw_map(
    cells: &Cells<'_>,
    shown: &Shown<'_>,
    field: &Field<'_>,
    columns: usize,
    canvas: &mut Canvas,
) {
    let plot = &field.plot;
    let grid = Grid { plot, columns, rows: shown.up.values.len() };
    for (row, label) in labels(&shown.up).iter().enumerate() {
        let (_, (_, y)) = grid.corners(0, row);
        let middle = y - grid.tall() / 2.0;
        let label = &house::lines(label, LABEL, GUTTER + MARGIN - 12.0, 1)[0];
        canvas.words((plot.left - 7.0, middle), label, LABEL, Ink::QUIET, Side::Ends);
    }
    let of_map = Threshold::all(cells.iter().map(|cell| cell.2));
    let limit = shown.limits.iter().find(|limit| of_map.contains(limit));
    let found = |column: usize, row: usize| {
        let cell = cells.iter().find(|cell| (cell.0, cell.1) == (column, row))?;
        shown.measure.of(cell.2, shown.window)
    };
    let texts = cells.iter().filter_map(|cell| shown.measure.of(cell.2, shown.window));
    let widest = texts
        .map(|one| {
            let mean = fates::shown(one).mean;
            house::text_width(&axis::short(shown.measure.dimension, mean), LABEL)
        })
        .fold(0.0, f64::max);
    let has_room = grid.wide() > widest + 8.0 && grid.tall() > LABEL * LEADING;
    for (column, row) in grid.places() {
        draw_cell(
            found(column, row).as_deref(),
            (shown, limit),
            grid.corners(column, row),
            has_room,
            canvas,
        );
    }
    let Some(limit) = limit else { return };
    let keeps = |column, row| found(column, row).map(|one| judge(&one, limit).keeps);
    for (column, row) in grid.places() {
        let ((left, top), (right, bottom)) = grid.corners(column, row);
        let neighbours = [
            (column + 1, row, [(right, top), (right, bottom)]),
            (column, row + 1, [(left, top), (right, top)]),
        ];
        for (next, above, edge) in neighbours {
            if let (Some(here), Some(there)) = (keeps(column, row), keeps(next, above))
                && here != there
            {
                canvas.line(edge.to_vec(), Ink::PAPER, 4.0);
                canvas.line(edge.to_vec(), Ink::TEXT, 2.0);
            }
        }
    }
}

/// Cells of one size that fill a plot.
struct Grid<'p> {
    plot: &'p Plot,
    columns: usize,
    rows: usize,
}

impl Grid<'_> {
    fn tall(&self) -> f64 {
        (self.plot.bottom - self.plot.top) / self.rows.max(1) as f64
    }

    fn wide(&self) -> f64 {
        (self.plot.right - self.plot.left) / self.columns.max(1) as f64
    }

    /// The upper left and the lower right corner of a cell; rows count upward.
    fn corners(&self, column: usize, row: usize) -> (At, At) {
        let wide = self.wide();
        let (left, bottom) =
            (self.plot.left + column as f64 * wide, self.plot.bottom - row as f64 * self.tall());
        ((left, bottom - self.tall()), (left + wide, bottom))
    }

    fn places(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let rows = self.rows;
        (0..self.columns).flat_map(move |column| (0..rows).map(move |row| (column, row)))
    }
}

/// A cell with its value, if all of them have room for theirs; one without a value is empty but for a stroke.
fn draw_cell(
    one: Option<&Estimate>,
    (shown, limit): (&Shown<'_>, Option<&Threshold>),
    ((left, top), (right, bottom)): (At, At),
    has_room: bool,
    canvas: &mut Canvas,
) {
    let (from, to) = ((left + 0.5, top + 0.5), (right - 0.5, bottom - 0.5));
    let middle = ((left + right) / 2.0, (top + bottom) / 2.0);
    let Some(one) = one else {
        let corners = [from, (to.0, from.1), to, (from.0, to.1), from];
        canvas.line(corners.to_vec(), Ink::GRID, HAIR);
        return canvas.line(
            vec![(middle.0 - 4.0, middle.1), (middle.0 + 4.0, middle.1)],
            Ink::QUIET,
            1.2,
        );
    };
    let mean = fates::shown(Cow::Borrowed(one)).mean;
    let share = shown.scale.share(mean);
    canvas.fill(from, to, Ink::ramp(share));
    let both = fates::states(one);
    let unclear = limit.is_some_and(|limit| judge(one, limit).unclear);
    if unclear {
        canvas.hatch(from, to, Ink::on_ramp(share), 1.1);
    }
    if let Some(both) = both {
        // A triangle with these legs is as large a part of the cell as the fewer are of the replications.
        let leg = (2.0 * both.share()).sqrt();
        let (wide, tall) = ((to.0 - from.0) * leg, (to.1 - from.1) * leg);
        let corner = vec![(to.0 - wide, from.1), (to.0, from.1), (to.0, from.1 + tall)];
        canvas.area(corner, Ink::ramp(shown.scale.share(both.fewer.mean)));
        canvas.line(vec![(to.0 - wide, from.1), (to.0, from.1 + tall)], Ink::PAPER, 1.0);
    }
    let text = axis::short(shown.measure.dimension, mean);
    let half = house::text_width(&text, LABEL) / 2.0;
    if !has_room {
        return;
    }
    // Beside a corner the value stands in what is left of the cell.
    let middle = match both {
        Some(_) => {
            let third = ((to.0 - from.0) / 3.0).max(half + 4.0);
            (from.0 + third, (middle.1 + (to.1 - from.1) * 0.2).min(to.1 - LABEL * 0.6))
        }
        None => middle,
    };
    if unclear {
        let from = (middle.0 - half - 2.0, middle.1 - LABEL / 2.0 - 1.0);
        let to = (middle.0 + half + 2.0, middle.1 + LABEL / 2.0 + 1.0);
        canvas.fill(from, to, Ink::ramp(share));
    }
    canvas.words(middle, &text, LABEL, Ink::on_ramp(share), Side::Centred);
}
