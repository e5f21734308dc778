//! What is to be drawn, in pixels, before the size of the whole is known.

use super::house::Ink;

/// A point, from the left and from the top.
pub(super) type At = (f64, f64);

/// On which side of its point a text stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Side {
    /// It begins there.
    Begins,
    /// It is centred there.
    Centred,
    /// It ends there.
    Ends,
}

/// One thing to draw.
#[derive(Clone, Debug)]
pub(super) enum Shape {
    /// A filled rectangle.
    Box { from: At, to: At, ink: Ink, opacity: f64 },
    /// A filled outline.
    Area { points: Vec<At>, ink: Ink },
    /// A line.
    Line { points: Vec<At>, ink: Ink, width: f64 },
    /// A text whose middle is at the height of its point.
    Words { at: At, text: String, size: f64, bold: bool, ink: Ink, side: Side },
}

/// Shapes in the order in which they cover each other.
#[derive(Clone, Default, Debug)]
pub(super) struct Canvas {
    pub(super) shapes: Vec<Shape>,
}

impl Canvas {
    pub(super) fn fill(&mut self, from: At, to: At, ink: Ink) {
        self.veil(from, to, ink, 1.0);
    }

    /// A rectangle through which one sees.
    pub(super) fn veil(&mut self, from: At, to: At, ink: Ink, opacity: f64) {
        self.shapes.push(Shape::Box { from, to, ink, opacity });
    }

    pub(super) fn area(&mut self, points: Vec<At>, ink: Ink) {
        if points.len() > 2 {
            self.shapes.push(Shape::Area { points, ink });
        }
    }

    pub(super) fn line(&mut self, points: Vec<At>, ink: Ink, width: f64) {
        if points.len() > 1 {
            self.shapes.push(Shape::Line { points, ink, width });
        }
    }

    /// A straight line of dashes.
    pub(super) fn dashes(&mut self, from: At, to: At, ink: Ink, width: f64) {
        const DASH: f64 = 4.0;
        let (across, down) = (to.0 - from.0, to.1 - from.1);
        let length = (across * across + down * down).sqrt();
        let pieces = (length / (2.0 * DASH)).ceil().max(1.0) as usize;
        for piece in 0..pieces {
            let start = piece as f64 * 2.0 * DASH;
            let at = |along: f64| {
                let share = if length > 0.0 { (along / length).min(1.0) } else { 0.0 };
                (from.0 + across * share, from.1 + down * share)
            };
            self.line(vec![at(start), at(start + DASH)], ink, width);
        }
    }

    pub(super) fn words(&mut self, at: At, text: &str, size: f64, ink: Ink, side: Side) {
        self.text(at, text, size, ink, side, false);
    }

    pub(super) fn bold(&mut self, at: At, text: &str, size: f64, ink: Ink, side: Side) {
        self.text(at, text, size, ink, side, true);
    }

    fn text(&mut self, at: At, text: &str, size: f64, ink: Ink, side: Side, bold: bool) {
        let text: String = text.chars().filter(|letter| !letter.is_control()).collect();
        if !text.is_empty() {
            self.shapes.push(Shape::Words { at, text, size, bold, ink, side });
        }
    }
}
