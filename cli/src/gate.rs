//! Golden results: saved by one run, and what a later run is held against.

use std::fs;
use std::path::PathBuf;

use brownout_core::units::Share;
use brownout_report::json;
use brownout_scenarios::baseline::{self, least_on_both_sides, least_replications};
use brownout_scenarios::document::check::Point;
use brownout_scenarios::metric::headline;
use brownout_scenarios::metric::reading::Reading;
use brownout_scenarios::result::ResultSet;
use brownout_scenarios::result::against::Difference;

use crate::exit::Stop;
use crate::experiment::Points;
use crate::output;

/// What is saved, and what a run is held against.
#[derive(clap::Args, Debug)]
pub(crate) struct Golden {
    /// Save these results, to hold a later run against them.
    #[arg(long, value_name = "FILE")]
    save_baseline: Option<PathBuf>,
    /// Hold these results against saved ones; exit status 99 if a headline metric differs by more than chance and by
    /// more than the tolerance.
    #[arg(long, value_name = "FILE")]
    against: Option<PathBuf>,
    /// With --against: the relative difference of means that does not matter.
    #[arg(long, value_name = "SHARE", default_value = "1%", requires = "against")]
    tolerance: Share,
}

/// What a run is held against.
pub(crate) struct Gate {
    file: PathBuf,
    saved: ResultSet,
    /// The metrics to compare, for each point.
    headlines: Vec<Vec<Reading>>,
    tolerance: f64,
}

impl Golden {
    /// Whether results need their values in every replication.
    pub(crate) fn needs_values(&self) -> bool {
        self.save_baseline.is_some() || self.against.is_some()
    }

    /// Refuses before a long run what would come to nothing after it: a place where nothing can be saved, saved results
    /// that cannot be read, a gate that could not fail.
    pub(crate) fn open(
        &self,
        points: &Points,
        now: &ResultSet,
        chosen: &[String],
    ) -> Result<Option<Gate>, Stop> {
        if let Some(file) = &self.save_baseline {
            output::check_place(file)?;
        }
        let Some(file) = &self.against else { return Ok(None) };
        if self.save_baseline.as_ref() == Some(file) {
            let message = "--save-baseline would replace what these results are held --against";
            return Err(Stop::usage(message).help("save them to another file".to_owned()));
        }
        let trouble =
            |why: String| Stop::failure(format!("cannot use `{}`: {why}", file.display()));
        let text = fs::read_to_string(file).map_err(|error| {
            trouble(output::reason(&error)).help("--save-baseline FILE saves results".to_owned())
        })?;
        let mut saved = json::from_str(&text).map_err(|error| trouble(error.to_string()))?;
        if is_another(&saved, now, points) {
            let (theirs, ours) = (&saved.scenario, &now.scenario);
            return Err(trouble(format!("they are results of `{theirs}`, and this is `{ours}`")));
        }
        // Who runs some variants only does not ask after the others.
        let is_chosen = |variant: &Option<String>| {
            chosen.is_empty() || variant.as_ref().is_some_and(|variant| chosen.contains(variant))
        };
        saved.points.retain(|point| is_chosen(&point.variant));
        if !saved.complete {
            return Err(trouble("it is the result of a run that was stopped".to_owned()));
        }
        let (mut headlines, mut numbers, mut own) = (Vec::new(), 0, u64::MAX);
        for (_, point) in points {
            let readings = headline::of(&point.plan);
            numbers += readings.len() * point.plan.windows.len();
            own = own.min(u64::from(point.system.run.replications));
            headlines.push(readings);
        }
        let theirs = saved.points.iter().map(|point| u64::from(point.replications)).min();
        can_fail(own, theirs.unwrap_or(0), numbers)?;
        let file = file.clone();
        Ok(Some(Gate { file, saved, headlines, tolerance: self.tolerance.get() }))
    }

    /// Saves the results of some points, if that is wanted. Says so if they are too few to hold the like against.
    pub(crate) fn save<'p>(
        &self,
        results: &ResultSet,
        points: impl Iterator<Item = &'p Point>,
    ) -> Result<(), Stop> {
        let Some(file) = &self.save_baseline else { return Ok(()) };
        if !results.complete {
            // A run that was stopped is no baseline, and one that is there already may be.
            output::say(&format!("`{}` is left as it was: this run was stopped", file.display()));
            return Ok(());
        }
        let text = json::to_string(results).map_err(Stop::failure)?;
        output::write_file(file, text.as_bytes())?;
        let saved = results.points.iter().map(|point| u64::from(point.replications)).min();
        let numbers =
            points.map(|point| headline::of(&point.plan).len() * point.plan.windows.len());
        if let Some(text) = too_few(saved.unwrap_or(0), numbers.sum()) {
            output::say(&format!("\u{1b}[1;33mwarning\u{1b}[0m: {text}"));
        }
        Ok(())
    }
}

impl Gate {
    /// Holds results against the saved ones.
    pub(crate) fn judge(&self, results: &mut ResultSet) {
        let against = baseline::compare(&self.saved, results, &self.headlines, self.tolerance);
        results.against = Some(against);
    }

    /// Says on stderr that something differs, whatever the form of the results on stdout.
    pub(crate) fn tell(&self, results: &ResultSet) {
        let Some(against) = results.against.as_ref().filter(|against| !against.holds()) else {
            return;
        };
        let first = against.differences.iter().map(|one| {
            let Difference { metric, window, point, .. } = one;
            format!("{metric} in {window} ({point})")
        });
        let all: Vec<String> = first.chain(against.missing.iter().cloned()).collect();
        let rest = match all.len() {
            1 => String::new(),
            some => format!(" and {} more", some - 1),
        };
        let message = format!("differs from `{}`: {}{rest}", self.file.display(), all[0]);
        output::complain(&format!("\u{1b}[1;31merror\u{1b}[0m: {message}"));
    }
}

/// Whether saved results are those of another scenario: of another name and text, and of no client in a variant that there
/// is here too. A scenario that was renamed and changed has those.
fn is_another(saved: &ResultSet, now: &ResultSet, points: &Points) -> bool {
    let same = saved.scenario == now.scenario || saved.scenario_sha256 == now.scenario_sha256;
    let is_there = |variant: &Option<String>, client: &String| {
        let mut points = points.iter().filter(|(own, _)| own == variant);
        points.any(|(_, point)| point.plan.clients.iter().any(|own| own.name == *client))
    };
    let shares = |point: &brownout_scenarios::result::Point| {
        let mut clients = point.windows.iter().flat_map(|window| window.clients.keys());
        clients.any(|client| is_there(&point.variant, client))
    };
    !same && !saved.points.iter().any(shares)
}

/// What to say of so few saved replications that as many more can never show a difference in that many numbers.
fn too_few(saved: u64, numbers: usize) -> Option<String> {
    let least = least_replications(saved, numbers);
    if least.is_some_and(|least| least <= saved) {
        return None;
    }
    let both = least_on_both_sides(numbers);
    let both = both
        .map_or_else(String::new, |both| format!("; {both} on both sides would do (`-n {both}`)"));
    Some(match least {
        Some(least) => format!(
            "to hold a run --against these {saved} replications of {numbers} numbers takes {least} (`-n {least}`){both}"
        ),
        None => format!(
            "no run can be held --against these {saved} replications: chance could explain any difference in {numbers} \
             numbers{both}"
        ),
    })
}

/// A gate must be able to fail: with too few replications chance explains everything.
fn can_fail(own: u64, theirs: u64, numbers: usize) -> Result<(), Stop> {
    let least = least_replications(theirs, numbers);
    if least.is_some_and(|least| own >= least) {
        return Ok(());
    }
    let message = format!(
        "{own} replications against {theirs} saved ones can never show a difference in {numbers} numbers: chance could \
         explain any"
    );
    let help = match least {
        Some(least) => format!("take at least {least} (`-n {least}`), or save more of them"),
        None => "save more replications".to_owned(),
    };
    Err(Stop::usage(message).help(help))
}
