//! Shows what reports look like, on made-up results.
//!
//! `cargo run -p brownout-report --features png --example gallery -- text [WIDTH]` prints summaries;
//! `… -- charts FOLDER` writes every chart in several sizes and themes.

#![allow(clippy::print_stdout)]

#[path = "../tests/fixture/mod.rs"]
mod fixture;

use std::path::Path;

use brownout_report::charts::{
    Chart, ChartError, ChartOptions, Theme, capacity, latency, outcomes, workers,
};
use brownout_report::png;
use brownout_report::text::{Style, TextOptions, summary};
use brownout_scenarios::result::ResultSet;

fn main() {
    let mut arguments = std::env::args().skip(1);
    match arguments.next().as_deref() {
        Some("charts") => charts(Path::new(&arguments.next().unwrap_or_else(|| ".".to_owned()))),
        _ => text(arguments.next().and_then(|text| text.parse().ok()).unwrap_or(100)),
    }
}

fn text(width: usize) {
    let options = TextOptions { width, style: Style::Plain, ..TextOptions::default() };
    for results in [fixture::feed_cascade(), fixture::lone_queue(1), fixture::twelve_variants()] {
        println!("{}", summary(&results, &options));
        println!("{}", "=".repeat(width));
    }
}

/// Three variants with little in them: one step, zeros, nothing.
fn odd() -> ResultSet {
    let mut results = fixture::results_of(&fixture::fates()[..3]);
    for (index, point) in results.points.iter_mut().enumerate() {
        let series = point.series.as_mut().expect("made-up results have series");
        for client in series.clients.values_mut() {
            for rates in client.outcomes_per_s.values_mut() {
                rates.truncate([1, 3, 0][index]);
                rates.iter_mut().for_each(|rate| *rate *= [1.0, 0.0, 0.0][index]);
            }
            client.latency_ms.values_mut().for_each(|values| values.truncate([1, 0, 0][index]));
        }
        series.services.values_mut().for_each(|service| {
            service.workers_busy.truncate([1, 3, 0][index]);
            service.queue_length.truncate([1, 3, 0][index]);
        });
        series.warmup_s = 0.0;
        series.faults_s = vec![(1.5, 2.0)];
    }
    results
}

type Draw = fn(&ResultSet, &ChartOptions) -> Result<Chart, ChartError>;

fn charts(folder: &Path) {
    let kinds: [(&str, Draw); 4] = [
        ("outcomes", outcomes),
        ("latency", latency),
        ("capacity", capacity),
        ("workers", workers),
    ];
    let sets = [
        ("five", fixture::feed_cascade()),
        ("twelve", fixture::twelve_variants()),
        ("one", fixture::results_of(&fixture::fates()[..1])),
        ("odd", odd()),
    ];
    for (kind, draw) in kinds {
        for (set, results) in &sets {
            for (width, theme, name) in [
                (960, Theme::Auto, "auto"),
                (640, Theme::Light, "light"),
                (1600, Theme::Dark, "dark"),
            ] {
                let options = ChartOptions { theme, width, ..ChartOptions::default() };
                let chart = draw(results, &options).expect("made-up results can be drawn");
                let file = folder.join(format!("{kind}-{set}-{width}-{name}"));
                let png = png::render(&chart, 1.5).expect("a chart can be drawn");
                std::fs::write(file.with_extension("svg"), &chart.svg)
                    .expect("the folder is there");
                std::fs::write(file.with_extension("png"), png).expect("the folder is there");
            }
        }
    }
}
