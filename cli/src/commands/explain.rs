//! `explain`: a policy, a field, a distribution, a fault, a metric or a code, from the code's own docs.

use crate::exit::Stop;
use crate::explain;
use crate::output;

const EXAMPLES: &str = "\
Examples:
  brownout explain CircuitBreaker                   a policy, with its fields and why one would want it
  brownout explain services.feed.calls.counts       a field, by its path
  brownout explain distributions                    all of a kind: also faults, policies, arrivals, steps, metrics
  brownout explain BO012                            the code of a mistake or a warning
";

/// What to explain.
#[derive(clap::Args, Debug)]
#[command(before_help = EXAMPLES)]
pub(crate) struct Args {
    /// A policy, distribution, fault or other variant; the path of a field; a metric; a code. All topics without it.
    what: Option<String>,
}

/// Explains.
pub(crate) fn perform(args: &Args) -> Result<(), Stop> {
    match &args.what {
        None => output::print(&explain::topics()),
        Some(what) => match explain::about(what) {
            Ok(text) => output::print(&text),
            Err(help) => {
                Err(Stop::usage(format!("there is nothing to explain about `{what}`")).help(help))
            }
        },
    }
}
