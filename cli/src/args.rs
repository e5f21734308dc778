//! What can be typed: the commands, and the flags that all of them share.

use anstream::ColorChoice;
use clap::error::ErrorKind;
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};

use crate::commands::{
    check, compare, completions, explain, follow, init, list, man, plot, run, schema, show, sweep,
};
use crate::exit::{Exit, Stop};
use crate::output;

/// How help is laid out: examples come first.
const HELP: &str =
    "{about-with-newline}\n{before-help}{usage-heading} {usage}\n\n{all-args}\n{after-help}";

/// What is said when nothing is asked.
const SHORT: &str = "\
brownout shows how a service system fails, and what each resilience policy gives back.

  brownout run feed-cascade     one slow, optional dependency takes a whole feed down
  brownout init my.ron          writes a small commented scenario to begin with

`brownout list` names the scenarios that come along; `brownout --help` tells everything.
";

const EXAMPLES: &str = "\
Examples:
  brownout run feed-cascade                      run a scenario that comes along, every variant side by side
  brownout init my.ron && brownout run ./my.ron  begin one of your own; a file is named by its path
  brownout compare feed-cascade --variant timeout --variant breaker   which one is better, and is that sure
  brownout sweep mm1 --sweep 'clients.users.arrivals=Poisson(10/s..90/s by 10/s)'
  brownout check my.ron                          every mistake at once, with line, column and advice
  brownout explain CircuitBreaker                a policy, a field, a fault or a code, from the code's own docs
  brownout follow hello --slowest                the life of one request, in prose
  brownout run hello --export-svg charts         charts of what happened
";

const EXITS: &str = "\
Exit status:
  0 done · 1 failure (files, a broken law) · 2 usage · 3 the scenario has mistakes
  99 an expectation did not come true · 130 interrupted";

/// Shows how a service system fails, and what each resilience policy gives back.
#[derive(Parser, Debug)]
#[command(
    name = "brownout",
    version,
    before_help = EXAMPLES,
    after_help = EXITS,
    help_template = HELP,
    max_term_width = 110
)]
pub(crate) struct Line {
    #[command(flatten)]
    manner: Manner,
    #[command(subcommand)]
    command: Option<Command>,
}

/// How things are said, whatever the command.
#[derive(Args, Debug)]
pub(crate) struct Manner {
    /// When to use colour; NO_COLOR and CLICOLOR_FORCE are honoured.
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t = Color::Auto)]
    color: Color,
    /// Say nothing on stderr but errors.
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    quiet: bool,
    /// Tell everything: every window, service and edge.
    #[arg(short, long, global = true)]
    verbose: bool,
}

/// When to use colour.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
enum Color {
    /// On a terminal.
    Auto,
    /// Even into a file or a pipe.
    Always,
    /// Not at all.
    Never,
}

/// What can be done.
#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Run a scenario and tell what came out.
    Run(Box<run::Args>),
    /// Hold two or more systems against each other, on the same requests.
    Compare(Box<compare::Args>),
    /// Run a scenario at every point that some axes span.
    Sweep(Box<sweep::Args>),
    /// Tell everything that is wrong, or at least suspicious, in a scenario.
    Check(check::Args),
    /// List the scenarios that come along.
    List(list::Args),
    /// Print a scenario that comes along, to read or to copy.
    Show(show::Args),
    /// Write a small commented scenario to begin with.
    Init(init::Args),
    /// Explain a policy, a field, a distribution, a fault, a metric or a code.
    Explain(explain::Args),
    /// Tell the life of one request.
    Follow(follow::Args),
    /// Draw charts from saved results.
    Plot(plot::Args),
    /// Print the JSON Schema of results.
    Schema(schema::Args),
    /// Print completions for a shell.
    Completions(completions::Args),
    /// Print the manual page.
    Man(man::Args),
}

/// What the command line turned out to be.
pub(crate) enum Asked {
    /// Something to do.
    Work(Box<Work>),
    /// A text to show, and nothing else.
    Help(String),
    /// A mistake, with the text that says so.
    Nonsense(String),
}

/// A command, with how much it shall tell.
pub(crate) struct Work {
    command: Command,
    verbose: bool,
}

/// The whole command line, for help, completions and the manual.
pub(crate) fn whole() -> clap::Command {
    Line::command().mut_subcommands(|command| command.help_template(HELP))
}

/// Reads the command line and takes on its manner.
pub(crate) fn read() -> Asked {
    let line = whole().try_get_matches().and_then(|found| Line::from_arg_matches(&found));
    match line {
        Err(error) => {
            let text = error.render().ansi().to_string();
            match error.kind() {
                ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => Asked::Help(text),
                _ => Asked::Nonsense(text),
            }
        }
        // Before the command and behind it, the two are not seen together.
        Ok(Line { manner, .. }) if manner.quiet && manner.verbose => {
            let message = "the argument '--quiet' cannot be used with '--verbose'";
            let error = whole().error(ErrorKind::ArgumentConflict, message);
            Asked::Nonsense(error.render().ansi().to_string())
        }
        Ok(Line { manner, command }) => {
            manner.take_on();
            match command {
                Some(command) => Asked::Work(Box::new(Work { command, verbose: manner.verbose })),
                None => Asked::Help(SHORT.to_owned()),
            }
        }
    }
}

impl Manner {
    fn take_on(&self) {
        match self.color {
            Color::Auto => {}
            Color::Always => ColorChoice::AlwaysAnsi.write_global(),
            Color::Never => ColorChoice::Never.write_global(),
        }
        if self.quiet {
            output::be_quiet();
        }
    }
}

impl Work {
    /// Does it.
    pub(crate) fn perform(self) -> Result<Exit, Stop> {
        let done = match self.command {
            Command::Run(args) => return run::perform(&args, self.verbose),
            Command::Compare(args) => return compare::perform(&args, self.verbose),
            Command::Sweep(args) => return sweep::perform(&args, self.verbose),
            Command::Follow(args) => return follow::perform(&args),
            Command::Check(args) => check::perform(&args),
            Command::List(args) => list::perform(&args),
            Command::Show(args) => show::perform(&args),
            Command::Init(args) => init::perform(&args),
            Command::Explain(args) => explain::perform(&args),
            Command::Plot(args) => plot::perform(&args),
            Command::Schema(args) => schema::perform(&args),
            Command::Completions(args) => completions::perform(&args),
            Command::Man(args) => man::perform(&args),
        };
        done.map(|()| Exit::Done)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_contradicts_itself_nowhere() {
        whole().debug_assert();
    }

    #[test]
    fn every_command_shows_examples_before_anything_else() {
        for command in whole().get_subcommands() {
            let examples = command.get_before_help().map(ToString::to_string).unwrap_or_default();
            assert!(examples.contains("brownout "), "{}", command.get_name());
        }
    }
}
