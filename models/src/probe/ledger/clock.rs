//! What goes by the clock: rates and levels, summed for each stretch of time and for each step of the series.

use brownout_core::stats::TimeWeighted;
use brownout_core::time::{SimTime, Span};

use super::eras::Eras;
use crate::plan::Plan;

/// What happened at one service in a piece of time. Levels are sums over its instances times nanoseconds.
#[derive(Clone, Copy, Default, Debug)]
pub struct ServiceSums {
    /// Visits that arrived, those turned away included.
    pub arriving: u64,
    /// Those of them that came to an instance that was down.
    pub nobody: u64,
    /// Visits that had begun and ended.
    pub completed: u64,
    /// Nanoseconds from beginning to end of the visits that ended.
    pub held: u128,
    /// Visits whose first work began to share cores.
    pub sharing: u64,
    /// Nanoseconds of the works that began to share cores.
    pub shared: u128,
    /// Busy workers.
    pub busy: u128,
    /// Visits that wait.
    pub queue: u128,
    /// Instances that are up.
    pub up: u128,
}

/// What happened on one edge in a piece of time, all callers together.
#[derive(Clone, Copy, Default, Debug)]
pub struct EdgeSums {
    /// Calls that began.
    pub calls: u64,
    /// Attempts that went on the wire.
    pub attempts: u64,
    /// Answers that found nobody.
    pub unheard: u64,
    /// Attempts under way, times nanoseconds.
    pub in_flight: u128,
    /// The most attempts under way at once.
    pub in_flight_max: u64,
}

impl ServiceSums {
    pub(super) fn add(&mut self, other: &ServiceSums) {
        self.arriving += other.arriving;
        self.nobody += other.nobody;
        self.sharing += other.sharing;
        self.shared += other.shared;
        self.completed += other.completed;
        self.held += other.held;
        self.busy += other.busy;
        self.queue += other.queue;
        self.up += other.up;
    }
}

impl EdgeSums {
    pub(super) fn add(&mut self, other: &EdgeSums) {
        self.calls += other.calls;
        self.attempts += other.attempts;
        self.unheard += other.unheard;
        self.in_flight += other.in_flight;
        self.in_flight_max = self.in_flight_max.max(other.in_flight_max);
    }
}

/// All sums of one piece of time.
#[derive(Clone, Debug)]
pub(super) struct Sums {
    pub(super) services: Vec<ServiceSums>,
    pub(super) edges: Vec<EdgeSums>,
}

impl Sums {
    fn of(plan: &Plan) -> Sums {
        Sums {
            services: vec![ServiceSums::default(); plan.services.len()],
            edges: vec![EdgeSums::default(); plan.edges.len()],
        }
    }

    fn add(&mut self, other: &Sums) {
        self.services.iter_mut().zip(&other.services).for_each(|(sum, more)| sum.add(more));
        self.edges.iter_mut().zip(&other.edges).for_each(|(sum, more)| sum.add(more));
    }
}

/// One service at present.
#[derive(Clone, Default, Debug)]
pub(super) struct ServiceNow {
    /// What was counted since the last border.
    pub(super) sums: ServiceSums,
    pub(super) busy: TimeWeighted,
    pub(super) queue: TimeWeighted,
    pub(super) up: TimeWeighted,
}

/// One edge at present.
#[derive(Clone, Default, Debug)]
pub(super) struct EdgeNow {
    /// What was counted since the last border.
    pub(super) sums: EdgeSums,
    /// The attempts under way.
    pub(super) in_flight: TimeWeighted,
}

/// Counts since the last border, levels as they stand, and the sums of all stretches and steps before.
#[derive(Debug)]
pub(super) struct Clock {
    pub(super) services: Vec<ServiceNow>,
    pub(super) edges: Vec<EdgeNow>,
    /// The stretch that time is in.
    pub(super) stretch: usize,
    /// The sums of each stretch.
    pub(super) stretches: Vec<Sums>,
    /// The sums of each step, if a series is wanted.
    pub(super) steps: Option<Steps>,
}

/// The steps of a series.
#[derive(Debug)]
pub(super) struct Steps {
    width: Span,
    length: SimTime,
    pub(super) sums: Vec<Sums>,
    /// The step that time is in.
    pub(super) at: usize,
}

impl Steps {
    fn of(plan: &Plan) -> Steps {
        let count = (plan.length - SimTime::ZERO).as_nanos().div_ceil(plan.series.as_nanos());
        let sums = vec![Sums::of(plan); count as usize];
        Steps { width: plan.series, length: plan.length, sums, at: 0 }
    }

    /// Where a step begins, or where the last one ends.
    fn border(&self, step: usize) -> SimTime {
        (SimTime::ZERO + self.width * step as u64).min(self.length)
    }

    /// Where the present step ends.
    fn next(&self) -> SimTime {
        if self.at < self.sums.len() { self.border(self.at + 1) } else { SimTime::NEVER }
    }

    /// How long a step lasts; the last one may be cut short by the end of the run.
    pub(super) fn span(&self, step: usize) -> Span {
        self.border(step + 1) - self.border(step)
    }
}

impl Clock {
    pub(super) fn new(plan: &Plan, eras: &Eras, series: bool) -> Clock {
        Clock {
            services: vec![ServiceNow::default(); plan.services.len()],
            edges: vec![EdgeNow::default(); plan.edges.len()],
            stretch: 0,
            stretches: vec![Sums::of(plan); eras.starts.len()],
            steps: series.then(|| Steps::of(plan)),
        }
    }

    /// The next border of a stretch or a step.
    pub(super) fn next_border(&self, eras: &Eras) -> SimTime {
        let stretch = eras.starts.get(self.stretch + 1).copied().unwrap_or(SimTime::NEVER);
        self.steps.as_ref().map_or(stretch, |steps| stretch.min(steps.next()))
    }

    /// Time comes to a border: what was counted goes to the stretch and the step that lie before it.
    pub(super) fn cross(&mut self, border: SimTime, eras: &Eras) {
        let counted = Sums {
            services: self.services.iter_mut().map(|service| service.cut(border)).collect(),
            edges: self.edges.iter_mut().map(|edge| edge.cut(border)).collect(),
        };
        self.stretches[self.stretch].add(&counted);
        if eras.starts.get(self.stretch + 1) == Some(&border) {
            self.stretch += 1;
        }
        if let Some(steps) = &mut self.steps
            && let Some(sums) = steps.sums.get_mut(steps.at)
        {
            sums.add(&counted);
            if steps.next() == border {
                steps.at += 1;
            }
        }
    }
}

impl ServiceNow {
    /// What came together up to a border; counting begins anew.
    fn cut(&mut self, border: SimTime) -> ServiceSums {
        let (busy, queue) = (cut(&mut self.busy, border).0, cut(&mut self.queue, border).0);
        let up = cut(&mut self.up, border).0;
        ServiceSums { busy, queue, up, ..std::mem::take(&mut self.sums) }
    }
}

impl EdgeNow {
    /// What came together up to a border; counting begins anew.
    fn cut(&mut self, border: SimTime) -> EdgeSums {
        let (in_flight, in_flight_max) = cut(&mut self.in_flight, border);
        EdgeSums { in_flight, in_flight_max, ..std::mem::take(&mut self.sums) }
    }
}

/// Begins a level anew at `now`; returns its integral and its greatest value up to here.
fn cut(level: &mut TimeWeighted, now: SimTime) -> (u128, u64) {
    let (integral, greatest) = (level.integral_to(now), level.max());
    let mut fresh = TimeWeighted::new();
    fresh.set(now, level.level());
    *level = fresh;
    (integral, greatest)
}
