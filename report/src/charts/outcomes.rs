//! Outcomes per second over time, stacked: one panel for each variant.

use std::collections::BTreeSet;

use brownout_scenarios::result::{ClientSeries, ResultSet};

use crate::names;
use crate::unit::Dimension;

use super::parts::axis::Scale;
use super::parts::canvas::Canvas;
use super::parts::house::{BAND, FOOT, Ink};
use super::parts::multiples::{self, Head, Layout};
use super::parts::page::{Mark, Page};
use super::parts::plot::Plot;
use super::parts::select::{self, Chosen};
use super::parts::steps::{length, outlines};
use super::parts::thin;
use super::{Chart, ChartError, ChartOptions};

/// Draws what became of a client's requests, second by second.
pub fn outcomes(results: &ResultSet, options: &ChartOptions) -> Result<Chart, ChartError> {
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

    let occurring = occurring(&seen);
    let title = select::title(results, "requests by outcome");
    let told = format!(
        "Requests per second of {client}, by the time they were meant to start{}{}",
        select::others(client, series.iter().flat_map(|one| one.clients.keys()), options),
        select::dimmed(&series)
    );
    let mut page = Page::new(options.pixels(), &title, &told);
    page.legend(
        &occurring.iter().map(|&name| (Mark::Fill(ink(name)), spell(name))).collect::<Vec<_>>(),
    );

    let heads: Vec<Head> = chosen
        .iter()
        .map(|one| Head { name: one.head.clone(), note: note(one, client, window) })
        .collect();
    let highest = seen.iter().flatten().flat_map(|one| totals(one));
    let layout = Layout {
        plots: vec![(140.0, Scale::linear(highest))],
        own_axes: false,
        band: BAND,
        foot: FOOT,
        length: length(&series),
        right: 0.0,
        least: 210.0,
    };
    multiples::draw(&mut page, &heads, &layout, |page, index, panel| {
        let plot = &panel.plots[0];
        let canvas = &mut page.canvas;
        plot.faults(series[index], true, canvas);
        let labels = plot.linear_labels(" /s");
        plot.across(&labels, panel.is_first, canvas);
        if let Some(one) = seen[index] {
            stack(one, series[index].window_s, plot, &occurring, canvas);
        }
        plot.across_areas(&labels, canvas);
        plot.overlay(series[index], canvas);
        if seen[index].is_none_or(|one| totals(one).iter().all(|total| *total <= 0.0)) {
            plot.say("no requests", canvas);
        }
        plot.time(panel.is_last, canvas);
    });
    Ok(page.finish(options.theme, &title, &told))
}

/// The outcomes that occur anywhere, in their order.
fn occurring<'a>(seen: &[Option<&'a ClientSeries>]) -> Vec<&'a str> {
    let all: BTreeSet<&str> = seen
        .iter()
        .flatten()
        .flat_map(|one| &one.outcomes_per_s)
        .filter(|(_, rates)| rates.iter().any(|rate| *rate > 0.0))
        .map(|(name, _)| name.as_str())
        .collect();
    names::in_order(all)
}

fn ink(outcome: &str) -> Ink {
    Ink::outcome(names::outcome_rank(outcome))
}

/// An outcome's name with what is not plain from it.
fn spell(outcome: &str) -> String {
    match outcome {
        "Ok" => "Ok, in time".to_owned(),
        "Degraded" => "Degraded, in time".to_owned(),
        "Late" => "Late: Ok or Degraded, beyond the slo".to_owned(),
        other => other.to_owned(),
    }
}

/// How much of what was offered was answered in time.
fn note(one: &Chosen<'_>, client: &str, window: Option<&str>) -> String {
    let told = window.and_then(|name| {
        let client = names::window(one.point, name)?.clients.get(client)?;
        let goodput = Dimension::Share.unit([]).spell(client.goodput.as_ref()?);
        Some(format!("{goodput} in time {}", select::during(name)))
    });
    told.unwrap_or_default()
}

/// Requests per second of all outcomes together, step by step.
fn totals(one: &ClientSeries) -> Vec<f64> {
    let steps = one.outcomes_per_s.values().map(Vec::len).max().unwrap_or(0);
    (0..steps)
        .map(|step| one.outcomes_per_s.values().filter_map(|rates| rates.get(step)).sum())
        .collect()
}

/// One area for each outcome, the highest first, so that no gap shows between two of them.
fn stack(one: &ClientSeries, step: f64, plot: &Plot, occurring: &[&str], canvas: &mut Canvas) {
    let steps = one.outcomes_per_s.values().map(Vec::len).max().unwrap_or(0);
    let together = thin::together(steps);
    let step = step * together as f64;
    let mut below = vec![0.0; steps.div_ceil(together)];
    let mut areas = Vec::new();
    for &name in occurring {
        let Some(rates) = one.outcomes_per_s.get(name) else { continue };
        let rates = thin::means(rates, together);
        for (sum, rate) in below.iter_mut().zip(&rates) {
            *sum += rate.max(0.0);
        }
        let here: Vec<bool> = rates.iter().map(|rate| *rate > 0.0).collect();
        areas.extend(
            outlines(&below, &here, step, plot).into_iter().map(|points| (ink(name), points)),
        );
    }
    for (ink, points) in areas.into_iter().rev() {
        canvas.area(points, ink);
    }
}
