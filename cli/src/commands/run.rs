//! `run`: every variant of a scenario, side by side.

use std::path::PathBuf;

use brownout_report::{junit, mermaid};
use brownout_scenarios::document::check::{self, Scenario};
use brownout_scenarios::document::mistake::Located;
use brownout_scenarios::document::nearest::suggestion;
use brownout_scenarios::experiment::{self, Failure, Options, Watch};
use brownout_scenarios::result::{Point, ResultSet, Verdict};

use crate::exit::{Exit, Stop};
use crate::export::{Exports, Format};
use crate::input::{Choice, Conduct, Opened, refused, warn};
use crate::progress::Progress;
use crate::{gate, interrupt, output};

const EXAMPLES: &str = "\
Examples:
  brownout run feed-cascade                                   every variant, side by side
  brownout run ./my.ron --variant breaker -n 20 --seed 7      one variant, 20 times
  brownout run hello --set services.shop.workers='Threads(80)'
  brownout run hello --series --export-json hello.json        results to plot later
  brownout show hello | brownout run - --format csv > hello.csv
";

/// What to run, and what to do with the results.
#[derive(clap::Args, Debug)]
#[command(before_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    choice: Choice,
    /// Run only this variant; may be given several times. All of them without it.
    #[arg(long, value_name = "NAME")]
    variant: Vec<String>,
    #[command(flatten)]
    conduct: Conduct,
    /// Threads to run on; as many as the machine offers without it. Never changes a result.
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// The form of the results on stdout.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    #[command(flatten)]
    exports: Exports,
    /// Save what became of the expectations as JUnit XML.
    #[arg(long, value_name = "FILE")]
    export_junit: Option<PathBuf>,
    #[command(flatten)]
    golden: gate::Golden,
    /// Keep the series that charts are drawn from.
    #[arg(long)]
    series: bool,
    /// Keep the value of each estimate in every replication.
    #[arg(long)]
    per_replication: bool,
    /// Do not count it as a failure that the results leave an expectation undecided.
    #[arg(long)]
    allow_undecided: bool,
    /// Check the laws of the model on the way; takes longer and never changes a result.
    #[arg(long)]
    audit: bool,
}

/// The variants that are run and their systems, in the order of the results.
type Points = Vec<(Option<String>, check::Point)>;

/// Runs, and tells what came out.
pub(crate) fn perform(args: &Args, verbose: bool) -> Result<Exit, Stop> {
    args.exports.check()?;
    let opened = args.choice.open(Some(&args.conduct))?;
    let scenario = opened.check()?;
    let points = points(&opened, &scenario, &args.variant)?;
    warn(scenario.warnings.iter().filter(|warning| concerns(warning, &points)));

    // Policies differ between variants; the graph is that of the first.
    let graph = points.first().map(|(_, point)| mermaid::call_graph(&point.plan));
    if let Some(file) = &args.export_junit {
        output::check_place(file)?;
    }
    let gate = args.golden.open(points.iter().map(|(_, point)| point), &args.variant)?;

    interrupt::listen();
    let mut with_series = results(args, &opened, &scenario, points)?;
    if let Some(gate) = &gate
        && with_series.complete
    {
        gate.judge(&mut with_series);
    }
    let mut results = with_series.clone();
    if !args.series {
        results.points.iter_mut().for_each(|point| point.series = None);
    }
    output::print(&args.format.render(&results, graph.as_deref(), verbose)?)?;
    args.exports.write(&results, &with_series, graph.as_deref(), verbose)?;
    if let Some(file) = &args.export_junit {
        output::write_file(file, junit::to_string(&results, args.allow_undecided).as_bytes())?;
    }
    args.golden.save(&results)?;
    Ok(verdict(&results, args.allow_undecided))
}

/// The chosen variants in the order of the file; all of them if none is chosen, and the system itself if there is none.
fn points(opened: &Opened, scenario: &Scenario, chosen: &[String]) -> Result<Points, Stop> {
    for name in chosen {
        if !scenario.variants.contains(name) {
            let help = suggestion(name, scenario.variants.iter().map(String::as_str));
            return Err(Stop::usage(format!("there is no variant `{name}`")).help(help));
        }
    }
    let named = scenario.variants.iter().filter(|name| chosen.is_empty() || chosen.contains(name));
    let mut names: Vec<Option<String>> = named.cloned().map(Some).collect();
    if names.is_empty() {
        names.push(None);
    }
    let point = |name: Option<String>| {
        let point = opened.document.point(name.as_deref(), &[]);
        point.map(|point| (name, point)).map_err(|problems| refused(&problems))
    };
    names.into_iter().map(point).collect()
}

/// Whether a warning about the whole scenario is one about something that is run.
fn concerns(warning: &Located, points: &Points) -> bool {
    let same = |other: &Located| (other.code, other.bytes) == (warning.code, warning.bytes);
    points.iter().any(|(_, point)| point.warnings.iter().any(same))
}

/// Whoever is interrupted wants the rest of what was asked for no more.
struct Watcher<'a>(&'a Progress);

impl Watch for Watcher<'_> {
    fn stops(&self) -> bool {
        interrupt::asked()
    }

    fn ran(&self, events: u64) {
        self.0.add(events);
    }
}

/// Runs one point after the other, as long as nobody interrupts.
fn results(
    args: &Args,
    opened: &Opened,
    scenario: &Scenario,
    points: Points,
) -> Result<ResultSet, Stop> {
    let total = points.iter().map(|(_, point)| u64::from(point.system.run.replications)).sum();
    let progress = Progress::new(total);
    let mut set = ResultSet {
        schema_version: 1,
        tool: concat!("brownout ", env!("CARGO_PKG_VERSION")).to_owned(),
        scenario: opened.name.clone(),
        title: scenario.title.clone(),
        scenario_sha256: scenario.sha256.clone(),
        seed: scenario.system.run.seed,
        complete: true,
        axes: Vec::new(),
        points: Vec::new(),
        comparisons: Vec::new(),
        against: None,
    };
    for (variant, point) in points {
        let options = args.options(&point);
        let ran = experiment::run_point(&point.plan, options, &Watcher(&progress));
        let ran = ran.map_err(|failure| broken(&failure, variant.as_deref(), &progress))?;
        set.complete &= ran.complete;
        // A point of no replication has nothing to say.
        if ran.point.replications > 0 {
            set.points.push(Point { variant, set: args.choice.settings(), ..ran.point });
        }
        if !set.complete {
            break;
        }
    }
    progress.finish();
    Ok(set)
}

impl Args {
    fn options<'p>(&self, point: &'p check::Point) -> Options<'p> {
        Options {
            replications: point.system.run.replications,
            threads: self.jobs.map(usize::from),
            series: self.series || self.exports.draws(),
            per_replication: self.per_replication || self.golden.needs_values(),
            expect: &point.expect,
            audit: self.audit || cfg!(debug_assertions),
        }
    }
}

/// A run that must not be trusted is told, and nothing else.
fn broken(failure: &Failure, variant: Option<&str>, progress: &Progress) -> Stop {
    progress.finish();
    let variant = variant.map(|name| format!("variant `{name}`: ")).unwrap_or_default();
    let help = "this is a mistake in brownout itself, not in the scenario: please report it with this message, the \
                command and the scenario";
    Stop::failure(format!("{variant}{failure}")).help(help.to_owned())
}

fn verdict(results: &ResultSet, allow_undecided: bool) -> Exit {
    let mut expectations = results.points.iter().flat_map(|point| &point.expectations);
    let unmet = |verdict| match verdict {
        Verdict::Pass => false,
        Verdict::Fail => true,
        Verdict::Undecided => !allow_undecided,
    };
    if !results.complete {
        Exit::Interrupted
    } else if results.against.as_ref().is_some_and(|against| !against.holds())
        || expectations.any(|expectation| unmet(expectation.verdict))
    {
        Exit::Unmet
    } else {
        Exit::Done
    }
}
