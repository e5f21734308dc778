//! When circuit breakers open, for those who want to know how often.

use brownout_core::time::{SimTime, Span};

use crate::ids::EdgeId;
use crate::moment::Moment;
use crate::plan::{Plan, Window};
use crate::probe::contract::Probe;

/// The openings of all circuit breakers of a run, those behind the choice of a target included.
#[derive(Debug)]
pub struct Openings {
    /// For each edge and layer whether a breaker stands there.
    breaks: Vec<Vec<bool>>,
    seen: Vec<(SimTime, EdgeId)>,
}

/// When the breakers of an edge opened within a window.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Opened {
    /// How often, all callers together.
    pub times: u64,
    /// How long after the beginning of the window the first of them did.
    pub first: Option<Span>,
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

    /// For each edge when its breakers opened within a window, by the clock; `None` where there is none.
    pub fn within(&self, window: &Window) -> Vec<Option<Opened>> {
        let breaks = self.breaks.iter();
        let breaks = breaks.map(|layers| layers.contains(&true).then_some(Opened::default()));
        let mut opened: Vec<Option<Opened>> = breaks.collect();
        let Some(&(since, _)) = window.spans.first() else { return opened };
        for &(at, edge) in &self.seen {
            if window.spans.iter().any(|&(from, to)| from <= at && at < to) {
                let opened = opened[edge.index()].get_or_insert_default();
                opened.times += 1;
                opened.first.get_or_insert(at.since(since));
            }
        }
        opened
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
