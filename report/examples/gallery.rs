//! Shows what reports look like, on made-up results.
//!
//! `cargo run -p brownout-report --features png --example gallery -- text [WIDTH]` prints summaries;
//! `… -- charts FOLDER` writes every chart in several sizes and themes.

#![allow(clippy::print_stdout)]

#[path = "../tests/fixture/mod.rs"]
mod fixture;

use std::path::Path;

use brownout_report::charts::{
    Chart, ChartError, ChartOptions, Theme, arrivals, capacity, distribution, dots, forest,
    heatmap, knee, latency, lines, outcomes, utilisation, workers,
};
use brownout_report::png;
use brownout_report::text::{Style, TextOptions, summary};
use brownout_scenarios::result::ResultSet;
use fixture::pairs;
use fixture::sweep::{self, timeouts, timeouts_and_workers};

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

type Picture = (&'static str, Draw, Vec<(&'static str, ResultSet)>);

/// Every chart with the results that show it at its best and at its worst.
fn pictures() -> Vec<Picture> {
    let over_time = || {
        vec![
            ("five", fixture::feed_cascade()),
            ("twelve", fixture::twelve_variants()),
            ("one", fixture::results_of(&fixture::fates()[..1])),
            ("odd", odd()),
        ]
    };
    const LIMITS: [f64; 9] = [2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 300.0, 1_000.0, 3_000.0];
    let timeouts = || {
        vec![
            ("valley", timeouts(&[""], &LIMITS)),
            (
                "three",
                timeouts(
                    &["as built", "breaker", "a long name of a variant that says a lot"],
                    &LIMITS,
                ),
            ),
            ("two", timeouts(&[""], &[20.0, 100.0])),
            ("many", timeouts(&["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"], &LIMITS)),
        ]
    };
    let maps = || {
        let mut holes = timeouts_and_workers(&LIMITS, &[20, 50, 100, 200, 400]);
        for (index, point) in holes.points.iter_mut().enumerate() {
            if index % 5 == 3 {
                point.windows[0].clients.clear();
            }
        }
        vec![
            ("full", timeouts_and_workers(&LIMITS, &[20, 50, 100, 200, 400])),
            ("holes", holes),
            ("small", timeouts_and_workers(&[10.0, 100.0], &[50, 100])),
        ]
    };
    let loads = || {
        const RATES: [f64; 8] = [50.0, 150.0, 200.0, 250.0, 300.0, 350.0, 380.0, 600.0];
        let first = sweep::loads(&[""], &RATES, 4);
        vec![
            ("one", first),
            ("two", sweep::loads(&["as built", "breaker"], &RATES, 4)),
            ("pair", sweep::loads(&[""], &[100.0, 300.0], 4)),
        ]
    };
    vec![
        ("outcomes", outcomes, over_time()),
        ("latency", latency, over_time()),
        ("capacity", capacity, over_time()),
        ("workers", workers, over_time()),
        ("distribution", distribution, over_time()[..3].to_vec()),
        ("arrivals", arrivals, vec![("herd", fixture::herd::herd())]),
        ("lines", lines, timeouts()),
        ("heatmap", heatmap, maps()),
        ("knee", knee, loads()),
        ("utilisation", utilisation, loads()),
        (
            "dots",
            dots,
            vec![
                ("fates", pairs::two_fates(40, 8)),
                ("crowd", pairs::two_fates(1_000, 400)),
                ("alone", pairs::two_fates(1, 0)),
            ],
        ),
        ("forest", forest, vec![("feed", pairs::compared())]),
    ]
}

fn charts(folder: &Path) {
    for (kind, draw, sets) in pictures() {
        for (set, results) in &sets {
            for (width, theme, name) in [
                (960, Theme::Auto, "auto"),
                (480, Theme::Light, "light"),
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
