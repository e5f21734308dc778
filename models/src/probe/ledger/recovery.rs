//! When goodput is back after the last fault.

use brownout_core::time::{SimTime, Span};

use crate::plan::Plan;

/// Whether a client's goodput came back after the last fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Recovery {
    /// So long after the end of the last fault five consecutive seconds began that each have at least 95 % of the
    /// goodput of the window `before`.
    After(Span),
    /// Not before the run ended.
    Never,
}

const SECOND: Span = Span::from_secs(1);
const CONSECUTIVE: usize = 5;
const ENOUGH: f64 = 0.95;

/// Answers in time for each client and each whole second after the last fault, by the intended start of the request.
#[derive(Debug)]
pub(super) struct Seconds {
    since: SimTime,
    in_time: Vec<Vec<u32>>,
}

impl Seconds {
    /// `None` for a plan that has no fault, or in which nothing lies before the first or after the last.
    pub(super) fn of(plan: &Plan) -> Option<Seconds> {
        let window = |name: &str| plan.windows.iter().find(|window| window.name == name);
        window("before")?;
        let &(since, to) = window("after")?.spans.first()?;
        let whole = ((to - since).as_nanos() / SECOND.as_nanos()) as usize;
        Some(Seconds { since, in_time: vec![vec![0; whole]; plan.clients.len()] })
    }

    /// A request that was meant to start at `born` has its answer in time.
    #[inline]
    pub(super) fn in_time(&mut self, client: usize, born: SimTime) {
        if born >= self.since {
            let second = (born.since(self.since).as_nanos() / SECOND.as_nanos()) as usize;
            if let Some(count) = self.in_time[client].get_mut(second) {
                *count += 1;
            }
        }
    }

    /// When a client's goodput is back at `before` answers in time a second; `None` if there were none.
    pub(super) fn recovery(&self, client: usize, before: f64) -> Option<Recovery> {
        if before <= 0.0 {
            return None;
        }
        let mut seconds = self.in_time[client].windows(CONSECUTIVE);
        let is_back = |five: &[u32]| five.iter().all(|&n| f64::from(n) >= ENOUGH * before);
        let back = seconds.position(is_back);
        Some(back.map_or(Recovery::Never, |second| Recovery::After(SECOND * second as u64)))
    }
}
