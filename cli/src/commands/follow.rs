//! `follow`: the life of one request, in prose.

use std::path::PathBuf;

use crate::exit::{Exit, Stop};

/// What to draw.
#[derive(clap::Args, Debug)]
#[command(before_help = "Examples:\n  brownout run hello --series --export-json hello.json && brownout follow hello.json\n")]
pub(crate) struct Args {
    /// Results that `run --series --export-json` saved.
    results: PathBuf,
}

/// Draws.
pub(crate) fn perform(args: &Args) -> Result<Exit, Stop> {
    Err(Stop::failure(format!("{} cannot be drawn yet", args.results.display())))
}
