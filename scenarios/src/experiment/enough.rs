//! When there are replications enough: after a number of them, or when the numbers that decide are known well enough.
//!
//! Asked after whole batches of ten only, so that the answer depends on nothing but the results. The half-width of a
//! batch that happens to be small stops too early now and then; with ten at least, and a relative precision of a few per
//! cent, the intervals still hold what they promise to within a point (Law, "Simulation Modeling and Analysis", 5th
//! ed., §9.4.1; docs/statistics.md has our own numbers).

use brownout_models::plan::Plan;

use super::{Job, Options};
use crate::compare;
use crate::metric::headline;
use crate::precision::{Target, relative_width};
use crate::result::{Point, Precision};

/// Replications of a batch.
pub const BATCH: u32 = 10;

/// Replications go on until numbers are known well enough.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Until<'e> {
    /// The largest relative half-width that will do, above 0.
    pub within: f64,
    /// Replications that are run in any case; a batch at least.
    pub least: u32,
    /// The numbers; the headline metrics in every window if there are none here.
    pub of: &'e [Target],
}

/// How a group goes on after a batch.
pub(super) struct More {
    /// Rows of the next batch; 0 if there are enough.
    pub(super) rows: u32,
    /// How well the numbers are known.
    pub(super) precision: Option<Precision>,
}

/// When there are enough.
pub(super) struct Rule<'e> {
    until: Option<Until<'e>>,
    most: u32,
    /// Whether the points are compared, so that their differences decide.
    compares: bool,
}

impl<'e> Rule<'e> {
    pub(super) fn of(options: &Options<'e>, compares: bool) -> Rule<'e> {
        Rule { until: options.until, most: options.replications, compares }
    }

    /// Rows that are needed in any case.
    pub(super) fn first_batch(&self) -> u32 {
        self.until.map_or(self.most, |until| until.least.max(BATCH).min(self.most))
    }

    /// The most rows that there may ever be.
    pub(super) fn most(&self) -> u32 {
        self.most
    }

    /// How to go on after `rows` rows with the results of the points so far.
    pub(super) fn next_batch(
        &self,
        rows: u32,
        jobs: &[Job<'_>],
        points: impl FnOnce() -> Vec<Point>,
    ) -> More {
        let Some(until) = self.until else { return More { rows: 0, precision: None } };
        let precision = self.precision(until, jobs, &points());
        let enough = precision.as_ref().is_none_or(Precision::is_reached);
        let left = self.most.saturating_sub(rows);
        More { rows: if enough { 0 } else { left.min(BATCH) }, precision }
    }

    /// Writes down how precisely the numbers are known.
    pub(super) fn tell_precision(&self, jobs: &[Job<'_>], points: &mut [Point]) {
        let Some(until) = self.until else { return };
        let precision = self.precision(until, jobs, points);
        points.iter_mut().for_each(|point| point.precision.clone_from(&precision));
    }

    /// The least precise number; `None` if there is nothing to know.
    fn precision(&self, until: Until<'_>, jobs: &[Job<'_>], points: &[Point]) -> Option<Precision> {
        let mut known: Vec<(f64, String)> = Vec::new();
        if self.compares {
            let [first, others @ ..] = points else { return None };
            for (job, other) in jobs[1..].iter().zip(others) {
                let targets = targets(until, job.plan);
                known.extend(compare::undecided(first, other, &targets));
            }
        } else if let ([Job { plan, .. }], [point]) = (jobs, points) {
            known.extend(widths(point, &targets(until, plan)));
        }
        let untold = untold(until.of, &known, points);
        let worst = known.into_iter().reduce(|a, b| if b.0 > a.0 { b } else { a });
        if worst.is_none() && untold.is_empty() {
            return None;
        }
        let (reached, of) = worst.map_or((None, String::new()), |(width, of)| (Some(width), of));
        Some(Precision { asked: until.within, reached, of, untold })
    }
}

/// The numbers of those asked for that are not among the known in any window.
fn untold(asked: &[Target], known: &[(f64, String)], points: &[Point]) -> Vec<String> {
    let windows = || points.iter().flat_map(|point| &point.windows);
    let is_known = |target: &&Target| {
        let names = windows().filter(|window| target.is_in(&window.name));
        let mut names = names.map(|window| target.within(&window.name));
        names.any(|name| known.iter().any(|(_, other)| *other == name))
    };
    asked.iter().filter(|target| !is_known(target)).map(Target::to_string).collect()
}

/// The numbers that decide about a plan.
fn targets(until: Until<'_>, plan: &Plan) -> Vec<Target> {
    if !until.of.is_empty() {
        return until.of.to_vec();
    }
    let headline = headline::of(plan).into_iter();
    headline.map(|reading| Target { reading, window: None }).collect()
}

/// The relative half-width of each number in each window.
fn widths(point: &Point, targets: &[Target]) -> Vec<(f64, String)> {
    let mut widths = Vec::new();
    for target in targets {
        for window in point.windows.iter().filter(|window| target.is_in(&window.name)) {
            let Some(estimate) = target.reading.find(window) else { continue };
            if let Some(width) = relative_width(&estimate, target.reading.metric.unit) {
                widths.push((width, target.within(&window.name)));
            }
        }
    }
    widths
}
