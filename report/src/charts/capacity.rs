//! Capacity and goodput of every variant as bars with their intervals.

use brownout_scenarios::result::{Estimate, ResultSet, WindowResult};

use crate::compare::collect;
use crate::names;
use crate::number;

use super::parts::canvas::{Canvas, Side};
use super::parts::house::{self, GAP, HAIR, Ink, LABEL, LEADING, MARGIN, NAME, NOTE};
use super::parts::page::{Mark, Page};
use super::parts::select::{self, Chosen};
use super::{Chart, ChartError, ChartOptions};

/// One column of bars: what it shows, and the values by variant.
struct Facet<'a> {
    title: String,
    unit: &'static str,
    ink: Ink,
    values: Vec<Option<&'a Estimate>>,
    /// What to compare with, by variant: the same before the fault.
    before: Vec<Option<&'a Estimate>>,
    /// What is said where there is no value.
    absent: &'static str,
}

/// Height of a bar.
const BAR: f64 = 13.0;

/// Draws goodput and capacity side by side.
pub fn capacity(results: &ResultSet, options: &ChartOptions) -> Result<Chart, ChartError> {
    let chosen = select::points(results, options)?;
    let window = select::window(results, options)?.ok_or(ChartError::Nothing { what: "window" })?;
    let facets = facets(results, &chosen, window, options)?;

    let title = select::title(results, "goodput and capacity");
    let told = format!(
        "Goodput and capacity {}, with 95 % intervals over replications",
        select::during(window)
    );
    let mut page = Page::new(options.pixels(), &title, &told);
    if facets.iter().any(|facet| facet.before.iter().any(Option::is_some)) {
        page.legend(&[(Mark::Stroke(Ink::TEXT), "goodput before the fault".to_owned())]);
    }
    let inner = page.width - 2.0 * MARGIN;
    let longest = chosen.iter().map(|one| house::text_width(&one.name, NAME)).fold(0.0, f64::max);
    let label = (longest + 4.0).min(inner * 0.32);
    let wide = (inner - label - GAP * facets.len() as f64) / facets.len() as f64;
    let at = |index: usize| MARGIN + label + GAP + index as f64 * (wide + GAP);
    let heads = facets
        .iter()
        .map(|facet| house::lines(&format!("{}, {}", facet.title, facet.unit), NAME, wide, 2));
    let heads: Vec<Vec<String>> = heads.collect();
    let deepest = heads.iter().map(Vec::len).max().unwrap_or(1) as f64;
    for (index, lines) in heads.iter().enumerate() {
        for (line, text) in lines.iter().enumerate() {
            let y = page.filled + (line as f64 + 0.5) * NAME * LEADING;
            page.canvas.bold((at(index), y), text, NAME, Ink::TEXT, Side::Begins);
        }
    }
    page.filled += deepest * NAME * LEADING + 6.0;
    let top = page.filled;
    for (row, one) in chosen.iter().enumerate() {
        let lines = house::lines(&one.name, NAME, label, 2);
        let height = (lines.len() as f64 * NAME * LEADING + 10.0).max(BAR + 17.0);
        let middle = page.filled + height / 2.0;
        for (line, text) in lines.iter().enumerate() {
            let y = middle + (line as f64 - (lines.len() as f64 - 1.0) / 2.0) * NAME * LEADING;
            page.canvas.words((MARGIN + label, y), text, NAME, Ink::TEXT, Side::Ends);
        }
        for (index, facet) in facets.iter().enumerate() {
            bar(&mut page.canvas, facet, row, at(index), wide, middle);
        }
        page.filled += height;
    }
    for index in 0..facets.len() {
        page.canvas.line(vec![(at(index), top), (at(index), page.filled)], Ink::AXIS, HAIR);
    }
    Ok(page.finish(options.theme, &title, &told))
}

fn facets<'a>(
    results: &'a ResultSet,
    chosen: &[Chosen<'a>],
    window: &str,
    options: &ChartOptions,
) -> Result<Vec<Facet<'a>>, ChartError> {
    let each = |name: &str,
                get: &dyn Fn(&'a WindowResult) -> Option<&'a Estimate>|
     -> Vec<Option<&'a Estimate>> {
        chosen.iter().map(|one| names::window(one.point, name).and_then(get)).collect()
    };
    let mut facets = Vec::new();
    let clients = collect(results, |window| window.clients.keys());
    if !clients.is_empty() || options.client.is_some() {
        let clients: Vec<String> = clients.into_iter().map(str::to_owned).collect();
        let client = select::one_of("client", options.client.as_deref(), &clients)?;
        let goodput =
            |window: &'a WindowResult| window.clients.get(client).map(|one| &one.goodput_per_s);
        let before =
            if window == "fault" { each("before", &goodput) } else { vec![None; chosen.len()] };
        facets.push(Facet {
            title: format!("Goodput of {client}"),
            unit: "/s",
            ink: Ink::BAR,
            values: each(window, &goodput),
            before,
            absent: "not measured",
        });
    }
    for service in collect(results, |window| window.services.keys()) {
        if options.service.as_deref().is_some_and(|asked| asked != service) {
            continue;
        }
        let capacity = |window: &'a WindowResult| window.services.get(service)?.capacity.as_ref();
        let values = each(window, &capacity);
        if values.iter().any(Option::is_some) {
            facets.push(Facet {
                title: format!("Capacity of {service}"),
                unit: "/s per instance",
                ink: Ink::BAR_OTHER,
                values,
                before: vec![None; chosen.len()],
                absent: "not saturated",
            });
        }
    }
    if facets.is_empty() {
        Err(ChartError::Nothing { what: "client or saturated service" })
    } else {
        Ok(facets)
    }
}

/// One bar with its interval, what it is compared with, and its value at the end.
fn bar(canvas: &mut Canvas, facet: &Facet<'_>, row: usize, left: f64, wide: f64, middle: f64) {
    let all = facet.values.iter().chain(&facet.before).flatten();
    let most = all.map(|one| one.mean + one.half_width.unwrap_or(0.0)).fold(0.0, f64::max);
    let text = |one: &Estimate| number::show(one.mean, one.half_width).joined();
    let values = facet.values.iter().flatten();
    let longest = values.map(|one| house::text_width(&text(one), NOTE)).fold(0.0, f64::max);
    let room = (wide - longest - 12.0).max(20.0);
    let x =
        |value: f64| left + if most > 0.0 { (value / most).clamp(0.0, 1.0) * room } else { 0.0 };
    let (top, bottom) = (middle - BAR / 2.0, middle + BAR / 2.0);
    let before = facet.before[row].map(|one| x(one.mean));
    let Some(one) = facet.values[row] else {
        return canvas.words((left + 6.0, middle), facet.absent, LABEL, Ink::QUIET, Side::Begins);
    };
    canvas.fill((left, top), (x(one.mean), bottom), facet.ink);
    let mut end = x(one.mean);
    if let Some(half) = one.half_width.filter(|half| half.is_finite()) {
        let (low, high) = (x(one.mean - half), x(one.mean + half));
        end = high;
        canvas.line(vec![(low, middle), (high, middle)], Ink::TEXT, 1.3);
        for cap in [low, high] {
            canvas.line(vec![(cap, middle - 3.5), (cap, middle + 3.5)], Ink::TEXT, 1.3);
        }
    }
    if let Some(at) = before {
        canvas.line(vec![(at, top - 4.0), (at, bottom + 4.0)], Ink::TEXT, 2.0);
    }
    let text = text(one);
    // The value does not stand on the stroke that it is compared with.
    let taken = end + 6.0..end + 10.0 + house::text_width(&text, NOTE);
    let at = match before {
        Some(stroke) if taken.contains(&(stroke + 4.0)) || (stroke - end).abs() < 8.0 => {
            stroke.max(end) + 7.0
        }
        _ => end + 6.0,
    };
    canvas.words((at, middle), &text, NOTE, Ink::TEXT, Side::Begins);
}
