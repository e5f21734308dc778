//! `sweep`: a scenario at every point that some axes span.

use brownout_report::mermaid;
use brownout_scenarios::document::check;
use brownout_scenarios::experiment::{self, Job, Options, Values};
use brownout_scenarios::result::{Axis, Point, ResultSet};
use brownout_scenarios::sweep::Setting;

use crate::effort::{Effort, Goal};
use crate::exit::{Exit, Stop};
use crate::experiment::{Bench, broken, nothing_yet, settle_warmup, variants, verdict};
use crate::export::{Exports, Format};
use crate::input::{Choice, Conduct, Opened, refused};
use crate::pilot;
use crate::progress::Progress;
use crate::suspicions::{self, Name};
use crate::{interrupt, output, twins};

const EXAMPLES: &str = "\
Examples:
  brownout sweep hello --sweep 'services.shop.workers=Threads(10..50 by 10)'
  brownout sweep feed-cascade --variant timeout --sweep services.feed.workers='Threads(100..400 by 100)'
  brownout sweep ./my.ron --precision 2%                      the axes of the file, each point as often as it takes
  brownout sweep ./my.ron --plan                              what would be run, and how long that would take
";

/// What to sweep, and what to do with the results.
#[derive(clap::Args, Debug)]
#[command(before_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    choice: Choice,
    /// Walk through these values: path=a,b,c or path=a..b by s or path=a..b log n, also inside a value. Several axes
    /// multiply. The axes of the file without it.
    #[arg(long, value_name = "PATH=VALUES", value_parser = axis)]
    sweep: Vec<Typed>,
    /// Walk through all axes of the command line side by side, in place of multiplying them.
    #[arg(long, requires = "sweep")]
    zip: bool,
    /// Sweep only this variant; may be given several times. All of them without it.
    #[arg(long, value_name = "NAME")]
    variant: Vec<String>,
    /// Print the points and how long they would take, measured in a short pilot, and run nothing else.
    #[arg(long)]
    plan: bool,
    #[command(flatten)]
    conduct: Conduct,
    #[command(flatten)]
    effort: Effort,
    #[command(flatten)]
    bench: Bench,
    /// The form of the results on stdout; jsonl comes point by point, as they are done.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    #[command(flatten)]
    exports: Exports,
    /// Keep the series that charts over time are drawn from.
    #[arg(long)]
    series: bool,
    /// Keep the value of each estimate in every replication.
    #[arg(long)]
    per_replication: bool,
    /// Do not count it as a failure that the results leave an expectation undecided.
    #[arg(long)]
    allow_undecided: bool,
}

/// A point before it is run.
pub(crate) struct Place {
    pub(crate) variant: Option<String>,
    pub(crate) setting: Setting,
    pub(crate) point: check::Point,
}

impl Place {
    fn name(&self) -> Name<'_> {
        let setting = suspicions::setting(self.setting.iter().map(|(path, value)| (path, value)));
        Name { variant: self.variant.as_deref(), setting }
    }
}

/// An axis as it was typed, and what is short about it.
#[derive(Clone, Debug)]
struct Typed {
    axis: Axis,
    short: Vec<String>,
}

fn axis(typed: &str) -> Result<Typed, String> {
    Ok(Typed { axis: Axis::parse(typed)?, short: Axis::short(typed) })
}

/// Sweeps, and tells what came out.
pub(crate) fn perform(args: &Args, verbose: bool) -> Result<Exit, Stop> {
    args.exports.check()?;
    let mut opened = args.choice.open(Some(&args.conduct))?;
    interrupt::listen();
    let checked = opened.check_for(&args.variant)?;
    let scenario = settle_warmup(&mut opened, checked, &args.bench, &args.variant)?;
    let axes = axes(args, &opened)?;
    args.choice.leaves_free("the sweep", axes.iter().flat_map(|axis| &axis.paths))?;
    let names = variants(&scenario, &args.variant)?;
    let places = places(&opened, &names, &axes)?;
    let points: Vec<_> = places.iter().map(|one| (one.name(), &*one.point.warnings)).collect();
    suspicions::tell(&points);
    twins::tell(places.iter().map(|place| (place.name(), &place.point.system)));
    let goal = args.effort.goal(&places[0].point.plan)?;
    if args.plan {
        return pilot::tell(&places, goal.as_ref()).map(|()| Exit::Done);
    }
    let graph = places.first().map(|place| mermaid::call_graph(&place.point.plan));
    let mut set = nothing_yet(&opened, &scenario);
    set.axes = axes;
    let set = results(args, set, &places, goal.as_ref())?;
    if args.format != Format::Jsonl {
        output::print(&args.format.render(&set, graph.as_deref(), verbose)?)?;
    }
    if args.exports.is_some() {
        args.exports.write(&set, &set, graph.as_deref(), verbose, args.allow_undecided)?;
    }
    Ok(verdict(&set, args.allow_undecided))
}

/// The axes of the command line, or else those of the file.
fn axes(args: &Args, opened: &Opened) -> Result<Vec<Axis>, Stop> {
    let typed: Vec<Axis> = args.sweep.iter().map(|typed| typed.axis.clone()).collect();
    let axes = match args.sweep.is_empty() {
        true => Axis::of(&opened.document),
        false if args.zip => vec![Axis::zip(typed).map_err(Stop::usage)?],
        false => typed,
    };
    if let Some((axis, value)) = axes.iter().find_map(|axis| Some((axis, axis.repeated()?))) {
        let message = format!("`{value}` stands twice on the axis {}", axis.paths.join(" & "));
        return Err(Stop::usage(message).help("leave one of them out".to_owned()));
    }
    for short in args.sweep.iter().flat_map(|typed| &typed.short) {
        output::say(&format!("\u{1b}[1;33mwarning\u{1b}[0m: {short}"));
    }
    if axes.is_empty() {
        let help = "give an axis: --sweep path=a,b,c, or a section `sweep` in the file".to_owned();
        return Err(Stop::usage("there is nothing to sweep").help(help));
    }
    Ok(axes)
}

/// All points: variant by variant, the last axis fastest.
fn places(opened: &Opened, variants: &[Option<String>], axes: &[Axis]) -> Result<Vec<Place>, Stop> {
    let settings = Axis::points(axes).map_err(Stop::usage)?;
    let mut places = Vec::new();
    for variant in variants {
        for setting in &settings {
            let point = opened.document.point(variant.as_deref(), setting);
            let point = point.map_err(|problems| refused(&problems))?;
            places.push(Place { variant: variant.clone(), setting: setting.clone(), point });
        }
    }
    Ok(places)
}

/// Runs all points side by side, as long as nobody interrupts.
fn results(
    args: &Args,
    mut set: ResultSet,
    places: &[Place],
    goal: Option<&Goal>,
) -> Result<ResultSet, Stop> {
    let jobs = places.iter().map(|place| Job {
        plan: &place.point.plan,
        options: Options {
            series: args.series,
            per_replication: if args.per_replication { Values::All } else { Values::None },
            ..args.bench.options(&place.point, goal)
        },
    });
    let jobs: Vec<Job<'_>> = jobs.collect();
    let progress = Progress::new(&jobs);
    let frame = ResultSet { points: Vec::new(), ..set.clone() };
    let mut printed = Ok(());
    let ran = experiment::run_points(&jobs, &progress, &mut |at, ran| {
        set.complete &= ran.complete;
        // A point of no replication has nothing to say.
        if ran.point.replications == 0 {
            return;
        }
        let settings = args.choice.settings().into_iter().chain(places[at].setting.clone());
        let variant = places[at].variant.clone();
        let point = Point { variant, set: settings.collect(), ..ran.point };
        if args.format == Format::Jsonl && printed.is_ok() {
            let alone = ResultSet { points: vec![point.clone()], ..frame.clone() };
            printed = args.format.render(&alone, None, false).and_then(|text| output::print(&text));
        }
        // What has been printed and is to be written nowhere is known by its verdicts alone.
        set.points.push(match args.format == Format::Jsonl && !args.exports.is_some() {
            true => Point { windows: Vec::new(), series: None, ..point },
            false => point,
        });
    });
    ran.map_err(|failure| broken(&failure, &progress))?;
    progress.finish();
    printed.map(|()| set)
}
