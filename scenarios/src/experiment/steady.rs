//! Whether a service can have a steady state in a window: offered load against capacity, and the trend of its backlog.
//!
//! A system is called steady only if its offered load lies below its capacity for sure: a load that equals the capacity
//! gives a backlog that grows with the root of time, which no look at the backlog finds reliably. What replications say
//! of the load is Student's 99 % interval; a single one is cut into eight parts, whose loads take their place. The trend
//! of the backlog, a line fitted through the means of those parts in each replication, finds what the load does not
//! show: a service whose callers wait elsewhere, a warm-up that is too short.

use brownout_core::stats::{Confidence, Estimate, Summary};
use brownout_models::probe::ledger::run_result::ServiceRun;

use crate::result::steady::{Interval, ServiceSteady};

/// Growth over the window, relative to the mean backlog, that is more than the end of a warm-up. A backlog that grows
/// with the root of time has 1.2, one that grows with time 2.
const GROWTH: f64 = 0.5;
/// How sure the intervals are that decide.
const CONFIDENCE: Confidence = Confidence::P99;

/// What is known of the load and the backlog of one service over all replications.
#[derive(Clone, Default)]
pub(super) struct SteadyFold {
    replications: u64,
    /// Replications in which all workers were busy nearly all the time.
    saturated: u64,
    /// Offered load over capacity, of each replication.
    load: Summary,
    /// The same of each part of the first replication.
    load_of_parts: Summary,
    /// By how much the fitted line of the backlog rises over the window.
    growth: Summary,
    backlog: Summary,
}

impl SteadyFold {
    /// One replication.
    pub(super) fn add(&mut self, run: &ServiceRun) {
        self.replications += 1;
        self.saturated += u64::from(run.is_saturated());
        run.offered_over_capacity().into_iter().for_each(|load| self.load.record(load));
        if self.replications == 1 {
            let loads = run.parts.iter().filter_map(|part| run.offered_in(part));
            loads.for_each(|load| self.load_of_parts.record(load));
        }
        let backlog: Vec<f64> = run.parts.iter().map(|part| run.backlog_in(part)).collect();
        if let Some(growth) = growth(&backlog) {
            self.growth.record(growth);
            self.backlog.record(backlog.iter().sum::<f64>() / backlog.len() as f64);
        }
    }

    /// What can be said of a steady state.
    pub(super) fn verdict(&self) -> Verdict {
        let interval = self.load().and_then(Estimate::interval);
        match interval {
            _ if self.replications > 0 && self.saturated == self.replications => Verdict::Saturated,
            Some((low, _)) if low > 1.0 => Verdict::Saturated,
            _ if self.is_growing() => Verdict::Growing,
            Some((_, high)) if high < 1.0 => Verdict::Steady,
            Some(_) => Verdict::Critical,
            None => Verdict::Unknown,
        }
    }

    /// The same with what it rests on.
    pub(super) fn result(&self) -> ServiceSteady {
        ServiceSteady {
            verdict: self.verdict().name().to_owned(),
            confidence: CONFIDENCE.probability(),
            load: self.load().map(told),
            saturated_in: self.saturated,
            backlog: self.backlog.mean(),
            growth: self.backlog.mean().map(|_| told(self.growth())),
        }
    }

    /// Offered load over capacity; `None` where a replication cannot tell it.
    fn load(&self) -> Option<Estimate> {
        let loads = if self.replications == 1 { &self.load_of_parts } else { &self.load };
        let all = self.load.count() == self.replications && loads.count() > 0;
        all.then(|| Estimate::of_summary(loads, CONFIDENCE))
    }

    fn growth(&self) -> Estimate {
        Estimate::of_summary(&self.growth, CONFIDENCE)
    }

    fn is_growing(&self) -> bool {
        let growth = self.growth();
        let sure = growth.interval().is_some_and(|(low, _)| low > 0.0);
        sure && growth.mean > GROWTH * self.backlog.mean().unwrap_or(0.0)
    }
}

fn told(estimate: Estimate) -> Interval {
    let (low, high) = estimate.interval().unzip();
    Interval { mean: estimate.mean, low, high }
}

/// By how much the line through equally spaced numbers (least squares) rises from the beginning to the end of what they
/// cover; `None` of fewer than two.
fn growth(numbers: &[f64]) -> Option<f64> {
    let n = numbers.len();
    let off = |at: usize| at as f64 - (n as f64 - 1.0) / 2.0;
    let squares: f64 = (0..n).map(|at| off(at) * off(at)).sum();
    let products: f64 = numbers.iter().enumerate().map(|(at, number)| off(at) * number).sum();
    (n > 1).then(|| products / squares * n as f64)
}

/// What can be said of a steady state; the worst is the greatest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Verdict {
    /// Less is offered than can be done.
    Steady,
    /// It cannot be told.
    Unknown,
    /// As much is offered as can be done, as far as can be told: the backlog grows with the root of time.
    Critical,
    /// The backlog grows, whatever the load says.
    Growing,
    /// More is offered than can be done.
    Saturated,
}

impl Verdict {
    pub(super) fn name(self) -> &'static str {
        match self {
            Verdict::Steady => "steady",
            Verdict::Unknown => "unknown",
            Verdict::Critical => "critical",
            Verdict::Growing => "growing",
            Verdict::Saturated => "saturated",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::growth;

    #[test]
    fn a_line_rises_by_what_it_rises_and_noise_about_a_level_by_nothing() {
        let line: Vec<f64> = (0..8).map(|part| 3.0 + 2.0 * f64::from(part)).collect();
        assert!((growth(&line).unwrap() - 16.0).abs() < 1e-12);
        assert!(growth(&[5.0, 7.0, 5.0, 7.0, 7.0, 5.0, 7.0, 5.0]).unwrap().abs() < 1e-12);
        assert_eq!((growth(&[1.0]), growth(&[])), (None, None));
    }
}
