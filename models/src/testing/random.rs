//! Random small systems: one to three services, random policies on every edge, random faults.

use std::fmt;

use brownout_core::dist;
use brownout_core::time::Span;
use brownout_core::units::{Rate, Share};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

use super::{client, edge, exponential, service, system as empty, timeout, work};
use crate::policy::admission::fixed_limit;
use crate::policy::admission::roster::AdmissionSpec;
use crate::policy::balance::roster::BalanceSpec;
use crate::policy::call::roster::CallPolicySpec;
use crate::policy::queue::roster::DisciplineSpec;
use crate::spec::System;
use crate::spec::arrivals::{Arrivals, Burst, Closed};
use crate::spec::client::{Client, Process};
use crate::spec::edge::{Edge, Policies, Scope};
use crate::spec::resource::Resource;
use crate::spec::service::{Queue, Service, Workers};
use crate::spec::step::{AtLeast, FanOut, Parallel, Step, Way};

mod faults;
mod policies;

/// A random system.
#[derive(Clone)]
pub(crate) struct Drawn {
    pub(crate) system: System,
    /// Whether messages or visits may vanish without a word.
    pub(crate) loses: bool,
    /// Whether every edge limits the time of its calls.
    guarded: bool,
}

impl Drawn {
    /// Whether calls may wait for ever.
    pub(crate) fn may_wait_for_ever(&self) -> bool {
        self.loses && !self.guarded
    }
}

impl fmt::Debug for Drawn {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = ron::ser::to_string_pretty(&self.system, Default::default());
        write!(out, "{}", text.unwrap_or_else(|error| error.to_string()))
    }
}

/// Three services at most: `a` calls `b` and `c`, `b` calls `c`.
pub(crate) fn system() -> impl Strategy<Value = Drawn> {
    let services = (
        1..=3_usize,
        vec(replicas_of_service(), 3),
        vec(any_edge(), 4),
        vec(steps(2), 2),
        vec(proptest::bool::ANY, 3),
    );
    let around = (
        vec(any_client(), 1..=2),
        vec(faults::fault(), 0..=3),
        policies::resources(),
        0..=2_u64,
        proptest::bool::ANY,
        any::<u32>(),
    );
    (services, around).prop_map(|(services, around)| assemble(services, around))
}

type Services = (usize, Vec<Service>, Vec<Edge>, Vec<Vec<Step>>, Vec<bool>);
type Around = (Vec<Client>, Vec<faults::Draft>, Vec<Resource>, u64, bool, u32);

fn assemble(
    (count, bodies, edges, programs, interruptible): Services,
    (clients, faults, resources, hop, guarded, seed): Around,
) -> Drawn {
    let mut system = empty("1500ms");
    system.run.seed = u64::from(seed);
    system.network.hop = Span::from_millis(hop);
    for (name, resource) in ["tokens", "seats"].into_iter().zip(resources) {
        system = system.resource(name, resource);
    }
    let replicas: Vec<u32> = bodies.iter().map(|body| body.replicas).collect();
    let mut edges = edges.into_iter();
    for (at, mut body) in bodies.into_iter().enumerate().take(count) {
        let callees: &[usize] = match (at, count) {
            (0, 2) => &[1],
            (0, 3) => &[1, 2],
            (1, 3) => &[2],
            _ => &[],
        };
        for &callee in callees {
            let mut drawn = edges.next().unwrap();
            drawn.to = format!("{}.do", NAMES[callee]);
            let Policies::List(list) = &mut drawn.policies else { unreachable!() };
            let other = callees.last().filter(|&&other| other != callee);
            fit(list, replicas[callee], guarded, other.map(|&other| NAMES[other]));
            fit(&mut drawn.per_target, replicas[callee], false, None);
            body.calls.insert(NAMES[callee].to_owned(), drawn);
        }
        let operation = body.operations.get_mut("do").unwrap();
        operation.interruptible = interruptible[at];
        if !callees.is_empty() {
            operation.steps = aim(&programs[at], callees, false);
        }
        system = system.service(NAMES[at], body);
    }
    for (at, mut drawn) in clients.into_iter().enumerate() {
        let Policies::List(list) = &mut drawn.policies else { unreachable!() };
        fit(list, replicas[0], guarded, None);
        fit(&mut drawn.per_target, replicas[0], false, None);
        system = system.client(["app", "bot"][at], drawn);
    }
    let loses = faults.iter().any(faults::Draft::loses);
    for fault in faults {
        system.faults.extend(fault.aim(&system));
    }
    Drawn { system, loses, guarded }
}

const NAMES: [&str; 3] = ["a", "b", "c"];

/// Makes a list of policies sound on its edge: hedges elsewhere only where there is an elsewhere, fallbacks only to
/// a call that exists and does not lead back, and a limit around all where calls must not wait for ever.
fn fit(list: &mut Vec<CallPolicySpec>, replicas: u32, guarded: bool, other: Option<&str>) {
    for policy in list.iter_mut() {
        match policy {
            CallPolicySpec::Hedge(spec) => spec.elsewhere &= replicas > 1,
            CallPolicySpec::Fallback(spec) => {
                spec.call = spec.call.take().and(other).map(str::to_owned);
            }
            _ => {}
        }
    }
    if guarded {
        list.insert(0, timeout("80ms"));
    }
}

/// Points the calls of drafted steps at callees that exist. A branch cannot answer.
fn aim(steps: &[Step], callees: &[usize], in_branch: bool) -> Vec<Step> {
    let name = |draft: &str| {
        let number: usize = draft.parse().unwrap();
        NAMES[callees[number % callees.len()]].to_owned()
    };
    let branches = |branches: &[Vec<Step>]| -> Vec<Vec<Step>> {
        branches.iter().map(|steps| aim(steps, callees, true)).collect()
    };
    let aimed = steps.iter().filter_map(|step| {
        Some(match step {
            Step::Answer if in_branch => return None,
            Step::Call(draft) => Step::Call(name(draft)),
            Step::FanOut(fan) => Step::FanOut(FanOut { call: name(&fan.call), ..fan.clone() }),
            Step::All(all) => {
                Step::All(Parallel { branches: branches(&all.branches), ..all.clone() })
            }
            Step::Any(any) => {
                Step::Any(Parallel { branches: branches(&any.branches), ..any.clone() })
            }
            Step::AtLeast(some) => {
                Step::AtLeast(AtLeast { branches: branches(&some.branches), ..some.clone() })
            }
            Step::Choice(ways) => {
                let aimed = ways.iter().map(|way| {
                    let steps = aim(&way.steps, callees, in_branch);
                    Way { share: way.share, steps }
                });
                Step::Choice(aimed.collect())
            }
            other => other.clone(),
        })
    });
    aimed.collect()
}

fn times() -> impl Strategy<Value = dist::Spec> {
    prop_oneof![
        1 => Just(dist::Spec::Constant(Span::ZERO)),
        2 => (1..=8_u64).prop_map(|ms| dist::Spec::Constant(Span::from_millis(ms))),
        3 => (1..=8_u64).prop_map(|ms| exponential(&format!("{ms}ms"))),
    ]
}

fn steps(depth: u32) -> BoxedStrategy<Vec<Step>> {
    let leaf = prop_oneof![
        4 => (0..=1_u8).prop_map(|at| Step::Call(at.to_string())),
        2 => times().prop_map(work),
        1 => times().prop_map(Step::Wait),
        1 => Just(Step::Answer),
        1 => (0..=1_u8, proptest::bool::ANY).prop_map(|(at, wait_for_all)| {
            Step::FanOut(FanOut { call: at.to_string(), need: None, wait_for_all })
        }),
    ];
    if depth == 0 {
        return vec(leaf, 1..=2).boxed();
    }
    let branches = || vec(steps(depth - 1), 1..=3);
    let nested = (0..=3_u8, branches(), proptest::bool::ANY, 1..=3_usize).prop_map(
        |(kind, branches, wait_for_all, k)| match kind {
            0 => Step::All(Parallel { branches, wait_for_all }),
            1 => Step::Any(Parallel { branches, wait_for_all }),
            2 => {
                let k = k.min(branches.len()) as u32;
                Step::AtLeast(AtLeast { k, branches, wait_for_all })
            }
            _ => {
                let share = Share::new(0.3).unwrap();
                let way = |steps| Way { share, steps };
                Step::Choice(branches.into_iter().map(way).collect())
            }
        },
    );
    vec(prop_oneof![3 => leaf, 1 => nested], 1..=3).boxed()
}

fn replicas_of_service() -> impl Strategy<Value = Service> {
    let workers = prop_oneof![
        3 => (1..=4_u32).prop_map(Workers::Threads),
        2 => (1..=3_u32).prop_map(Workers::Async),
        1 => Just(Workers::Unlimited),
    ];
    let limits = (
        option::of(1..=5_u32),
        option::weighted(0.3, 1..=2_u32),
        option::of(0..=6_u32),
        option::weighted(0.2, 1..=8_u32),
    );
    let shape = (1..=3_u32, 1..=2_u32, select(vec![DisciplineSpec::Fifo, DisciplineSpec::Lifo]));
    (workers, times(), limits, shape).prop_map(
        |(workers, time, (in_flight, cores, room, admission), (replicas, shards, discipline))| {
            let mut drawn = service(workers, vec![work(time)]);
            drawn.in_flight = match workers {
                Workers::Threads(n) => in_flight.map(|limit| limit.min(n)),
                _ => in_flight,
            };
            let bounded = matches!(workers, Workers::Threads(_)) || drawn.in_flight.is_some();
            let room = if bounded { room } else { None };
            drawn.queue = Queue { room, discipline };
            (drawn.replicas, drawn.shards, drawn.cores) = (replicas, shards, cores);
            let limit = |max| AdmissionSpec::FixedLimit(fixed_limit::Spec { max });
            drawn.admission = admission.map(limit).into_iter().collect();
            drawn
        },
    )
}

fn balance() -> impl Strategy<Value = BalanceSpec> {
    select(vec![
        BalanceSpec::RoundRobin,
        BalanceSpec::Random,
        BalanceSpec::TwoChoices,
        BalanceSpec::LeastOutstanding,
    ])
}

fn hop() -> impl Strategy<Value = Option<Span>> {
    option::of((0..=3_u64).prop_map(Span::from_millis))
}

fn any_edge() -> impl Strategy<Value = Edge> {
    let scope = select(vec![Scope::PerInstance, Scope::PerService]);
    let cancels = proptest::bool::ANY;
    (
        vec(policies::policy(), 0..=4),
        vec(policies::policy(), 0..=2),
        balance(),
        scope,
        cancels,
        hop(),
    )
        .prop_map(|(policies, per_target, balance, scope, cancels, hop)| Edge {
            per_target,
            balance,
            scope,
            cancels,
            hop,
            ..edge("", policies)
        })
}

fn any_client() -> impl Strategy<Value = Client> {
    let arrivals = prop_oneof![
        3 => (50..=1200_u32).prop_map(|rate| Arrivals::Poisson(
            Rate::per_second(f64::from(rate)).unwrap()
        )),
        1 => (1..=300_u32, 0..=900_u64).prop_map(|(count, at)| Arrivals::Burst(Burst {
            count,
            at: Span::from_millis(at),
        })),
        2 => (1..=30_u32, 1..=30_u64).prop_map(|(users, think)| Arrivals::Closed(Closed {
            users,
            think: dist::Spec::Constant(Span::from_millis(think)),
        })),
    ];
    let lists = (vec(policies::policy(), 0..=3), vec(policies::policy(), 0..=2));
    (arrivals, lists, balance(), proptest::bool::ANY, proptest::bool::ANY, hop()).prop_map(
        |(arrivals, (policies, per_target), balance, cancels, per_user, hop)| {
            let closed = matches!(arrivals, Arrivals::Closed(_));
            let process = if per_user && closed { Process::PerUser } else { Process::Shared };
            Client {
                per_target,
                balance,
                cancels,
                process,
                hop,
                ..client(arrivals, "a.do", policies)
            }
        },
    )
}
