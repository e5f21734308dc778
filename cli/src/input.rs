//! Which scenario is meant, what is laid over it, and what is wrong with it.

use std::collections::BTreeMap;
use std::path::Path;
use std::{fs, io};

use brownout_core::time::Span;
use brownout_scenarios::document::Document;
use brownout_scenarios::document::check::Scenario;
use brownout_scenarios::document::mistake::Located;
use brownout_scenarios::document::render::render;
use brownout_scenarios::files::{self, OpenError};
use brownout_scenarios::library::{self, Bundled};

use crate::exit::{Exit, Stop};
use crate::output;

/// A scenario with all that is laid over it.
#[derive(clap::Args, Debug)]
pub(crate) struct Choice {
    /// A scenario that comes along, by name; a file, by its path (with a `/`, or ending in .ron); or - for stdin.
    pub(crate) scenario: String,
    /// Lay the faults, clients, variants and expectations of this file over the scenario.
    #[arg(long, value_name = "FILE")]
    incident: Option<String>,
    /// Change one value by its path, over everything else: --set services.feed.workers='Threads(400)'.
    #[arg(long, value_name = "PATH=VALUE", value_parser = change)]
    set: Vec<String>,
}

/// How a scenario is run, where that differs from what its file says.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct Conduct {
    /// Independent repetitions of each variant.
    #[arg(short = 'n', long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    replications: Option<u32>,
    /// Where the random numbers begin.
    #[arg(long, value_name = "N", value_parser = seed)]
    seed: Option<u64>,
    /// The whole simulated time, such as 2min.
    #[arg(long, value_name = "TIME")]
    length: Option<Span>,
    /// Simulated time at the start that `all` and `before` leave out, such as 10s; auto to have it found.
    #[arg(long, value_name = "TIME", value_parser = warmup)]
    warmup: Option<Warmup>,
}

/// A warm-up as it is typed.
#[derive(Clone, Copy, Debug)]
enum Warmup {
    /// To be found.
    Auto,
    /// So long.
    For(Span),
}

fn seed(typed: &str) -> Result<u64, String> {
    typed.parse().map_err(|_| format!("expected a whole number from 0 to {}", u64::MAX))
}

fn warmup(typed: &str) -> Result<Warmup, String> {
    match typed {
        "auto" | "Auto" => Ok(Warmup::Auto),
        _ => typed.parse().map(Warmup::For).map_err(|error| format!("{error}, or auto")),
    }
}

/// A scenario as it was read, with the name that results carry.
pub(crate) struct Opened {
    pub(crate) name: String,
    pub(crate) document: Document,
}

impl Conduct {
    /// Whether their number was said.
    pub(crate) fn has_replications(&self) -> bool {
        self.replications.is_some()
    }

    /// The same with a seed, unless one was said.
    pub(crate) fn seeded(&self, seed: Option<u64>) -> Conduct {
        Conduct { seed: self.seed.or(seed), ..self.clone() }
    }

    /// As changes of the file: the flag, the path and the value of each.
    fn changes(&self) -> Vec<(&'static str, &'static str, String)> {
        let warmup = |warmup: Warmup| match warmup {
            Warmup::Auto => "Auto".to_owned(),
            Warmup::For(span) => format!("\"{span}\""),
        };
        let changes = [
            ("--replications", "run.replications", self.replications.map(|n| n.to_string())),
            ("--seed", "run.seed", self.seed.map(|seed| seed.to_string())),
            ("--length", "run.length", self.length.map(|length| format!("\"{length}\""))),
            ("--warmup", "run.warmup", self.warmup.map(warmup)),
        ];
        let said = changes.into_iter().filter_map(|(flag, path, value)| Some((flag, path, value?)));
        said.collect()
    }
}

impl Choice {
    /// A scenario of which only one part was typed here.
    pub(crate) fn of(scenario: &str, incident: Option<String>, set: &[String]) -> Choice {
        Choice { scenario: scenario.to_owned(), incident, set: set.to_vec() }
    }

    /// Reads the scenario and lays everything over it.
    pub(crate) fn open(&self, conduct: Option<&Conduct>) -> Result<Opened, Stop> {
        let conduct = conduct.map(Conduct::changes).unwrap_or_default();
        for (flag, path, _) in &conduct {
            if let Some(set) = self.settings().keys().find(|set| touches(set, path)) {
                let message = format!("{flag} and --set {set} both say what `{path}` is");
                return Err(Stop::usage(message).help("leave one of them out".to_owned()));
            }
        }
        let conduct = conduct.into_iter().map(|(_, path, value)| format!("{path}={value}"));
        let set: Vec<String> = conduct.chain(self.set.iter().cloned()).collect();
        let document =
            files::open(&self.scenario, self.incident.as_deref(), &set).map_err(unopened)?;
        Ok(Opened { name: name(&self.scenario), document })
    }

    /// Refuses to walk through, or to compare, values of a path that `--set` holds fast: it has the last word.
    pub(crate) fn leaves_free<'p>(
        &self,
        flag: &str,
        paths: impl IntoIterator<Item = &'p String>,
    ) -> Result<(), Stop> {
        let settings = self.settings();
        for path in paths {
            if let Some(set) = settings.keys().find(|set| touches(set, path)) {
                let message = format!("--set {set} has the last word, and {flag} changes `{path}`");
                return Err(Stop::usage(message).help("leave one of them out".to_owned()));
            }
        }
        Ok(())
    }

    /// What was changed on the command line, by path, so that results can say so.
    pub(crate) fn settings(&self) -> BTreeMap<String, String> {
        settings(&self.set).collect()
    }
}

/// Whether one path leads to what lies in the value of the other, or to the same.
pub(crate) fn touches(one: &str, other: &str) -> bool {
    let inside = |one: &str, other: &str| {
        one.strip_prefix(other).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    inside(one, other) || inside(other, one)
}

/// Changes as they were typed, by path.
pub(crate) fn settings(typed: &[String]) -> impl Iterator<Item = (String, String)> {
    typed.iter().filter_map(|typed| {
        let at = equals_sign(typed)?;
        Some((typed[..at].trim().to_owned(), typed[at + 1..].trim().to_owned()))
    })
}

impl Opened {
    /// The scenario if it is sound. Tells everything that is wrong.
    pub(crate) fn check(&self) -> Result<Scenario, Stop> {
        self.check_for(&[])
    }

    /// The same where only the chosen variants are to be run, or all if none is chosen.
    pub(crate) fn check_for(&self, chosen: &[String]) -> Result<Scenario, Stop> {
        self.document.check_for(chosen).map_err(|problems| refused(&problems))
    }
}

/// Tells what may not mean what its author thinks.
pub(crate) fn warn<'a>(warnings: impl IntoIterator<Item = &'a Located>) {
    let warnings: Vec<Located> = warnings.into_iter().cloned().collect();
    if !warnings.is_empty() {
        output::say(&(render(&warnings, true) + "\n\n"));
    }
}

/// The name that results carry: a file's without its directories and its ending.
fn name(scenario: &str) -> String {
    match scenario {
        "-" => "stdin".to_owned(),
        _ => Path::new(scenario).file_stem().unwrap_or_default().to_string_lossy().into_owned(),
    }
}

/// Tells what is wrong, and how many mistakes that are.
pub(crate) fn refused(problems: &[Located]) -> Stop {
    output::complain(&render(problems, true));
    output::complain(&format!("\n{}", verdict(problems)));
    Stop::Said(Exit::Invalid)
}

fn unopened(error: OpenError) -> Stop {
    match error {
        OpenError::Invalid(problems) => refused(&problems),
        OpenError::NoSuch { ref help, .. } => Stop::usage(error.to_string()).help(help.clone()),
        OpenError::Unreadable { ref file, .. } => {
            let stem = name(file);
            let along = library::find(&stem).map(|bundled| bundled.name);
            let help = along.map(|along| {
                format!("the scenario that comes along is named `{along}`, without a path")
            });
            Stop::failure(&error).help(help)
        }
    }
}

/// The scenario of a name that comes along.
pub(crate) fn bundled(name: &str) -> Result<&'static Bundled, Stop> {
    library::find(name).ok_or_else(|| {
        let help = match library::suggestion(name) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => "`brownout list` names those that come along".to_owned(),
        };
        Stop::usage(format!("there is no bundled scenario `{name}`")).help(help)
    })
}

/// How many problems there are, and where to read more.
pub(crate) fn verdict(problems: &[Located]) -> String {
    let errors = problems.iter().filter(|problem| problem.is_error()).count();
    let warnings = problems.len() - errors;
    let told = match (errors, warnings) {
        (errors, 0) => count(errors, "error"),
        (0, warnings) => count(warnings, "warning"),
        (errors, warnings) => format!("{}, {}", count(errors, "error"), count(warnings, "warning")),
    };
    match problems.first() {
        None => told,
        Some(first) => format!("{told}; `brownout explain {}` tells more about a code", first.code),
    }
}

fn count(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

/// A change has a path and a value; whether they make sense, the scenario decides.
pub(crate) fn change(typed: &str) -> Result<String, String> {
    if equals_sign(typed).is_some() {
        return Ok(typed.to_owned());
    }
    Err("expected path=value, such as services.feed.workers=Threads(400)".to_owned())
}

/// The first equals sign that stands in no quotes.
pub(crate) fn equals_sign(typed: &str) -> Option<usize> {
    let mut quoted = false;
    let mut signs = typed.char_indices().filter(|&(_, c)| {
        quoted ^= c == '"';
        c == '=' && !quoted
    });
    signs.next().map(|(at, _)| at)
}

/// The text of a file that is no scenario, such as saved results.
pub(crate) fn text(file: &str) -> Result<String, Stop> {
    let read = if file == "-" {
        io::read_to_string(io::stdin())
    } else if Path::new(file).is_dir() {
        Err(io::ErrorKind::IsADirectory.into())
    } else {
        fs::read_to_string(file)
    };
    let name = if file == "-" { "standard input" } else { file };
    read.map_err(|error| Stop::failure(format!("cannot read `{name}`: {}", output::reason(&error))))
}

/// Whether what was typed names a file, and no scenario that comes along.
pub(crate) fn is_path(typed: &str) -> bool {
    typed.contains(['/', '\\']) || typed.ends_with(".ron")
}
