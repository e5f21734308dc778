//! A forest plot: how the numbers of one variant compare with those of another, as ratios with their intervals.
//!
//! Ratios, so that shares, rates and times stand on one axis; a log axis, so that half and double are equally far from
//! the line of no difference.

use brownout_scenarios::result::ResultSet;
use brownout_scenarios::result::comparison::{Compared, Comparison};

use crate::differences::{has_two_states, of_others, signed};
use crate::unit::Dimension;
use crate::{names, promises};

use super::parts::axis::Scale;
use super::parts::canvas::{At, Canvas, Side};
use super::parts::field::{Across, Field};
use super::parts::house::{self, GAP, HAIR, Ink, LEADING, MARGIN, NAME, NOTE, SUBTITLE};
use super::parts::page::{Mark, Page};
use super::parts::plot::Plot;
use super::parts::select;
use super::{Chart, ChartError, ChartOptions};

/// Height of a row, and of one that has the verdict below the metric.
const ROWS: (f64, f64) = (24.0, 40.0);
/// On a page of less room the verdict stands below the metric.
const NARROW: f64 = 700.0;
/// Ratios beyond this, either way, stand at the edge.
const FARTHEST: f64 = 1_000.0;

/// Which way a difference goes for whoever runs the system.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Way {
    Better,
    Worse,
    Other,
}

/// Draws each comparison in one window.
pub fn forest(results: &ResultSet, options: &ChartOptions) -> Result<Chart, ChartError> {
    let window = select::window(results, options)?.ok_or(ChartError::Nothing { what: "window" })?;
    let name = |at: usize| results.points.get(at).map(|point| names::point(results, point));
    let sections: Vec<(String, Vec<Compared>)> = results
        .comparisons
        .iter()
        .filter_map(|one| Some((heading(one, &name)?, in_window(one, window))))
        .filter(|(_, rows)| !rows.is_empty())
        .collect();
    if results.comparisons.is_empty() {
        return Err(ChartError::Unfit { shows: "comparisons, which `compare` makes" });
    }
    if sections.is_empty() {
        return Err(ChartError::Nothing { what: "comparison in this window" });
    }

    let title = select::title(results, "what differs");
    let told =
        format!("Ratios {} with 95 % intervals over pairs of replications", select::during(window));
    let mut page = Page::new(options.pixels(), &title, &told);
    let marks = [
        (Way::Better, "better"),
        (Way::Worse, "worse"),
        (Way::Other, "no difference seen, none that matters, or neither"),
    ];
    page.legend(&marks.map(|(way, name)| (mark(way), name.to_owned())));
    let rows = || sections.iter().flat_map(|(_, rows)| rows);
    let across =
        Across::Values { scale: scale(rows()), dimension: Dimension::Ratio, ticks: Vec::new() };
    let inner = page.width - 2.0 * MARGIN;
    let widest = |text: &dyn Fn(&Compared) -> String| {
        rows().map(|row| house::text_width(&text(row), NOTE)).fold(0.0, f64::max) + 4.0
    };
    let is_narrow = page.width < NARROW;
    let (metrics, verdicts) = (widest(&|row| row.metric.clone()), widest(&|row| said(row)));
    let (label, beside, tall) = match is_narrow {
        true => (metrics.max(verdicts).min(inner * 0.52), 0.0, ROWS.1),
        false => (metrics.min(inner * 0.3), verdicts.min(inner * 0.4), ROWS.0),
    };
    for (head, rows) in &sections {
        let at = (MARGIN, page.filled + SUBTITLE * LEADING / 2.0);
        let head = &house::lines(head, NAME, inner, 1)[0];
        page.canvas.bold(at, head, NAME, Ink::TEXT, Side::Begins);
        page.filled += SUBTITLE * LEADING + 6.0;
        let (top, bottom) = (page.filled, page.filled + rows.len() as f64 * tall);
        let (left, right) = (MARGIN + label + GAP / 2.0, page.width - MARGIN - beside - GAP / 2.0);
        let plot =
            Plot { left, right, top, bottom, length: 0.0, scale: Scale::Linear { most: 1.0 } };
        let field = Field { plot, across: &across };
        field.upright(&mut page.canvas);
        let one = field.at(1.0);
        page.canvas.line(vec![(one, top - 3.0), (one, bottom)], Ink::TEXT, 1.4);
        for (index, row) in rows.iter().enumerate() {
            let y = top + (index as f64 + 0.5) * tall;
            let words = |text: &str, wide: f64| house::lines(text, NOTE, wide, 1).remove(0);
            let (metric, verdict) =
                (words(&row.metric, label), words(&said(row), label.max(beside)));
            let up = if is_narrow { NOTE * LEADING / 2.0 } else { 0.0 };
            let canvas = &mut page.canvas;
            canvas.words((left - GAP / 2.0, y - up), &metric, NOTE, Ink::TEXT, Side::Ends);
            let (at, ink, side) = match is_narrow {
                true => ((left - GAP / 2.0, y + up), Ink::QUIET, Side::Ends),
                false => ((right + GAP / 2.0, y), Ink::TEXT, Side::Begins),
            };
            canvas.words(at, &verdict, NOTE, ink, side);
            draw_row(row, &field, y, &mut page.canvas);
        }
        field.along("ratio; 1× is no difference", &mut page.canvas);
        page.filled = bottom + across.foot() + 10.0;
    }
    Ok(page.finish(options.theme, &title, &told))
}

/// `breaker against as built`.
fn heading(one: &Comparison, name: &impl Fn(usize) -> Option<String>) -> Option<String> {
    Some(format!("{} against {}", name(one.other)?, name(one.baseline)?))
}

/// The rows of a window, with their verdicts as they are told.
fn in_window(one: &Comparison, window: &str) -> Vec<Compared> {
    let rows = one.measures.iter().filter(|row| row.window == window);
    let told = |row: &Compared| {
        let verdict = of_others(row, &one.measures).unwrap_or_else(|| row.verdict.clone());
        Compared { verdict, ..row.clone() }
    };
    rows.map(told).collect()
}

fn way(row: &Compared) -> Way {
    match row.verdict.as_str() {
        "better" => Way::Better,
        "worse" => Way::Worse,
        _ => Way::Other,
    }
}

fn mark(way: Way) -> Mark {
    match way {
        Way::Better => Mark::Up(Ink::VALLEY_EDGE),
        Way::Worse => Mark::Down(Ink::FAULT_EDGE),
        Way::Other => Mark::Dot(Ink::QUIET),
    }
}

/// The verdict and the difference with its interval: `better, +12.3 ± 0.4 pt`; or both states, if there are two.
fn said(row: &Compared) -> String {
    if has_two_states(row) {
        let [baseline, other] =
            [&row.baseline, &row.other].map(|one| promises::spell(row.unit, one));
        return format!("{}: {other} against {baseline}", row.verdict);
    }
    let unit = Dimension::of(row.unit).unit([row.difference.mean.abs()]);
    let difference = signed(unit, &row.difference).joined();
    let name =
        if matches!(unit.name, "" | "%") { String::new() } else { format!(" {}", unit.name) };
    format!("{}, {difference}{name}", row.verdict)
}

/// A scale that holds 1 and every ratio that is not too far.
fn scale<'a>(rows: impl Iterator<Item = &'a Compared>) -> Scale {
    let ratios = rows.filter_map(|row| row.ratio).flat_map(|ratio| {
        [Some(ratio.value), ratio.low, ratio.high].into_iter().flatten().collect::<Vec<_>>()
    });
    let near = ratios.filter(|ratio| ratio.is_finite() && *ratio > 0.0);
    let near = near.map(|ratio| ratio.clamp(1.0 / FARTHEST, FARTHEST));
    // Room on both sides of no difference, so that the line does not stand at an edge.
    Scale::log_around(near.chain([0.9, 1.1]))
}

fn draw_row(row: &Compared, field: &Field<'_>, y: f64, canvas: &mut Canvas) {
    let Some(ratio) = row.ratio.filter(|ratio| ratio.value.is_finite() && ratio.value > 0.0) else {
        let at = ((field.plot.left + field.plot.right) / 2.0, y);
        let wide = field.plot.right - field.plot.left - 8.0;
        let why = match has_two_states(row) {
            true => "no ratio of two states",
            false => "no ratio: the baseline may be zero",
        };
        let text = &house::lines(why, NOTE, wide, 1)[0];
        let half = house::text_width(text, NOTE) / 2.0 + 4.0;
        canvas.fill((at.0 - half, y - NOTE / 2.0), (at.0 + half, y + NOTE / 2.0), Ink::PAPER);
        return canvas.words(at, text, NOTE, Ink::QUIET, Side::Centred);
    };
    let at: At = (field.at(ratio.value), y);
    let ink = match way(row) {
        Way::Better => Ink::VALLEY_EDGE,
        Way::Worse => Ink::FAULT_EDGE,
        Way::Other => Ink::QUIET,
    };
    if let (Some(low), Some(high)) = (ratio.low, ratio.high) {
        let (from, to) = (field.at(low.max(f64::MIN_POSITIVE)), field.at(high));
        canvas.line(vec![(from, y), (to, y)], ink, 1.6);
        for x in [from, to] {
            canvas.line(vec![(x, y - 3.5), (x, y + 3.5)], ink, HAIR);
        }
    }
    mark(way(row)).draw(at, canvas);
}
