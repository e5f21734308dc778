//! A line through measured points with the band of their intervals.

use std::borrow::{Borrow, Cow};

use brownout_scenarios::result::Estimate;

use super::canvas::{At, Canvas, Side};
use super::fates::{self, States};
use super::field::Field;
use super::house::{self, HAIR, Ink, LABEL};
use super::label::Taken;
use super::marker;
use super::page::Mark;

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

/// Draws a line with its band, broken where the number cannot be told. Where a number has two states, it goes through the
/// one of the more replications: nothing was seen in between.
pub(in crate::charts) fn draw(
    spots: &[Spot<'_>],
    look: Look,
    field: &Field<'_>,
    canvas: &mut Canvas,
) {
    let ink = Ink::series(look.number);
    let spots: Vec<Spot<'_>> = spots.iter().map(shown).collect();
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

/// Draws some lines, and both states of numbers that have two. Tells what stands there then.
pub(in crate::charts) fn draw_all(
    lines: &[(Look, Vec<Spot<'_>>)],
    field: &Field<'_>,
    canvas: &mut Canvas,
) -> Taken {
    let mut taken = Taken::default();
    for (look, spots) in lines {
        draw(spots, *look, field, canvas);
        stand(spots, field, &mut taken);
    }
    for (look, spots) in lines {
        draw_fewer(spots, *look, field, &mut taken, canvas);
    }
    taken
}

/// A point as a line goes through it.
fn shown<'s>((x, one): &'s Spot<'_>) -> Spot<'s> {
    (*x, one.as_deref().map(|one| fates::shown(Cow::Borrowed(one))))
}

/// Both states of a point that has two.
fn both<'s>((x, one): &'s Spot<'_>) -> Option<(f64, States<'s>)> {
    Some((*x, fates::states(one.as_deref()?)?))
}

/// The marks of a line and the line between them stand there.
fn stand(spots: &[Spot<'_>], field: &Field<'_>, taken: &mut Taken) {
    const STEPS: u32 = 12;
    let at = |(x, one): Spot<'_>| Some((x, field.y(one?.mean)));
    let points: Vec<Option<At>> = spots.iter().map(shown).map(at).collect();
    for at in points.iter().flatten() {
        taken.mark(*at, marker::HALF);
    }
    for two in points.windows(2) {
        let [Some(from), Some(to)] = two else { continue };
        for step in 1..STEPS {
            let part = f64::from(step) / f64::from(STEPS);
            taken.mark((from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part), 1.0);
        }
    }
}

/// The entry of a legend for the marks of [`draw_fewer`], if any of these numbers has two states.
pub(in crate::charts) fn fewer(
    mut shown: impl Iterator<Item = impl Borrow<Estimate>>,
) -> Option<(Mark, String)> {
    let text = "apart: where some replications collapsed and others did not, the line goes through the more of them, and \
                this is the mean of the fewer";
    let both = shown.any(|one| fates::states(one.borrow()).is_some());
    both.then(|| (Mark::Apart(Ink::QUIET), text.to_owned()))
}

/// Marks the state of the fewer replications where a number has two: off the line and hollow, tied to the point that it
/// belongs to, with how many replications it was seen in where there is room for that.
pub(in crate::charts) fn draw_fewer(
    spots: &[Spot<'_>],
    look: Look,
    field: &Field<'_>,
    taken: &mut Taken,
    canvas: &mut Canvas,
) {
    let ink = Ink::series(look.number);
    for (x, both) in spots.iter().filter_map(both) {
        let half = both.fewer.half_width.filter(|half| half.is_finite()).unwrap_or(0.0);
        let ends = [both.fewer.mean - half, both.fewer.mean + half];
        let at = (x, field.y(both.fewer.mean));
        canvas.dashes((x, field.y(both.more.mean)), at, ink, HAIR);
        canvas.line(ends.map(|end| (x, field.y(end))).to_vec(), ink, 1.4);
        marker::hollow(canvas, at, look.number, marker::HALF);
        let words = both.words();
        let wide = house::text_width(&words, LABEL);
        let beside = [x + 8.0, x - 8.0 - wide];
        let places = beside.iter().flat_map(|left| [0.0, -9.0, 9.0].map(|off| (*left, at.1 + off)));
        let inside = |(left, y): &At| {
            let plot = &field.plot;
            *left > plot.left && left + wide < plot.right && *y > plot.top && *y < plot.bottom
        };
        if let Some(at) = taken.place(wide, places.filter(inside)) {
            canvas.words(at, &words, LABEL, Ink::QUIET, Side::Begins);
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
    let of =
        |one: &Estimate| -> Vec<f64> { fates::all(one).iter().flat_map(|one| ends(one)).collect() };
    estimates.flat_map(|one| of(one.borrow())).collect()
}
