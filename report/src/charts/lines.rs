//! Lines with bands along one axis of a sweep: each panel is a number, each line a variant.

use brownout_scenarios::result::{ResultSet, Verdict};

use super::parts::band::{self, Look, Spot};
use super::parts::canvas::{At, Canvas};
use super::parts::field::{Across, Field};
use super::parts::house::{BAND, Ink};
use super::parts::label::{Label, ROW, Taken};
use super::parts::marker;
use super::parts::measure::Measure;
use super::parts::multiples::{self, Head, Layout};
use super::parts::page::{Mark, Page};
use super::parts::select::{self, Chosen};
use super::parts::threshold::Threshold;
use super::parts::walk::{Line, Walk};
use super::{Chart, ChartError, ChartOptions};

/// Draws how a client fares along an axis, with what is expected of it.
pub fn lines(results: &ResultSet, options: &ChartOptions) -> Result<Chart, ChartError> {
    let chosen = select::points(results, options)?;
    let walk = Walk::of(&chosen, options)?;
    let window = select::window(results, options)?.ok_or(ChartError::Nothing { what: "window" })?;
    let client = select::client(results, options)?;
    let limits = Threshold::all(chosen.iter().map(|one| one.point));
    let shown = match options.metrics.as_slice() {
        [] => {
            // Where nobody asks for a window, what is expected in another one is shown there.
            let limits =
                limits.iter().filter(|one| options.window.is_none() || one.window == window);
            panels(results, &chosen, limits, window, client)?
        }
        asked => {
            let asked = Measure::asked(asked, results)?.into_iter();
            asked.map(|measure| Shown { measure, window }).collect()
        }
    };
    let elsewhere = shown.iter().any(|one| one.window != window);
    let judged = walk.stops().any(|stop| stop.verdict().is_some());

    let title = select::title(results, &format!("{} swept", select::last(&walk.axis.path)));
    let told = format!(
        "Each point {}{}{}",
        select::replications(&chosen),
        if elsewhere { String::new() } else { format!(" {}", select::during(window)) },
        select::bands(&chosen)
    );
    let mut page = Page::new(options.pixels(), &title, &told);
    let mut legend = walk.legend();
    if judged {
        let (ink, bar) = match walk.lines.len() {
            1 => (Ink::VALLEY_EDGE, ""),
            _ => (Ink::QUIET, "bar: "),
        };
        legend.push((Mark::Fill(ink), format!("{bar}all that is expected holds")));
    }
    let estimates = shown
        .iter()
        .flat_map(|one| walk.stops().filter_map(|stop| one.measure.of(stop.point, one.window)));
    legend.extend(band::fewer(estimates));
    page.legend(&legend);
    let across = Across::of(&walk.axis);
    let heads = shown.iter().map(|one| Head {
        name: one.measure.title.clone(),
        note: if elsewhere { select::during(one.window) } else { String::new() },
    });
    let layout = Layout {
        plots: vec![(170.0, shown[0].measure.scale(&[]))],
        own_axes: true,
        band: BAND.max(tall(&walk) + 5.0),
        foot: across.foot(),
        length: 0.0,
        right: 8.0,
        least: 300.0,
    };
    multiples::draw(&mut page, &heads.collect::<Vec<_>>(), &layout, |page, index, panel| {
        let Shown { measure, window } = &shown[index];
        let limits: Vec<&Threshold> =
            limits.iter().filter(|one| one.key == measure.key && one.window == *window).collect();
        let mut plot = panel.plots[0];
        let estimates = walk.stops().filter_map(|stop| measure.of(stop.point, window));
        let mut values = band::values(estimates);
        values.extend(limits.iter().map(|limit| limit.value));
        plot.scale = measure.scale(&values);
        let field = Field { plot, across: &across };
        let canvas = &mut page.canvas;
        valleys(&walk, &field, canvas);
        plot.across(&measure.ticks(plot.scale, plot.most_ticks()), true, canvas);
        let lines = walk.lines.iter().enumerate().map(|(number, line)| {
            let stops = line.stops.iter();
            let spots: Vec<Spot<'_>> = stops
                .map(|stop| (field.x(stop.place, stop.number), measure.of(stop.point, window)))
                .collect();
            (Look { number, is_hollow: false }, spots)
        });
        let lines: Vec<_> = lines.collect();
        let taken = band::draw_all(&lines, &field, canvas);
        draw_limits(&limits, &walk, &field, &taken, canvas);
        field.along(&walk.axis.path, canvas);
    });
    Ok(page.finish(options.theme, &title, &told))
}

/// What one panel shows, and of which window.
struct Shown<'r> {
    measure: Measure,
    window: &'r str,
}

/// What is shown: whatever something is expected of; and of a client the answers in time, all answers where these are
/// others, and the slow ones.
fn panels<'r>(
    results: &ResultSet,
    chosen: &[Chosen<'_>],
    limits: impl Iterator<Item = &'r Threshold>,
    window: &'r str,
    client: &str,
) -> Result<Vec<Shown<'r>>, ChartError> {
    let (goodput, success) = (Measure::goodput(client), Measure::success(client));
    let differ = chosen.iter().any(|one| {
        let mean = |measure: &Measure| measure.of(one.point, window).map(|estimate| estimate.mean);
        mean(&goodput) != mean(&success)
    });
    let usual = [Some(goodput), differ.then_some(success), Some(Measure::latency("p99", client))];
    let usual = usual.into_iter().flatten().map(|measure| Shown { measure, window });
    let mut usual: Vec<Shown<'r>> = usual.collect();
    let same =
        |one: &Shown<'_>, key: &str, window: &str| one.measure.key == key && one.window == window;
    let mut all: Vec<Shown<'r>> = vec![];
    for limit in limits {
        if all.iter().any(|one| same(one, &limit.key, &limit.window)) {
            continue;
        }
        match usual.iter().position(|one| same(one, &limit.key, &limit.window)) {
            Some(at) => all.push(usual.remove(at)),
            None => all.extend(
                Measure::named(&limit.key, results)
                    .map(|measure| Shown { measure, window: &limit.window }),
            ),
        }
    }
    all.extend(usual);
    all.retain(|one| chosen.iter().any(|at| one.measure.of(at.point, one.window).is_some()));
    if all.is_empty() {
        Err(ChartError::Nothing { what: "request in this window" })
    } else {
        Ok(all)
    }
}

/// The lines that a limit is for; none where it is for all of them.
fn lines_of(limit: &Threshold, walk: &Walk<'_>) -> Vec<usize> {
    let is_for =
        |line: &Line<'_>| Threshold::all(line.stops.iter().map(|stop| stop.point)).contains(limit);
    let all = walk.lines.iter().enumerate();
    let found: Vec<usize> =
        all.filter(|(_, line)| is_for(line)).map(|(number, _)| number).collect();
    if found.len() == walk.lines.len() { Vec::new() } else { found }
}

/// Each limit as a dashed line with its words, which say for which lines it is unless it is for all. The words stand
/// clear of each other, and of the marks of the lines where they can.
fn draw_limits(
    limits: &[&Threshold],
    walk: &Walk<'_>,
    field: &Field<'_>,
    marks: &Taken,
    canvas: &mut Canvas,
) {
    let plot = &field.plot;
    let label = |limit: &&Threshold| {
        (Label { lines: lines_of(limit, walk), text: limit.words() }, field.y(limit.value))
    };
    let labels: Vec<(Label, f64)> = limits.iter().map(label).collect();
    for (label, y) in &labels {
        canvas.dashes((plot.left, *y), (plot.right, *y), label.ink(), 1.2);
    }
    let mut taken = Taken::default();
    for (label, y) in &labels {
        let (wide, first) = (label.width(), plot.left + 4.0);
        let columns = ((plot.right - wide - first) / STEP).max(0.0) as usize;
        let column = |at: usize| first + at as f64 * STEP;
        let row = |off: f64| (0..=columns).map(move |at| (column(at), y + off));
        let beside = (0..=columns).flat_map(|at| [(column(at), y - NEAR), (column(at), y + NEAR)]);
        let further = [2.0, -2.0, 3.0, -3.0].into_iter().flat_map(|rows| row(rows * ROW));
        let inside = |at: &At| at.1 > plot.top && at.1 < plot.bottom;
        let places: Vec<At> = beside.chain(further).filter(inside).collect();
        let clear = places.iter().copied().filter(|at| marks.is_free(*at, wide));
        let at = taken.place(wide, clear).or_else(|| taken.place(wide, places.iter().copied()));
        if let Some(at) = at {
            label.draw(at, canvas);
        }
    }
}

/// How far the words of a limit stand above or below it.
const NEAR: f64 = 8.0;
/// How far apart the places are along a limit at which its words may stand.
const STEP: f64 = 12.0;

/// Height of the bars above a plot, one for each line.
const BAR: f64 = 4.0;

fn tall(walk: &Walk<'_>) -> f64 {
    walk.lines.len() as f64 * BAR
}

/// Marks where all that is expected holds: by a bar above the plot for each line, and by the whole height for one alone.
fn valleys(walk: &Walk<'_>, field: &Field<'_>, canvas: &mut Canvas) {
    let plot = &field.plot;
    for (number, line) in walk.lines.iter().enumerate() {
        let runs = line.stops.chunk_by(|one, next| one.verdict() == next.verdict());
        for run in runs.filter(|run| run[0].verdict() == Some(Verdict::Pass)) {
            let x = |at: usize| field.x(run[at].place, run[at].number);
            let (from, to) = (x(0) - marker::HALF, x(run.len() - 1) + marker::HALF);
            let top = plot.top - 5.0 - tall(walk) + number as f64 * BAR;
            let ink = if walk.lines.len() == 1 { Ink::VALLEY_EDGE } else { Ink::series(number) };
            if walk.lines.len() == 1 {
                canvas.fill((from, top), (to, plot.bottom), Ink::VALLEY);
            }
            canvas.fill((from, top), (to, top + BAR - 1.0), ink);
        }
    }
}
