//! Capacity and goodput of every variant as bars with their intervals.

use std::borrow::Cow;

use brownout_scenarios::result::{Estimate, ResultSet, WindowResult};

use crate::compare::collect;
use crate::names;
use crate::number;

use super::parts::canvas::{Canvas, Side};
use super::parts::fates;
use super::parts::house::{self, GAP, HAIR, Ink, LABEL, LEADING, MARGIN, NAME, NOTE};
use super::parts::page::{Mark, Page};
use super::parts::select::{self, Chosen};
use super::{Chart, ChartError, ChartOptions};

/// One column of bars: what it shows, and the values by variant.
struct Facet<'a> {
    title: String,
    /// The client whose numbers they are, if they are those of one.
    client: Option<String>,
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

    let (has_goodput, has_capacity) =
        (facets.iter().any(Facet::is_of_client), facets.iter().any(|one| !one.is_of_client()));
    let shown = match (has_goodput, has_capacity) {
        (true, true) => "goodput and capacity",
        (true, false) => "goodput",
        (false, _) => "capacity",
    };
    let title = select::title(results, shown);
    let client = facets.iter().find_map(|facet| facet.client.as_deref());
    let told = format!(
        "{}{} {}, with 95 % intervals over replications{}",
        shown[..1].to_uppercase(),
        &shown[1..],
        select::during(window),
        client.map_or_else(String::new, |client| {
            select::others(client, select::clients(results), options)
        })
    );
    let mut page = Page::new(options.pixels(), &title, &told);
    let mut entries = Vec::new();
    if facets.iter().any(|facet| facet.before.iter().any(Option::is_some)) {
        entries.push((Mark::Stroke(Ink::TEXT), "goodput before the fault".to_owned()));
    }
    if facets.iter().any(|facet| facet.values.iter().flatten().any(|one| one.split.is_some())) {
        let text = "outline: mean of the replications that collapsed; filled: of the others, where there are both";
        entries.push((Mark::Outline(Ink::BAR), text.to_owned()));
    }
    page.legend(&entries);
    let inner = page.width - 2.0 * MARGIN;
    let notes = chosen.iter().enumerate().map(|(row, one)| note(&facets, one, row));
    let notes: Vec<String> = notes.collect();
    let names = chosen.iter().map(|one| house::text_width(&one.name, NAME));
    let longest =
        names.chain(notes.iter().map(|note| house::text_width(note, NOTE))).fold(0.0, f64::max);
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
        let words = |text: &str, size: f64, ink: Ink| -> Vec<(String, f64, Ink)> {
            let lines =
                if text.is_empty() { Vec::new() } else { house::lines(text, size, label, 2) };
            lines.into_iter().map(|line| (line, size, ink)).collect()
        };
        let mut lines = words(&one.name, NAME, Ink::TEXT);
        lines.extend(words(&notes[row], NOTE, Ink::QUIET));
        let tall: f64 = lines.iter().map(|line| line.1 * LEADING).sum();
        let bars = facets.iter().map(|facet| facet.tall(row)).fold(BAR, f64::max);
        let height = (tall + 10.0).max(bars + 17.0);
        let middle = page.filled + height / 2.0;
        let mut y = middle - tall / 2.0;
        for (text, size, ink) in &lines {
            let at = (MARGIN + label, y + size * LEADING / 2.0);
            page.canvas.words(at, text, *size, *ink, Side::Ends);
            y += size * LEADING;
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
            client: Some(client.to_owned()),
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
                client: None,
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

/// How many replications collapsed, in a row in which a number has two states.
fn note(facets: &[Facet<'_>], chosen: &Chosen<'_>, row: usize) -> String {
    let has_two = facets.iter().any(|facet| facet.states(row).is_some());
    let clients = facets.iter().filter_map(|facet| facet.client.as_deref()).filter(|_| has_two);
    let told = clients.filter_map(|client| fates::collapsed(chosen.point, client)).next();
    told.map(fates::spell).unwrap_or_default()
}

/// Space between the bars of two states.
const APART: f64 = 5.0;

impl Facet<'_> {
    fn is_of_client(&self) -> bool {
        self.client.is_some()
    }

    /// Both states of a row's value, where there are two: that of the replications that collapsed last.
    fn states(&self, row: usize) -> Option<[Estimate; 2]> {
        let split = self.values[row]?.split.as_deref()?;
        Some([&split.others, &split.collapsed].map(fates::estimate))
    }

    /// The height of a row's bars.
    fn tall(&self, row: usize) -> f64 {
        if self.states(row).is_some() { 2.0 * BAR + APART } else { BAR }
    }
}

/// One bar with its interval, what it is compared with, and its value at the end; one for each state where there are two.
fn bar(canvas: &mut Canvas, facet: &Facet<'_>, row: usize, left: f64, wide: f64, middle: f64) {
    let all = facet.values.iter().chain(&facet.before).flatten();
    let all: Vec<_> = all.flat_map(|one| fates::all(one)).collect();
    let most = all.iter().map(|one| one.mean + one.half_width.unwrap_or(0.0)).fold(0.0, f64::max);
    let text = |one: &Estimate| number::show(one.mean, one.half_width).joined();
    let values = facet.values.iter().flatten().flat_map(|one| fates::all(one));
    let longest = values.map(|one| house::text_width(&text(&one), NOTE)).fold(0.0, f64::max);
    let room = (wide - longest - 12.0).max(20.0);
    let x =
        |value: f64| left + if most > 0.0 { (value / most).clamp(0.0, 1.0) * room } else { 0.0 };
    let before = facet.before[row].map(|one| x(one.mean));
    let Some(one) = facet.values[row] else {
        return canvas.words((left + 6.0, middle), facet.absent, LABEL, Ink::QUIET, Side::Begins);
    };
    let off = (BAR + APART) / 2.0;
    let bars: Vec<(Cow<'_, Estimate>, f64, bool)> = match facet.states(row) {
        None => vec![(Cow::Borrowed(one), middle, false)],
        Some([others, collapsed]) => vec![
            (Cow::Owned(others), middle - off, false),
            (Cow::Owned(collapsed), middle + off, true),
        ],
    };
    let mut ends = Vec::new();
    for (one, middle, is_hollow) in &bars {
        let (from, to) = ((left, middle - BAR / 2.0), (x(one.mean), middle + BAR / 2.0));
        match is_hollow {
            true => canvas.outline(from, to, facet.ink),
            false => canvas.fill(from, to, facet.ink),
        }
        ends.push(interval(canvas, one, *middle, x));
    }
    if let Some(at) = before {
        let half = facet.tall(row) / 2.0 + 4.0;
        canvas.line(vec![(at, middle - half), (at, middle + half)], Ink::TEXT, 2.0);
    }
    for ((one, middle, _), end) in bars.iter().zip(ends) {
        let text = text(one);
        // The value does not stand on the stroke that it is compared with.
        let taken = end + 6.0..end + 10.0 + house::text_width(&text, NOTE);
        let at = match before {
            Some(stroke) if taken.contains(&(stroke + 4.0)) || (stroke - end).abs() < 8.0 => {
                stroke.max(end) + 7.0
            }
            _ => end + 6.0,
        };
        canvas.words((at, *middle), &text, NOTE, Ink::TEXT, Side::Begins);
    }
}

/// Draws the interval of a bar; tells where all of it ends.
fn interval(canvas: &mut Canvas, one: &Estimate, middle: f64, x: impl Fn(f64) -> f64) -> f64 {
    let Some(half) = one.half_width.filter(|half| half.is_finite()) else { return x(one.mean) };
    let (low, high) = (x(one.mean - half), x(one.mean + half));
    canvas.line(vec![(low, middle), (high, middle)], Ink::TEXT, 1.3);
    for cap in [low, high] {
        canvas.line(vec![(cap, middle - 3.5), (cap, middle + 3.5)], Ink::TEXT, 1.3);
    }
    high
}
