//! `compare`: the same requests in two or more systems, and what is better, worse, or the same as far as one can tell.

use std::collections::BTreeMap;

use brownout_models::plan::Plan;
use brownout_report::mermaid;
use brownout_scenarios::compare;
use brownout_scenarios::document::check::{self, Scenario};
use brownout_scenarios::experiment::enough::BATCH;
use brownout_scenarios::experiment::{self, Job, Options, Ran, Values};
use brownout_scenarios::metric::headline;
use brownout_scenarios::metric::reading::Reading;
use brownout_scenarios::result::comparison::Comparison;
use brownout_scenarios::result::{Point, ResultSet};

use crate::effort::{Effort, Goal};
use crate::exit::{Exit, Stop};
use crate::experiment::{
    Bench, broken, concerns, exists, nothing_yet, settle_warmup, variants, verdict,
};
use crate::export::{Exports, Format};
use crate::input::{Choice, Conduct, Opened, equals_sign, refused, settings, touches, warn};
use crate::progress::Progress;
use crate::suspicions::{self, Name};
use crate::{interrupt, output, twins};

const EXAMPLES: &str = "\
Examples:
  brownout compare feed-cascade --variant timeout --variant breaker
  brownout compare feed-cascade --variant timeout --with services.feed.workers='Threads(220)'
  brownout compare old.ron new.ron:breaker --precision 1% --precision-of 'p99(app) in fault'
  brownout compare hello -n 20 --format markdown
";

/// What to compare. The first variant, or the first file, is the baseline; all others are held against it. What is
/// expected of them is judged as by `run`, and exit status 99 says that something is not so.
#[derive(clap::Args, Debug)]
#[command(before_help = EXAMPLES)]
pub(crate) struct Args {
    /// A scenario, or several to hold against each other; a variant of one is named behind a colon: my.ron:breaker.
    #[arg(required = true)]
    scenario: Vec<String>,
    /// Compare this variant; may be given several times, the baseline first. All of them without it.
    #[arg(long, value_name = "NAME")]
    variant: Vec<String>,
    /// Compare the baseline with itself after this change; may be given several times, each a system of its own.
    /// Changes that belong together are joined by `; `.
    #[arg(long, value_name = "PATH=VALUE", value_parser = changes)]
    with: Vec<Changes>,
    /// Lay the faults, clients, variants and expectations of this file over the scenario.
    #[arg(long, value_name = "FILE")]
    incident: Option<String>,
    /// Change one value by its path in all systems, over everything else.
    #[arg(long, value_name = "PATH=VALUE", value_parser = crate::input::change)]
    set: Vec<String>,
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
    /// Keep the series that charts are drawn from.
    #[arg(long)]
    series: bool,
    /// Do not count it as a failure that the results leave an expectation undecided.
    #[arg(long)]
    allow_undecided: bool,
}

/// Changes that make another system.
#[derive(Clone, Debug)]
struct Changes(Vec<(String, String)>);

/// Unless something else is said: until each difference is clear, or known to so much of the numbers themselves.
const WITHIN: f64 = 0.05;
/// And no more replications than that.
const MOST: u32 = 100;

/// One of the systems.
struct Side {
    variant: Option<String>,
    set: BTreeMap<String, String>,
    point: check::Point,
}

impl Side {
    fn name(&self) -> Name<'_> {
        Name { variant: self.variant.as_deref(), setting: suspicions::setting(&self.set) }
    }
}

/// Compares, and tells what came out.
pub(crate) fn perform(args: &Args, verbose: bool) -> Result<Exit, Stop> {
    args.exports.check()?;
    interrupt::listen();
    let (set, sides) = match args.scenario.as_slice() {
        [one] => of_one(args, one)?,
        several => of_several(args, several)?,
    };
    if sides.len() < 2 {
        let help = "name two variants, or a change with --with PATH=VALUE".to_owned();
        return Err(
            Stop::usage("there is only one system, and nothing to hold it against").help(help)
        );
    }
    one_seed(&sides)?;
    twins::tell(sides.iter().map(|side| (side.name(), &side.point.system)));
    let graph = sides.first().map(|side| mermaid::call_graph(&side.point.plan));
    let with_series = results(args, set, sides)?;
    let mut results = with_series.clone();
    if !args.series {
        results.points.iter_mut().for_each(|point| point.series = None);
    }
    output::print(&args.format.render(&results, graph.as_deref(), verbose)?)?;
    let graph = graph.as_deref();
    args.exports.write(&results, &with_series, graph, verbose, args.allow_undecided)?;
    Ok(verdict(&results, args.allow_undecided))
}

/// Variants of one scenario.
fn of_one(args: &Args, typed: &str) -> Result<(ResultSet, Vec<Side>), Stop> {
    let (opened, scenario, named) = open(args, typed, &args.conduct)?;
    let chosen: Vec<String> = named.into_iter().chain(args.variant.iter().cloned()).collect();
    chosen.iter().try_for_each(|name| exists(&scenario, name))?;
    let names = match chosen.is_empty() {
        // A change is held against one system.
        true if !args.with.is_empty() => vec![scenario.variants.first().cloned()],
        true => variants(&scenario, &[])?,
        false => chosen.into_iter().map(Some).collect(),
    };
    let changed =
        args.with.iter().flat_map(|Changes(changes)| changes.iter().map(|(path, _)| path));
    Choice::of(typed, args.incident.clone(), &args.set).leaves_free("--with", changed)?;
    let baseline = names[0].clone();
    let mut sides = Vec::new();
    for name in names {
        sides.push(side(args, &opened, name.clone(), name.as_deref(), &[])?);
    }
    for Changes(changes) in &args.with {
        sides.push(side(args, &opened, baseline.clone(), baseline.as_deref(), changes)?);
    }
    let points: Vec<_> = sides.iter().map(|one| (one.name(), &*one.point.warnings)).collect();
    suspicions::tell(&points);
    Ok((nothing_yet(&opened, &scenario), sides))
}

/// Several files, or variants of them. They draw the same random numbers, those of the first.
fn of_several(args: &Args, typed: &[String]) -> Result<(ResultSet, Vec<Side>), Stop> {
    if !(args.variant.is_empty() && args.with.is_empty()) {
        let help = "name the variant of a file behind a colon: my.ron:breaker".to_owned();
        let message = "--variant and --with belong to one scenario, and there are several";
        return Err(Stop::usage(message).help(help));
    }
    let mut set: Option<ResultSet> = None;
    let mut sides = Vec::new();
    for one in typed {
        // What `--set` says of the seed, it says of all of them.
        let is_set = settings(&args.set).any(|(path, _)| touches(&path, "run.seed"));
        let first = set.as_ref().map(|set| set.seed);
        let conduct = args.conduct.seeded(first.filter(|_| !is_set));
        let (opened, scenario, named) = open(args, one, &conduct)?;
        if let Some(name) = &named {
            exists(&scenario, name)?;
        } else if !scenario.variants.is_empty() {
            let help = format!("for example {one}:{}", scenario.variants[0]);
            let message = format!("`{one}` has several variants, and none is named");
            return Err(Stop::usage(message).help(help));
        }
        let title = match &named {
            Some(variant) => format!("{}: {variant}", opened.name),
            None => opened.name.clone(),
        };
        let side = side(args, &opened, Some(title), named.as_deref(), &[])?;
        warn(scenario.warnings.iter().filter(|warning| concerns(warning, [&side.point])));
        sides.push(side);
        match &mut set {
            None => set = Some(nothing_yet(&opened, &scenario)),
            Some(set) => {
                set.scenario = format!("{}, {}", set.scenario, opened.name);
                set.scenario_sha256 = format!("{}, {}", set.scenario_sha256, scenario.sha256);
                set.title = None;
            }
        }
    }
    Ok((set.expect("there is at least one scenario"), sides))
}

/// A scenario as it was typed, which may name a variant behind its last colon.
fn open(
    args: &Args,
    typed: &str,
    conduct: &Conduct,
) -> Result<(Opened, Scenario, Option<String>), Stop> {
    let (scenario, variant) = match typed.rsplit_once(':') {
        Some((scenario, variant)) if !std::path::Path::new(typed).exists() => {
            (scenario, Some(variant.to_owned()))
        }
        _ => (typed, None),
    };
    let mut opened = Choice::of(scenario, args.incident.clone(), &args.set).open(Some(conduct))?;
    let chosen = variant.clone().map_or(args.variant.clone(), |named| vec![named]);
    let checked = opened.check_for(&chosen)?;
    let scenario = settle_warmup(&mut opened, checked, &args.bench, &chosen)?;
    Ok((opened, scenario, variant))
}

fn side(
    args: &Args,
    opened: &Opened,
    title: Option<String>,
    variant: Option<&str>,
    changes: &[(String, String)],
) -> Result<Side, Stop> {
    let point = opened.document.point_with(variant, "--with", changes);
    let point = point.map_err(|problems| refused(&problems))?;
    let set = changes.iter().cloned().chain(settings(&args.set));
    Ok(Side { variant: title, set: set.collect(), point })
}

/// Runs all systems together, as long as nobody interrupts.
fn results(args: &Args, mut set: ResultSet, sides: Vec<Side>) -> Result<ResultSet, Stop> {
    let plan = &sides[0].point.plan;
    let goal = match args.conduct.has_replications() {
        true => None,
        false => Some(begin_with(asked(&sides), args.effort.goal_or(WITHIN, MOST, plan)?, args)),
    };
    let named = goal.as_ref().is_some_and(|goal| !goal.of.is_empty());
    let jobs = sides.iter().map(|side| Job {
        plan: &side.point.plan,
        options: Options {
            series: args.series || args.exports.draws(),
            // What is asked for by name need not be among the headlines.
            per_replication: if named { Values::All } else { Values::Headline },
            ..args.bench.options(&side.point, goal.as_ref())
        },
    });
    let jobs: Vec<Job<'_>> = jobs.collect();
    let progress = Progress::of(&jobs, jobs.len());
    let (ran, requests) = experiment::run_together(&jobs, &progress)
        .map_err(|failure| broken(&failure, &progress))?;
    progress.finish();

    let plans: Vec<&Plan> = sides.iter().map(|side| &side.point.plan).collect();
    let readings = readings(&plans, goal.as_ref());
    set.complete = ran.iter().all(|one| one.complete);
    if ran.iter().all(|one| one.point.replications > 0) {
        let others = ran.iter().enumerate().skip(1).zip(requests);
        let comparisons = others.map(|((other, one), requests)| Comparison {
            baseline: 0,
            other,
            replications: one.point.replications,
            measures: compare::measures(&ran[0].point, &one.point, &readings),
            one_sided: compare::one_sided(&ran[0].point, &one.point, &readings),
            collapsed: compare::collapsed(&ran[0].point, &one.point),
            requests,
        });
        set.comparisons = comparisons.collect();
        let point = |(side, Ran { point, .. }): (Side, Ran)| Point {
            variant: side.variant,
            set: side.set,
            ..point
        };
        set.points = sides.into_iter().zip(ran).map(point).collect();
    }
    Ok(set)
}

/// The most replications that the scenarios of some systems ask for.
fn asked(sides: &[Side]) -> u32 {
    let each = sides.iter().map(|side| side.point.system.run.replications);
    each.max().unwrap_or(BATCH)
}

/// The goal, with so many replications as are asked for in any case. Fewer than a batch show no difference; it is told what
/// is taken in their place.
fn begin_with(asked: u32, goal: Goal, args: &Args) -> Goal {
    if asked < BATCH {
        output::say(&format!(
            "a comparison takes {BATCH} replications of each at least, not the {asked} of the scenario, and more until \
             each difference is clear; -n {asked} takes just as many"
        ));
    }
    let most = if args.effort.has_end() { goal.most } else { goal.most.max(asked) };
    Goal { least: asked.max(BATCH), most, ..goal }
}

/// Refuses systems that draw different random numbers: their requests are not the same, and a pair of them is none.
fn one_seed(sides: &[Side]) -> Result<(), Stop> {
    let seed = |side: &Side| side.point.system.run.seed;
    let first = seed(&sides[0]);
    let Some(other) = sides.iter().map(seed).find(|other| *other != first) else { return Ok(()) };
    let message = format!(
        "the systems have different seeds, {first} and {other}: a seed is no change, and only the same requests can be \
         paired"
    );
    let help = "leave `run.seed` out of what differs; --seed sets that of all systems".to_owned();
    Err(Stop::usage(message).help(help))
}

/// The metrics that are compared: the headline ones of all systems, and those whose precision decides.
fn readings(plans: &[&Plan], goal: Option<&Goal>) -> Vec<Reading> {
    let mut readings: Vec<Reading> = Vec::new();
    let asked = goal.map(|goal| goal.of.as_slice()).unwrap_or_default();
    let asked = asked.iter().map(|target| target.reading.clone());
    for reading in plans.iter().flat_map(|plan| headline::of(plan)).chain(asked) {
        if !readings.contains(&reading) {
            readings.push(reading);
        }
    }
    readings
}

/// Changes that belong together, joined by semicolons that stand in no quotes.
fn changes(typed: &str) -> Result<Changes, String> {
    let mut quoted = false;
    let parts = typed.split(|c: char| {
        quoted ^= c == '"';
        c == ';' && !quoted
    });
    let change = |part: &str| {
        let at = equals_sign(part).ok_or_else(|| {
            "expected path=value, such as services.feed.workers=Threads(400)".to_owned()
        })?;
        Ok((part[..at].trim().to_owned(), part[at + 1..].trim().to_owned()))
    };
    parts.map(change).collect::<Result<_, String>>().map(Changes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_told_apart_at_semicolons_outside_of_quotes() {
        let Changes(several) = changes(r#"a.b=Threads(2); c="x; y" "#).unwrap();
        let pairs: Vec<(&str, &str)> = several.iter().map(|(a, b)| (&**a, &**b)).collect();
        assert_eq!(pairs, [("a.b", "Threads(2)"), ("c", "\"x; y\"")]);
        assert!(changes("a.b").is_err() && changes("a=1; b").is_err());
    }
}
