//! Workers busy and queue length over time: one panel for each variant and service where anything moves.

use std::collections::BTreeSet;

use brownout_scenarios::result::{Estimate, ResultSet, Series, ServiceSeries};

use crate::names;
use crate::number;

use super::parts::axis::Scale;
use super::parts::canvas::{Canvas, Side};
use super::parts::house::{BAND, FOOT, Ink, LEADING, LINE, MARGIN, SUBTITLE};
use super::parts::multiples::{self, Head, Layout, Panel};
use super::parts::page::{Mark, Page};
use super::parts::select::{self, Chosen};
use super::parts::steps::{length, outlines};
use super::parts::thin;
use super::{Chart, ChartError, ChartOptions};

/// Draws busy workers and queues, per instance.
pub fn workers(results: &ResultSet, options: &ChartOptions) -> Result<Chart, ChartError> {
    let chosen = select::points(results, options)?;
    let series = select::series(&chosen)?;
    let window = select::window(results, options)?;
    let services = services(&series, options)?;

    let drawn = || {
        let all = series.iter().flat_map(|one| &one.services);
        all.filter(|(name, _)| services.contains(&name.as_str())).map(|(_, one)| one)
    };
    let (title, busy) = match drawn().any(has_queue) {
        true => ("workers and queues", "Busy and waiting"),
        false => ("workers", "Busy"),
    };
    let title = select::title(results, title);
    let told =
        format!("{busy} in each instance of {}{}", services.join(", "), select::dimmed(&series));
    let mut page = Page::new(options.pixels(), &title, &told);
    let entries = [
        (true, Mark::Fill(Ink::BUSY), "workers busy"),
        (drawn().any(|one| one.workers.is_some()), Mark::Dashes(Ink::LIMIT), "all workers"),
        (drawn().any(waits), Mark::Fill(Ink::QUEUE), "visits waiting"),
    ];
    let entries = entries.into_iter().filter(|(is_drawn, ..)| *is_drawn);
    page.legend(&entries.map(|(_, mark, text)| (mark, text.to_owned())).collect::<Vec<_>>());
    for (index, service) in services.iter().enumerate() {
        if services.len() > 1 {
            heading(&mut page, service, index > 0);
        }
        section(&mut page, service, &chosen, &series, window);
    }
    Ok(page.finish(options.theme, &title, &told))
}

/// The services to draw: the one asked for, those where anything moves, or else all.
fn services<'a>(series: &[&'a Series], options: &ChartOptions) -> Result<Vec<&'a str>, ChartError> {
    let all = || series.iter().flat_map(|one| one.services.keys());
    if options.service.is_some() {
        return Ok(vec![select::one_of("service", options.service.as_deref(), all())?]);
    }
    let moving: BTreeSet<&str> = series
        .iter()
        .flat_map(|one| &one.services)
        .filter(|(_, service)| moves(service))
        .map(|(name, _)| name.as_str())
        .collect();
    if !moving.is_empty() {
        return Ok(moving.into_iter().collect());
    }
    let every: BTreeSet<&str> = all().map(String::as_str).collect();
    if every.is_empty() {
        Err(ChartError::Nothing { what: "service" })
    } else {
        Ok(every.into_iter().collect())
    }
}

/// Whether a service queues, or its busy workers vary by more than a tenth of all.
fn moves(service: &ServiceSeries) -> bool {
    let most = service.workers_busy.iter().copied().fold(0.0, f64::max);
    let least = service
        .workers_busy
        .iter()
        .skip(service.workers_busy.len() / 20)
        .copied()
        .fold(most, f64::min);
    let tenth = service.workers.map_or(most / 4.0, |workers| f64::from(workers) / 10.0);
    service.queue_length.iter().any(|length| *length >= 1.0)
        || (most - least > tenth && most >= 1.0)
}

/// Whether visits ever wait at a service.
fn waits(service: &ServiceSeries) -> bool {
    service.queue_length.iter().any(|length| *length > 0.0)
}

/// Whether visits may wait at a service: where workers are not limited nobody waits for one.
fn has_queue(service: &ServiceSeries) -> bool {
    service.workers.is_some() || waits(service)
}

fn heading(page: &mut Page, service: &str, apart: bool) {
    page.filled += if apart { 14.0 } else { 0.0 };
    let at = (MARGIN, page.filled + SUBTITLE * LEADING / 2.0);
    page.canvas.bold(at, service, SUBTITLE + 2.0, Ink::TEXT, Side::Begins);
    page.filled += SUBTITLE * LEADING + 8.0;
}

/// One service in every variant.
fn section(
    page: &mut Page,
    service: &str,
    chosen: &[Chosen<'_>],
    series: &[&Series],
    window: Option<&str>,
) {
    let seen: Vec<Option<&ServiceSeries>> =
        series.iter().map(|one| one.services.get(service)).collect();
    let has_queue = seen.iter().copied().flatten().any(has_queue);
    let head = |one: &Chosen<'_>| Head {
        name: one.head.clone(),
        note: note(one, service, window, has_queue),
    };
    let heads: Vec<Head> = chosen.iter().map(head).collect();
    let busy = seen
        .iter()
        .flatten()
        .flat_map(|one| one.workers_busy.iter().copied().chain(one.workers.map(f64::from)));
    let queue = seen.iter().flatten().flat_map(|one| one.queue_length.iter().copied());
    let mut plots = vec![(84.0, Scale::linear(busy))];
    if has_queue {
        plots.push((60.0, Scale::linear(queue.chain([1.0]))));
    }
    let layout = Layout {
        plots,
        own_axes: false,
        band: BAND,
        foot: FOOT,
        length: length(series),
        right: 0.0,
        least: 210.0,
    };
    multiples::draw(page, &heads, &layout, |page, index, panel| {
        fill(&mut page.canvas, seen[index], series[index], panel);
    });
}

/// Draws one panel: workers above, the queue below if there can be one.
fn fill(canvas: &mut Canvas, service: Option<&ServiceSeries>, series: &Series, panel: &Panel) {
    let (above, below) = (&panel.plots[0], panel.plots.get(1));
    above.faults(series, true, canvas);
    above.across(&above.linear_labels(""), panel.is_first, canvas);
    if let Some(below) = below {
        below.faults(series, false, canvas);
        below.across(&below.linear_labels(""), panel.is_first, canvas);
    }
    if let Some(service) = service {
        let together = thin::together(service.workers_busy.len().max(service.queue_length.len()));
        let step = series.window_s * together as f64;
        let queue = thin::means(&service.queue_length, together);
        let waits: Vec<bool> = queue.iter().map(|length| *length > 0.0).collect();
        for points in below.iter().flat_map(|below| outlines(&queue, &waits, step, below)) {
            canvas.area(points, Ink::QUEUE);
        }
        let busy = thin::means(&service.workers_busy, together);
        for points in outlines(&busy, &vec![true; busy.len()], step, above) {
            canvas.line(points[1..points.len() - 1].to_vec(), Ink::BUSY, LINE);
        }
        if let Some(workers) = service.workers {
            let y = above.y(f64::from(workers));
            canvas.dashes((above.left, y), (above.right, y), Ink::LIMIT, 1.2);
        }
    }
    above.overlay(series, canvas);
    match service.filter(|one| !one.workers_busy.is_empty()) {
        None => above.say("not there", canvas),
        Some(one) if one.workers_busy.iter().all(|busy| *busy == 0.0) && !waits(one) => {
            above.say("never busy", canvas);
        }
        Some(_) => {}
    }
    above.time(below.is_none() && panel.is_last, canvas);
    if let Some(below) = below {
        below.overlay(series, canvas);
        below.time(panel.is_last, canvas);
    }
}

fn note(one: &Chosen<'_>, service: &str, window: Option<&str>, has_queue: bool) -> String {
    let told = window.and_then(|name| {
        let service = names::window(one.point, name)?.services.get(service)?;
        let show = |estimate: &Estimate| number::level(estimate.mean, estimate.half_width).joined();
        let (busy, queue) = (show(&service.workers_busy), show(&service.queue_length));
        let queue = if has_queue { format!(", {queue} waiting") } else { String::new() };
        Some(format!("{busy} busy{queue} {}", select::during(name)))
    });
    told.unwrap_or_default()
}
