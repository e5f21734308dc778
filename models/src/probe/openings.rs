//! When circuit breakers open, for those who want to know how often.

use brownout_core::time::SimTime;

use crate::ids::EdgeId;
use crate::moment::{Moment, Probe};
use crate::plan::{Plan, Window};

/// The openings of all circuit breakers of a run, those behind the choice of a target included.
#[derive(Debug)]
pub struct Openings {
    /// For each edge and layer whether a breaker stands there.
    breaks: Vec<Vec<bool>>,
    seen: Vec<(SimTime, EdgeId)>,
}

/// The gauge of a breaker that is open.
const OPEN: f64 = 1.0;

impl Openings {
    /// Nothing has opened yet.
    pub fn new(plan: &Plan) -> Openings {
        let breaks = plan.edges.iter().map(|edge| {
            let policies = edge.policies.iter().chain(&edge.per_target);
            policies.map(|policy| policy.name == "CircuitBreaker").collect()
        });
        Openings { breaks: breaks.collect(), seen: vec![] }
    }

    /// For each edge how often a breaker opened within a window, by the clock; `None` where there is none.
    pub fn within(&self, window: &Window) -> Vec<Option<u64>> {
        let breaks = self.breaks.iter().map(|layers| layers.contains(&true).then_some(0));
        let mut counts: Vec<Option<u64>> = breaks.collect();
        for &(at, edge) in &self.seen {
            if window.spans.iter().any(|&(from, to)| from <= at && at < to) {
                *counts[edge.index()].get_or_insert(0) += 1;
            }
        }
        counts
    }
}

impl Probe for Openings {
    const GAUGES: bool = true;

    #[inline]
    fn see(&mut self, now: SimTime, moment: &Moment) {
        // A gauge is told when it changes: one that is at its top has just got there.
        if let Moment::Gauge { edge, layer, value, .. } = *moment
            && value == OPEN
            && self.breaks[edge.index()].get(usize::from(layer)) == Some(&true)
        {
            self.seen.push((now, edge));
        }
    }
}
