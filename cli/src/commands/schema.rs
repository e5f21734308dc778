//! `schema`: the JSON Schema of what this program writes.

use brownout_scenarios::result::ResultSet;
use clap::ValueEnum;
use schemars::schema_for;

use crate::exit::Stop;
use crate::output;

const EXAMPLES: &str = "\
Examples:
  brownout schema result > result.schema.json     what `--format json` and `--export-json` write
";

/// Which schema.
#[derive(clap::Args, Debug)]
#[command(before_help = EXAMPLES)]
pub(crate) struct Args {
    /// What it is the schema of.
    #[arg(value_enum)]
    of: Subject,
}

/// What there is a schema of.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
enum Subject {
    /// Results as JSON.
    Result,
}

/// Prints it.
pub(crate) fn perform(args: &Args) -> Result<(), Stop> {
    let schema = match args.of {
        Subject::Result => schema_for!(ResultSet),
    };
    let text = serde_json::to_string_pretty(&schema).map_err(Stop::failure)?;
    output::print(&(text + "\n"))
}
