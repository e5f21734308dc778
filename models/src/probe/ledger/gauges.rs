//! What policies show of their state, over time.

use brownout_core::time::{SimTime, Span};

use crate::moment::Moment;
use crate::plan::{Caller, EdgePlan, Plan};
use crate::probe::contract::Probe;
use crate::spec::edge::Scope;

/// The gauges of all policies before the choice of a target, as means over time and over the holders of the state, step
/// by step. Policies behind that choice have a state for each target, which a moment does not tell apart.
#[derive(Debug)]
pub struct Gauges {
    width: Span,
    length: SimTime,
    /// Where the present step began, and where it ends.
    began: SimTime,
    ends: SimTime,
    rows: Vec<Row>,
    /// For each edge and layer the number of its row.
    row_of: Vec<Vec<Option<usize>>>,
}

/// One policy's gauge over time.
#[derive(Clone, Debug)]
pub struct GaugeSeries {
    /// `edge/Policy what`, such as `feed.counts/CircuitBreaker state`.
    pub name: String,
    /// The mean of each step.
    pub means: Vec<f64>,
}

#[derive(Debug)]
struct Row {
    name: String,
    /// For each holder the value and since when it stands.
    holders: Vec<(f64, SimTime)>,
    /// Values times nanoseconds in the present step.
    integral: f64,
    means: Vec<f64>,
}

impl Gauges {
    /// The gauges of a plan at time 0.
    pub fn new(plan: &Plan) -> Gauges {
        let mut rows: Vec<Row> = vec![];
        let mut row_of = vec![];
        for edge in &plan.edges {
            let mut layers = vec![];
            for policy in &edge.policies {
                let gauge = policy.first.clone().seat().gauge();
                layers.push(gauge.map(|gauge| {
                    let name =
                        |mark: &str| format!("{}/{}{mark} {}", edge.name, policy.name, gauge.what);
                    let same = rows.iter().filter(|row| row.name.starts_with(&name(""))).count();
                    let mark = if same == 0 { String::new() } else { format!(" {}", same + 1) };
                    let holders = vec![(gauge.value, SimTime::ZERO); holders(plan, edge)];
                    rows.push(Row { name: name(&mark), holders, integral: 0.0, means: vec![] });
                    rows.len() - 1
                }));
            }
            row_of.push(layers);
        }
        let ends = (SimTime::ZERO + plan.series).min(plan.length);
        let (width, length) = (plan.series, plan.length);
        Gauges { width, length, began: SimTime::ZERO, ends, rows, row_of }
    }

    /// The present step ends.
    #[cold]
    fn cross(&mut self) {
        let (ends, span) = (self.ends, self.ends - self.began);
        for row in &mut self.rows {
            for (value, since) in &mut row.holders {
                row.integral += *value * (ends - *since).as_nanos() as f64;
                *since = ends;
            }
            let whole = row.holders.len() as f64 * span.as_nanos() as f64;
            row.means.push(row.integral / whole);
            row.integral = 0.0;
        }
        self.began = ends;
        self.ends = match ends < self.length {
            true => (ends + self.width).min(self.length),
            false => SimTime::NEVER,
        };
    }

    /// What came of it, by edge and layer.
    pub fn finish(mut self) -> Vec<GaugeSeries> {
        while self.ends <= self.length {
            self.cross();
        }
        self.rows.into_iter().map(|row| GaugeSeries { name: row.name, means: row.means }).collect()
    }
}

impl Probe for Gauges {
    const GAUGES: bool = true;

    #[inline]
    fn see(&mut self, now: SimTime, moment: &Moment) {
        let Moment::Gauge { edge, layer, holder, value } = *moment else { return };
        while now >= self.ends {
            self.cross();
        }
        let Some(&Some(row)) = self.row_of[edge.index()].get(usize::from(layer)) else { return };
        let row = &mut self.rows[row];
        let (before, since) = &mut row.holders[holder as usize];
        row.integral += *before * (now - *since).as_nanos() as f64;
        (*before, *since) = (value, now);
    }
}

/// How many holders of its state an edge has.
fn holders(plan: &Plan, edge: &EdgePlan) -> usize {
    (match edge.caller {
        Caller::Service(_) if edge.scope == Scope::PerService => 1,
        Caller::Service(service) => plan.services[service.index()].instances(),
        Caller::Client(client) => plan.clients[client.index()].processes,
    }) as usize
}
