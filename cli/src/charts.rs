//! Which charts there are, and how they become files.

use std::fs;
use std::path::{Path, PathBuf};

use brownout_report::charts::{self, Chart, ChartError, ChartOptions, Theme};
use brownout_report::png;
use brownout_scenarios::result::ResultSet;
use clap::ValueEnum;

use crate::exit::Stop;
use crate::output;

/// Pixels of a PNG for each of the chart's own: sharp on today's screens.
const SCALE: f32 = 2.0;

/// A chart.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub(crate) enum Kind {
    /// What became of the requests, over time.
    Outcomes,
    /// Percentiles of latency, over time.
    Latency,
    /// Goodput and capacity by variant.
    Capacity,
    /// Busy workers and queues, over time.
    Workers,
}

/// A format for pictures.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub(crate) enum Format {
    /// Scalable; its colours follow the viewer's light or dark page.
    Svg,
    /// Pixels.
    Png,
}

/// A page to draw for.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub(crate) enum Page {
    /// As the viewer prefers; light where that is not known.
    Auto,
    /// Dark on white.
    Light,
    /// Light on nearly black.
    Dark,
}

impl From<Page> for Theme {
    fn from(page: Page) -> Theme {
        match page {
            Page::Auto => Theme::Auto,
            Page::Light => Theme::Light,
            Page::Dark => Theme::Dark,
        }
    }
}

impl Kind {
    const ALL: [Kind; 4] = [Kind::Outcomes, Kind::Latency, Kind::Capacity, Kind::Workers];

    fn name(self) -> &'static str {
        match self {
            Kind::Outcomes => "outcomes",
            Kind::Latency => "latency",
            Kind::Capacity => "capacity",
            Kind::Workers => "workers",
        }
    }

    fn draw(self, results: &ResultSet, options: &ChartOptions) -> Result<Chart, ChartError> {
        match self {
            Kind::Outcomes => charts::outcomes(results, options),
            Kind::Latency => charts::latency(results, options),
            Kind::Capacity => charts::capacity(results, options),
            Kind::Workers => charts::workers(results, options),
        }
    }
}

impl Format {
    fn ending(self) -> &'static str {
        match self {
            Format::Svg => "svg",
            Format::Png => "png",
        }
    }

    fn bytes(self, chart: Chart) -> Result<Vec<u8>, Stop> {
        match self {
            Format::Svg => Ok(chart.svg.into_bytes()),
            Format::Png => png::render(&chart, SCALE).map_err(Stop::failure),
        }
    }
}

/// Draws the chosen charts, or all that the results allow.
pub(crate) fn write(
    results: &ResultSet,
    chosen: &[Kind],
    format: Format,
    options: &ChartOptions,
    out: &Path,
) -> Result<(), Stop> {
    let mut reasons = Vec::new();
    let kinds = if chosen.is_empty() { &Kind::ALL[..] } else { chosen };
    for &kind in kinds {
        match kind.draw(results, options) {
            Ok(chart) => output::write_file(&place(out, kind, format)?, &format.bytes(chart)?)?,
            // What was asked for by name, or is asked of names that are not there, has to be.
            Err(error @ ChartError::Unknown { .. }) => return Err(Stop::usage(error.to_string())),
            Err(error) if !chosen.is_empty() => return Err(Stop::failure(error)),
            Err(error) => reasons.push((kind, error)),
        }
    }
    if reasons.len() == kinds.len()
        && let Some((_, error)) = reasons.first()
    {
        return Err(Stop::failure(error));
    }
    for (kind, error) in reasons {
        output::say(&format!("no chart of {}: {error}", kind.name()));
    }
    Ok(())
}

/// In a directory, a file for each chart; else a prefix of their names.
fn place(out: &Path, kind: Kind, format: Format) -> Result<PathBuf, Stop> {
    let file = format!("{}.{}", kind.name(), format.ending());
    let text = out.as_os_str().to_string_lossy();
    if text.ends_with(['/', std::path::MAIN_SEPARATOR]) {
        fs::create_dir_all(out).map_err(|error| {
            Stop::failure(format!("{text} cannot be made: {}", output::reason(&error)))
        })?;
    }
    if out.is_dir() {
        return Ok(out.join(file));
    }
    let prefix = out.file_name().unwrap_or_default().to_string_lossy();
    Ok(out.with_file_name(format!("{prefix}-{file}")))
}
