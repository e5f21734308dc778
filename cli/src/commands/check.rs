//! `check`: everything that is wrong, or at least suspicious, in a scenario; or the scenario in full.

use crate::exit::Stop;
use crate::input::{Choice, refused, verdict, warn};
use crate::output;

const EXAMPLES: &str = "\
Examples:
  brownout check my.ron
  brownout check feed-cascade --resolved
  brownout check my.ron --incident failover.ron --set run.length=5min
";

/// What to check.
#[derive(clap::Args, Debug)]
#[command(before_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    choice: Choice,
    /// Print the scenario with every default filled in.
    #[arg(long)]
    resolved: bool,
    /// With --resolved: the system as this variant has it.
    #[arg(long, value_name = "NAME", requires = "resolved")]
    variant: Option<String>,
}

/// Checks, and says that all is well if it is.
pub(crate) fn perform(args: &Args) -> Result<(), Stop> {
    let opened = args.choice.open(None)?;
    let scenario = opened.check()?;
    warn(&scenario.warnings);
    if args.resolved {
        let variant = args.variant.as_deref();
        let text = opened.document.resolved(variant).map_err(|problems| refused(&problems))?;
        return output::print(&text);
    }
    let what = match scenario.variants.len() {
        0 => String::new(),
        1 => ", 1 variant".to_owned(),
        variants => format!(", {variants} variants"),
    };
    let warnings = match scenario.warnings.as_slice() {
        [] => "no warnings".to_owned(),
        warnings => verdict(warnings),
    };
    output::print(&format!("{}: sound{what}; {warnings}\n", opened.name))
}
