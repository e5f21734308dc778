//! `completions`: what a shell needs to know in order to complete commands and flags.

use clap_complete::Shell;

use crate::args;
use crate::exit::Stop;
use crate::output;

const EXAMPLES: &str = "\
Examples:
  brownout completions bash > ~/.local/share/bash-completion/completions/brownout
  brownout completions zsh > ~/.zfunc/_brownout
";

/// For which shell.
#[derive(clap::Args, Debug)]
#[command(before_help = EXAMPLES)]
pub(crate) struct Args {
    /// The shell.
    shell: Shell,
}

/// Prints them.
pub(crate) fn perform(args: &Args) -> Result<(), Stop> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut args::whole(), "brownout", &mut script);
    output::print(&String::from_utf8_lossy(&script))
}
