//! Charts as SVG, in one house style: from results with series to pictures that need no explanation.
//!
//! Every chart is a function of a [`ResultSet`] and [`ChartOptions`]. With
//! [`Theme::Auto`] one SVG looks right on light and dark pages; the other themes fix the colours, as PNG needs it.
//! The letters are the viewer's, the drawing is plotters'.

mod arrivals;
mod capacity;
mod distribution;
mod dots;
mod forest;
mod heatmap;
mod knee;
mod latency;
mod lines;
mod outcomes;
mod parts;
mod utilisation;
mod workers;

use brownout_scenarios::result::ResultSet;

use crate::setting;

pub use arrivals::arrivals;
pub use capacity::capacity;
pub use distribution::distribution;
pub use dots::dots;
pub use forest::forest;
pub use heatmap::heatmap;
pub use knee::knee;
pub use latency::latency;
pub use lines::lines;
pub use outcomes::outcomes;
pub use utilisation::utilisation;
pub use workers::workers;

/// The page that a chart is made for.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Theme {
    /// Light or dark as the viewer prefers; light where the viewer does not know such things.
    #[default]
    Auto,
    /// Dark on white.
    Light,
    /// Light on nearly black.
    Dark,
}

/// What is drawn, and for which page.
#[derive(Clone, Debug)]
pub struct ChartOptions {
    /// The page.
    pub theme: Theme,
    /// Width in pixels, 320 to 4000; the height follows from what is drawn.
    pub width: u32,
    /// Names of the variants to draw, in this order; all when empty.
    pub variants: Vec<String>,
    /// The client to draw; the first by name when absent.
    pub client: Option<String>,
    /// The service to draw; those where something moves when absent.
    pub service: Option<String>,
    /// The window that numbers are told of; `fault`, or else the first, when absent.
    pub window: Option<String>,
    /// The edge to draw; the one whose load varies most when absent.
    pub edge: Option<String>,
    /// What `lines` shows, and the first of them `heatmap`, as an expectation writes it: `p99(app)`; how a client fares
    /// when empty.
    pub metrics: Vec<String>,
    /// The axis of a sweep to draw along, by its path or the end of it; the one with the most values when absent.
    pub axis: Option<String>,
}

impl Default for ChartOptions {
    fn default() -> ChartOptions {
        ChartOptions {
            theme: Theme::Auto,
            width: 960,
            variants: Vec::new(),
            client: None,
            service: None,
            window: None,
            edge: None,
            metrics: Vec::new(),
            axis: None,
        }
    }
}

impl ChartOptions {
    /// The width within its bounds.
    fn pixels(&self) -> f64 {
        f64::from(self.width.clamp(320, 4_000))
    }
}

/// Whether the points of these results walk along an axis, so that charts with a panel for each of them say little.
pub fn is_sweep(results: &ResultSet) -> bool {
    let points: Vec<_> = results.points.iter().collect();
    !setting::axes(&points).is_empty()
}

/// Refuses metrics that are asked for and that the results do not have, whichever chart would show them.
///
/// # Errors
/// The first of them, and what there is.
pub fn check_metrics(results: &ResultSet, options: &ChartOptions) -> Result<(), ChartError> {
    parts::measure::Measure::asked(&options.metrics, results).map(|_| ())
}

/// A finished chart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chart {
    /// The picture.
    pub svg: String,
    /// Its width in pixels.
    pub width: u32,
    /// Its height in pixels.
    pub height: u32,
    /// The theme it was drawn in.
    pub theme: Theme,
}

/// Why there is no chart.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ChartError {
    /// The results hold no variant at all.
    #[error("there is nothing to draw: the results hold no variant")]
    Empty,
    /// The results were made without series.
    #[error("the results hold no series over time: run again with --series, then plot")]
    NoSeries,
    /// Nothing is named like this.
    #[error("there is no {what} `{name}` in the results; there is {known}")]
    Unknown {
        /// `variant`, `client`, `service`, `edge`, `window`, `metric` or `axis`.
        what: &'static str,
        /// What was asked for.
        name: String,
        /// What there is.
        known: String,
    },
    /// The chart is about something that these results are not.
    #[error("there is nothing to draw: this chart shows {shows}")]
    Unfit {
        /// What it shows, and why there is none of it.
        shows: &'static str,
    },
    /// No client, or no service, has any number that this chart shows.
    #[error("there is nothing to draw: the results hold no {what}")]
    Nothing {
        /// What is missing.
        what: &'static str,
    },
}
