//! The page around the panels: title, what is shown, and the legend.

use super::canvas::{At, Canvas, Side};
use super::house::{self, Ink, LEADING, MARGIN, NOTE, SUBTITLE, TITLE};
use super::{draw, dress, marker};
use crate::charts::{Chart, Theme};

/// A page under construction: how wide it is, and down to where it is filled.
#[derive(Clone, Debug)]
pub(in crate::charts) struct Page {
    pub(in crate::charts) canvas: Canvas,
    pub(in crate::charts) width: f64,
    pub(in crate::charts) filled: f64,
}

/// What a legend shows of an entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::charts) enum Mark {
    /// A square.
    Fill(Ink),
    /// A piece of dashed line.
    Dashes(Ink),
    /// An upright stroke.
    Stroke(Ink),
    /// A line by its number, with its mark.
    Series(usize),
    /// The mark of a line, without the line.
    Point(usize),
    /// A line by its number, dashed and with a hollow mark.
    Hollow(usize),
    /// A thick line.
    Edge(Ink),
    /// A hatched square.
    Hatch(Ink),
    /// A triangle that points up.
    Up(Ink),
    /// A triangle that points down.
    Down(Ink),
    /// A circle.
    Dot(Ink),
    /// A hollow circle off its line.
    Apart(Ink),
    /// The outline of a square.
    Outline(Ink),
    /// A square with another corner.
    Corner(Ink, Ink),
}

impl Mark {
    /// Draws a mark that is one point, as it stands in a plot; those that are lines or squares stand in legends only.
    pub(in crate::charts) fn draw(self, (x, y): At, canvas: &mut Canvas) {
        const HALF: f64 = 5.0;
        match self {
            Mark::Up(ink) => {
                canvas.area(vec![(x, y - HALF), (x + HALF, y + 4.0), (x - HALF, y + 4.0)], ink);
            }
            Mark::Down(ink) => {
                canvas.area(vec![(x, y + HALF), (x + HALF, y - 4.0), (x - HALF, y - 4.0)], ink);
            }
            Mark::Dot(ink) => canvas.dot((x, y), 4.0, ink),
            _ => {}
        }
    }
}

impl Page {
    /// A page with its title and the line under it.
    pub(in crate::charts) fn new(width: f64, title: &str, told: &str) -> Page {
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
    pub(in crate::charts) fn finish(self, theme: Theme, title: &str, told: &str) -> Chart {
        let height = (self.filled + MARGIN - 8.0).ceil();
        let mut all = Canvas::default();
        all.fill((0.0, 0.0), (self.width, height), Ink::PAPER);
        all.shapes.extend(self.canvas.shapes);
        let raw = draw::draw(&all, self.width, height);
        dress::dress(&raw, self.width, height, theme, title, told)
    }

    /// The entries of the legend one after another, in as many lines as they need.
    pub(in crate::charts) fn legend(&mut self, entries: &[(Mark, String)]) {
        const MARK: f64 = 12.0;
        const LINE: f64 = 20.0;
        if entries.is_empty() {
            return;
        }
        let (mut left, mut middle) = (MARGIN, self.filled + LINE / 2.0);
        let most = self.width - 2.0 * MARGIN - MARK - 6.0;
        for (mark, name) in entries {
            let name = &house::lines(name, NOTE, most, 1)[0];
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
            Mark::Series(number) => {
                marker::line(&mut self.canvas, ends.to_vec(), number);
                marker::draw(&mut self.canvas, (left + size / 2.0, middle), number, marker::HALF);
            }
            Mark::Point(number) => {
                let at = (left + size / 2.0, middle);
                marker::draw(&mut self.canvas, at, number, marker::HALF);
            }
            Mark::Hollow(number) => {
                self.canvas.dashes(ends[0], ends[1], Ink::series(number), 1.4);
                let at = (left + size / 2.0, middle);
                marker::hollow(&mut self.canvas, at, number, marker::HALF);
            }
            Mark::Up(_) | Mark::Down(_) | Mark::Dot(_) => {
                mark.draw((left + size / 2.0, middle), &mut self.canvas);
            }
            Mark::Apart(ink) => {
                let (x, half) = (left + size / 2.0, size / 2.0);
                self.canvas.dashes((x, middle - half), (x, middle + half), ink, 0.8);
                self.canvas.dot((x, middle), marker::HALF, ink);
                self.canvas.dot((x, middle), marker::HALF - 1.5, Ink::PAPER);
            }
            Mark::Outline(ink) => {
                let half = size / 2.0 - 1.0;
                let (from, to) = ((left, middle - half), (left + 2.0 * half, middle + half));
                self.canvas.outline(from, to, ink);
            }
            Mark::Corner(ink, other) => {
                let half = size / 2.0 - 0.5;
                let (from, to) = ((left, middle - half), (left + 2.0 * half, middle + half));
                self.canvas.fill(from, to, ink);
                self.canvas.area(
                    vec![(to.0 - half * 1.4, from.1), (to.0, from.1), (to.0, from.1 + half * 1.4)],
                    other,
                );
            }
            Mark::Edge(ink) => self.canvas.line(ends.to_vec(), ink, 2.0),
            Mark::Hatch(ink) => {
                let (from, to) = ((left, middle - 6.0), (left + size, middle + 6.0));
                let corners = [from, (to.0, from.1), to, (from.0, to.1), from];
                self.canvas.line(corners.to_vec(), Ink::AXIS, 0.8);
                self.canvas.hatch(from, to, ink, 1.0);
            }
            Mark::Stroke(ink) => {
                let half = size / 2.0;
                let across = left + half;
                self.canvas.line(vec![(across, middle - half), (across, middle + half)], ink, 2.0);
            }
        }
    }
}
