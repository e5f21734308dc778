//! The page around the panels: title, what is shown, and the legend.

use super::canvas::{Canvas, Side};
use super::house::{self, Ink, LEADING, MARGIN, NOTE, SUBTITLE, TITLE};
use super::{Chart, Theme, draw, dress};

/// A page under construction: how wide it is, and down to where it is filled.
#[derive(Clone, Debug)]
pub(super) struct Page {
    pub(super) canvas: Canvas,
    pub(super) width: f64,
    pub(super) filled: f64,
}

/// What a legend shows of an entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mark {
    /// A square.
    Fill(Ink),
    /// A piece of dashed line.
    Dashes(Ink),
    /// An upright stroke.
    Stroke(Ink),
}

impl Page {
    /// A page with its title and the line under it.
    pub(super) fn new(width: f64, title: &str, told: &str) -> Page {
        let mut page = Page { canvas: Canvas::default(), width, filled: MARGIN - 4.0 };
        let inner = width - 2.0 * MARGIN;
        for line in house::lines(title, TITLE, inner, 3) {
            page.filled += TITLE * LEADING;
            let at = (MARGIN, page.filled - TITLE * 0.6);
            page.canvas.bold(at, &line, TITLE, Ink::TEXT, Side::Begins);
        }
        page.filled += 2.0;
        for line in house::lines(told, SUBTITLE, inner, 4) {
            page.filled += SUBTITLE * LEADING;
            let at = (MARGIN, page.filled - SUBTITLE * 0.6);
            page.canvas.words(at, &line, SUBTITLE, Ink::QUIET, Side::Begins);
        }
        page.filled += 8.0;
        page
    }

    /// The finished chart.
    pub(super) fn finish(self, theme: Theme, title: &str, told: &str) -> Chart {
        let height = (self.filled + MARGIN - 8.0).ceil();
        let mut all = Canvas::default();
        all.fill((0.0, 0.0), (self.width, height), Ink::PAPER);
        all.shapes.extend(self.canvas.shapes);
        let raw = draw::draw(&all, self.width, height);
        dress::dress(&raw, self.width, height, theme, title, told)
    }

    /// The entries of the legend one after another, in as many lines as they need.
    pub(super) fn legend(&mut self, entries: &[(Mark, String)]) {
        const MARK: f64 = 12.0;
        const LINE: f64 = 20.0;
        if entries.is_empty() {
            return;
        }
        let (mut left, mut middle) = (MARGIN, self.filled + LINE / 2.0);
        for (mark, name) in entries {
            let wide = MARK + 6.0 + house::text_width(name, NOTE);
            if left > MARGIN && left + wide > self.width - MARGIN {
                left = MARGIN;
                middle += LINE;
            }
            self.mark(*mark, left, middle, MARK);
            self.canvas.words((left + MARK + 6.0, middle), name, NOTE, Ink::TEXT, Side::Begins);
            left += wide + 18.0;
        }
        self.filled = middle + LINE / 2.0 + 8.0;
    }

    fn mark(&mut self, mark: Mark, left: f64, middle: f64, size: f64) {
        let ends = [(left, middle), (left + size, middle)];
        match mark {
            Mark::Fill(ink) => {
                let half = size / 2.0 - 1.0;
                self.canvas.fill((left, middle - half), (left + 2.0 * half, middle + half), ink);
            }
            Mark::Dashes(ink) => self.canvas.dashes(ends[0], ends[1], ink, 1.4),
            Mark::Stroke(ink) => {
                let half = size / 2.0;
                let across = left + half;
                self.canvas.line(vec![(across, middle - half), (across, middle + half)], ink, 2.0);
            }
        }
    }
}
