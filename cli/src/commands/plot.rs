//! `plot`: charts from saved results.

use std::path::PathBuf;

use brownout_report::charts::ChartOptions;
use brownout_report::json;

use crate::charts::{self, Format, Kind, Page};
use crate::exit::Stop;
use crate::output;

const EXAMPLES: &str = "\
Examples:
  brownout run hello --series --export-json hello.json
  brownout plot hello.json --out charts/
  brownout plot hello.json --chart latency --format png --theme dark
  brownout plot sweep.json --chart lines --axis workers --metric 'p99(app)' --metric 'utilisation(feed)'
";

/// What to draw, and where to.
#[derive(clap::Args, Debug)]
#[command(before_help = EXAMPLES)]
pub(crate) struct Args {
    /// Results that `run --series --export-json FILE` saved; - for stdin.
    results: String,
    /// A directory to draw into (one ending in / is made, but not what it lies in), or what the names of the files begin
    /// with: PREFIX-latency.svg.
    #[arg(short, long, value_name = "DIR/ or PREFIX", default_value = ".")]
    out: PathBuf,
    /// Draw this chart; may be given several times. All that suit the results without it.
    #[arg(long, value_enum, value_name = "CHART")]
    chart: Vec<Kind>,
    /// The format of the pictures.
    #[arg(long, value_enum, default_value_t = Format::Svg)]
    format: Format,
    /// The page that they are made for.
    #[arg(long, value_enum, default_value_t = Page::Auto)]
    theme: Page,
    /// Draw only this variant; may be given several times.
    #[arg(long, value_name = "NAME")]
    variant: Vec<String>,
    /// The client to draw.
    #[arg(long, value_name = "NAME")]
    client: Option<String>,
    /// The service to draw.
    #[arg(long, value_name = "NAME")]
    service: Option<String>,
    /// The window that numbers are told of.
    #[arg(long, value_name = "NAME")]
    window: Option<String>,
    /// The edge to draw; the one whose load varies most without it.
    #[arg(long, value_name = "NAME")]
    edge: Option<String>,
    /// What `lines` and `heatmap` show, as an expectation writes it, such as 'p99(app)'; `lines` takes several.
    #[arg(long, value_name = "METRIC")]
    metric: Vec<String>,
    /// The axis of a sweep to draw along, by its path or the end of it.
    #[arg(long, value_name = "PATH")]
    axis: Option<String>,
    /// The width of the pictures in pixels.
    #[arg(long, value_name = "PIXELS", default_value_t = 960, value_parser = clap::value_parser!(u32).range(320..=4000))]
    width: u32,
}

/// Draws.
pub(crate) fn perform(args: &Args) -> Result<(), Stop> {
    let text = crate::input::text(&args.results)?;
    let results = json::from_str(&text)
        .map_err(|error| Stop::failure(format!("{}: {error}", args.results)))?;
    if !results.complete {
        output::say("these results are incomplete: the run that they come from was interrupted");
    }
    let options = ChartOptions {
        theme: args.theme.into(),
        width: args.width,
        variants: args.variant.clone(),
        client: args.client.clone(),
        service: args.service.clone(),
        window: args.window.clone(),
        edge: args.edge.clone(),
        metrics: args.metric.clone(),
        axis: args.axis.clone(),
    };
    charts::write(&results, &args.chart, args.format, &options, &args.out)
}
