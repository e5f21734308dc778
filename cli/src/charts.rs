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
    /// Attempts on one edge, over time.
    Arrivals,
    /// Which share of the answers took longer than a time.
    Distribution,
    /// How clients fare along one axis of a sweep.
    Lines,
    /// The same over two axes.
    Heatmap,
    /// Goodput and latency against load, climbing and falling.
    Knee,
    /// Response time against utilisation, with the curve of theory.
    Utilisation,
    /// Goodput of every replication, by variant.
    Dots,
    /// What differs between variants that were compared.
    Forest,
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
    /// The name, as it is chosen by and as its file has it.
    fn name(self) -> &'static str {
        match self {
            Kind::Outcomes => "outcomes",
            Kind::Latency => "latency",
            Kind::Capacity => "capacity",
            Kind::Workers => "workers",
            Kind::Arrivals => "arrivals",
            Kind::Distribution => "distribution",
            Kind::Lines => "lines",
            Kind::Heatmap => "heatmap",
            Kind::Knee => "knee",
            Kind::Utilisation => "utilisation",
            Kind::Dots => "dots",
            Kind::Forest => "forest",
        }
    }

    fn draw(self, results: &ResultSet, options: &ChartOptions) -> Result<Chart, ChartError> {
        match self {
            Kind::Outcomes => charts::outcomes(results, options),
            Kind::Latency => charts::latency(results, options),
            Kind::Capacity => charts::capacity(results, options),
            Kind::Workers => charts::workers(results, options),
            Kind::Arrivals => charts::arrivals(results, options),
            Kind::Distribution => charts::distribution(results, options),
            Kind::Lines => charts::lines(results, options),
            Kind::Heatmap => charts::heatmap(results, options),
            Kind::Knee => charts::knee(results, options),
            Kind::Utilisation => charts::utilisation(results, options),
            Kind::Dots => charts::dots(results, options),
            Kind::Forest => charts::forest(results, options),
        }
    }

    /// Whether it has a panel, a bar or a curve for each point, of which a sweep has too many.
    fn is_by_point(self) -> bool {
        match self {
            Kind::Outcomes | Kind::Latency | Kind::Capacity | Kind::Workers => true,
            Kind::Arrivals | Kind::Distribution | Kind::Dots | Kind::Forest => true,
            Kind::Lines | Kind::Heatmap | Kind::Knee | Kind::Utilisation => false,
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

/// Draws the chosen charts, or all that the results allow. Nothing is written before all are drawn; what cannot be drawn
/// takes nothing away from the others.
pub(crate) fn write(
    results: &ResultSet,
    chosen: &[Kind],
    format: Format,
    options: &ChartOptions,
    out: &Path,
) -> Result<(), Stop> {
    charts::check_metrics(results, options).map_err(|error| Stop::usage(error.to_string()))?;
    let (mut drawn, mut reasons) = (Vec::new(), Vec::new());
    for kind in kinds(results, chosen) {
        match kind.draw(results, options) {
            Ok(chart) => drawn.push((kind, format.bytes(chart)?)),
            // What is asked of names that are not there has to be.
            Err(error @ ChartError::Unknown { .. }) => return Err(Stop::usage(error.to_string())),
            Err(error) => reasons.push((kind, error)),
        }
    }
    if drawn.is_empty()
        && (chosen.is_empty() || reasons.len() == 1)
        && let Some((_, error)) = reasons.first()
    {
        return Err(Stop::failure(error));
    }
    make(out)?;
    for (kind, bytes) in drawn {
        output::write_file(&place(out, kind, format), &bytes)?;
    }
    let told = |(kind, error): &(Kind, ChartError)| format!("no chart of {}: {error}", kind.name());
    if chosen.is_empty() {
        // What these results are not about is missed by nobody.
        reasons.retain(|(_, error)| !matches!(error, ChartError::Unfit { .. }));
        reasons.iter().for_each(|one| output::say(&told(one)));
        return Ok(());
    }
    // What was asked for by name is missed.
    let Some((last, others)) = reasons.split_last() else { return Ok(()) };
    others.iter().for_each(|one| output::say(&told(one)));
    Err(Stop::failure(told(last)))
}

/// The charts that are chosen, or all that suit the results.
fn kinds(results: &ResultSet, chosen: &[Kind]) -> Vec<Kind> {
    if !chosen.is_empty() {
        return chosen.to_vec();
    }
    let sweeps = charts::is_sweep(results);
    let all = Kind::value_variants().iter().copied();
    all.filter(|kind| !(sweeps && kind.is_by_point())).collect()
}

/// Whether charts are to lie in a directory of this name, or else to have it before their own names.
fn is_directory(out: &Path) -> bool {
    let text = out.as_os_str().to_string_lossy();
    text.ends_with(['/', std::path::MAIN_SEPARATOR]) || out.is_dir()
}

/// Refuses, before the work that leads there, what could not be written.
pub(crate) fn check_place(out: &Path) -> Result<(), Stop> {
    if is_directory(out) && out.is_dir() {
        return Ok(());
    }
    output::check_place(out)
}

/// Makes the directory that was asked for, if it is one and is missing; never those that it lies in.
fn make(out: &Path) -> Result<(), Stop> {
    if !is_directory(out) || out.is_dir() {
        return Ok(());
    }
    fs::create_dir(out).map_err(|error| {
        Stop::failure(format!("{} cannot be made: {}", out.display(), output::reason(&error)))
    })
}

/// In a directory, a file for each chart; else a prefix of their names.
fn place(out: &Path, kind: Kind, format: Format) -> PathBuf {
    let file = format!("{}.{}", kind.name(), format.ending());
    if is_directory(out) {
        return out.join(file);
    }
    let prefix = out.file_name().unwrap_or_default().to_string_lossy();
    out.with_file_name(format!("{prefix}-{file}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chart_has_the_name_that_it_is_chosen_by() {
        for kind in Kind::value_variants() {
            assert_eq!(kind.to_possible_value().unwrap().get_name(), kind.name());
        }
    }
}
