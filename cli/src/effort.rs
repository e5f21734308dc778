//! How many replications there are: a number of them, or as many as it takes to know something.

use brownout_core::units::Share;
use brownout_models::plan::Plan;
use brownout_scenarios::experiment::enough::BATCH;
use brownout_scenarios::precision::Target;

use crate::exit::Stop;

/// Replications go on until something is known.
#[derive(clap::Args, Debug)]
pub(crate) struct Effort {
    /// Go on, in batches of 10, until every headline metric is known to this share of itself (a share: of itself or of
    /// what is left of the whole, whichever is larger), such as 2%.
    #[arg(long, value_name = "SHARE", conflicts_with = "replications")]
    precision: Option<Share>,
    /// What has to be known so well, in place of the headline metrics: 'p99(app)', 'goodput(app) in fault'. May be given
    /// several times.
    #[arg(long, value_name = "METRIC", conflicts_with = "replications")]
    precision_of: Vec<String>,
    /// Where replications end even if it is not known by then.
    #[arg(
        long, value_name = "N", conflicts_with = "replications",
        value_parser = clap::value_parser!(u32).range(10..)
    )]
    max_replications: Option<u32>,
}

/// What has to be known, and where it ends.
pub(crate) struct Goal {
    /// The largest relative half-width.
    pub(crate) within: f64,
    /// The fewest replications.
    pub(crate) least: u32,
    /// Whose; the headline metrics' if it is empty.
    pub(crate) of: Vec<Target>,
    /// The most replications.
    pub(crate) most: u32,
}

impl Effort {
    /// The most replications, unless something else is said.
    const MOST: u32 = 1000;

    /// What was asked for, if anything was.
    pub(crate) fn goal(&self, plan: &Plan) -> Result<Option<Goal>, Stop> {
        if self.precision.is_none()
            && !(self.precision_of.is_empty() && self.max_replications.is_none())
        {
            let help = "say how well it has to be known: --precision 2%".to_owned();
            return Err(Stop::usage("there is no precision to be reached").help(help));
        }
        self.precision.map(|within| self.to(within.get(), Effort::MOST, plan)).transpose()
    }

    /// What was asked for, and where nothing was, something fair.
    pub(crate) fn goal_or(&self, within: f64, most: u32, plan: &Plan) -> Result<Goal, Stop> {
        let most = if self.precision.is_some() { Effort::MOST } else { most };
        self.to(self.precision.map_or(within, Share::get), most, plan)
    }

    fn to(&self, within: f64, most: u32, plan: &Plan) -> Result<Goal, Stop> {
        if within <= 0.0 {
            return Err(Stop::usage("a precision of 0% is never reached"));
        }
        let target = |text: &String| {
            Target::parse(text, plan).map_err(|slip| {
                let message = format!("--precision-of {text}: {}", slip.message);
                Stop::usage(message).help(slip.help)
            })
        };
        let of = self.precision_of.iter().map(target).collect::<Result<_, _>>()?;
        Ok(Goal { within, least: BATCH, of, most: self.max_replications.unwrap_or(most) })
    }

    /// Whether it was said where replications end.
    pub(crate) fn has_end(&self) -> bool {
        self.max_replications.is_some()
    }
}
