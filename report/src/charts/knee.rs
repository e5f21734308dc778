//! The knee: what a system gives, and how long it takes, as the load climbs over its capacity, and as it falls again.
//!
//! The points are those of a sweep over the load, or the windows of one run whose rate climbs and descends in steps. In
//! the latter the way up and the way down are two lines; where they differ, the system remembers that it was overloaded.

use std::borrow::Cow;

use brownout_scenarios::result::{ClientResult, Estimate, Point, ResultSet, WindowResult};

use crate::names;
use crate::unit::Dimension;

use super::parts::axis::{self, Scale};
use super::parts::band::{self, Look, Spot};
use super::parts::canvas::Canvas;
use super::parts::demand;
use super::parts::field::{Across, Field};
use super::parts::house::{BAND, GUTTER, Ink, MARGIN};
use super::parts::label::{Label, ROW, Taken};
use super::parts::measure::Measure;
use super::parts::multiples::{self, Head, Layout};
use super::parts::page::{Mark, Page};
use super::parts::select::{self, Chosen};
use super::parts::walk::{Line, Stop, Walk};
use super::{Chart, ChartError, ChartOptions};

/// Room at the right of each plot.
const RIGHT: f64 = 8.0;

/// A line of windows under different loads, in order.
struct Way<'a> {
    name: String,
    look: Look,
    stops: Vec<Step<'a>>,
}

/// What is said where the load is always the same.
const UNFIT: ChartError = ChartError::Unfit {
    shows: "different loads: a sweep over the rate, or one run with a window for each step of it",
};

/// Draws goodput and latency of a client against its load.
pub fn knee<'a>(results: &'a ResultSet, options: &ChartOptions) -> Result<Chart, ChartError> {
    let chosen = select::points(results, options)?;
    let client = select::client(results, options)?;
    let ways = match Walk::of(&chosen, options) {
        Ok(walk) => swept(&walk, results, options, client)?,
        Err(ChartError::Unfit { .. }) => climbed(&chosen, client),
        Err(error) => return Err(error),
    };
    let loads: Vec<f64> = clients(&ways).map(|one| one.offered_per_s.mean).collect();
    let (least, most) = (
        loads.iter().copied().fold(f64::INFINITY, f64::min),
        loads.iter().copied().fold(0.0, f64::max),
    );
    if most <= 0.0 || most / least < 1.2 {
        return Err(UNFIT);
    }
    let capacities = capacities(&ways, client);

    let title = select::title(results, "goodput and latency against load");
    let told = format!("Each point {}{}", select::replications(&chosen), select::bands(&chosen));
    let mut page = Page::new(options.pixels(), &title, &told);
    let mut entries = legend(&ways, &capacities);
    entries.extend(band::fewer(
        PANELS.iter().flat_map(|(_, _, read)| clients(&ways).filter_map(*read)),
    ));
    page.legend(&entries);
    let scale = Scale::linear(loads.iter().copied().chain(capacities.iter().map(|one| one.load)));
    let across = Across::Values { scale, dimension: Dimension::Rate, ticks: Vec::new() };
    let head = |(what, _, _): &(&str, Dimension, Read)| Head {
        name: format!("{what} of {client}"),
        note: String::new(),
    };
    let mut layout = Layout {
        plots: vec![(190.0, Scale::linear([]))],
        own_axes: true,
        band: BAND,
        foot: across.foot(),
        length: 0.0,
        right: RIGHT,
        least: 300.0,
    };
    // The narrowest plot that there may be needs the most rows of labels.
    let narrowest = (page.width - 2.0 * MARGIN - GUTTER).min(layout.least) - RIGHT;
    let at = |load: f64| narrowest * scale.share(load);
    let rows = stacked(&capacities, at, (0.0, narrowest)).iter().map(|at| at.1).max();
    layout.band += rows.unwrap_or(0) as f64 * ROW;
    multiples::draw(
        &mut page,
        &PANELS.iter().map(head).collect::<Vec<_>>(),
        &layout,
        |page, index, panel| {
            let (_, dimension, read) = PANELS[index];
            let measure = Measure::of_client("", "", client, dimension, read);
            let mut plot = panel.plots[0];
            plot.scale = measure.scale(&band::values(clients(&ways).filter_map(read)));
            let field = Field { plot, across: &across };
            let canvas = &mut page.canvas;
            plot.across(&measure.ticks(plot.scale, plot.most_ticks()), true, canvas);
            mark_capacities(&capacities, &field, canvas);
            if index == 0 {
                all_answered(&field, most, canvas);
            }
            let spots = |way: &Way<'a>| -> Vec<Spot<'a>> {
                let spot = |(_, one): &Step<'a>| {
                    (field.at(one.offered_per_s.mean), read(one).map(Cow::Borrowed))
                };
                way.stops.iter().map(spot).collect()
            };
            let lines: Vec<_> = ways.iter().map(|way| (way.look, spots(way))).collect();
            band::draw_all(&lines, &field, canvas);
            field.along(&format!("offered load of {client}"), canvas);
        },
    );
    Ok(page.finish(options.theme, &title, &told))
}

type Read = fn(&ClientResult) -> Option<&Estimate>;

/// What the panels show: their names, and what of a client is read for them.
const PANELS: [(&str, Dimension, Read); 2] = [
    ("Goodput", Dimension::Rate, |one| Some(&one.goodput_per_s)),
    ("Latency p99", Dimension::Time, |one| one.latency_ms.get("p99")),
];

/// All stops of all ways, as the client saw them.
fn clients<'w>(ways: &'w [Way<'_>]) -> impl Iterator<Item = &'w ClientResult> {
    ways.iter().flat_map(|way| way.stops.iter().map(|(_, client)| *client))
}

/// The points of a sweep, in the order of the load.
fn swept<'a>(
    walk: &Walk<'a>,
    results: &'a ResultSet,
    options: &ChartOptions,
    client: &str,
) -> Result<Vec<Way<'a>>, ChartError> {
    let window = select::window(results, options)?.ok_or(ChartError::Nothing { what: "window" })?;
    let way = |(number, line): (usize, &Line<'a>)| {
        let seen = |stop: &Stop<'a>| seen(names::window(stop.point, window)?, client);
        let mut stops: Vec<_> = line.stops.iter().filter_map(seen).collect();
        stops.sort_by(|one, other| load(one).total_cmp(&load(other)));
        Way { name: line.name(""), look: Look { number, is_hollow: false }, stops }
    };
    Ok(walk.lines.iter().enumerate().map(way).collect())
}

/// The windows of each run that its file names, in the order of time: up to the greatest load, and down from there.
fn climbed<'a>(chosen: &[Chosen<'a>], client: &str) -> Vec<Way<'a>> {
    let mut ways = Vec::new();
    for (number, one) in chosen.iter().enumerate() {
        let stops = steps(one.point, client);
        let most = stops.iter().map(load).fold(0.0, f64::max);
        let top = stops.iter().position(|stop| load(stop) >= most).unwrap_or(0);
        let name = |way: &str| match one.head.is_empty() {
            true => format!("load {way}"),
            false => format!("{}, load {way}", one.head),
        };
        let (up, down) =
            (stops.get(..=top).unwrap_or_default(), stops.get(top..).unwrap_or_default());
        ways.push(Way {
            name: name("climbing"),
            look: Look { number, is_hollow: false },
            stops: up.to_vec(),
        });
        if down.len() > 1 {
            ways.push(Way {
                name: name("falling"),
                look: Look { number, is_hollow: true },
                stops: down.to_vec(),
            });
        }
    }
    ways.retain(|way| way.stops.len() > 1);
    ways
}

/// A window and what the client saw in it.
type Step<'a> = (&'a WindowResult, &'a ClientResult);

fn seen<'a>(window: &'a WindowResult, client: &str) -> Option<Step<'a>> {
    let seen = window.clients.get(client)?;
    seen.offered_per_s.mean.is_finite().then_some((window, seen))
}

fn load(step: &Step<'_>) -> f64 {
    step.1.offered_per_s.mean
}

/// The windows of a point that have names of their own, by their beginnings.
fn steps<'a>(point: &'a Point, client: &str) -> Vec<Step<'a>> {
    let own = |window: &&WindowResult| {
        !["all", "before", "fault", "after"].contains(&window.name.as_str())
    };
    let mut steps: Vec<Step<'a>> =
        point.windows.iter().filter(own).filter_map(|window| seen(window, client)).collect();
    let start = |step: &Step<'_>| step.0.spans_s.first().map_or(0.0, |span| span.0);
    steps.sort_by(|one, other| start(one).total_cmp(&start(other)));
    steps
}

/// The load that some lines could just carry.
struct Capacity {
    load: f64,
    /// How it is marked: by the lines that it is about, or by none where it is that of all.
    label: Label,
}

/// How much of the lesser one two capacities may differ by and be the same: less is not seen in a plot.
const SAME: f64 = 0.02;

/// What each line could carry, from the least on. Lines that could carry the same share a mark.
fn capacities(ways: &[Way<'_>], client: &str) -> Vec<Capacity> {
    let mut lines: Vec<usize> = ways.iter().map(|way| way.look.number).collect();
    lines.dedup();
    let told = |line: &usize| Some((capacity(ways, &[*line], client)?, *line));
    let mut told: Vec<(f64, usize)> = lines.iter().filter_map(told).collect();
    told.sort_by(|one, other| one.0.total_cmp(&other.0));
    let mut groups: Vec<(f64, Vec<usize>)> = Vec::new();
    for (load, line) in told {
        match groups.last_mut().filter(|(least, _)| load <= least * (1.0 + SAME)) {
            Some((_, group)) => group.push(line),
            None => groups.push((load, vec![line])),
        }
    }
    let marked = |(_, mut group): (f64, Vec<usize>)| {
        group.sort_unstable();
        let load = capacity(ways, &group, client)?;
        let text = axis::short(Dimension::Rate, load);
        let lines = if group == lines { Vec::new() } else { group };
        Some(Capacity { load, label: Label { lines, text } })
    };
    groups.into_iter().filter_map(marked).collect()
}

/// The part of its capacity that the busiest service of a stop may use for the stop to tell what a visit takes: beyond, it
/// may wait for others that are full.
const CALM: f64 = 0.8;

/// The load that the busiest service could just carry without retries and without a backlog: what the calm stops of these
/// lines tell, each with the weight of its requests, or the calmest stop where there is none. Each stop at which
/// anything was done can tell it ([`demand::bearable_per_s`]), so that lines of the same workers and the same work have
/// the same mark.
fn capacity(ways: &[Way<'_>], lines: &[usize], client: &str) -> Option<f64> {
    let stops = ways.iter().filter(|way| lines.contains(&way.look.number));
    let told = stops.flat_map(|way| &way.stops).filter_map(|step| {
        let used = step.0.steady.as_ref()?.offered_over_capacity.values();
        let most = used.copied().filter(|part| part.is_finite()).fold(0.0, f64::max);
        Some((most, load(step), demand::bearable_per_s(step.0, client)?))
    });
    let mut told: Vec<(f64, f64, f64)> = told.collect();
    told.sort_by(|one, other| one.0.total_cmp(&other.0));
    let calm = told.iter().filter(|(used, ..)| *used < CALM).count().max(1).min(told.len());
    let weights: f64 = told[..calm].iter().map(|(_, load, _)| load).sum();
    let sum: f64 = told[..calm].iter().map(|(_, load, bearable)| load * bearable).sum();
    Some(sum / weights).filter(|capacity| capacity.is_finite())
}

fn legend(ways: &[Way<'_>], capacities: &[Capacity]) -> Vec<(Mark, String)> {
    let entry = |way: &Way<'_>| match way.look.is_hollow {
        true => (Mark::Hollow(way.look.number), way.name.clone()),
        false => (Mark::Series(way.look.number), way.name.clone()),
    };
    let mut entries: Vec<_> = ways.iter().filter(|way| !way.name.is_empty()).map(entry).collect();
    entries.push((Mark::Dashes(Ink::QUIET), "all that is offered".to_owned()));
    let is_common = |one: &Capacity| one.label.lines.is_empty();
    let of = if capacities.iter().all(is_common) { "" } else { " of the lines whose marks it has" };
    let told = !capacities.is_empty();
    entries.extend(told.then(|| (Mark::Stroke(Ink::TEXT), format!("capacity{of}"))));
    entries
}

/// Where the labels of capacities stand between two ends: their left ends, and in which row from the bottom up.
fn stacked(
    capacities: &[Capacity],
    at: impl Fn(f64) -> f64,
    (left, right): (f64, f64),
) -> Vec<(f64, usize)> {
    let mut taken = Taken::default();
    let place = |one: &Capacity| {
        let width = one.label.width();
        let x = (at(one.load) - width / 2.0).min(right - width).max(left);
        let rows = (0..capacities.len()).map(|row| (x, -(row as f64) * ROW));
        let (x, y) = taken.place(width, rows).unwrap_or((x, 0.0));
        (x, (-y / ROW).round() as usize)
    };
    capacities.iter().map(place).collect()
}

/// An upright stroke for each capacity, in the ink of its line, with its label above the plot.
fn mark_capacities(capacities: &[Capacity], field: &Field<'_>, canvas: &mut Canvas) {
    let plot = &field.plot;
    let places = stacked(capacities, |load| field.at(load), (plot.left, plot.right));
    let height = |row: usize| plot.top - 10.0 - row as f64 * ROW;
    for (one, (_, row)) in capacities.iter().zip(&places) {
        let x = field.at(one.load);
        canvas.line(vec![(x, height(*row) + 6.0), (x, plot.bottom)], one.label.ink(), 1.4);
    }
    // A stroke that goes up to a higher label runs behind the others.
    for (one, (left, row)) in capacities.iter().zip(&places) {
        one.label.draw((*left, height(*row)), canvas);
    }
}

/// Where goodput would be if every request was answered in time.
fn all_answered(field: &Field<'_>, most: f64, canvas: &mut Canvas) {
    let Scale::Linear { most: top } = field.plot.scale else { return };
    let end = most.min(top);
    let from = (field.at(0.0), field.y(0.0));
    canvas.dashes(from, (field.at(end), field.y(end)), Ink::QUIET, 1.2);
}
