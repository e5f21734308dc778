//! Distributions of the latency in one plot: which share of the answers took longer than a time.
//!
//! Both axes are logarithmic, so that the few slow answers have as much room as the many fast ones. Each curve falls in
//! steps at the upper ends of the histogram's buckets. Times begin where the first curve begins to fall: before that all of
//! them are level, however quick the quickest answer was.

use brownout_scenarios::result::{ClientResult, Point, ResultSet};

use crate::names;

use super::parts::axis::{self, Scale};
use super::parts::canvas::{At, Canvas, Side};
use super::parts::field::{Across, Field};
use super::parts::house::{HAIR, Ink, LABEL};
use super::parts::marker;
use super::parts::multiples::{self, Head, Layout};
use super::parts::page::{Mark, Page};
use super::parts::plot::Plot;
use super::parts::select::{self, Chosen};
use super::{Chart, ChartError, ChartOptions};
use crate::unit::Dimension;

/// A curve: whose it is, and the shares that took longer than each time in ms.
struct Curve {
    name: String,
    falls: Vec<(f64, f64)>,
}

/// Percentiles with a line across the plot, by the share beyond them.
const PERCENTILES: [(&str, f64); 6] = [
    ("p50", 0.5),
    ("p90", 0.1),
    ("p99", 1e-2),
    ("p99.9", 1e-3),
    ("p99.99", 1e-4),
    ("p99.999", 1e-5),
];

/// Draws the latency distributions of a client's answers: of each variant, or of each window of one alone.
pub fn distribution(results: &ResultSet, options: &ChartOptions) -> Result<Chart, ChartError> {
    let chosen = select::points(results, options)?;
    let window = select::window(results, options)?.ok_or(ChartError::Nothing { what: "window" })?;
    let client = select::client(results, options)?;
    let curves = curves(results, &chosen, window, client, options.window.is_some());
    if curves.is_empty() {
        return Err(ChartError::Nothing { what: "histogram of latencies" });
    }
    let before = before(&chosen, window, client, curves.len());
    let all = || curves.iter().chain(&before);
    let first = all().filter_map(|curve| curve.falls.iter().find(|fall| fall.1 <= LEVEL));
    let first = first.map(|fall| fall.0).fold(f64::INFINITY, f64::min);
    let times = || all().flat_map(|curve| curve.falls.iter().map(|fall| fall.0));
    let is_cut = times().any(|time| time < first);

    let title = select::title(results, "latency distribution");
    let when = if curves.len() > 1 && chosen.len() == 1 {
        String::new()
    } else {
        format!(" {}", select::during(window))
    };
    let cut = if is_cut { ", and times begin at the least p5" } else { "" };
    let told = format!(
        "Share of the Ok and Degraded answers to {client}{when} that took longer; both axes are logarithmic{cut}{}{}",
        missing(&chosen, &curves, window),
        select::others(client, select::clients(results), options)
    );
    let mut page = Page::new(options.pixels(), &title, &told);
    let numbered = curves.iter().enumerate().filter(|(_, curve)| !curve.name.is_empty());
    let mut legend: Vec<_> =
        numbered.map(|(number, curve)| (Mark::Series(number), curve.name.clone())).collect();
    legend.extend(before.iter().map(|curve| (Mark::Dashes(Ink::QUIET), curve.name.clone())));
    page.legend(&legend);

    let least =
        all().flat_map(|curve| &curve.falls).map(|fall| fall.1).filter(|share| *share > 0.0);
    let least = least.fold(0.05, f64::min).max(1e-7);
    let scale = Scale::log(times().filter(|time| !is_cut || *time >= first));
    let across = Across::Values { scale, dimension: Dimension::Time, ticks: Vec::new() };
    let layout = Layout {
        plots: vec![(300.0, Scale::Log { least: least * 0.7, most: 1.0 })],
        own_axes: true,
        band: 8.0,
        foot: across.foot(),
        length: 0.0,
        right: 46.0,
        least: 300.0,
    };
    let head = Head { name: String::new(), note: String::new() };
    multiples::draw(&mut page, &[head], &layout, |page, _, panel| {
        let field = Field { plot: panel.plots[0], across: &across };
        let canvas = &mut page.canvas;
        grid(&field.plot, canvas);
        if let Some(curve) = &before {
            canvas.dashed(&stairs(curve, &field), Ink::QUIET, 1.4);
        }
        for (number, curve) in curves.iter().enumerate() {
            marker::line(canvas, stairs(curve, &field), number);
            for (_, share) in PERCENTILES {
                if let Some(time) = beyond(curve, share) {
                    marker::draw(canvas, (field.at(time), field.y(share)), number, marker::HALF);
                }
            }
        }
        field.along("latency", canvas);
    });
    Ok(page.finish(options.theme, &title, &told))
}

/// A curve for each point; for each window of a point alone, if no window is asked for.
fn curves(
    results: &ResultSet,
    chosen: &[Chosen<'_>],
    window: &str,
    client: &str,
    asked: bool,
) -> Vec<Curve> {
    let [one] = chosen else {
        let of = |one: &Chosen<'_>| Curve::of(one.point, window, client, one.name.clone());
        return chosen.iter().filter_map(of).collect();
    };
    if asked {
        return Curve::of(one.point, window, client, String::new()).into_iter().collect();
    }
    let windows = names::telling_windows(results);
    let name = |window: &str| if windows.len() > 1 { window.to_owned() } else { String::new() };
    windows.iter().filter_map(|at| Curve::of(one.point, at, client, name(at))).collect()
}

/// The share of answers that are still to come where a curve is no longer level: less than it is not seen to fall.
const LEVEL: f64 = 0.95;

/// Names the points that have no curve, if there are any beside those that have one.
fn missing(chosen: &[Chosen<'_>], curves: &[Curve], window: &str) -> String {
    const MOST: usize = 4;
    if chosen.len() == 1 {
        return String::new();
    }
    let has_none = |one: &&Chosen<'_>| curves.iter().all(|curve| curve.name != one.name);
    let names: Vec<&str> = chosen.iter().filter(has_none).map(|one| one.name.as_str()).collect();
    let more = match names.len().saturating_sub(MOST) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let shown = &names[..names.len().min(MOST)];
    match shown {
        [] => String::new(),
        _ => format!(". Without answers {}: {}{more}", select::during(window), shown.join("; ")),
    }
}

/// What it was like before the fault, to compare with what it is in it.
fn before(chosen: &[Chosen<'_>], window: &str, client: &str, curves: usize) -> Option<Curve> {
    if window != "fault" || chosen.len() == 1 || curves == 0 {
        return None;
    }
    let first = chosen.first()?;
    Curve::of(first.point, "before", client, format!("{} before the fault", first.name))
}

impl Curve {
    fn of(point: &Point, window: &str, client: &str, name: String) -> Option<Curve> {
        let client: &ClientResult = names::window(point, window)?.clients.get(client)?;
        let total: u64 = client.histogram.iter().map(|(_, count)| count).sum();
        let mut left = total;
        let falls = client.histogram.iter().map(|(edge, count)| {
            left -= count;
            (*edge, left as f64 / total as f64)
        });
        let falls: Vec<_> = falls.collect();
        (total > 0).then_some(Curve { name, falls })
    }
}

/// The time that a share of the answers took longer than.
fn beyond(curve: &Curve, share: f64) -> Option<f64> {
    // Where fewer answers than that share are left, the curve has ended.
    let least = curve.falls.iter().map(|fall| fall.1).rfind(|left| *left > 0.0).unwrap_or(1.0);
    let fall = curve.falls.iter().find(|(_, left)| *left <= share);
    fall.filter(|_| least <= share).map(|(time, _)| *time)
}

/// The curve from the left edge on, level up to each time and down there; steps too small to see are left out.
fn stairs(curve: &Curve, field: &Field<'_>) -> Vec<At> {
    let mut points: Vec<At> = vec![(field.plot.left, field.plot.top)];
    let mut height = field.plot.top;
    for &(time, left) in &curve.falls {
        let x = field.at(time);
        let y = if left > 0.0 { field.y(left) } else { field.plot.bottom };
        let last = points[points.len() - 1];
        if x - last.0 < 0.4 && y - last.1 < 0.4 && left > 0.0 {
            continue;
        }
        points.extend([(x, height), (x, y)]);
        height = y;
    }
    points
}

/// Lines across: shares at the left, the percentiles that they are at the right.
fn grid(plot: &Plot, canvas: &mut Canvas) {
    let Scale::Log { least, .. } = plot.scale else { return };
    let decades = (0..8).map(|power| libm::exp10(-f64::from(power)));
    let labels: Vec<(f64, String)> = decades
        .filter(|share| *share >= least)
        .map(|share| (share, axis::label(Dimension::Share, share, &[])))
        .collect();
    plot.across(&labels, true, canvas);
    for (name, share) in PERCENTILES.iter().filter(|(_, share)| *share >= least) {
        let y = plot.y(*share);
        canvas.line(vec![(plot.left, y), (plot.right, y)], Ink::GRID, HAIR);
        canvas.words((plot.right + 6.0, y), name, LABEL, Ink::QUIET, Side::Begins);
    }
}
