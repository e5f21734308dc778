//! What was expected, replication by replication, and whether it came true.

use brownout_core::time::Span;
use brownout_models::plan::Plan;
use brownout_models::probe::ledger::recovery::Recovery;
use brownout_models::probe::ledger::run_result::RunResult;

use super::measure::Measure;
use super::step_means::StepMeans;
use crate::expect::steps::Fared;
use crate::expect::verdict::{Tally, of_mean, of_steps, of_tally};
use crate::expect::{Claim, Expectation, Stretch};
use crate::metric::unit::Unit;
use crate::result::{self, Estimate, WindowResult};

/// The expectations of a point over all replications so far.
pub(super) struct ExpectationsFold<'e> {
    expect: &'e [Expectation],
    /// One for each.
    counted: Vec<Counted>,
}

/// What is known of a claim about every replication, or about steps.
struct Counted {
    tally: Tally,
    /// Of a claim about the means of steps.
    steps: StepMeans,
    measured: Measure,
    /// The most that was measured in a replication.
    most: Option<f64>,
}

impl<'e> ExpectationsFold<'e> {
    pub(super) fn new(expect: &'e [Expectation], keeps: bool) -> ExpectationsFold<'e> {
        let counted = |_| Counted {
            tally: Tally::default(),
            steps: StepMeans::default(),
            measured: Measure::new(keeps),
            most: None,
        };
        ExpectationsFold { expect, counted: expect.iter().map(counted).collect() }
    }

    /// What is expected.
    pub(super) fn all(&self) -> &'e [Expectation] {
        self.expect
    }

    /// One replication.
    pub(super) fn add(&mut self, plan: &Plan, run: &RunResult) {
        for (expectation, counted) in self.expect.iter().zip(&mut self.counted) {
            let fared = match &expectation.claim {
                Claim::Mean { .. } => continue,
                Claim::Steadily { reading, .. } => {
                    let window = plan.windows.iter().find(|one| one.name == expectation.window);
                    if let Some((series, window)) = run.series.as_ref().zip(window) {
                        counted.steps.add(reading.steps(series, plan, window));
                    }
                    continue;
                }
                Claim::Steps { reading, accept, span } => {
                    let window = plan.windows.iter().find(|one| one.name == expectation.window);
                    let series = run.series.as_ref().zip(window);
                    series.and_then(|(series, window)| {
                        reading.judge(series, plan, window, *accept, *span)
                    })
                }
                Claim::Recovers { client, within } => {
                    let client = plan.clients.iter().position(|one| one.name == *client);
                    let recovery = client.and_then(|client| run.recovery[client]);
                    recovery.map(|recovery| came_back(recovery, *within))
                }
            };
            counted.add(fared);
        }
    }

    /// The verdicts on the results of all replications.
    pub(super) fn results(&self, windows: &[WindowResult]) -> Vec<result::Expectation> {
        let judge = |(expectation, counted): (&Expectation, &Counted)| {
            let window = windows.iter().find(|window| window.name == expectation.window);
            let unit = match &expectation.claim {
                Claim::Mean { reading, accept } => {
                    return of_mean(expectation, reading, *accept, window);
                }
                Claim::Steadily { reading, course } => {
                    return of_steps(expectation, reading, *course, counted.steps.estimates());
                }
                Claim::Steps {
                    span: Stretch::Always | Stretch::Never | Stretch::AlwaysDuring(_),
                    ..
                } => (Unit::Share, Some("of steps")),
                Claim::Steps { .. } => (Unit::Time, Some("on end at most")),
                Claim::Recovers { .. } => (Unit::Time, Some("at the latest")),
            };
            let measured = match &expectation.claim {
                Claim::Recovers { .. } => counted.latest(),
                _ => counted.measured.estimate(),
            };
            of_tally(expectation, counted.tally, measured, unit)
        };
        self.expect.iter().zip(&self.counted).map(judge).collect()
    }
}

impl Counted {
    fn add(&mut self, fared: Option<Fared>) {
        self.tally.told += u32::from(fared.is_some());
        let holds = fared.map(|fared| fared.holds);
        self.tally.held += u32::from(holds == Some(Some(true)));
        self.tally.open += u32::from(holds == Some(None));
        let measured = fared.map(|fared| fared.measured).filter(|time| time.is_finite());
        self.measured.add_if(measured);
        self.most = measured.into_iter().chain(self.most).reduce(f64::max);
    }

    /// What is judged of a claim about every replication where it is a time: the last of them, and not their mean.
    fn latest(&self) -> Option<Estimate> {
        let estimate = self.measured.estimate()?;
        Some(Estimate { mean: self.most?, half_width: None, split: None, ..estimate })
    }
}

/// Whether goodput came back in time, and after how many milliseconds.
fn came_back(recovery: Recovery, within: Option<Span>) -> Fared {
    match recovery {
        Recovery::Never => Fared { holds: Some(false), measured: f64::INFINITY },
        Recovery::After(span) => Fared {
            holds: Some(within.is_none_or(|within| span <= within)),
            measured: span.as_millis_f64(),
        },
    }
}
