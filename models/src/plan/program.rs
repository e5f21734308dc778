//! An operation's steps as a flat program.

use std::collections::BTreeMap;

use brownout_core::dist;
use brownout_core::random::Key;

use super::{StepPlan, Time, Way};
use crate::delay::Delays;
use crate::ids::RouteId;
use crate::problem::{Code, Problem, path_step};
use crate::spec::step::{Parallel, Step};

/// Writes programs, and notes what is wrong with them.
pub(super) struct Writer<'w> {
    pub(super) steps: Vec<StepPlan>,
    pub(super) branches: Vec<u32>,
    pub(super) ways: Vec<Way>,
    pub(super) delays: &'w mut Delays,
    pub(super) problems: &'w mut Vec<Problem>,
}

/// What the steps of one operation refer to and count.
pub(super) struct Within<'w> {
    /// The service's calls by name, and how many shards each leads to.
    pub(super) calls: &'w BTreeMap<String, (RouteId, u32)>,
    /// The hash of `service.operation`.
    pub(super) hash: u64,
    /// The steps of each kind so far, for keys that other kinds of step do not move.
    works: u64,
    waits: u64,
    choices: u64,
    occurrences: BTreeMap<String, u16>,
}

impl<'w> Within<'w> {
    pub(super) fn new(calls: &'w BTreeMap<String, (RouteId, u32)>, hash: u64) -> Within<'w> {
        Within { calls, hash, works: 0, waits: 0, choices: 0, occurrences: BTreeMap::new() }
    }

    fn key(&self, kind: &str, number: u64) -> u64 {
        Key::root(self.hash).with(Key::name(kind)).with(number).as_u64()
    }

    fn occurrence(&mut self, call: &str) -> u16 {
        let count = self.occurrences.entry(call.to_owned()).or_insert(0);
        *count += 1;
        *count - 1
    }
}

impl Writer<'_> {
    /// Writes a program and returns where it begins. Branches and ways are written before it, so that a program is
    /// one run of steps.
    pub(super) fn program(&mut self, steps: &[Step], path: &str, within: &mut Within<'_>) -> u32 {
        let mut main = vec![];
        for (number, step) in steps.iter().enumerate() {
            let at = format!("{path}.{number}");
            self.step(step, &at, within, &mut main);
        }
        self.place(main)
    }

    /// Puts a run of steps at the end of all programs; jumps out of ways find their way back to it.
    fn place(&mut self, main: Vec<StepPlan>) -> u32 {
        let first = self.steps.len() as u32;
        for (number, step) in main.iter().enumerate() {
            if let StepPlan::Choice { ways, .. } = step {
                let back = first + number as u32 + 1;
                for way in ways.clone() {
                    self.come_back(self.ways[way as usize].program, back);
                }
            }
        }
        self.steps.extend(main);
        self.steps.push(StepPlan::End);
        first
    }

    /// Replaces the end of the program at `program` by a jump.
    fn come_back(&mut self, program: u32, back: u32) {
        let end =
            self.steps[program as usize..].iter().position(|step| matches!(step, StepPlan::End));
        if let Some(end) = end {
            self.steps[program as usize + end] = StepPlan::Jump(back);
        }
    }

    fn step(&mut self, step: &Step, path: &str, within: &mut Within<'_>, main: &mut Vec<StepPlan>) {
        match step {
            Step::Work(work) => {
                let time = self.time(&work.time, &format!("{path}.Work"));
                main.push(StepPlan::Work {
                    time,
                    key: within.key("work", within.works),
                    sticky: work.sticky,
                });
                within.works += 1;
            }
            Step::Wait(time) => {
                let time = self.time(time, &format!("{path}.Wait"));
                main.push(StepPlan::Wait { time, key: within.key("wait", within.waits) });
                within.waits += 1;
            }
            Step::Call(call) => {
                if let Some((route, _)) = self.route(call, path, within) {
                    main.push(StepPlan::Call { route, occurrence: within.occurrence(call) });
                }
            }
            Step::FanOut(fan) => {
                let Some((route, shards)) = self.route(&fan.call, path, within) else { return };
                let need = fan.need.unwrap_or(shards);
                if need == 0 || need > shards {
                    let message = format!(
                        "need is {need}, expected 1 to {shards}: the callee has {shards} shards"
                    );
                    self.problems.push(Problem::new(Code::OutOfRange, path, message));
                }
                let (occurrence, need) = (within.occurrence(&fan.call), need as u16);
                main.push(StepPlan::FanOut {
                    route,
                    occurrence,
                    need,
                    wait_for_all: fan.wait_for_all,
                });
            }
            Step::All(all) => {
                let need = all.branches.len() as u32;
                self.parallel(all, need, path, within, main);
            }
            Step::Any(any) => self.parallel(any, 1, path, within, main),
            Step::AtLeast(least) => {
                let parallel =
                    Parallel { branches: least.branches.clone(), wait_for_all: least.wait_for_all };
                self.parallel(&parallel, least.k, path, within, main);
            }
            Step::Choice(ways) => {
                let key = within.key("choice", within.choices);
                within.choices += 1;
                let mut below = 0.0;
                let mut written = vec![];
                for (number, way) in ways.iter().enumerate() {
                    below += way.share.get();
                    let program =
                        self.program(&way.steps, &format!("{path}.{number}.steps"), within);
                    written.push(Way { below, program });
                }
                if below > 1.0 + 1e-9 {
                    let message =
                        format!("the shares sum to {:.6}%, expected at most 100%", below * 100.0);
                    self.problems.push(Problem::new(Code::OutOfRange, path, message));
                }
                let first = self.ways.len() as u32;
                self.ways.extend(written);
                main.push(StepPlan::Choice { ways: first..self.ways.len() as u32, key });
            }
            Step::Answer => main.push(StepPlan::Answer),
        }
    }

    fn parallel(
        &mut self,
        parallel: &Parallel,
        need: u32,
        path: &str,
        within: &mut Within<'_>,
        main: &mut Vec<StepPlan>,
    ) {
        let count = parallel.branches.len() as u32;
        if count == 0 || need == 0 || need > count {
            let message = format!(
                "{need} of {count} branches must succeed: expected at least one and at most all"
            );
            self.problems.push(Problem::new(Code::OutOfRange, path, message));
            return;
        }
        let mut written = vec![];
        for (number, steps) in parallel.branches.iter().enumerate() {
            if steps.iter().any(answers) {
                let message = "a branch cannot answer for the whole visit";
                self.problems.push(Problem::new(
                    Code::CannotAct,
                    format!("{path}.{number}"),
                    message,
                ));
            }
            written.push(self.program(steps, &format!("{path}.branches.{number}"), within));
        }
        let first = self.branches.len() as u32;
        self.branches.extend(written);
        let branches = first..self.branches.len() as u32;
        let wait_for_all = parallel.wait_for_all;
        main.push(StepPlan::Parallel { branches, need: need as u16, wait_for_all });
    }

    fn route(&mut self, call: &str, path: &str, within: &Within<'_>) -> Option<(RouteId, u32)> {
        let found = within.calls.get(call).copied();
        if found.is_none() {
            let message = format!("the service has no call \"{call}\"");
            let mut problem = Problem::new(Code::UnknownName, path, message);
            problem.help =
                super::names::nearest(&path_step(call), within.calls.keys().map(String::as_str));
            self.problems.push(problem);
        }
        found
    }

    /// A time made ready; a distribution that cannot be is a problem.
    pub(super) fn time(&mut self, spec: &dist::Spec, path: &str) -> Time {
        for warning in spec.warnings() {
            self.problems.push(Problem::new(Code::CutNormal, path, warning));
        }
        match spec.build() {
            Ok(dist) => match dist.is_constant() {
                Some(span) => Time::Constant(self.delays.constant(span)),
                None => Time::Drawn(dist),
            },
            Err(error) => {
                self.problems.push(Problem::new(Code::OutOfRange, path, error.to_string()));
                Time::Drawn(dist::Dist::constant(brownout_core::time::Span::ZERO))
            }
        }
    }
}

/// Whether a step of a branch would answer for the whole visit.
fn answers(step: &Step) -> bool {
    match step {
        Step::Answer => true,
        Step::Choice(ways) => ways.iter().any(|way| way.steps.iter().any(answers)),
        // Branches within look after themselves.
        _ => false,
    }
}
