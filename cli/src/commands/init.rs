//! `init`: a small commented scenario to begin with.

use std::fs;
use std::path::{Path, PathBuf};

use brownout_scenarios::library;

use crate::exit::{Exit, Stop};
use crate::output;

/// The scenario that is written.
const HELLO: &str = "hello";

/// Where to write it.
#[derive(clap::Args, Debug)]
#[command(before_help = "Examples:\n  brownout init\n  brownout init services/checkout.ron\n")]
pub(crate) struct Args {
    /// The file to write.
    #[arg(default_value = "scenario.ron")]
    file: PathBuf,
    /// Write over a file that exists.
    #[arg(long)]
    force: bool,
}

/// Writes the file, and says how to go on.
pub(crate) fn perform(args: &Args) -> Result<(), Stop> {
    let file = args.file.as_path();
    if !args.force && fs::symlink_metadata(file).is_ok() {
        let message = format!("{} exists already, and nothing was written", file.display());
        let help = "choose another name, or write over it with --force";
        return Err(Stop::new(Exit::Failure, message).help(help.to_owned()));
    }
    let text = library::find(HELLO).map(|hello| hello.text).unwrap_or_default();
    output::write_file(file, text.as_bytes())?;
    output::say(&format!("run it with: brownout run {}", as_path(file)));
    Ok(())
}

/// A file as `run` knows it for one: a bare name could be a scenario that comes along.
fn as_path(file: &Path) -> String {
    let text = file.display().to_string();
    if crate::input::is_path(&text) { text } else { format!("./{text}") }
}
