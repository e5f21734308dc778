//! Services over all replications.

use brownout_models::plan::Plan;
use brownout_models::probe::ledger::run_result::ServiceRun;

use super::Values;
use super::measure::Measure;
use super::shares::Shares;
use super::states;
use super::steady::{SteadyFold, Verdict};
use super::times::TimesFold;
use crate::result::{Estimate, ServiceResult};

/// One service in one window.
pub(super) struct ServiceFold {
    replications: u64,
    arriving_per_s: Measure,
    completed_per_s: Measure,
    completed_per_s_per_instance: Measure,
    capacity: Measure,
    wasted_work: Measure,
    utilisation: Measure,
    workers_busy: Measure,
    queue_length: Measure,
    waiting: TimesFold,
    sojourn: TimesFold,
    instances_up: Measure,
    amplification: Measure,
    turned_away_by: Shares,
    offered_over_capacity: Measure,
    steady: SteadyFold,
}

impl ServiceFold {
    pub(super) fn new(plan: &Plan, values: Values) -> ServiceFold {
        let keeps = values.of_all();
        let measure = || Measure::new(keeps);
        let headline = || Measure::new(values.of_headline());
        ServiceFold {
            replications: 0,
            arriving_per_s: measure(),
            completed_per_s: measure(),
            completed_per_s_per_instance: measure(),
            capacity: headline(),
            wasted_work: headline(),
            utilisation: headline(),
            workers_busy: measure(),
            queue_length: measure(),
            waiting: TimesFold::new(&plan.percentiles, keeps),
            sojourn: TimesFold::new(&plan.percentiles, keeps),
            instances_up: measure(),
            amplification: measure(),
            turned_away_by: Shares::new(keeps),
            offered_over_capacity: measure(),
            steady: SteadyFold::default(),
        }
    }

    /// One replication.
    pub(super) fn add(&mut self, run: &ServiceRun) {
        self.replications += 1;
        self.arriving_per_s.add(run.arriving_per_s());
        self.completed_per_s.add(run.completed_per_s());
        self.completed_per_s_per_instance.add(run.completed_per_s_per_instance());
        self.capacity.add_if(run.capacity());
        self.wasted_work.add_if(run.wasted_work());
        self.utilisation.add_if(run.utilisation());
        self.workers_busy.add(run.workers_busy());
        self.queue_length.add(run.queue_length());
        self.waiting.add(run.waiting.as_ref());
        self.sojourn.add(run.sojourn.as_ref());
        self.instances_up.add(run.instances_up());
        self.amplification.add_if(run.amplification());
        self.turned_away_by.add(&run.visits.turned_away, &[], &[], run.visits.arriving);
        self.offered_over_capacity.add_if(run.offered_over_capacity());
        self.steady.add(run);
    }

    /// The latest replication is one of those that collapsed, or of the others.
    pub(super) fn assign(&mut self, collapsed: bool) {
        let rates = [&mut self.arriving_per_s, &mut self.completed_per_s];
        let levels = [&mut self.workers_busy, &mut self.queue_length, &mut self.instances_up];
        let shares = [&mut self.wasted_work, &mut self.utilisation, &mut self.amplification];
        let of_each = [&mut self.completed_per_s_per_instance, &mut self.capacity];
        let all = rates.into_iter().chain(levels).chain(shares).chain(of_each);
        all.for_each(|measure| measure.assign(collapsed));
        self.offered_over_capacity.assign(collapsed);
        self.waiting.assign(collapsed);
        self.sojourn.assign(collapsed);
        self.turned_away_by.assign(collapsed);
    }

    /// The results; what is said of a steady state only where workers are `limited`.
    pub(super) fn result(&self, limited: bool) -> ServiceResult {
        // A service that is saturated in some replications only has been caught on the way there.
        let always = self.capacity.count() == self.replications;
        let result = ServiceResult {
            arriving_per_s: self.arriving_per_s.sure(),
            completed_per_s: self.completed_per_s.sure(),
            completed_per_s_per_instance: self.completed_per_s_per_instance.sure(),
            capacity: self.capacity.estimate().filter(|_| always),
            offered_over_capacity: self.offered_over_capacity(),
            steady: limited.then(|| self.steady.result()),
            wasted_work: self.wasted_work.estimate(),
            utilisation: self.utilisation.estimate(),
            workers_busy: self.workers_busy.sure(),
            queue_length: self.queue_length.sure(),
            waiting_ms: self.waiting.estimates_ms(),
            sojourn_ms: self.sojourn.estimates_ms(),
            instances_up: self.instances_up.sure(),
            amplification: self.amplification.estimate(),
            turned_away_by: self.turned_away_by.estimates(),
        };
        states::of_service(result)
    }

    /// Offered load over capacity, where it can be told in every replication.
    pub(super) fn offered_over_capacity(&self) -> Option<Estimate> {
        let always = self.offered_over_capacity.count() == self.replications;
        self.offered_over_capacity.estimate().filter(|_| always)
    }

    /// How long visits waited.
    pub(super) fn waiting(&self) -> &TimesFold {
        &self.waiting
    }

    /// How long visits took.
    pub(super) fn sojourn(&self) -> &TimesFold {
        &self.sojourn
    }

    /// What can be said of a steady state.
    pub(super) fn verdict(&self) -> Verdict {
        self.steady.verdict()
    }
}
