//! `list`: the scenarios that come along, and what each is about.

use brownout_scenarios::library;

use crate::exit::Stop;
use crate::output;

/// Nothing can be said about it.
#[derive(clap::Args, Debug)]
#[command(before_help = "Examples:\n  brownout list\n")]
pub(crate) struct Args {}

/// Lists name and title.
pub(crate) fn perform(_: &Args) -> Result<(), Stop> {
    let widest = library::ALL.iter().map(|bundled| bundled.name.len()).max().unwrap_or(0);
    let mut lines = String::new();
    for bundled in &library::ALL {
        lines += &format!("{:<widest$}  {}\n", bundled.name, bundled.title());
    }
    output::print(&lines)
}
