//! `plot`: charts from saved results.

use std::path::PathBuf;

use crate::exit::Stop;

/// What to draw.
#[derive(clap::Args, Debug)]
#[command(before_help = "Examples:\n  brownout run hello --series --export-json hello.json && brownout plot hello.json\n")]
pub(crate) struct Args {
    /// Results that `run --series --export-json` saved.
    results: PathBuf,
}

/// Draws.
pub(crate) fn perform(args: &Args) -> Result<(), Stop> {
    Err(Stop::failure(format!("{} cannot be drawn yet", args.results.display())))
}
