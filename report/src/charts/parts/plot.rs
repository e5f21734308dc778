//! One plot: a rectangle with a time axis, a value axis, and shaded spans of time.

use brownout_scenarios::result::Series;

use super::axis::{self, Scale};
use super::canvas::{Canvas, Side};
use super::house::{self, BAND, HAIR, Ink, LABEL};

/// Where a plot stands and what its axes mean.
#[derive(Clone, Copy, Debug)]
pub(in crate::charts) struct Plot {
    pub(in crate::charts) left: f64,
    pub(in crate::charts) right: f64,
    pub(in crate::charts) top: f64,
    pub(in crate::charts) bottom: f64,
    /// The length of the time axis in seconds.
    pub(in crate::charts) length: f64,
    pub(in crate::charts) scale: Scale,
}

impl Plot {
    /// Where a moment stands.
    pub(in crate::charts) fn x(&self, seconds: f64) -> f64 {
        let share = if self.length > 0.0 { (seconds / self.length).clamp(0.0, 1.0) } else { 0.0 };
        self.left + (self.right - self.left) * share
    }

    /// Where a value stands.
    pub(in crate::charts) fn y(&self, value: f64) -> f64 {
        self.bottom - (self.bottom - self.top) * self.scale.share(value)
    }

    /// The shaded spans, behind everything: the faults with their name above.
    pub(in crate::charts) fn faults(&self, series: &Series, named: bool, canvas: &mut Canvas) {
        for &(from, to) in &series.faults_s {
            let (from, to) = (self.x(from), self.x(to));
            let band = if named { BAND } else { 0.0 };
            canvas.fill((from, self.top - band), (to.max(from + 1.0), self.bottom), Ink::FAULT);
        }
        if !named {
            return;
        }
        let middle = self.top - BAND / 2.0;
        let mut free = self.left;
        let warm = self.x(series.warmup_s);
        if series.warmup_s > 0.0 && warm - self.left >= house::text_width("warm-up", LABEL) {
            canvas.words((self.left, middle), "warm-up", LABEL, Ink::QUIET, Side::Begins);
            free = self.left + house::text_width("warm-up ", LABEL);
        }
        for &(from, _) in &series.faults_s {
            let from = self.x(from) + 4.0;
            if from >= free && from + house::text_width("fault", LABEL) <= self.right {
                canvas.words((from, middle), "fault", LABEL, Ink::FAULT_EDGE, Side::Begins);
                free = from + house::text_width("fault ", LABEL);
            }
        }
    }

    /// What lies over the data: the warm-up dimmed, the edges of faults.
    pub(in crate::charts) fn overlay(&self, series: &Series, canvas: &mut Canvas) {
        if series.warmup_s > 0.0 {
            let to = (self.x(series.warmup_s), self.bottom);
            canvas.veil((self.left, self.top - 1.0), to, Ink::PAPER, 0.6);
        }
        for &(from, to) in &series.faults_s {
            for at in [from, to].into_iter().filter(|at| *at < self.length) {
                let at = self.x(at);
                canvas.line(vec![(at, self.top), (at, self.bottom)], Ink::FAULT_EDGE, HAIR);
            }
        }
    }

    /// Lines across at the ticks, with labels at the left where there is room for them.
    pub(in crate::charts) fn across(
        &self,
        labels: &[(f64, String)],
        labelled: bool,
        canvas: &mut Canvas,
    ) {
        for (value, label) in labels {
            let y = self.y(*value);
            canvas.line(vec![(self.left, y), (self.right, y)], Ink::GRID, HAIR);
            if labelled {
                canvas.words((self.left - 7.0, y), label, LABEL, Ink::QUIET, Side::Ends);
            }
        }
    }

    /// The time axis, with labels under it where there is room for them.
    pub(in crate::charts) fn time(&self, labelled: bool, canvas: &mut Canvas) {
        canvas.line(vec![(self.left, self.bottom), (self.right, self.bottom)], Ink::AXIS, HAIR);
        let most = ((self.right - self.left) / 74.0) as usize;
        let ticks = axis::time_ticks(self.length, most);
        for (tick, label) in ticks {
            let x = self.x(tick);
            canvas.line(vec![(x, self.bottom), (x, self.bottom + 4.0)], Ink::AXIS, HAIR);
            if labelled {
                let half = house::text_width(&label, LABEL) / 2.0;
                let (at, side) = match x {
                    _ if x + half > self.right + 8.0 => (self.right + 6.0, Side::Ends),
                    _ => (x, Side::Centred),
                };
                canvas.words((at, self.bottom + 12.0), &label, LABEL, Ink::QUIET, side);
            }
        }
    }

    /// The same lines over areas, faint, so that heights can be read there too.
    pub(in crate::charts) fn across_areas(&self, labels: &[(f64, String)], canvas: &mut Canvas) {
        for (value, _) in labels.iter().filter(|(value, _)| *value > 0.0) {
            let y = self.y(*value);
            canvas.veil((self.left, y - 0.4), (self.right, y + 0.4), Ink::PAPER, 0.3);
        }
    }

    /// How many labels have room along the value axis.
    pub(in crate::charts) fn most_ticks(&self) -> usize {
        ((self.bottom - self.top) / 23.0).clamp(2.0, 7.0) as usize
    }

    /// A word in the middle of a plot that has nothing else to show.
    pub(in crate::charts) fn say(&self, text: &str, canvas: &mut Canvas) {
        let at = ((self.left + self.right) / 2.0, (self.top + self.bottom) / 2.0);
        let half = house::text_width(text, LABEL) / 2.0 + 6.0;
        canvas.fill((at.0 - half, at.1 - LABEL), (at.0 + half, at.1 + LABEL), Ink::PAPER);
        canvas.words(at, text, LABEL, Ink::QUIET, Side::Centred);
    }

    /// Labels for a linear scale; the highest has the unit.
    pub(in crate::charts) fn linear_labels(&self, unit: &str) -> Vec<(f64, String)> {
        let most = ((self.bottom - self.top) / 23.0).clamp(2.0, 6.0) as usize;
        let ticks = self.scale.ticks(most);
        let step = ticks.get(1).copied().unwrap_or(1.0);
        let last = ticks.len().saturating_sub(1);
        let label = |(index, tick): (usize, f64)| {
            let number = axis::linear_label(tick, step);
            (tick, if index == last && index > 0 { format!("{number}{unit}") } else { number })
        };
        ticks.into_iter().enumerate().map(label).collect()
    }

    /// Labels for a logarithmic scale of milliseconds.
    pub(in crate::charts) fn latency_labels(&self) -> Vec<(f64, String)> {
        let most = ((self.bottom - self.top) / 24.0).clamp(2.0, 8.0) as usize;
        self.scale.ticks(most).into_iter().map(|tick| (tick, axis::latency_label(tick))).collect()
    }
}
