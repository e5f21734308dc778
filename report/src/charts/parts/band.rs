//! A line through measured points with the band of their intervals.

use std::borrow::{Borrow, Cow};

use brownout_scenarios::result::Estimate;

use super::canvas::{At, Canvas};
use super::field::Field;
use super::house::{HAIR, Ink};
use super::marker;

/// A point of a line: where it stands across, and what was measured there.
pub(in crate::charts) type Spot<'a> = (f64, Option<Cow<'a, Estimate>>);

/// What a line looks like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::charts) struct Look {
    /// The line's number.
    pub(in crate::charts) number: usize,
    /// Whether it is dashed and has hollow marks.
    pub(in crate::charts) is_hollow: bool,
}

/// Draws a line with its band, broken where the number cannot be told.
pub(in crate::charts) fn draw(
    spots: &[Spot<'_>],
    look: Look,
    field: &Field<'_>,
    canvas: &mut Canvas,
) {
    let ink = Ink::series(look.number);
    for run in spots.split(|(_, one)| one.is_none()) {
        let told = || run.iter().filter_map(|(x, one)| Some((*x, one.as_ref()?)));
        let half = |one: &Estimate| one.half_width.filter(|half| half.is_finite()).unwrap_or(0.0);
        let above = told().map(|(x, one)| (x, field.y(one.mean + half(one))));
        let below = told().map(|(x, one)| (x, field.y(one.mean - half(one))));
        let ends: Vec<At> = above.chain(below.collect::<Vec<_>>().into_iter().rev()).collect();
        match ends.len() {
            2 => canvas.line(ends, ink, HAIR),
            _ => canvas.tint(ends, ink, 0.2),
        }
        let middle: Vec<At> = told().map(|(x, one)| (x, field.y(one.mean))).collect();
        match look.is_hollow {
            true => canvas.dashed(&middle, ink, 1.6),
            false => marker::line(canvas, middle, look.number),
        }
    }
    for (x, one) in spots.iter().filter_map(|(x, one)| Some((*x, one.as_ref()?))) {
        let at = (x, field.y(one.mean));
        match look.is_hollow {
            true => marker::hollow(canvas, at, look.number, marker::HALF),
            false => marker::draw(canvas, at, look.number, marker::HALF),
        }
    }
}

/// The values of some estimates that have to be seen, the ends of their intervals among them.
pub(in crate::charts) fn values(
    estimates: impl Iterator<Item = impl Borrow<Estimate>>,
) -> Vec<f64> {
    let ends = |one: &Estimate| -> [f64; 2] {
        let half = one.half_width.filter(|half| half.is_finite()).unwrap_or(0.0);
        // An interval that reaches below half of its mean would only stretch a log scale.
        [(one.mean - half).max(one.mean / 2.0), one.mean + half]
    };
    estimates.flat_map(|one| ends(one.borrow())).collect()
}
