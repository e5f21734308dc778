//! The forms in which results leave the program, and the files that they are to go to.

use std::fs;
use std::path::{Path, PathBuf};

use brownout_report::charts::{ChartOptions, Theme};
use brownout_report::review::{self, ReviewOptions};
use brownout_report::text::{Style, TextOptions};
use brownout_report::{csv, hgrm, json, jsonl, junit, text};
use brownout_scenarios::result::ResultSet;
use clap::ValueEnum;

use crate::charts;
use crate::exit::Stop;
use crate::output;

/// A form of results on stdout.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub(crate) enum Format {
    /// A summary for people.
    Text,
    /// Everything, as one JSON document.
    Json,
    /// One estimate on each line, as JSON.
    Jsonl,
    /// One estimate on each line, with a heading.
    Csv,
    /// A document to paste into a design review: expectations, tables, the call graph.
    Markdown,
}

/// Files that results are written to besides.
#[derive(clap::Args, Debug)]
pub(crate) struct Exports {
    /// Save everything as JSON, to compare or plot it later.
    #[arg(long, value_name = "FILE")]
    export_json: Option<PathBuf>,
    /// Save one estimate on each line, as JSON.
    #[arg(long, value_name = "FILE")]
    export_jsonl: Option<PathBuf>,
    /// Save one estimate on each line, as CSV.
    #[arg(long, value_name = "FILE")]
    export_csv: Option<PathBuf>,
    /// Save a document for a design review as Markdown, with tables and the call graph.
    #[arg(long, value_name = "FILE")]
    export_markdown: Option<PathBuf>,
    /// Save what became of the expectations as JUnit XML.
    #[arg(long, value_name = "FILE")]
    export_junit: Option<PathBuf>,
    /// Save the percentiles of each client's latency in HdrHistogram's text format: one file for each client and
    /// variant, in this directory.
    #[arg(long, value_name = "DIR")]
    export_hgrm: Option<PathBuf>,
    /// Draw the charts that apply as SVG: into a directory (one ending in / is made, but not what it lies in), or into
    /// files whose names begin like this: PREFIX-outcomes.svg.
    #[arg(long, value_name = "DIR/ or PREFIX")]
    export_svg: Option<PathBuf>,
    /// The same as PNG.
    #[arg(long, value_name = "DIR/ or PREFIX")]
    export_png: Option<PathBuf>,
    /// Draw this chart only; may be given several times.
    #[arg(long, value_enum, value_name = "CHART")]
    chart: Vec<charts::Kind>,
}

impl Format {
    /// The results in this form, with the call graph where the form has room for it.
    pub(crate) fn render(
        self,
        results: &ResultSet,
        graph: Option<&str>,
        verbose: bool,
    ) -> Result<String, Stop> {
        match self {
            Format::Text => {
                let options = TextOptions {
                    width: output::width(),
                    // Colours are dropped on the way out where nobody would see them.
                    style: Style::Ansi,
                    verbose,
                    command: Some(command()),
                };
                Ok(text::summary(results, &options))
            }
            Format::Json => json::to_string_pretty(results).map_err(Stop::failure),
            Format::Jsonl => jsonl::to_string(results).map_err(Stop::failure),
            Format::Csv => Ok(csv::to_string(results)),
            Format::Markdown => {
                let command = command();
                Ok(review::to_string(results, &ReviewOptions { graph, command: Some(&command) }))
            }
        }
    }
}

impl Exports {
    fn files(&self) -> impl Iterator<Item = (Format, &Path)> {
        let files = [
            (Format::Json, &self.export_json),
            (Format::Jsonl, &self.export_jsonl),
            (Format::Csv, &self.export_csv),
            (Format::Markdown, &self.export_markdown),
        ];
        files.into_iter().filter_map(|(format, file)| Some((format, file.as_deref()?)))
    }

    fn pictures(&self) -> impl Iterator<Item = (charts::Format, &Path)> {
        let pictures =
            [(charts::Format::Svg, &self.export_svg), (charts::Format::Png, &self.export_png)];
        pictures.into_iter().filter_map(|(format, out)| Some((format, out.as_deref()?)))
    }

    /// Whether anything is to be written that takes whole results.
    pub(crate) fn is_some(&self) -> bool {
        self.files().next().is_some()
            || self.draws()
            || self.export_hgrm.is_some()
            || self.export_junit.is_some()
    }

    /// Whether charts are wanted, which need series.
    pub(crate) fn draws(&self) -> bool {
        self.pictures().next().is_some()
    }

    /// Refuses before a long run what could not be written after it.
    pub(crate) fn check(&self) -> Result<(), Stop> {
        let junit = self.export_junit.as_deref();
        let files = self.files().map(|(_, file)| file).chain(junit);
        let all = files.chain(self.pictures().map(|(_, out)| out));
        if all.into_iter().any(|file| file == Path::new("-")) {
            let help = "results go to stdout with --format json, jsonl, csv or markdown".to_owned();
            return Err(Stop::usage("`-` is no file to export to").help(help));
        }
        let named: Vec<&Path> = self.files().map(|(_, file)| file).chain(junit).collect();
        if let Some(file) = named.iter().find(|file| file.extension().is_some_and(|e| e == "ron")) {
            let message =
                format!("`{}` is the name of a scenario: results would replace it", file.display());
            return Err(Stop::usage(message));
        }
        if let Some(number) =
            (1..named.len()).find(|&number| named[..number].contains(&named[number]))
        {
            let message = format!("`{}` is to hold two forms of results", named[number].display());
            return Err(Stop::usage(message).help("give each a file of its own".to_owned()));
        }
        if !self.chart.is_empty() && !self.draws() {
            return Err(Stop::usage("--chart draws nothing without --export-svg or --export-png"));
        }
        named.iter().try_for_each(|file| output::check_place(file))?;
        self.pictures().try_for_each(|(_, out)| charts::check_place(out))
    }

    /// Writes all files. The series are in them if they were asked for, and not because charts need them. To be undecided
    /// is no failure if that is allowed.
    pub(crate) fn write(
        &self,
        results: &ResultSet,
        with_series: &ResultSet,
        graph: Option<&str>,
        verbose: bool,
        allow_undecided: bool,
    ) -> Result<(), Stop> {
        for (format, file) in self.files() {
            output::write_file(file, format.render(results, graph, verbose)?.as_bytes())?;
        }
        if let Some(file) = &self.export_junit {
            let text = junit::to_string(results, allow_undecided);
            output::write_file(file, text.as_bytes())?;
        }
        if let Some(directory) = &self.export_hgrm {
            fs::create_dir_all(directory).map_err(|error| {
                let reason = output::reason(&error);
                Stop::failure(format!("{} cannot be made: {reason}", directory.display()))
            })?;
            for (stem, text) in hgrm::files(results) {
                output::write_file(&directory.join(stem + ".hgrm"), text.as_bytes())?;
            }
        }
        let options = ChartOptions { theme: Theme::Auto, ..ChartOptions::default() };
        for (format, out) in self.pictures() {
            charts::write(with_series, &self.chart, format, &options, out)?;
        }
        Ok(())
    }
}

/// What was typed, as one would type it again.
fn command() -> String {
    let typed = std::env::args_os().skip(1).map(|word| quoted(&word.to_string_lossy()));
    ["brownout".to_owned()].into_iter().chain(typed).collect::<Vec<_>>().join(" ")
}

/// A word as a shell takes it for one.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,@%+".contains(c);
    match word {
        "" => "''".to_owned(),
        _ if word.chars().all(plain) => word.to_owned(),
        _ => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_quoted_so_that_it_can_be_typed_again() {
        assert_eq!(quoted("run.length=10s"), "run.length=10s");
        assert_eq!(quoted("as built"), "'as built'");
        assert_eq!(quoted("it's"), r"'it'\''s'");
        assert_eq!(quoted("a=Threads(4)"), "'a=Threads(4)'");
    }
}
