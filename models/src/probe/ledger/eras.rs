//! Time cut at the borders of all windows, so that whatever happens belongs to one piece only.
//!
//! A *stretch* is the time between two neighbouring borders. An *era* is all stretches that belong to the same windows,
//! so that a window is a union of whole eras.

use brownout_core::time::{SimTime, Span};

use crate::plan::{Plan, Window};

/// Stretches and eras of a plan's windows.
#[derive(Debug)]
pub(super) struct Eras {
    /// Where each stretch begins; the last one is the drain, which has no end.
    pub(super) starts: Vec<SimTime>,
    /// The era of each stretch.
    pub(super) era_of: Vec<usize>,
    /// For each era the windows that it belongs to.
    windows: Vec<Vec<usize>>,
}

/// What a window is made of.
#[derive(Debug)]
pub(super) struct Cover {
    pub(super) eras: Vec<usize>,
    pub(super) stretches: Vec<usize>,
    /// The stretches over which a capacity is measured.
    pub(super) measuring: Vec<usize>,
    /// The stretches of each part of a window in one piece; none of other windows.
    pub(super) parts: Vec<Vec<usize>>,
}

/// Parts of a window, of one length, in which a trend is looked for.
const PARTS: u64 = 8;

/// How long a saturated service is left alone before its capacity is measured: until queues stand and whatever began
/// under other conditions is over. The author of a named window has chosen its beginning for that.
const SETTLING: Span = Span::from_secs(10);

impl Eras {
    pub(super) fn of(plan: &Plan) -> Eras {
        let mut starts = vec![SimTime::ZERO, plan.length];
        for window in &plan.windows {
            for &(from, to) in &window.spans {
                starts.extend([from, to, settled(window, from)]);
            }
            starts.extend(parts(window));
        }
        starts.retain(|&start| start <= plan.length);
        starts.sort_unstable();
        starts.dedup();
        let mut windows: Vec<Vec<usize>> = vec![];
        let era_of = starts.iter().map(|&start| {
            let holding: Vec<usize> =
                (0..plan.windows.len()).filter(|&n| holds(&plan.windows[n], start)).collect();
            windows.iter().position(|known| *known == holding).unwrap_or_else(|| {
                windows.push(holding);
                windows.len() - 1
            })
        });
        let era_of = era_of.collect();
        Eras { starts, era_of, windows }
    }

    /// How many eras there are.
    pub(super) fn count(&self) -> usize {
        self.windows.len()
    }

    /// What window number `number` of the plan is made of.
    pub(super) fn cover(&self, plan: &Plan, number: usize) -> Cover {
        let window = &plan.windows[number];
        let stretches = |within: &dyn Fn(SimTime) -> bool| {
            (0..self.starts.len()).filter(|&at| within(self.starts[at])).collect()
        };
        let is_settled = |start| {
            window.spans.iter().any(|&(from, to)| settled(window, from) <= start && start < to)
        };
        let borders = parts(window);
        let part = |ends: &[SimTime]| stretches(&|start| ends[0] <= start && start < ends[1]);
        Cover {
            parts: borders.windows(2).map(part).collect(),
            eras: (0..self.count()).filter(|&era| self.windows[era].contains(&number)).collect(),
            stretches: stretches(&|start| holds(window, start)),
            measuring: stretches(&is_settled),
        }
    }

    /// How long a stretch lasts; zero for the drain.
    pub(super) fn span(&self, stretch: usize) -> Span {
        let next = self.starts.get(stretch + 1);
        next.map_or(Span::ZERO, |&next| next - self.starts[stretch])
    }
}

fn holds(window: &Window, start: SimTime) -> bool {
    window.spans.iter().any(|&(from, to)| from <= start && start < to)
}

/// The borders of the parts of a window in one piece; none of other windows.
fn parts(window: &Window) -> Vec<SimTime> {
    let [(from, to)] = window.spans.as_slice() else { return vec![] };
    let nanos = (*to - *from).as_nanos();
    (0..=PARTS)
        .map(|part| {
            *from
                + Span::from_nanos(
                    (u128::from(nanos) * u128::from(part) / u128::from(PARTS)) as u64,
                )
        })
        .collect()
}

/// From when on a capacity is measured in a span of the window that begins at `from`.
fn settled(window: &Window, from: SimTime) -> SimTime {
    if window.is_automatic() { from + SETTLING } else { from }
}
