//! Lines that can be told apart without their colours: each has a mark of its own shape.

use super::canvas::{At, Canvas};
use super::house::{Ink, LINE};

/// Half the size of a mark in a plot.
pub(in crate::charts) const HALF: f64 = 3.6;

/// Draws the mark of a line: four shapes, full for the first lines and hollow for the next, then four others. Together
/// with its ink no mark comes again before 128 lines.
pub(in crate::charts) fn draw(canvas: &mut Canvas, at: At, number: usize, half: f64) {
    let (kind, is_hollow) = look(number);
    shape(canvas, at, kind, half, Ink::series(number));
    if is_hollow {
        shape(canvas, at, kind, half - 1.5, Ink::PAPER);
    }
}

/// Draws the mark of a line hollow, whatever its number.
pub(in crate::charts) fn hollow(canvas: &mut Canvas, at: At, number: usize, half: f64) {
    let (kind, _) = look(number);
    shape(canvas, at, kind, half, Ink::series(number));
    shape(canvas, at, kind, half - 1.5, Ink::PAPER);
}

/// The shape of a line's mark, and whether it is hollow.
fn look(number: usize) -> (usize, bool) {
    let round = number / Ink::SERIES;
    // Every second round has the other four shapes; after two rounds an ink goes on to the next shape.
    let place = (number % Ink::SERIES + Ink::SERIES * (round % 2) + round / 2) % 16;
    (place % 4 + 4 * (place / 8), (place / 4) % 2 == 1)
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
        3 => {
            let half = half * 1.25;
            canvas.area(vec![(x, y - half), (x + half, y), (x, y + half), (x - half, y)], ink);
        }
        4 => {
            let (up, down) = (half * 0.85, half * 1.2);
            canvas.area(vec![(x, y + down), (x + down, y - up), (x - down, y - up)], ink);
        }
        5 => {
            let (wide, tall) = (half * 1.35, half * 0.6);
            canvas.fill((x - wide, y - tall), (x + wide, y + tall), ink);
        }
        6 => {
            let (wide, tall) = (half * 0.6, half * 1.35);
            canvas.fill((x - wide, y - tall), (x + wide, y + tall), ink);
        }
        _ => {
            let (far, near) = (half * 1.3, half * 0.45);
            let left = vec![(x - far, y - far * 0.8), (x + near, y), (x - far, y + far * 0.8)];
            let right = vec![(x + far, y - far * 0.8), (x - near, y), (x + far, y + far * 0.8)];
            canvas.area(left, ink);
            canvas.area(right, ink);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_of_a_hundred_lines_have_the_same_mark_in_the_same_ink() {
        let drawn = |number: usize| {
            let mut canvas = Canvas::default();
            draw(&mut canvas, (0.0, 0.0), number, HALF);
            format!("{:?}", canvas.shapes)
        };
        for number in 0..100 {
            let before = (0..number).find(|other| drawn(*other) == drawn(number));
            assert_eq!(before, None, "line {number}");
        }
    }
}
