//! When goodput is back after the last fault.
//!
//! Goodput is judged as a share of what was offered in the same step, so that a lull in the arrivals is no relapse and a
//! rush no recovery, and a step lasts long enough for some hundred requests. Who waits for an answer before asking again
//! offers less when the system is slow: of closed clients the answers in time a second have to be back as well, but for
//! what chance may take of so many (three standard deviations of a Poisson number).

use brownout_core::time::{SimTime, Span};

use crate::plan::Plan;
use crate::workload::ready::Workload;

/// Whether a client's goodput came back after the last fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Recovery {
    /// So long after the end of the last fault five consecutive steps began that each have at least 95 % of the goodput
    /// of the window `before`. A step is one second, or as many as it takes for some hundred requests.
    After(Span),
    /// Not before the run ended.
    Never,
}

const SECOND: Span = Span::from_secs(1);
const CONSECUTIVE: usize = 5;
const ENOUGH: f64 = 0.95;
/// Requests that a step holds at the rate of `before`, as near as whole seconds come to it.
const REQUESTS: f64 = 100.0;
/// Standard deviations that are left to chance.
const CHANCE: f64 = 3.0;

/// Requests of each client and each whole second after the last fault, by the intended start of the request.
#[derive(Debug)]
pub(super) struct Seconds {
    since: SimTime,
    counts: Vec<Vec<Counts>>,
    /// For each client whether it waits for an answer before it asks again.
    closed: Vec<bool>,
}

/// Requests of one second, or of several.
#[derive(Clone, Copy, Default, Debug)]
struct Counts {
    offered: u32,
    in_time: u32,
}

/// What a client's goodput was before the faults.
#[derive(Clone, Copy, Debug)]
pub(super) struct Before {
    /// Requests a second.
    pub(super) offered_per_s: f64,
    /// Answers in time a second.
    pub(super) goodput_per_s: f64,
}

impl Seconds {
    /// `None` for a plan that has no fault, or in which nothing lies before the first or after the last.
    pub(super) fn of(plan: &Plan) -> Option<Seconds> {
        let window = |name: &str| plan.windows.iter().find(|window| window.name == name);
        window("before")?;
        let &(since, to) = window("after")?.spans.first()?;
        let whole = ((to - since).as_nanos() / SECOND.as_nanos()) as usize;
        let mut closed = vec![false; plan.clients.len()];
        for stream in &plan.streams {
            closed[stream.client.index()] |= matches!(stream.workload, Workload::Closed { .. });
        }
        Some(Seconds { since, counts: vec![vec![Counts::default(); whole]; closed.len()], closed })
    }

    /// A request is meant to start now.
    #[inline]
    pub(super) fn offered(&mut self, client: usize, now: SimTime) {
        if let Some(counts) = self.at(client, now) {
            counts.offered += 1;
        }
    }

    /// A request that was meant to start at `born` has its answer in time.
    #[inline]
    pub(super) fn in_time(&mut self, client: usize, born: SimTime) {
        if let Some(counts) = self.at(client, born) {
            counts.in_time += 1;
        }
    }

    #[inline]
    fn at(&mut self, client: usize, born: SimTime) -> Option<&mut Counts> {
        if born < self.since {
            return None;
        }
        let second = (born.since(self.since).as_nanos() / SECOND.as_nanos()) as usize;
        self.counts[client].get_mut(second)
    }

    /// When a client's goodput is back at what it was `before`; `None` if there was none, or if the run ends before five
    /// steps are over.
    pub(super) fn recovery(&self, client: usize, before: Before) -> Option<Recovery> {
        let seconds = &self.counts[client];
        let step = (REQUESTS / before.offered_per_s).round().max(1.0);
        let told = before.goodput_per_s > 0.0 && step * CONSECUTIVE as f64 <= seconds.len() as f64;
        let step = told.then_some(step as usize)?;
        let is_back = |seconds: &[Counts]| {
            seconds.chunks(step).all(|seconds| self.is_back(client, seconds, before))
        };
        let back = seconds.windows(CONSECUTIVE * step).position(is_back);
        Some(back.map_or(Recovery::Never, |second| Recovery::After(SECOND * second as u64)))
    }

    /// Whether one step is as good as `before`.
    fn is_back(&self, client: usize, seconds: &[Counts], before: Before) -> bool {
        let sum = |count: fn(&Counts) -> u32| f64::from(seconds.iter().map(count).sum::<u32>());
        let (offered, in_time) = (sum(|one| one.offered), sum(|one| one.in_time));
        let share = ENOUGH * before.goodput_per_s / before.offered_per_s;
        let expected = ENOUGH * before.goodput_per_s * seconds.len() as f64;
        let fast = !self.closed[client] || in_time >= expected - CHANCE * expected.sqrt();
        in_time > 0.0 && in_time >= share * offered && fast
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is told of a client that offered 200 a second and had 190 of them in time, after seconds like these.
    fn recovery(closed: bool, seconds: &[(u32, u32)]) -> Option<Recovery> {
        let counts = seconds.iter().map(|&(offered, in_time)| Counts { offered, in_time });
        let counts = vec![counts.collect()];
        let before = Before { offered_per_s: 200.0, goodput_per_s: 190.0 };
        Seconds { since: SimTime::ZERO, counts, closed: vec![closed] }.recovery(0, before)
    }

    #[test]
    fn a_lull_is_no_relapse_but_whoever_waits_for_answers_has_to_get_as_many_as_before() {
        let lull = [(200, 10), (100, 95), (90, 86), (110, 105), (100, 95), (100, 95)];
        assert_eq!(recovery(false, &lull), Some(Recovery::After(SECOND)));
        assert_eq!(recovery(true, &lull), Some(Recovery::Never));
        let usual = [(200, 10), (200, 190), (170, 160), (190, 181), (230, 220), (200, 190)];
        assert_eq!(recovery(true, &usual), Some(Recovery::After(SECOND)));
    }

    #[test]
    fn silence_is_no_recovery_and_too_few_seconds_tell_nothing() {
        assert_eq!(recovery(false, &[(0, 0); 9]), Some(Recovery::Never));
        assert_eq!(recovery(false, &[(200, 190); 4]), None);
    }
}
