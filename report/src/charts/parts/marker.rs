//! Lines that can be told apart without their colours: each has a mark of its own shape.

use super::canvas::{At, Canvas};
use super::house::{Ink, LINE};

/// Half the size of a mark in a plot.
pub(in crate::charts) const HALF: f64 = 3.6;

/// Draws the mark of a line: four shapes, full for the first lines and hollow for the next.
pub(in crate::charts) fn draw(canvas: &mut Canvas, at: At, number: usize, half: f64) {
    shape(canvas, at, number % 4, half, Ink::series(number));
    if (number / 4) % 2 == 1 {
        shape(canvas, at, number % 4, half - 1.5, Ink::PAPER);
    }
}

/// Draws the mark of a line hollow, whatever its number.
pub(in crate::charts) fn hollow(canvas: &mut Canvas, at: At, number: usize, half: f64) {
    shape(canvas, at, number % 4, half, Ink::series(number));
    shape(canvas, at, number % 4, half - 1.5, Ink::PAPER);
}

fn shape(canvas: &mut Canvas, (x, y): At, kind: usize, half: f64, ink: Ink) {
    match kind {
        0 => canvas.dot((x, y), half, ink),
        1 => {
            let half = half * 0.9;
            canvas.fill((x - half, y - half), (x + half, y + half), ink);
        }
        2 => {
            let (up, down) = (half * 1.2, half * 0.85);
            canvas.area(vec![(x, y - up), (x + up, y + down), (x - up, y + down)], ink);
        }
        _ => {
            let half = half * 1.25;
            canvas.area(vec![(x, y - half), (x + half, y), (x, y + half), (x - half, y)], ink);
        }
    }
}

/// Draws a line of a number: dashed where its ink was taken before.
pub(in crate::charts) fn line(canvas: &mut Canvas, points: Vec<At>, number: usize) {
    match number < Ink::SERIES {
        true => canvas.line(points, Ink::series(number), LINE),
        false => canvas.dashed(&points, Ink::series(number), LINE),
    }
}
