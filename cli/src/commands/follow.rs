//! `follow`: the life of one request, in prose.

use std::sync::Arc;

use brownout_models::journey::BrokenLaw;
use brownout_models::plan::Plan;
use brownout_models::probe::contract::Probe;
use brownout_models::probe::finder::{Finder, Wanted};
use brownout_models::probe::transcript::{Selector, Transcript};
use brownout_models::run::Run;
use brownout_scenarios::document::nearest::suggestion;

use crate::exit::{Exit, Stop};
use crate::input::{Choice, Conduct, refused, warn};
use crate::output;

const EXAMPLES: &str = "\
Examples:
  brownout follow hello --slowest
  brownout follow feed-cascade --variant breaker --failed
  brownout follow ./my.ron --request app:1200 --replication 3
";

/// Which request of which run.
#[derive(clap::Args, Debug)]
#[command(before_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    choice: Choice,
    /// Follow it in this variant; in the system without any variant if there is none.
    #[arg(long, value_name = "NAME")]
    variant: Option<String>,
    /// Follow it in this repetition, counted from 0.
    #[arg(long, value_name = "R", default_value_t = 0)]
    replication: u32,
    #[command(flatten)]
    wish: Wish,
    #[command(flatten)]
    conduct: Conduct,
}

/// Which request.
#[derive(clap::Args, Debug)]
#[group(required = true, multiple = false)]
struct Wish {
    /// The request of this number, counted from 0; with a closed population CLIENT:USER:N.
    #[arg(long, value_name = "CLIENT:N", value_parser = selector)]
    request: Option<Selector>,
    /// The one whose client waited longest.
    #[arg(long)]
    slowest: bool,
    /// The first that ended without a usable answer.
    #[arg(long)]
    failed: bool,
    /// The first for which a second attempt was sent.
    #[arg(long)]
    retried: bool,
}

/// Runs once to find the request, and once more to follow it: both runs are the same.
pub(crate) fn perform(args: &Args) -> Result<Exit, Stop> {
    let opened = args.choice.open(Some(&args.conduct))?;
    opened.check_for(args.variant.as_slice())?;
    let point = opened.document.point(args.variant.as_deref(), &[]);
    let point = point.map_err(|problems| refused(&problems))?;
    warn(&point.warnings);
    let plan = Arc::new(point.plan);

    let selector = args.wish.find(&plan, args.replication)?;
    let transcript = watch(&plan, args.replication, Transcript::new(&plan, &selector))?;
    if !transcript.is_found() {
        let message = format!("there is no request {} in this run", name(&selector));
        return Err(Stop::new(Exit::Failure, message));
    }
    let variant = args.variant.as_ref().map(|name| format!(", variant \"{name}\""));
    let head = format!(
        "Request {} of {}{}, seed {}, replication {}; times count from its intended start.\n\n",
        name(&selector),
        opened.name,
        variant.unwrap_or_default(),
        plan.seed,
        args.replication
    );
    output::print(&(head + &transcript.text()))?;
    Ok(Exit::Done)
}

impl Wish {
    fn find(&self, plan: &Plan, replication: u32) -> Result<Selector, Stop> {
        let (wanted, what) = match &self.request {
            Some(selector) => return known(selector, plan),
            None if self.slowest => (Wanted::Slowest, "was answered"),
            None if self.failed => (Wanted::Failed, "failed"),
            None => (Wanted::Retried, "was tried again"),
        };
        let finder = watch(plan, replication, Finder::new(wanted))?;
        finder.found(plan).ok_or_else(|| {
            let help = "another --variant, --replication or --seed may have one";
            Stop::failure(format!("no request {what} in this run")).help(help.to_owned())
        })
    }
}

/// The selector, if its client is there.
fn known(selector: &Selector, plan: &Plan) -> Result<Selector, Stop> {
    let clients: Vec<&str> = plan.clients.iter().map(|client| client.name.as_str()).collect();
    if clients.contains(&selector.client.as_str()) {
        return Ok(selector.clone());
    }
    let help = suggestion(&selector.client, clients);
    Err(Stop::usage(format!("there is no client `{}`", selector.client)).help(help))
}

/// One run to its end under the eyes of a probe.
fn watch<P: Probe>(plan: &Plan, replication: u32, probe: P) -> Result<P, Stop> {
    let mut run = Run::new(plan, replication, probe);
    let told = |BrokenLaw { law, at, .. }| {
        Stop::failure(format!("a law of the model is broken at {at}: {law}"))
    };
    run.finish().map_err(told)?;
    Ok(run.into_probe())
}

/// A request as it is typed.
fn name(selector: &Selector) -> String {
    match selector {
        Selector { client, user: 0, serial } => format!("{client}:{serial}"),
        Selector { client, user, serial } => format!("{client}:{user}:{serial}"),
    }
}

/// `CLIENT:N` or `CLIENT:USER:N`.
fn selector(typed: &str) -> Result<Selector, String> {
    let expected = || "expected CLIENT:N, such as app:1200".to_owned();
    let (rest, serial) = typed.rsplit_once(':').ok_or_else(expected)?;
    let serial = serial.parse().map_err(|_| expected())?;
    let (client, user) = match rest.rsplit_once(':') {
        Some((client, user)) => (client, user.parse().map_err(|_| expected())?),
        None => (rest, 0),
    };
    Ok(Selector { client: client.to_owned(), user, serial })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_read_as_it_is_written() {
        for typed in ["app:0", "app:3:17", "my app:5"] {
            assert_eq!(name(&selector(typed).unwrap()), typed);
        }
        for typed in ["app", "app:", "app:x", "app:-1", "app:x:1"] {
            assert!(selector(typed).is_err(), "{typed}");
        }
    }
}
