//! `run`: every variant of a scenario, side by side.

use brownout_report::mermaid;
use brownout_scenarios::experiment::{self, Job, Options, Values};
use brownout_scenarios::result::{Point, ResultSet};

use crate::effort::Effort;
use crate::exit::{Exit, Stop};
use crate::experiment::{
    Bench, Points, broken, concerns, nothing_yet, points, settle_warmup, variants, verdict,
};
use crate::export::{Exports, Format};
use crate::input::{Choice, Conduct, warn};
use crate::progress::Progress;
use crate::suspicions::Name;
use crate::{gate, interrupt, output, twins};

const EXAMPLES: &str = "\
Examples:
  brownout run feed-cascade                                   every variant, side by side
  brownout run ./my.ron --variant breaker -n 20 --seed 7      one variant, 20 times
  brownout run hello --precision 2% --precision-of 'p99(visitors)'  as often as it takes
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
    #[command(flatten)]
    effort: Effort,
    #[command(flatten)]
    bench: Bench,
    /// The form of the results on stdout.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    #[command(flatten)]
    exports: Exports,
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
}

/// Runs, and tells what came out.
pub(crate) fn perform(args: &Args, verbose: bool) -> Result<Exit, Stop> {
    args.exports.check()?;
    let mut opened = args.choice.open(Some(&args.conduct))?;
    interrupt::listen();
    let checked = opened.check_for(&args.variant)?;
    let scenario = settle_warmup(&mut opened, checked, &args.bench, &args.variant)?;
    let points = points(&opened, variants(&scenario, &args.variant)?)?;
    let run = || points.iter().map(|(_, point)| point);
    warn(scenario.warnings.iter().filter(|warning| concerns(warning, run())));
    twins::tell(points.iter().map(|(variant, point)| {
        (Name { variant: variant.as_deref(), setting: String::new() }, &point.system)
    }));

    // Policies differ between variants; the graph is that of the first.
    let graph = points.first().map(|(_, point)| mermaid::call_graph(&point.plan));
    let nothing = nothing_yet(&opened, &scenario);
    let gate = args.golden.open(&points, &nothing, &args.variant)?;

    let mut with_series = results(args, nothing, &points)?;
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
    let graph = graph.as_deref();
    args.exports.write(&results, &with_series, graph, verbose, args.allow_undecided)?;
    args.golden.save(&results, points.iter().map(|(_, point)| point))?;
    if let Some(gate) = &gate {
        gate.tell(&results);
    }
    Ok(verdict(&results, args.allow_undecided))
}

/// Runs all points side by side, as long as nobody interrupts.
fn results(args: &Args, mut set: ResultSet, points: &Points) -> Result<ResultSet, Stop> {
    let goal = args.effort.goal(&points[0].1.plan)?;
    let jobs = points.iter().map(|(_, point)| Job {
        plan: &point.plan,
        options: Options {
            series: args.series || args.exports.draws(),
            per_replication: match (args.per_replication, args.golden.needs_values()) {
                (true, _) => Values::All,
                (false, true) => Values::Headline,
                (false, false) => Values::None,
            },
            ..args.bench.options(point, goal.as_ref())
        },
    });
    let jobs: Vec<Job<'_>> = jobs.collect();
    let progress = Progress::new(&jobs);
    let ran = experiment::run_points(&jobs, &progress, &mut |at, ran| {
        set.complete &= ran.complete;
        // A point of no replication has nothing to say.
        if ran.point.replications > 0 {
            let (variant, set_on_top) = (points[at].0.clone(), args.choice.settings());
            set.points.push(Point { variant, set: set_on_top, ..ran.point });
        }
    });
    ran.map_err(|failure| broken(&failure, &progress))?;
    progress.finish();
    Ok(set)
}
