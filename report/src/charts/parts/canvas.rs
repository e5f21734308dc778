//! What is to be drawn, in pixels, before the size of the whole is known.

use super::house::Ink;

/// A point, from the left and from the top.
pub(in crate::charts) type At = (f64, f64);

/// On which side of its point a text stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::charts) enum Side {
    /// It begins there.
    Begins,
    /// It is centred there.
    Centred,
    /// It ends there.
    Ends,
}

/// One thing to draw.
#[derive(Clone, Debug)]
pub(in crate::charts) enum Shape {
    /// A filled rectangle.
    Box { from: At, to: At, ink: Ink, opacity: f64 },
    /// A filled outline.
    Area { points: Vec<At>, ink: Ink, opacity: f64 },
    /// A line.
    Line { points: Vec<At>, ink: Ink, width: f64 },
    /// A filled circle.
    Dot { at: At, radius: f64, ink: Ink },
    /// A text whose middle is at the height of its point.
    Words { at: At, text: String, size: f64, bold: bool, ink: Ink, side: Side },
}

/// Shapes in the order in which they cover each other.
#[derive(Clone, Default, Debug)]
pub(in crate::charts) struct Canvas {
    pub(in crate::charts) shapes: Vec<Shape>,
}

impl Canvas {
    pub(in crate::charts) fn fill(&mut self, from: At, to: At, ink: Ink) {
        self.veil(from, to, ink, 1.0);
    }

    /// A rectangle through which one sees.
    pub(in crate::charts) fn veil(&mut self, from: At, to: At, ink: Ink, opacity: f64) {
        self.shapes.push(Shape::Box { from, to, ink, opacity });
    }

    /// The outline of a rectangle on the colour of the page.
    pub(in crate::charts) fn outline(&mut self, from: At, to: At, ink: Ink) {
        const WIDE: f64 = 1.4;
        self.fill(from, to, ink);
        let (inner, end) = ((from.0 + WIDE, from.1 + WIDE), (to.0 - WIDE, to.1 - WIDE));
        if end.0 > inner.0 && end.1 > inner.1 {
            self.fill(inner, end, Ink::PAPER);
        }
    }

    pub(in crate::charts) fn area(&mut self, points: Vec<At>, ink: Ink) {
        self.tint(points, ink, 1.0);
    }

    /// An outline through which one sees.
    pub(in crate::charts) fn tint(&mut self, points: Vec<At>, ink: Ink, opacity: f64) {
        if points.len() > 2 {
            self.shapes.push(Shape::Area { points, ink, opacity });
        }
    }

    pub(in crate::charts) fn dot(&mut self, at: At, radius: f64, ink: Ink) {
        self.shapes.push(Shape::Dot { at, radius, ink });
    }

    pub(in crate::charts) fn line(&mut self, points: Vec<At>, ink: Ink, width: f64) {
        if points.len() > 1 {
            self.shapes.push(Shape::Line { points, ink, width });
        }
    }

    /// A straight line of dashes.
    pub(in crate::charts) fn dashes(&mut self, from: At, to: At, ink: Ink, width: f64) {
        self.dashed(&[from, to], ink, width);
    }

    /// A line of dashes that go on around its corners.
    pub(in crate::charts) fn dashed(&mut self, points: &[At], ink: Ink, width: f64) {
        const DASH: f64 = 4.0;
        let mut left = DASH;
        let mut inked = true;
        let mut dash: Vec<At> = points.first().copied().into_iter().collect();
        for ends in points.windows(2) {
            let ((x, y), (to_x, to_y)) = (ends[0], ends[1]);
            let length = libm::hypot(to_x - x, to_y - y);
            let mut gone = 0.0;
            while length - gone > left {
                gone += left;
                let share = gone / length;
                let at = (x + (to_x - x) * share, y + (to_y - y) * share);
                dash.push(at);
                let done = std::mem::replace(&mut dash, vec![at]);
                if inked {
                    self.line(done, ink, width);
                }
                (inked, left) = (!inked, DASH);
            }
            left -= length - gone;
            dash.push((to_x, to_y));
        }
        if inked {
            self.line(dash, ink, width);
        }
    }

    /// Slanted lines that fill a rectangle.
    pub(in crate::charts) fn hatch(&mut self, from: At, to: At, ink: Ink, width: f64) {
        const APART: f64 = 7.0;
        let (wide, tall) = (to.0 - from.0, to.1 - from.1);
        let lines = ((wide + tall) / APART).ceil().max(0.0) as usize;
        for line in 0..lines {
            // Each line begins at the left or at the bottom, and ends at the top or at the right.
            let along = (line as f64 + 0.5) * APART;
            let start = (from.0 + (along - tall).max(0.0), from.1 + along.min(tall));
            let end = (from.0 + along.min(wide), from.1 + (along - wide).max(0.0));
            self.line(vec![start, end], ink, width);
        }
    }

    pub(in crate::charts) fn words(&mut self, at: At, text: &str, size: f64, ink: Ink, side: Side) {
        self.text(at, text, size, ink, side, false);
    }

    pub(in crate::charts) fn bold(&mut self, at: At, text: &str, size: f64, ink: Ink, side: Side) {
        self.text(at, text, size, ink, side, true);
    }

    fn text(&mut self, at: At, text: &str, size: f64, ink: Ink, side: Side, bold: bool) {
        let text: String = text.chars().filter(|letter| !letter.is_control()).collect();
        if !text.is_empty() {
            self.shapes.push(Shape::Words { at, text, size, bold, ink, side });
        }
    }
}
