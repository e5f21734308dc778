//! Drawing a canvas with plotters, on a grid so fine that its whole numbers do not show.

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::canvas::{At, Canvas, Shape, Side};
use super::house::Ink;

/// Units of the grid in a pixel.
pub(super) const FINE: f64 = 10.0;

/// plotters draws a font of this many units smaller than it is told.
const FONT: f64 = 1.24;

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// The canvas as SVG whose colours are still the numbers of their inks.
pub(super) fn draw(canvas: &Canvas, width: f64, height: f64) -> String {
    let mut raw = String::new();
    {
        let size = (fine(width).unsigned_abs(), fine(height).unsigned_abs());
        let area = SVGBackend::with_string(&mut raw, size).into_drawing_area();
        for shape in &canvas.shapes {
            draw_shape(shape, &area);
        }
        area.present().expect("a string can always be written to");
    }
    raw
}

fn draw_shape(shape: &Shape, area: &Area<'_>) {
    let drawn = match shape {
        Shape::Box { from, to, ink, opacity } => {
            let style = colour(*ink).mix(*opacity).filled();
            area.draw(&Rectangle::new([point(*from), point(*to)], style))
        }
        Shape::Area { points, ink, opacity } => {
            let points: Vec<_> = points.iter().copied().map(point).collect();
            area.draw(&Polygon::new(points, colour(*ink).mix(*opacity).filled()))
        }
        Shape::Line { points, ink, width } => {
            let points: Vec<_> = points.iter().copied().map(point).collect();
            let style = colour(*ink).stroke_width(fine(*width).unsigned_abs().max(1));
            area.draw(&PathElement::new(points, style))
        }
        Shape::Dot { at, radius, ink } => {
            area.draw(&Circle::new(point(*at), fine(*radius).unsigned_abs(), colour(*ink).filled()))
        }
        Shape::Words { at, text, size, bold, ink, side } => {
            let weight = if *bold { FontStyle::Bold } else { FontStyle::Normal };
            let font = FontDesc::new(FontFamily::SansSerif, size * FINE * FONT, weight);
            let side = match side {
                Side::Begins => HPos::Left,
                Side::Centred => HPos::Center,
                Side::Ends => HPos::Right,
            };
            let style = font.color(&colour(*ink)).pos(Pos::new(side, VPos::Center));
            area.draw(&Text::new(text.as_str(), point(*at), style))
        }
    };
    drawn.expect("a string can always be written to");
}

/// The number of an ink, dressed as a colour.
fn colour(ink: Ink) -> RGBColor {
    RGBColor(0, 0, ink.0)
}

fn point(at: At) -> (i32, i32) {
    (fine(at.0), fine(at.1))
}

/// Pixels on the fine grid.
fn fine(pixels: f64) -> i32 {
    (pixels * FINE).round() as i32
}
