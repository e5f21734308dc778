//! The end-of-run summary for a terminal: verdict first, the line that reproduces it last.

mod against;
mod clients;
pub(crate) mod closing;
mod collapse;
mod comparison;
mod differences;
mod edges;
pub(crate) mod opening;
mod rows;
mod section;
mod services;
pub(crate) mod style;
mod sweep;
mod table;
mod warnings;
mod wrap;

use brownout_scenarios::result::ResultSet;

pub use style::Style;

/// How a summary is laid out.
#[derive(Clone, Debug)]
pub struct TextOptions {
    /// Columns of the terminal; nothing is wider unless a single number is. At least 40.
    pub width: usize,
    /// Whether the text carries colour.
    pub style: Style,
    /// Tells every window, service and edge, not only where something happened.
    pub verbose: bool,
    /// The command that was given, as one would type it again; made up from the results when absent.
    pub command: Option<String>,
}

impl Default for TextOptions {
    fn default() -> TextOptions {
        TextOptions { width: 80, style: Style::Plain, verbose: false, command: None }
    }
}

/// The headings of the tables about clients, services and edges.
pub fn headings() -> Vec<&'static str> {
    let all = [clients::heads(), services::heads(), edges::heads()];
    all.into_iter().flatten().map(|(heading, _)| heading).collect()
}

/// The summary of a result set.
pub fn summary(results: &ResultSet, options: &TextOptions) -> String {
    let options = TextOptions { width: options.width.max(40), ..options.clone() };
    let mut out = String::new();
    opening::write(results, &options, &mut out);
    against::write(results, &options, &mut out);
    differences::write(results, &options, &mut out);
    if !results.axes.is_empty() && !results.points.is_empty() {
        sweep::write(results, &options, &mut out);
    }
    // Who compares or sweeps has been told what was asked for, and wants the rest only if asked.
    let is_told = !results.comparisons.is_empty() || !results.axes.is_empty();
    if !results.points.is_empty() && (!is_told || options.verbose) {
        comparison::write(results, &options, &mut out);
        clients::write(results, &options, &mut out);
        services::write(results, &options, &mut out);
        edges::write(results, &options, &mut out);
    }
    collapse::write(results, &options, &mut out);
    warnings::write(results, &options, &mut out);
    closing::write(results, &options, &mut out);
    out
}
