//! How much work the clients ask of each service, and how much it can do: means only, without queues, faults or retries.

use brownout_core::time::{SimTime, Span};

use super::{Plan, StepPlan, Time};
use crate::ids::{OperationId, RouteId, ServiceId};
use crate::policy::call::roster::{CallPolicySpec, Seated};
use crate::workload::ready::Workload;

/// The load that a service is offered, in workers that would be busy if there were enough of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Demand {
    /// Of which service.
    pub(super) service: ServiceId,
    /// What is scarce, for messages: `workers`.
    pub(super) of: &'static str,
    /// Busy workers (or cores, or places) that the offered load needs, all instances together.
    pub(super) needed: f64,
    /// Workers (or cores, or places) that there are.
    pub(super) there: f64,
}

/// The demand on every service whose workers or cores are scarce. `limits` gives the time limit of each edge, if any.
pub(super) fn demands(plan: &Plan, limits: &[Option<Span>]) -> Vec<Demand> {
    let sums = Sums { plan, limits };
    let mut rates = vec![0.0; plan.operations.len()];
    for stream in plan.streams.iter().filter(|stream| stream.key.is_none()) {
        let Some(expected) = stream.workload.expected(plan.warmup, plan.length) else { continue };
        let rate = expected / (plan.length - plan.warmup).as_secs_f64();
        let mut below = 0.0;
        for &(route, up_to) in &plan.clients[stream.client.index()].asks {
            let operation = plan.routes[route.index()].operation;
            sums.spread(operation, rate * (up_to - below), &mut rates);
            below = up_to;
        }
    }
    let mut demands = vec![];
    for (at, service) in plan.services.iter().enumerate() {
        let operations = service.operations.clone().map(OperationId);
        let instances = f64::from(service.instances());
        let mut note = |of: &'static str, needed: f64, each: u32| {
            demands.push(Demand {
                service: ServiceId(at as u16),
                of,
                needed,
                there: f64::from(each) * instances,
            });
        };
        let sum = |cost: &dyn Fn(OperationId) -> f64| -> f64 {
            operations.clone().map(|operation| rates[operation.index()] * cost(operation)).sum()
        };
        if service.threads {
            note("workers", sum(&|operation| sums.held(operation)), service.slots);
        } else if let Some(executors) = service.executors {
            note("workers", sum(&|operation| sums.worked(operation)), executors);
        }
        if let Some(cores) = service.cores {
            note("cores", sum(&|operation| sums.worked(operation)), cores);
        }
        if !service.threads && service.slots < u32::MAX {
            note("places in flight", sum(&|operation| sums.held(operation)), service.slots);
        }
    }
    demands
}

/// More calls a second than anybody counts.
pub(super) const MANY: f64 = 1e18;

/// How many calls a second are started along each edge at most, by the mean rate of those who ask and with every further
/// attempt and copy that policies may make; [`MANY`] where that cannot be told. `policies` are those of each edge.
pub(super) fn most_calls(plan: &Plan, policies: &[Vec<CallPolicySpec>]) -> Vec<f64> {
    let sums = Sums { plan, limits: &[] };
    let mut calls = vec![0.0; plan.edges.len()];
    for stream in &plan.streams {
        let asked = match &stream.workload {
            Workload::Poisson(rate) => *rate,
            Workload::Constant(gap) => 1.0 / gap.span().as_secs_f64(),
            changing if changing.expected(SimTime::ZERO, plan.length) == Some(0.0) => 0.0,
            _ => MANY,
        };
        let client = &plan.clients[stream.client.index()];
        calls[client.edge.index()] += asked;
        let mut below = 0.0;
        for &(route, up_to) in &client.asks {
            let sent = asked * (up_to - below) * attempts(&policies[client.edge.index()]);
            sums.call(plan.routes[route.index()].operation, sent, policies, &mut calls);
            below = up_to;
        }
    }
    // What comes in place of another call comes as often as that fails.
    for policy in plan.edges.iter().flat_map(|edge| &edge.policies) {
        let Seated::Fallback(fallback) = &policy.first else { continue };
        let Some(instead) = fallback.instead() else { continue };
        calls[instead.index()] += MANY;
        let route = plan.edges[instead.index()].first_route;
        sums.call(plan.routes[route.index()].operation, MANY, policies, &mut calls);
    }
    calls
}

/// How many attempts all of some policies may make of one call at most.
fn attempts(policies: &[CallPolicySpec]) -> f64 {
    policies.iter().map(copies).product()
}

/// How many calls a policy may make of one at most.
pub(super) fn copies(policy: &CallPolicySpec) -> f64 {
    match policy {
        CallPolicySpec::Retry(retry) => f64::from(retry.attempts),
        CallPolicySpec::Hedge(hedge) => 1.0 + f64::from(hedge.copies),
        CallPolicySpec::Custom(_) => MANY,
        _ => 1.0,
    }
}

/// The time limit of an edge: the least of its timeouts and own deadlines.
pub(super) fn limit(policies: &[CallPolicySpec]) -> Option<Span> {
    let limits = policies.iter().filter_map(|policy| match policy {
        CallPolicySpec::Timeout(timeout) => Some(timeout.after),
        CallPolicySpec::Deadline(deadline) => deadline.within,
        _ => None,
    });
    limits.min()
}

struct Sums<'p> {
    plan: &'p Plan,
    limits: &'p [Option<Span>],
}

impl Sums<'_> {
    /// Adds the rate of an operation, and those of all that it calls.
    fn spread(&self, operation: OperationId, rate: f64, rates: &mut [f64]) {
        rates[operation.index()] += rate;
        self.walk(self.plan.operations[operation.index()].program, rate, &mut |step, rate| {
            let (route, times) = match step {
                StepPlan::Call { route, .. } => (*route, 1.0),
                StepPlan::FanOut { route, .. } => (*route, self.shards(*route)),
                _ => return,
            };
            self.spread(self.plan.routes[route.index()].operation, rate * times, rates);
        });
    }

    /// Adds the calls that an operation makes so often, and those of all that it calls.
    fn call(
        &self,
        operation: OperationId,
        rate: f64,
        policies: &[Vec<CallPolicySpec>],
        calls: &mut [f64],
    ) {
        self.walk(self.plan.operations[operation.index()].program, rate, &mut |step, rate| {
            let (route, times) = match step {
                StepPlan::Call { route, .. } => (*route, 1.0),
                StepPlan::FanOut { route, .. } => (*route, self.shards(*route)),
                _ => return,
            };
            let route = &self.plan.routes[route.index()];
            let made = rate * times;
            calls[route.edge.index()] += made;
            let sent = made * attempts(&policies[route.edge.index()]);
            self.call(route.operation, sent, policies, calls);
        });
    }

    fn shards(&self, route: RouteId) -> f64 {
        f64::from(self.plan.services[self.plan.routes[route.index()].service.index()].shards)
    }

    /// Every step of a program with how often it is done, branches and ways included.
    fn walk(&self, program: u32, often: f64, see: &mut dyn FnMut(&StepPlan, f64)) {
        let mut at = program as usize;
        loop {
            let step = &self.plan.steps[at];
            see(step, often);
            match step {
                StepPlan::End | StepPlan::Jump(_) => return,
                StepPlan::Parallel { branches, .. } => {
                    for branch in branches.clone() {
                        self.walk(self.plan.branches[branch as usize], often, see);
                    }
                }
                StepPlan::Choice { ways, .. } => {
                    let mut below = 0.0;
                    for way in ways.clone() {
                        let way = self.plan.ways[way as usize];
                        self.walk(way.program, often * (way.below - below), see);
                        below = way.below;
                    }
                }
                _ => {}
            }
            at += 1;
        }
    }

    /// Mean time for which an operation works.
    fn worked(&self, operation: OperationId) -> f64 {
        let mut sum = 0.0;
        self.walk(self.plan.operations[operation.index()].program, 1.0, &mut |step, often| {
            if let StepPlan::Work { time, .. } = step {
                sum += often * mean(time);
            }
        });
        sum
    }

    /// Mean time for which an operation holds a thread: its work, its waits, and its calls as long as nobody queues.
    fn held(&self, operation: OperationId) -> f64 {
        self.held_by(self.plan.operations[operation.index()].program)
    }

    fn held_by(&self, program: u32) -> f64 {
        let mut at = program as usize;
        let mut sum = 0.0;
        loop {
            sum += match &self.plan.steps[at] {
                StepPlan::End | StepPlan::Jump(_) => return sum,
                StepPlan::Work { time, .. } | StepPlan::Wait { time, .. } => mean(time),
                StepPlan::Call { route, .. } | StepPlan::FanOut { route, .. } => {
                    self.called(*route)
                }
                StepPlan::Parallel { branches, need, .. } => {
                    let branches =
                        branches.clone().map(|at| self.held_by(self.plan.branches[at as usize]));
                    let mut all: Vec<f64> = branches.collect();
                    all.sort_by(f64::total_cmp);
                    all.get(usize::from(*need).saturating_sub(1)).copied().unwrap_or(0.0)
                }
                StepPlan::Choice { ways, .. } => {
                    let mut below = 0.0;
                    let mut sum = 0.0;
                    for way in ways.clone() {
                        let way = self.plan.ways[way as usize];
                        sum += (way.below - below) * self.held_by(way.program);
                        below = way.below;
                    }
                    sum
                }
                StepPlan::Answer => 0.0,
            };
            at += 1;
        }
    }

    fn called(&self, route: RouteId) -> f64 {
        let route = self.plan.routes[route.index()];
        let hop = self.plan.edges[route.edge.index()].hop.span().as_secs_f64();
        let answer = 2.0 * hop + self.held(route.operation);
        self.limits[route.edge.index()].map_or(answer, |limit| answer.min(limit.as_secs_f64()))
    }
}

/// A mean in seconds.
fn mean(time: &Time) -> f64 {
    match time {
        Time::Constant(delay) => delay.span().as_secs_f64(),
        Time::Drawn(dist) => dist.mean() / 1e9,
    }
}
