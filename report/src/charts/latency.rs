//! Percentiles of the latency over time: one panel for each variant.

use brownout_scenarios::result::{ClientSeries, ResultSet};

use crate::names;
use crate::unit::Dimension;

use super::parts::axis::Scale;
use super::parts::canvas::{Canvas, Side};
use super::parts::house::{BAND, FOOT, Ink, LABEL, LINE};
use super::parts::multiples::{self, Head, Layout};
use super::parts::page::Page;
use super::parts::plot::Plot;
use super::parts::select::{self, Chosen};
use super::parts::steps::{length, stairs};
use super::parts::thin;
use super::{Chart, ChartError, ChartOptions};

/// The percentiles that are drawn, from near to far.
const PERCENTILES: [&str; 3] = ["p50", "p90", "p99"];

/// Draws percentiles of the latency of a client's answers over time.
pub fn latency(results: &ResultSet, options: &ChartOptions) -> Result<Chart, ChartError> {
    let chosen = select::points(results, options)?;
    let series = select::series(&chosen)?;
    let client = select::one_of(
        "client",
        options.client.as_deref(),
        series.iter().flat_map(|one| one.clients.keys()),
    )?;
    let window = select::window(results, options)?;
    let seen: Vec<Option<&ClientSeries>> =
        series.iter().map(|one| one.clients.get(client)).collect();

    let title = select::title(results, "latency");
    let told = format!(
        "Percentiles of the Ok and Degraded answers to {client}; a log scale, broken where nothing was answered{}{}",
        select::others(client, series.iter().flat_map(|one| one.clients.keys()), options),
        select::dimmed(&series)
    );
    let mut page = Page::new(options.pixels(), &title, &told);
    let heads: Vec<Head> = chosen
        .iter()
        .map(|one| Head { name: one.head.clone(), note: note(one, client, window) })
        .collect();
    let drawn = |one: &&ClientSeries| -> Vec<f64> {
        let lists = PERCENTILES.iter().filter_map(|name| one.latency_ms.get(*name));
        lists.flatten().flatten().copied().collect()
    };
    let layout = Layout {
        plots: vec![(150.0, Scale::log(seen.iter().flatten().flat_map(drawn)))],
        own_axes: false,
        band: BAND,
        foot: FOOT,
        length: length(&series),
        right: 26.0,
        least: 220.0,
    };
    multiples::draw(&mut page, &heads, &layout, |page, index, panel| {
        let plot = &panel.plots[0];
        let canvas = &mut page.canvas;
        plot.faults(series[index], true, canvas);
        plot.across(&plot.latency_labels(), panel.is_first, canvas);
        if let Some(one) = seen[index] {
            for (name, ink) in PERCENTILES.iter().zip(Ink::PERCENTILES) {
                let values = one.latency_ms.get(*name).map_or(&[][..], Vec::as_slice);
                let together = thin::together(values.len());
                let step = series[index].window_s * together as f64;
                for line in stairs(&thin::worst(values, together), step, plot) {
                    canvas.line(line, ink, LINE);
                }
            }
        }
        plot.overlay(series[index], canvas);
        if seen[index].is_none_or(|one| drawn(&one).is_empty()) {
            plot.say("no answers", canvas);
        }
        if let Some(one) = seen[index] {
            labels(one, plot, canvas);
        }
        plot.time(panel.is_last, canvas);
    });
    Ok(page.finish(options.theme, &title, &told))
}

fn note(one: &Chosen<'_>, client: &str, window: Option<&str>) -> String {
    let told = window.and_then(|name| {
        let client = names::window(one.point, name)?.clients.get(client)?;
        let p99 = client.latency_ms.get("p99")?;
        let spelled = Dimension::Time.unit([p99.mean]).spell(p99);
        Some(format!("p99 {spelled} {}", select::during(name)))
    });
    told.unwrap_or_default()
}

/// The names of the percentiles at the ends of their lines, kept apart from each other.
fn labels(one: &ClientSeries, plot: &Plot, canvas: &mut Canvas) {
    const APART: f64 = 12.0;
    let last = |name: &str| one.latency_ms.get(name)?.iter().flatten().last().copied();
    let mut lowest = f64::INFINITY;
    for (name, ink) in PERCENTILES.iter().zip(Ink::PERCENTILES) {
        let Some(value) = last(name) else { continue };
        let y = plot.y(value).min(lowest - APART);
        canvas.bold((plot.right + 5.0, y), name, LABEL, ink, Side::Begins);
        lowest = y;
    }
}
