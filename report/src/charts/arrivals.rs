//! Attempts per second on one edge over time: one panel for each variant, step by step.

use std::collections::BTreeSet;

use brownout_scenarios::result::{EdgeSeries, ResultSet, Series};

use crate::names;
use crate::number;

use super::parts::axis::Scale;
use super::parts::canvas::Canvas;
use super::parts::house::{BAND, FOOT, Ink};
use super::parts::multiples::{self, Head, Layout};
use super::parts::page::{Mark, Page};
use super::parts::plot::Plot;
use super::parts::select;
use super::parts::steps::outlines;
use super::parts::thin;
use super::{Chart, ChartError, ChartOptions};

/// A step this many times as high as those beside it is a spike of its own.
const LONE: f64 = 3.0;
/// Where spikes are cut off, peaks that differ more than this have scales of their own.
const FAR_APART: f64 = 6.0;

/// Draws when attempts arrive on an edge.
pub fn arrivals(results: &ResultSet, options: &ChartOptions) -> Result<Chart, ChartError> {
    let chosen = select::points(results, options)?;
    let series = select::series(&chosen)?;
    let edge = edge(&series, options)?;
    let seen: Vec<Option<&EdgeSeries>> = series.iter().map(|one| one.edges.get(edge)).collect();
    let tops: Vec<f64> = seen.iter().map(|one| one.map_or(0.0, top)).collect();
    let (least, most) = (
        tops.iter().copied().filter(|top| *top > 0.0).fold(f64::INFINITY, f64::min),
        tops.iter().copied().fold(0.0, f64::max),
    );
    // How often some have is compared on one scale, when they come is seen on scales of their own.
    let cuts = seen.iter().flatten().any(|one| top(one) < peak(one).1);
    let own_axes = cuts && most / least > FAR_APART;

    let title = select::title(results, &format!("attempts on {edge}"));
    let step = series.first().map_or(0.0, |one| one.window_s);
    let scales = if own_axes { "; each panel has a scale of its own" } else { "" };
    let cut = if cuts { "; spikes with a tip are cut off" } else { "" };
    let told = format!(
        "Attempts per second in steps of {} s{scales}{cut}{}",
        names::seconds(step),
        select::dimmed(&series)
    );
    let mut page = Page::new(options.pixels(), &title, &told);
    let heads: Vec<Head> = chosen
        .iter()
        .zip(seen.iter().zip(&series))
        .map(|(one, (edge, series))| Head { name: one.head.clone(), note: note(*edge, series) })
        .collect();
    let length = series.iter().map(|one| one.window_s).zip(&seen);
    let length =
        length.map(|(step, one)| step * one.map_or(0, |one| one.attempts_per_s.len()) as f64);
    let layout = Layout {
        plots: vec![(120.0, Scale::linear([most]))],
        own_axes,
        band: BAND,
        foot: FOOT,
        length: length.fold(0.0, f64::max),
        right: 0.0,
        least: 260.0,
    };
    multiples::draw(&mut page, &heads, &layout, |page, index, panel| {
        let mut plot = panel.plots[0];
        if own_axes {
            plot.scale = Scale::linear([tops[index]]);
        }
        let canvas = &mut page.canvas;
        plot.faults(series[index], true, canvas);
        let labels = plot.linear_labels(" /s");
        plot.across(&labels, panel.is_first, canvas);
        if let Some(one) = seen[index] {
            fill(one, series[index].window_s, &plot, canvas);
        }
        plot.across_areas(&labels, canvas);
        plot.overlay(series[index], canvas);
        if tops[index] <= 0.0 {
            plot.say("no attempts", canvas);
        }
        plot.time(panel.is_last, canvas);
    });
    Ok(page.finish(options.theme, &title, &told))
}

/// The edge asked for, or else the one whose peak is furthest above its mean.
fn edge<'a>(series: &[&'a Series], options: &ChartOptions) -> Result<&'a str, ChartError> {
    let all = || series.iter().flat_map(|one| one.edges.keys());
    if options.edge.is_some() {
        return select::one_of("edge", options.edge.as_deref(), all());
    }
    let above_mean = |name: &str| {
        let edges = series.iter().filter_map(|one| one.edges.get(name));
        let one = |edge: &EdgeSeries| {
            let steps = edge.attempts_per_s.len().max(1) as f64;
            peak(edge).1 - edge.attempts_per_s.iter().sum::<f64>() / steps
        };
        edges.map(one).fold(0.0, f64::max)
    };
    let names: BTreeSet<&str> = all().map(String::as_str).collect();
    // Of equals the first by name, which a later one does not replace.
    let most = names.iter().map(|name| above_mean(name)).fold(0.0, f64::max);
    let first = names.iter().find(|name| above_mean(name) >= most);
    first.copied().ok_or(ChartError::Nothing { what: "edge" })
}

/// How high the scale has to reach. Lone steps far above all others would press these flat and are cut off, if there
/// are others.
fn top(edge: &EdgeSeries) -> f64 {
    let rates = &edge.attempts_per_s;
    let at = |step: Option<usize>| step.and_then(|step| rates.get(step)).copied().unwrap_or(0.0);
    let is_lone = |step: usize| {
        let beside = at(step.checked_sub(1)).max(at(Some(step + 1)));
        at(Some(step)) > LONE * beside
    };
    let others = (0..rates.len()).filter(|step| !is_lone(*step)).map(|step| rates[step]);
    let (others, highest) = (others.fold(0.0, f64::max), peak(edge).1);
    if others > 0.0 && others * LONE < highest { others } else { highest }
}

/// The step with the most attempts, and how many a second.
fn peak(edge: &EdgeSeries) -> (usize, f64) {
    let mut peak = (0, 0.0);
    for (step, &rate) in edge.attempts_per_s.iter().enumerate() {
        if rate > peak.1 {
            peak = (step, rate);
        }
    }
    peak
}

fn note(edge: Option<&EdgeSeries>, series: &Series) -> String {
    let Some((step, rate)) = edge.map(peak).filter(|(_, rate)| *rate > 0.0) else {
        return String::new();
    };
    let at = names::seconds(step as f64 * series.window_s);
    format!("at most {} /s, at {at} s", number::show(rate, None).joined())
}

fn fill(edge: &EdgeSeries, step: f64, plot: &Plot, canvas: &mut Canvas) {
    let together = thin::together(edge.attempts_per_s.len());
    // Of steps that are drawn as one the highest counts: a peak must not vanish in a long run.
    let steps = edge.attempts_per_s.iter().map(|rate| Some(*rate)).collect::<Vec<_>>();
    let rates: Vec<f64> =
        thin::worst(&steps, together).into_iter().map(|rate| rate.unwrap_or(0.0)).collect();
    let some: Vec<bool> = rates.iter().map(|rate| *rate > 0.0).collect();
    for points in outlines(&rates, &some, step * together as f64, plot) {
        canvas.area(points, Ink::BAR);
    }
    let Scale::Linear { most } = plot.scale else { return };
    for (index, _) in rates.iter().enumerate().filter(|(_, rate)| **rate > most) {
        let middle = plot.x((index as f64 + 0.5) * step * together as f64);
        Mark::Up(Ink::BAR).draw((middle, plot.top + 5.0), canvas);
    }
}
