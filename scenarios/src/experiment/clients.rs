//! Clients over all replications.

use std::collections::BTreeMap;

use brownout_core::stats::Histogram;
use brownout_core::time::Span;
use brownout_models::outcome::Kind;
use brownout_models::plan::{ClientPlan, Plan};
use brownout_models::probe::ledger::recovery::Recovery;
use brownout_models::probe::ledger::run_result::{AskedRun, ClientRun};

use super::Options;
use super::collapse::Collapse;
use super::measure::Measure;
use super::shares::Shares;
use super::states;
use super::times::{Beyond, TimesFold};
use crate::expect::limits;
use crate::metric::subject::Subject;
use crate::result::{ClientResult, Estimate};

/// One client in one window.
pub(super) struct ClientFold {
    total: AskedFold,
    /// By name, where there are several.
    operations: Vec<(String, AskedFold)>,
    recovered: Measure,
    recovery_s: Measure,
    collapse: Collapse,
}

/// The requests of one client, all of them or those for one operation.
struct AskedFold {
    offered_per_s: Measure,
    goodput_per_s: Measure,
    goodput: Measure,
    success: Measure,
    degraded: Measure,
    failed_by: Shares,
    latency: TimesFold,
    failure_latency: TimesFold,
    /// The share of answers that took longer, for each time that is asked for.
    slower_than: Vec<(Span, Measure)>,
}

impl ClientFold {
    pub(super) fn new(plan: &Plan, client: &ClientPlan, options: Options<'_>) -> ClientFold {
        let keeps = options.per_replication.of_all();
        let several = if client.asks.len() > 1 { client.asks.as_slice() } else { &[] };
        let operations = several.iter().map(|(route, _)| {
            let operation = plan.routes[route.index()].operation;
            let name = plan.operations[operation.index()].full_name.clone();
            let subject =
                Subject::Operation { client: client.name.clone(), operation: name.clone() };
            (name, AskedFold::new(plan, &subject, options))
        });
        let total = AskedFold::new(plan, &Subject::Client(client.name.clone()), options);
        let headline = options.per_replication.of_headline();
        let latency = TimesFold::new(&plan.percentiles, headline);
        ClientFold {
            total: AskedFold { latency: latency.watched(), ..total },
            operations: operations.collect(),
            recovered: Measure::new(keeps),
            recovery_s: Measure::new(keeps),
            collapse: Collapse::new(headline),
        }
    }

    /// One replication.
    pub(super) fn add(&mut self, run: &ClientRun) {
        self.total.add(&run.total);
        for ((_, fold), (_, run)) in self.operations.iter_mut().zip(&run.operations) {
            fold.add(run);
        }
    }

    /// Whether goodput came back in one replication, if that can be asked.
    pub(super) fn add_recovery(&mut self, recovery: Option<Recovery>) {
        match recovery {
            None => {
                self.recovered.add_if(None);
                self.recovery_s.add_if(None);
            }
            Some(Recovery::Never) => {
                self.recovered.add(0.0);
                self.recovery_s.add_if(None);
            }
            Some(Recovery::After(span)) => {
                self.recovered.add(1.0);
                self.recovery_s.add(span.as_secs_f64());
            }
        }
    }

    /// What the client saw before and after the faults of one replication; whether its system collapsed.
    pub(super) fn add_collapse(&mut self, before: &ClientRun, after: &ClientRun) -> Option<bool> {
        self.collapse.add(&before.total, &after.total)
    }

    /// The latest replication is one of those that collapsed, or of the others.
    pub(super) fn assign(&mut self, collapsed: bool) {
        self.total.assign(collapsed);
        self.operations.iter_mut().for_each(|(_, asked)| asked.assign(collapsed));
    }

    pub(super) fn result(&self) -> ClientResult {
        let mut result = self.total.result();
        let operations = self.operations.iter();
        result.operations =
            operations.map(|(name, asked)| (name.clone(), asked.result())).collect();
        result.recovered = self.recovered.share();
        result.collapsed = self.collapse.result();
        result.collapsed_in = self.collapse.values();
        // The mean of those that came back would hide those that did not.
        let always = self.recovery_s.count() == self.recovered.count();
        result.recovery_s = self.recovery_s.estimate().filter(|_| always);
        states::of_client(result)
    }

    /// Whether goodput is the mean of two states.
    pub(super) fn has_two_states(&self) -> bool {
        self.total.goodput.split().is_some_and(|split| states::differs(&split))
    }

    /// How long it took until a request failed.
    pub(super) fn failures(&self) -> &TimesFold {
        &self.total.failure_latency
    }

    /// How long the answers of one operation took, or its failures; `None` where there is no other, and so none of its own.
    pub(super) fn times_of(&self, operation: &str, failures: bool) -> Option<&TimesFold> {
        let (_, asked) = self.operations.iter().find(|(name, _)| name == operation)?;
        Some(if failures { &asked.failure_latency } else { &asked.latency })
    }

    /// What the percentiles of the latency rest on.
    pub(super) fn beyond(&self) -> impl Iterator<Item = Beyond<'_>> {
        self.total.latency.beyond()
    }
}

impl AskedFold {
    fn new(plan: &Plan, subject: &Subject, options: Options<'_>) -> AskedFold {
        let values = options.per_replication;
        let (headline, keeps) = (values.of_headline(), values.of_all());
        let mut limits: Vec<Span> = limits(options.expect)
            .filter(|(whose, _)| *whose == subject)
            .map(|(_, time)| time)
            .collect();
        limits.sort_unstable();
        limits.dedup();
        AskedFold {
            offered_per_s: Measure::new(keeps),
            goodput_per_s: Measure::new(headline),
            goodput: Measure::new(headline),
            success: Measure::new(headline),
            degraded: Measure::new(keeps),
            failed_by: Shares::new(keeps),
            latency: TimesFold::new(&plan.percentiles, keeps),
            failure_latency: TimesFold::new(&plan.percentiles, keeps),
            slower_than: limits.into_iter().map(|time| (time, Measure::new(keeps))).collect(),
        }
    }

    fn add(&mut self, run: &AskedRun) {
        let counts = &run.counts;
        let [ok, degraded] = [Kind::Ok, Kind::Degraded].map(|kind| counts.outcomes[kind as usize]);
        let share = |n: u64| (counts.offered > 0).then(|| n as f64 / counts.offered as f64);
        self.offered_per_s.add(run.offered_per_s());
        self.goodput_per_s.add(run.goodput_per_s());
        self.goodput.add_if(share(counts.in_time));
        self.success.add_if(share(ok + degraded));
        self.degraded.add_if(share(degraded));
        let unanswered = [("Unanswered", run.unanswered())];
        let answers = [Kind::Ok, Kind::Degraded];
        self.failed_by.add(&counts.outcomes, &answers, &unanswered, counts.offered);
        self.latency.add(run.answers.as_ref());
        self.failure_latency.add(run.failures.as_ref());
        for (time, share) in &mut self.slower_than {
            let answers = run.answers.as_ref();
            share.add_if(answers.map(|answers| answers.histogram.share_above(*time)));
        }
    }

    fn assign(&mut self, collapsed: bool) {
        let rates = [&mut self.offered_per_s, &mut self.goodput_per_s];
        let shares = [&mut self.goodput, &mut self.success, &mut self.degraded];
        let slower = self.slower_than.iter_mut().map(|(_, share)| share);
        let all = rates.into_iter().chain(shares).chain(slower);
        all.for_each(|measure| measure.assign(collapsed));
        self.failed_by.assign(collapsed);
        self.latency.assign(collapsed);
        self.failure_latency.assign(collapsed);
    }

    fn result(&self) -> ClientResult {
        ClientResult {
            offered_per_s: self.offered_per_s.sure(),
            goodput_per_s: self.goodput_per_s.sure(),
            goodput: self.goodput.estimate(),
            success: self.success.estimate(),
            degraded: self.degraded.estimate().filter(|_| !self.degraded.is_zero()),
            failed_by: self.failed_by.estimates(),
            latency_ms: self.latency.estimates_ms(),
            failure_latency_ms: self.failure_latency.estimates_ms(),
            slower_than: self.slower_than(),
            histogram: buckets(self.latency.pooled()),
            ..ClientResult::default()
        }
    }
}

impl AskedFold {
    fn slower_than(&self) -> BTreeMap<String, Estimate> {
        let told = self.slower_than.iter();
        told.filter_map(|(time, share)| Some((time.to_string(), share.estimate()?))).collect()
    }
}

/// A histogram in buckets of three percent, as wide as a picture can show: upper edge in milliseconds, and count. No edge is
/// beyond the longest time of all.
fn buckets(histogram: &Histogram) -> Vec<(f64, u64)> {
    let mut buckets: Vec<(u64, u64)> = vec![];
    for (time, count) in histogram.iter() {
        // The edges are the same for every histogram: 32 in each doubling.
        let low_bits = (1 << time.as_nanos().max(32).ilog2().saturating_sub(5)) - 1;
        let edge = time.as_nanos() | low_bits;
        match buckets.last_mut() {
            Some((last, sum)) if *last == edge => *sum += count,
            _ => buckets.push((edge, count)),
        }
    }
    let longest = histogram.max().unwrap_or(Span::ZERO);
    let shown = |edge| Span::from_nanos(edge).min(longest).as_millis_f64();
    buckets.into_iter().map(|(edge, n)| (shown(edge), n)).collect()
}
