//! Words in a plot that say which lines they are about, and that stand clear of each other.

use super::canvas::{At, Canvas, Side};
use super::house::{self, Ink, LABEL, LEADING};
use super::marker;

/// A few words, behind the marks of the lines that they are about.
#[derive(Clone, PartialEq, Debug)]
pub(in crate::charts) struct Label {
    /// The numbers of those lines; none where it is about all of them.
    pub(in crate::charts) lines: Vec<usize>,
    pub(in crate::charts) text: String,
}

/// Half the size of a mark before words.
const HALF: f64 = 3.2;
/// Room that a mark takes.
const MARK: f64 = 10.0;
/// The most lines whose marks are shown.
const MOST: usize = 8;

impl Label {
    /// The ink that says whose it is: a line's own, or that of words where it is about several.
    pub(in crate::charts) fn ink(&self) -> Ink {
        match self.lines.as_slice() {
            [line] => Ink::series(*line),
            _ => Ink::TEXT,
        }
    }

    pub(in crate::charts) fn width(&self) -> f64 {
        self.marks() + house::text_width(&self.words(), LABEL)
    }

    /// Draws it with its left end at the left of `at`, and its middle at that height, on the colour of the page.
    pub(in crate::charts) fn draw(&self, at: At, canvas: &mut Canvas) {
        let (from, to) =
            ((at.0 - 2.0, at.1 - LABEL / 2.0), (at.0 + self.width() + 2.0, at.1 + LABEL / 2.0));
        canvas.veil(from, to, Ink::PAPER, 0.8);
        for (place, line) in self.lines.iter().take(MOST).enumerate() {
            marker::draw(canvas, (at.0 + HALF + place as f64 * MARK, at.1), *line, HALF);
        }
        let words = (at.0 + self.marks(), at.1);
        canvas.words(words, &self.words(), LABEL, Ink::TEXT, Side::Begins);
    }

    fn marks(&self) -> f64 {
        self.lines.len().min(MOST) as f64 * MARK
    }

    fn words(&self) -> String {
        match self.lines.len().saturating_sub(MOST) {
            0 => self.text.clone(),
            more => format!("+{more}: {}", self.text),
        }
    }
}

/// Height of a row of labels.
pub(in crate::charts) const ROW: f64 = LABEL * LEADING;

/// Where something stands already: rectangles by their upper left and lower right corners.
#[derive(Clone, Default, Debug)]
pub(in crate::charts) struct Taken(Vec<(At, At)>);

impl Taken {
    /// Whether a label whose left end and middle are there would be clear of all that stands there already.
    pub(in crate::charts) fn is_free(&self, at: At, width: f64) -> bool {
        const APART: f64 = 5.0;
        let (from, to) = corners(at, width);
        self.0.iter().all(|(other, end)| {
            let beside = from.0 >= end.0 + APART || other.0 >= to.0 + APART;
            beside || from.1 >= end.1 || other.1 >= to.1
        })
    }

    /// A mark stands there.
    pub(in crate::charts) fn mark(&mut self, (x, y): At, half: f64) {
        self.0.push(((x - half, y - half), (x + half, y + half)));
    }

    /// The first of some places at which a label is clear of all that stands there already. It stands there from now on.
    pub(in crate::charts) fn place(
        &mut self,
        width: f64,
        places: impl IntoIterator<Item = At>,
    ) -> Option<At> {
        let found = places.into_iter().find(|at| self.is_free(*at, width))?;
        self.0.push(corners(found, width));
        Some(found)
    }
}

fn corners(at: At, width: f64) -> (At, At) {
    // A hair less than a row, so that rows may touch.
    let half = ROW / 2.0 - 0.1;
    ((at.0, at.1 - half), (at.0 + width, at.1 + half))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_takes_the_first_place_that_is_free() {
        let mut taken = Taken::default();
        let places = [(0.0, 50.0), (0.0, 50.0 - ROW), (60.0, 50.0)];
        assert_eq!(taken.place(40.0, places), Some(places[0]));
        assert_eq!(taken.place(40.0, places), Some(places[1]));
        assert_eq!(taken.place(40.0, places), Some(places[2]));
        assert_eq!(taken.place(40.0, places), None);
    }

    #[test]
    fn a_label_about_many_lines_shows_the_first_marks_and_counts_the_others() {
        let label = |lines: usize| Label { lines: (0..lines).collect(), text: "9/s".to_owned() };
        assert_eq!((label(8).words().as_str(), label(11).words().as_str()), ("9/s", "+3: 9/s"));
        assert!(label(40).width() < label(8).width() + 40.0);
        assert_eq!((label(1).ink(), label(2).ink()), (Ink::series(0), Ink::TEXT));
    }
}
