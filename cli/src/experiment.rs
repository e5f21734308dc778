//! What the commands that run experiments have in common: the points, the frame of the results, and how it ends.

use brownout_scenarios::document::check::{self, Scenario};
use brownout_scenarios::document::mistake::Located;
use brownout_scenarios::document::nearest::suggestion;
use brownout_scenarios::experiment::enough::Until;
use brownout_scenarios::experiment::{Failure, Options, Values, Watch};
use brownout_scenarios::result::{ResultSet, Verdict};
use brownout_scenarios::warmup;

use crate::effort::Goal;
use crate::exit::{Exit, Stop};
use crate::input::{Opened, refused};
use crate::progress::Progress;
use crate::{interrupt, output};

/// Variants and their systems, in the order of the results.
pub(crate) type Points = Vec<(Option<String>, check::Point)>;

/// Where and how replications are run.
#[derive(clap::Args, Debug)]
pub(crate) struct Bench {
    /// Threads to run on; as many as the machine offers without it. Never changes a result.
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// Check the laws of the model on the way; takes longer and never changes a result.
    #[arg(long)]
    audit: bool,
}

impl Bench {
    /// How a point is run: as often as its scenario says, or until the goal is reached.
    pub(crate) fn options<'p>(
        &self,
        point: &'p check::Point,
        goal: Option<&'p Goal>,
    ) -> Options<'p> {
        Options {
            replications: goal.map_or(point.system.run.replications, |goal| goal.most),
            until: goal.map(|goal| Until { within: goal.within, least: goal.least, of: &goal.of }),
            threads: self.jobs.map(usize::from),
            series: false,
            per_replication: Values::None,
            expect: &point.expect,
            audit: self.audit || cfg!(debug_assertions),
        }
    }
}

/// The names of the chosen variants in the order of the file; all of them if none is chosen, and none for the system
/// itself if there is none.
pub(crate) fn variants(
    scenario: &Scenario,
    chosen: &[String],
) -> Result<Vec<Option<String>>, Stop> {
    chosen.iter().try_for_each(|name| exists(scenario, name))?;
    let named = scenario.variants.iter().filter(|name| chosen.is_empty() || chosen.contains(name));
    let names: Vec<Option<String>> = named.cloned().map(Some).collect();
    Ok(if names.is_empty() { vec![None] } else { names })
}

/// Refuses a variant that the scenario does not have.
pub(crate) fn exists(scenario: &Scenario, name: &str) -> Result<(), Stop> {
    if scenario.variants.iter().any(|known| known == name) {
        return Ok(());
    }
    let help = suggestion(name, scenario.variants.iter().map(String::as_str));
    Err(Stop::usage(format!("there is no variant `{name}`")).help(help))
}

/// The systems of some variants.
pub(crate) fn points(opened: &Opened, names: Vec<Option<String>>) -> Result<Points, Stop> {
    let point = |name: Option<String>| {
        let point = opened.document.point(name.as_deref(), &[]);
        point.map(|point| (name, point)).map_err(|problems| refused(&problems))
    };
    names.into_iter().map(point).collect()
}

/// Whether a warning about a whole scenario is one about something that is run.
pub(crate) fn concerns<'p>(
    warning: &Located,
    points: impl IntoIterator<Item = &'p check::Point>,
) -> bool {
    let same = |other: &Located| (other.code, other.bytes) == (warning.code, warning.bytes);
    points.into_iter().any(|point| point.warnings.iter().any(same))
}

/// Finds the warm-up of a scenario that leaves it to be found, and checks it again with that. It is that of the first system
/// that is run, the baseline: of the first of the chosen variants, or of all of them.
pub(crate) fn settle_warmup(
    opened: &mut Opened,
    scenario: Scenario,
    bench: &Bench,
    chosen: &[String],
) -> Result<Scenario, Stop> {
    if !scenario.auto_warmup {
        return Ok(scenario);
    }
    let name = chosen.first().or(scenario.variants.first());
    name.map_or(Ok(()), |name| exists(&scenario, name))?;
    let point = opened.document.point(name.map(String::as_str), &[]);
    let system = point.map_err(|problems| refused(&problems))?.system;
    let hears = Hears;
    let found = warmup::find(&system, bench.jobs.map(usize::from), &hears);
    let found = found.map_err(|failure| Stop::failure(&failure).help(OUR_MISTAKE.to_owned()))?;
    if hears.stops() {
        return Err(Stop::Said(Exit::Interrupted));
    }
    let Some(span) = found else {
        let help = "run longer, or set the warm-up: --warmup 30s; a system that is overloaded never settles";
        let message = "no warm-up can be found: without its faults the system does not settle in the first half of the \
                       run (MSER-5), or remembers for too much of it";
        return Err(Stop::failure(message).help(help.to_owned()));
    };
    output::say(&format!(
        "the warm-up is {} s: found by MSER-5 on {} replications without faults{}",
        span.as_secs_f64(),
        warmup::REPLICATIONS,
        name.map(|name| format!(" of {name}")).unwrap_or_default()
    ));
    opened.document.settle_warmup(span);
    opened.check_for(chosen)
}

/// Only whether somebody wants it to stop.
struct Hears;

impl Watch for Hears {
    fn stops(&self) -> bool {
        interrupt::asked()
    }
}

const OUR_MISTAKE: &str = "this is a mistake in brownout itself, not in the scenario: please report it with this \
                           message, the command and the scenario";

const ENDLESS: &str = "look for what takes no time and repeats itself, such as thousands of retries without a backoff of \
                       a call that fails at once";

/// Results of a scenario that hold nothing yet.
pub(crate) fn nothing_yet(opened: &Opened, scenario: &Scenario) -> ResultSet {
    ResultSet {
        schema_version: 1,
        tool: concat!("brownout ", env!("CARGO_PKG_VERSION")).to_owned(),
        scenario: opened.name.clone(),
        title: scenario.title.clone(),
        scenario_sha256: scenario.sha256.clone(),
        seed: scenario.system.run.seed,
        warmup_s: scenario.auto_warmup.then(|| scenario.system.run.warmup.as_secs_f64()),
        complete: true,
        axes: Vec::new(),
        points: Vec::new(),
        comparisons: Vec::new(),
        against: None,
    }
}

/// A run that must not be trusted is told, and nothing else.
pub(crate) fn broken(failure: &Failure, progress: &Progress) -> Stop {
    progress.finish();
    let help = match failure {
        Failure::Endless { .. } => ENDLESS,
        Failure::BrokenLaw { .. } | Failure::Panicked { .. } => OUR_MISTAKE,
    };
    Stop::failure(failure).help(help.to_owned())
}

/// How the program ends after these results.
pub(crate) fn verdict(results: &ResultSet, allow_undecided: bool) -> Exit {
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
