//! `man`: the manual page, made from what the commands say about themselves.

use brownout_scenarios::document::nearest::suggestion;

use crate::args;
use crate::exit::Stop;
use crate::output;

/// Of what.
#[derive(clap::Args, Debug)]
#[command(before_help = "Examples:\n  brownout man | man -l -\n  brownout man run | man -l -\n")]
pub(crate) struct Args {
    /// A command, for the page that tells all its flags.
    command: Option<String>,
}

/// Prints a page in roff.
pub(crate) fn perform(args: &Args) -> Result<(), Stop> {
    let mut whole = args::whole().disable_help_subcommand(true);
    whole.build();
    let page = match &args.command {
        None => whole,
        Some(name) => {
            let known: Vec<&str> = whole.get_subcommands().map(clap::Command::get_name).collect();
            let unknown = || {
                let help = suggestion(name, known.iter().copied());
                Stop::usage(format!("there is no command `{name}`")).help(help)
            };
            whole.find_subcommand(name).cloned().ok_or_else(unknown)?
        }
    };
    let examples = page.get_before_help().map(ToString::to_string).unwrap_or_default();
    let mut roff = Vec::new();
    let written = clap_mangen::Man::new(page).manual("brownout").render(&mut roff);
    written.map_err(Stop::failure)?;
    output::print(&(String::from_utf8_lossy(&roff) + example_section(&examples).as_str()))
}

/// The examples, as they are: clap_mangen leaves out what stands before the help.
fn example_section(examples: &str) -> String {
    let lines = examples.lines().filter(|line| *line != "Examples:").map(|line| {
        let escaped = line.trim_start().replace('\\', "\\\\").replace('-', "\\-");
        format!("{}{escaped}\n", if escaped.starts_with(['.', '\'']) { "\\&" } else { "" })
    });
    format!(".SH EXAMPLES\n.nf\n{}.fi\n", lines.collect::<String>())
}
