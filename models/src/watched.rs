//! A run under the eyes of those who make results of it.
//!
//! The story is compiled anew for everyone who looks at it, and takes long to compile. Here that is done, once, for all
//! that is made of runs.

use brownout_core::time::SimTime;

use crate::journey::BrokenLaw;
use crate::plan::Plan;
use crate::probe::auditor::Auditor;
use crate::probe::ledger::Ledger;
use crate::probe::ledger::gauges::{GaugeSeries, Gauges};
use crate::probe::ledger::run_result::RunResult;
use crate::probe::openings::Openings;
use crate::probe::successes::Successes;
use crate::probe::trace_hash::TraceHash;
use crate::run::Run;

/// Who looks, besides the ledger and the trace hash.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Looks {
    /// The ledger keeps a series.
    pub series: bool,
    /// The auditor checks the laws.
    pub audit: bool,
    /// Gauges are told.
    pub gauges: bool,
    /// It is told when circuit breakers opened.
    pub openings: bool,
    /// It is told which requests succeeded.
    pub successes: bool,
}

/// What was seen of a run that is over.
#[derive(Debug)]
pub struct Seen {
    /// The statistics.
    pub result: RunResult,
    /// The hash of everything that happened.
    pub trace_hash: u64,
    /// Events that happened.
    pub events: u64,
    /// The gauges over time, where somebody looked at them.
    pub gauges: Vec<GaugeSeries>,
    /// When circuit breakers opened, if somebody looked.
    pub openings: Option<Openings>,
    /// Which requests succeeded, if somebody looked.
    pub successes: Option<Successes>,
}

type Plain = (Ledger, TraceHash);
type Others<'p> = (Option<Auditor<'p>>, (Option<Gauges>, (Option<Openings>, Option<Successes>)));

/// A run with those who look at it.
pub struct Watched<'p> {
    plan: &'p Plan,
    run: Kind<'p>,
}

/// Who may look costs a little at every moment, so that a run under the eyes of the ledger alone is another program.
enum Kind<'p> {
    Plain(Box<Run<'p, Plain>>),
    Looked(Box<Run<'p, (Plain, Others<'p>)>>),
}

impl<'p> Watched<'p> {
    /// One replication of a plan, at time 0.
    pub fn new(plan: &'p Plan, replication: u32, looks: Looks) -> Watched<'p> {
        let plain = (Ledger::new(plan, looks.series), TraceHash::new(plan));
        let Looks { series: _, audit, gauges, openings, successes } = looks;
        let run = if audit || gauges || openings || successes {
            let others = (
                audit.then(|| Auditor::new(plan)),
                (
                    gauges.then(|| Gauges::new(plan)),
                    (
                        openings.then(|| Openings::new(plan)),
                        successes.then(|| Successes::new(plan)),
                    ),
                ),
            );
            Kind::Looked(Box::new(Run::new(plan, replication, (plain, others))))
        } else {
            Kind::Plain(Box::new(Run::new(plan, replication, plain)))
        };
        Watched { plan, run }
    }

    /// Lets everything happen up to and including `until`.
    ///
    /// # Errors
    /// A law that does not hold, or more events at one instant than are allowed.
    pub fn run_until(&mut self, until: SimTime) -> Result<(), BrokenLaw> {
        match &mut self.run {
            Kind::Plain(run) => run.run_until(until),
            Kind::Looked(run) => run.run_until(until),
        }
        .map(drop)
    }

    /// Lets everything happen until nothing is left, and tells what was seen.
    ///
    /// # Errors
    /// A law that does not hold, or more events at one instant than are allowed.
    pub fn finish(self) -> Result<Seen, BrokenLaw> {
        let (events, (ledger, hash), others) = match self.run {
            Kind::Plain(mut run) => {
                run.finish()?;
                (run.events(), run.into_probe(), Others::default())
            }
            Kind::Looked(mut run) => {
                run.finish()?;
                if let (_, (Some(auditor), _)) = run.probe() {
                    // A fault may lose a message for good, and then somebody may wait for ever; without faults nobody
                    // does.
                    auditor.audit_end(run.world(), !self.plan.faults.is_empty())?;
                }
                let events = run.events();
                let (plain, others) = run.into_probe();
                (events, plain, others)
            }
        };
        let (_, (gauges, (openings, successes))) = others;
        Ok(Seen {
            result: ledger.finish(self.plan),
            trace_hash: hash.value(),
            events,
            gauges: gauges.map(Gauges::finish).unwrap_or_default(),
            openings,
            successes,
        })
    }
}
