//! The end-of-run summary for a terminal: verdict first, the line that reproduces it last.

mod against;
mod clients;
pub(crate) mod closing;
mod comparison;
mod edges;
pub(crate) mod opening;
mod rows;
mod section;
mod services;
pub(crate) mod style;
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

/// The summary of a result set.
pub fn summary(results: &ResultSet, options: &TextOptions) -> String {
    let options = TextOptions { width: options.width.max(40), ..options.clone() };
    let mut out = String::new();
    opening::write(results, &options, &mut out);
    against::write(results, &options, &mut out);
    if !results.points.is_empty() {
        comparison::write(results, &options, &mut out);
        clients::write(results, &options, &mut out);
        services::write(results, &options, &mut out);
        edges::write(results, &options, &mut out);
    }
    warnings::write(results, &options, &mut out);
    closing::write(results, &options, &mut out);
    out
}
