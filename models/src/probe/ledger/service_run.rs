//! What a service's sums mean: utilisation, wasted work, amplification, capacity.

use super::clock::ServiceSums;
use super::run_result::{ServiceRun, per_second, ratio};

/// The share of its workers' time that a saturated service is busy, at least.
///
/// The capacity told is what was completed, so that it is low by no more than the rest. Whether somebody waited is not
/// asked: a service without room for a line is saturated as well as one with it.
const SATURATED: f64 = 0.99;

/// How many mean holds of a worker a stretch must last for a capacity to be told from it.
const HOLDS: f64 = 10.0;

impl ServiceRun {
    /// Visits a second that arrived.
    pub fn arriving_per_s(&self) -> f64 {
        per_second(self.clock.arriving, self.span)
    }

    /// Visits a second that had begun and ended.
    pub fn completed_per_s(&self) -> f64 {
        per_second(self.clock.completed, self.span)
    }

    /// The same for each instance that is up; 0 if none ever was.
    pub fn completed_per_s_per_instance(&self) -> f64 {
        ratio(self.clock.completed as f64 * 1e9, self.clock.up as f64).unwrap_or(0.0)
    }

    /// Mean busy workers in each instance that is up; 0 if none ever was.
    pub fn workers_busy(&self) -> f64 {
        self.clock.workers_busy()
    }

    /// Mean visits that wait in each instance that is up; 0 if none ever was.
    pub fn queue_length(&self) -> f64 {
        self.clock.queue_length()
    }

    /// Mean share of workers busy.
    pub fn utilisation(&self) -> Option<f64> {
        self.clock.utilisation(self.workers?)
    }

    /// Mean number of instances that are up.
    pub fn instances_up(&self) -> f64 {
        ratio(self.clock.up as f64, self.span.as_nanos() as f64).unwrap_or(0.0)
    }

    /// Share of worker-time that was of no use to anybody.
    pub fn wasted_work(&self) -> Option<f64> {
        ratio(self.visits.wasted as f64, self.visits.held as f64)
    }

    /// Visits that arrived for each client request.
    pub fn amplification(&self) -> Option<f64> {
        ratio(self.visits.arriving as f64, self.requests as f64)
    }

    /// Whether all workers were busy nearly all the time that is measured.
    pub fn is_saturated(&self) -> bool {
        let busy = self.workers.and_then(|workers| self.measured.utilisation(workers));
        busy.is_some_and(|busy| busy >= SATURATED)
    }

    /// Completed visits per second per instance, if the service was saturated over ten or more mean holds.
    ///
    /// Where workers are threads this is Little's law: mean busy workers over the mean hold of the visits that ended.
    /// To count completions and divide by the time is biased where holds run in step: workers that all begin when a
    /// fault begins complete in batches, and a stretch that is not a whole number of holds is off by up to one batch
    /// (of 17, if it is 17 holds long). The sum of the holds that ended is the busy time, plus the ages of the visits
    /// under way when the stretch begins, less those when it ends: just what a broken cycle adds and takes away.
    pub fn capacity(&self) -> Option<f64> {
        let ServiceSums { completed, held, busy, up, .. } = self.measured;
        let hold = ratio(held as f64, completed as f64)?;
        if !self.is_saturated() || (self.measured_span.as_nanos() as f64) < HOLDS * hold {
            return None;
        }
        // Executors are not held while a visit waits, so that its hold says nothing of theirs.
        let per_nano = if self.threads {
            ratio(busy as f64, up as f64)? / hold
        } else {
            ratio(completed as f64, up as f64)?
        };
        Some(per_nano * 1e9)
    }

    /// Visits that wait or hold a worker in a part of the window, in the mean and for each instance.
    pub fn backlog_in(&self, part: &ServiceSums) -> f64 {
        part.queue_length() + part.workers_busy()
    }

    /// Offered load over capacity: arriving visits times what one takes, over all that there is, of whichever is
    /// scarcest: workers, places inside or cores. Visits that came to an instance that was down are no load: nobody
    /// had work with them. `None` where nothing is scarce or nothing tells how much a visit takes.
    pub fn offered_over_capacity(&self) -> Option<f64> {
        self.offered_in(&self.clock)
    }

    /// The same in a part of the window.
    pub fn offered_in(&self, part: &ServiceSums) -> Option<f64> {
        let ServiceSums { arriving, nobody, completed, sharing, shared, held, busy, up, .. } =
            *part;
        let offered = (arriving - nobody) as f64;
        let load = |there: Option<u32>, taken: u128, by: u64| {
            let there = f64::from(there?);
            match ratio(taken as f64, by as f64) {
                Some(each) => ratio(offered * each, there * up as f64),
                None => (arriving == 0).then_some(0.0),
            }
        };
        let work = if self.threads { held } else { busy };
        let loads = [
            load(self.workers, work, completed),
            load(self.places, held, completed),
            load(self.cores, shared, sharing),
        ];
        loads.into_iter().flatten().reduce(f64::max)
    }
}

impl ServiceSums {
    pub(super) fn workers_busy(&self) -> f64 {
        ratio(self.busy as f64, self.up as f64).unwrap_or(0.0)
    }

    pub(super) fn queue_length(&self) -> f64 {
        ratio(self.queue as f64, self.up as f64).unwrap_or(0.0)
    }

    fn utilisation(&self, workers: u32) -> Option<f64> {
        ratio(self.busy as f64, f64::from(workers) * self.up as f64)
    }
}
