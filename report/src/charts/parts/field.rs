//! A plot whose horizontal axis is no time: values with a unit, or one slot for each of some names.

use crate::setting::Axis;
use crate::unit::Dimension;

use super::axis::{self, Scale};
use super::canvas::{Canvas, Side};
use super::house::{self, HAIR, Ink, LABEL, LEADING, NOTE};
use super::plot::Plot;

/// What stands along the horizontal axis.
#[derive(Clone, Debug)]
pub(in crate::charts) enum Across {
    /// Values that have a place by their size, and those of them that have a tick if there is room.
    Values { scale: Scale, dimension: Dimension, ticks: Vec<f64> },
    /// A slot for each name.
    Slots(Vec<String>),
}

/// A plot with its horizontal axis.
#[derive(Clone, Debug)]
pub(in crate::charts) struct Field<'a> {
    pub(in crate::charts) plot: Plot,
    pub(in crate::charts) across: &'a Across,
}

/// The most lines that the name of a slot takes.
const SLOT_LINES: usize = 3;

impl Across {
    /// The horizontal axis for the values of a sweep's axis.
    pub(in crate::charts) fn of(axis: &Axis) -> Across {
        let Some(dimension) = axis.dimension else {
            return Across::Slots(axis.values.iter().map(|value| value.text.clone()).collect());
        };
        let ticks: Vec<f64> = axis.values.iter().map(|value| value.number).collect();
        let scale = match axis.is_log() {
            true => Scale::log_around(ticks.iter().copied()),
            false => Scale::around(ticks.iter().copied()),
        };
        Across::Values { scale, dimension, ticks }
    }

    /// Room that the labels and the title of the axis take below a plot.
    pub(in crate::charts) fn foot(&self) -> f64 {
        let lines = match self {
            Across::Values { .. } => 1,
            Across::Slots(names) if names.iter().all(|name| name.chars().count() < 6) => 1,
            Across::Slots(_) => SLOT_LINES,
        };
        8.0 + lines as f64 * LABEL * LEADING + NOTE * LEADING
    }
}

impl Field<'_> {
    /// Where a value of the axis stands: by its size, or in the middle of its slot.
    pub(in crate::charts) fn x(&self, place: usize, number: f64) -> f64 {
        match self.across {
            Across::Values { .. } => self.at(number),
            Across::Slots(names) => {
                let slot = (self.plot.right - self.plot.left) / names.len().max(1) as f64;
                self.plot.left + (place as f64 + 0.5) * slot
            }
        }
    }

    /// Where a number stands on an axis of values.
    pub(in crate::charts) fn at(&self, number: f64) -> f64 {
        let share = match self.across {
            Across::Values { scale, .. } => scale.share(number),
            Across::Slots(_) => 0.0,
        };
        self.plot.left + (self.plot.right - self.plot.left) * share
    }

    pub(in crate::charts) fn y(&self, value: f64) -> f64 {
        self.plot.y(value)
    }

    /// Lines upward at the ticks of an axis of values.
    pub(in crate::charts) fn upright(&self, canvas: &mut Canvas) {
        let Across::Values { scale, dimension, ticks } = self.across else { return };
        for (tick, _) in self.labels(*scale, *dimension, ticks) {
            let x = self.at(tick);
            canvas.line(vec![(x, self.plot.top), (x, self.plot.bottom)], Ink::GRID, HAIR);
        }
    }

    /// The horizontal axis with labels and its title.
    pub(in crate::charts) fn along(&self, title: &str, canvas: &mut Canvas) {
        let plot = &self.plot;
        canvas.line(vec![(plot.left, plot.bottom), (plot.right, plot.bottom)], Ink::AXIS, HAIR);
        let foot = match self.across {
            Across::Values { scale, dimension, ticks } => {
                self.ticks(*scale, *dimension, ticks, canvas);
                LABEL * LEADING
            }
            Across::Slots(names) => self.slots(names, canvas),
        };
        let at = ((plot.left + plot.right) / 2.0, plot.bottom + 8.0 + foot + NOTE * LEADING / 2.0);
        let title = house::ending(title, NOTE, plot.right - plot.left);
        canvas.words(at, &title, NOTE, Ink::QUIET, Side::Centred);
    }

    fn ticks(&self, scale: Scale, dimension: Dimension, wanted: &[f64], canvas: &mut Canvas) {
        for (tick, label) in self.labels(scale, dimension, wanted) {
            let x = self.at(tick);
            let bottom = self.plot.bottom;
            canvas.line(vec![(x, bottom), (x, bottom + 4.0)], Ink::AXIS, HAIR);
            canvas.words((x, bottom + 12.0), &label, LABEL, Ink::QUIET, Side::Centred);
        }
    }

    /// A tick at each of the values if their labels have room beside each other, else at round numbers.
    fn labels(&self, scale: Scale, dimension: Dimension, wanted: &[f64]) -> Vec<(f64, String)> {
        const APART: f64 = 9.0;
        let labelled = |ticks: &[f64]| -> Vec<(f64, String)> {
            let label = |tick: &f64| (*tick, axis::label(dimension, *tick, ticks));
            ticks.iter().map(label).collect()
        };
        let fits = |labels: &[(f64, String)]| {
            labels.windows(2).all(|two| {
                let half = |at: usize| house::text_width(&two[at].1, LABEL) / 2.0;
                self.at(two[1].0) - self.at(two[0].0) >= half(0) + half(1) + APART
            })
        };
        let few = ((self.plot.right - self.plot.left) / 44.0).max(2.0) as usize;
        let candidates = [wanted.to_vec()]
            .into_iter()
            .chain((1..=few).rev().map(|most| scale.ticks(most)))
            .map(|ticks| labelled(&ticks));
        let found = candidates.filter(|labels| !labels.is_empty()).find(|labels| fits(labels));
        found.unwrap_or_default()
    }

    /// The names of the slots; tells how much room they take.
    fn slots(&self, names: &[String], canvas: &mut Canvas) -> f64 {
        let slot = (self.plot.right - self.plot.left) / names.len().max(1) as f64;
        // Where slots are narrower than a few letters, only some of them are named.
        let every = (34.0 / slot).ceil().max(1.0) as usize;
        let wide = slot * every as f64 - 6.0;
        let mut deepest = 1;
        for (place, name) in names.iter().enumerate().step_by(every) {
            let x = self.x(place, 0.0);
            let lines = house::lines(name, LABEL, wide, SLOT_LINES);
            deepest = deepest.max(lines.len());
            for (line, text) in lines.iter().enumerate() {
                let y = self.plot.bottom + 12.0 + line as f64 * LABEL * LEADING;
                canvas.words((x, y), text, LABEL, Ink::QUIET, Side::Centred);
            }
        }
        deepest as f64 * LABEL * LEADING
    }
}
