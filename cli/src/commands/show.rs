//! `show`: a scenario that comes along, as it stands in its file.

use crate::exit::Stop;
use crate::input;
use crate::output;

/// Which one.
#[derive(clap::Args, Debug)]
#[command(
    before_help = "Examples:\n  brownout show feed-cascade\n  brownout show mm1 > mine.ron\n"
)]
pub(crate) struct Args {
    /// The name of a scenario that comes along; `brownout list` tells them.
    name: String,
}

/// Prints the file, comments and all.
pub(crate) fn perform(args: &Args) -> Result<(), Stop> {
    output::print(input::bundled(&args.name)?.text)
}
