//! Small multiples: one panel for each variant, of one size, with shared axes.

use super::axis::Scale;
use super::canvas::Side;
use super::house::{self, GAP, GUTTER, Ink, LEADING, MARGIN, NAME, NOTE};
use super::page::Page;
use super::plot::Plot;

/// What stands over a panel.
#[derive(Clone, Debug)]
pub(in crate::charts) struct Head {
    pub(in crate::charts) name: String,
    pub(in crate::charts) note: String,
}

/// How panels look that are drawn together.
#[derive(Clone, Debug)]
pub(in crate::charts) struct Layout {
    /// The plots of one panel from the top down: their heights in a panel of usual width, and their scales.
    pub(in crate::charts) plots: Vec<(f64, Scale)>,
    /// Length of the time axis in seconds.
    pub(in crate::charts) length: f64,
    /// Whether each panel has a value axis of its own, with labels.
    pub(in crate::charts) own_axes: bool,
    /// Room between the head of each panel and its plots.
    pub(in crate::charts) band: f64,
    /// Room under each panel for the labels of its axis.
    pub(in crate::charts) foot: f64,
    /// Room at the right of each plot for direct labels.
    pub(in crate::charts) right: f64,
    /// The least width at which a panel is still read.
    pub(in crate::charts) least: f64,
}

/// One panel to be filled.
#[derive(Clone, Debug)]
pub(in crate::charts) struct Panel {
    pub(in crate::charts) plots: Vec<Plot>,
    /// Whether the panel is the first of its row, which has the labels of the value axis.
    pub(in crate::charts) is_first: bool,
    /// Whether nothing stands below the panel, so that it has the labels of the time axis.
    pub(in crate::charts) is_last: bool,
}

/// Space between two plots of one panel.
const BETWEEN: f64 = 12.0;
/// The width of a usual panel; wider ones are also taller, but less so.
const USUAL: f64 = 270.0;

/// Lays out a panel for each head, has each filled, and moves the page's end below them.
pub(in crate::charts) fn draw(
    page: &mut Page,
    heads: &[Head],
    layout: &Layout,
    mut fill: impl FnMut(&mut Page, usize, &Panel),
) {
    let inner = page.width - 2.0 * MARGIN - GUTTER;
    let apart = if layout.own_axes { GAP + GUTTER } else { GAP };
    let columns = columns(heads.len(), inner, layout.least, apart);
    let wide = (inner - apart * (columns as f64 - 1.0)) / columns as f64;
    let rows = heads.len().div_ceil(columns.max(1));
    for row in 0..rows {
        let in_row = row * columns..((row + 1) * columns).min(heads.len());
        let tallest =
            in_row.clone().map(|index| head_height(&heads[index], wide)).fold(0.0, f64::max);
        let mut bottom = page.filled;
        for index in in_row {
            let left = MARGIN + GUTTER + (index % columns) as f64 * (wide + apart);
            write_head(page, &heads[index], left, wide);
            let panel = Panel {
                plots: plots(
                    layout,
                    left,
                    left + wide - layout.right,
                    page.filled + tallest + layout.band,
                ),
                is_first: layout.own_axes || index % columns == 0,
                is_last: layout.own_axes || index + columns >= heads.len(),
            };
            fill(page, index, &panel);
            bottom = panel.plots.last().map_or(bottom, |plot| plot.bottom);
        }
        page.filled = bottom + layout.foot + 6.0;
    }
}

/// The number of columns: as many as fit, but no more than make full rows.
fn columns(panels: usize, inner: f64, least: f64, apart: f64) -> usize {
    let fit = (((inner + apart) / (least + apart)) as usize).clamp(1, panels.max(1));
    let rows = panels.div_ceil(fit).max(1);
    panels.div_ceil(rows).max(1)
}

fn plots(layout: &Layout, left: f64, right: f64, top: f64) -> Vec<Plot> {
    let taller = ((right - left) / USUAL).sqrt().clamp(1.0, 2.4);
    let mut top = top;
    let mut plots = Vec::new();
    for &(usual, scale) in &layout.plots {
        let height = (usual * taller).round();
        plots.push(Plot { left, right, top, bottom: top + height, length: layout.length, scale });
        top += height + BETWEEN;
    }
    plots
}

fn head_lines(head: &Head, wide: f64) -> (Vec<String>, Vec<String>) {
    let name =
        if head.name.is_empty() { Vec::new() } else { house::lines(&head.name, NAME, wide, 3) };
    let note =
        if head.note.is_empty() { Vec::new() } else { house::lines(&head.note, NOTE, wide, 2) };
    (name, note)
}

fn head_height(head: &Head, wide: f64) -> f64 {
    let (name, note) = head_lines(head, wide);
    name.len() as f64 * NAME * LEADING + note.len() as f64 * NOTE * LEADING + 4.0
}

fn write_head(page: &mut Page, head: &Head, left: f64, wide: f64) {
    let (name, note) = head_lines(head, wide);
    let mut y = page.filled;
    for line in name {
        page.canvas.bold((left, y + NAME * LEADING / 2.0), &line, NAME, Ink::TEXT, Side::Begins);
        y += NAME * LEADING;
    }
    for line in note {
        page.canvas.words((left, y + NOTE * LEADING / 2.0), &line, NOTE, Ink::QUIET, Side::Begins);
        y += NOTE * LEADING;
    }
}
