//! Which replication of which point is run next, and when there are enough of them.
//!
//! Points that are decided on together form a group: each point of a sweep is one of its own, the points of a
//! comparison are one. Replications of a group are taken in one after the other, a whole row of its points at a time,
//! whichever thread was first, and whether there are enough is asked after whole batches only. So what comes out depends
//! on nothing but the plans. What is run ahead of a decision, so that no thread is idle, is thrown away if it turns out
//! not to be needed.

use std::collections::BTreeMap;

use super::enough::Rule;
use super::pairs::PairsFold;
use super::parallel::{Foreman, Next};
use super::point::PointFold;
use super::replication::Replication;
use super::{Failure, Job, Ran, Watch};
use crate::result::Point;
use crate::result::comparison::SameRequests;

/// How many rows of a group may be under way or wait to be taken in, for each thread.
const ROWS_AHEAD: u32 = 4;

/// One replication of one point.
#[derive(Clone, Copy, Debug)]
pub(super) struct Task {
    group: usize,
    member: usize,
    /// The point among all points.
    pub(super) point: usize,
    pub(super) replication: u32,
}

/// What came of a group.
pub(super) struct Finished {
    /// Its first point among all points.
    pub(super) first: usize,
    /// Its points.
    pub(super) ran: Vec<Ran>,
    /// What became of the same requests, for each point but the first.
    pub(super) requests: Vec<Vec<SameRequests>>,
}

/// Hands out replications and takes in their results.
pub(super) struct Schedule<'a, 'e> {
    jobs: &'a [Job<'e>],
    threads: u32,
    watch: &'a dyn Watch,
    finished: &'a mut (dyn FnMut(Finished) + Send),
    groups: Vec<Group<'e>>,
    /// All groups before this one are closed.
    first_open: usize,
    under_way: u32,
    failure: Option<Failure>,
}

/// Points that are decided on together.
struct Group<'e> {
    first: usize,
    members: usize,
    rule: Rule<'e>,
    /// Rows that are sure to be needed.
    asked: u32,
    /// The next replication to hand out, counted row by row.
    next: u64,
    /// Rows that have been taken in.
    folded: u32,
    closed: bool,
    /// What has come in; `None` before anything of the group is run and after it is closed.
    state: Option<State<'e>>,
}

struct State<'e> {
    folds: Vec<PointFold<'e>>,
    pairs: Vec<PairsFold>,
    /// Results that wait for the rest of their row or for the rows before it.
    early: BTreeMap<u32, Vec<Option<Replication>>>,
}

impl<'a, 'e> Schedule<'a, 'e> {
    /// A schedule for all points: each on its own, or all together.
    pub(super) fn new(
        jobs: &'a [Job<'e>],
        together: bool,
        watch: &'a dyn Watch,
        finished: &'a mut (dyn FnMut(Finished) + Send),
    ) -> Schedule<'a, 'e> {
        let members = if together { jobs.len() } else { 1 };
        let group = |first: usize| {
            let rule = Rule::of(&jobs[first].options, together);
            let asked = rule.first_batch();
            Group { first, members, rule, asked, next: 0, folded: 0, closed: false, state: None }
        };
        let groups = (0..jobs.len()).step_by(members.max(1)).map(group).collect();
        let wanted = jobs.first().and_then(|job| job.options.threads);
        Schedule {
            jobs,
            threads: super::parallel::threads(wanted) as u32,
            watch,
            finished,
            groups,
            first_open: 0,
            under_way: 0,
            failure: None,
        }
    }

    /// Everything has been run, or nobody wants the rest: what is not complete is told as it stands.
    pub(super) fn close(mut self) -> Result<(), Failure> {
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        for at in self.first_open..self.groups.len() {
            if !self.groups[at].closed {
                self.finish(at, false);
            }
        }
        Ok(())
    }

    /// The next replication of a group, if one of its first `rows` is left.
    fn task(&mut self, at: usize, rows: u32) -> Option<Task> {
        let group = &mut self.groups[at];
        let (replication, member) = (
            (group.next / group.members as u64) as u32,
            (group.next % group.members as u64) as usize,
        );
        let far = replication >= group.folded.saturating_add(ROWS_AHEAD * self.threads);
        if group.closed || replication >= rows || far {
            return None;
        }
        group.next += 1;
        self.under_way += 1;
        Some(Task { group: at, member, point: group.first + member, replication })
    }

    fn fold_rows(&mut self, at: usize) {
        let jobs = self.jobs;
        while let Some(row) = self.groups[at].whole_row() {
            let group = &mut self.groups[at];
            let state = group.state.as_mut().expect("a group that has a row is open");
            for (member, (fold, run)) in state.folds.iter_mut().zip(&row).enumerate() {
                fold.add(jobs[group.first + member].plan, run);
            }
            for (pairs, run) in state.pairs.iter_mut().zip(&row[1..]) {
                pairs.add(&row[0], run);
            }
            group.folded += 1;
            if group.folded == group.asked {
                self.decide(at);
            }
        }
    }

    /// A batch is complete.
    fn decide(&mut self, at: usize) {
        let group = &self.groups[at];
        let state = group.state.as_ref().expect("a group that is decided on is open");
        let jobs = group.jobs(self.jobs);
        let more = group.rule.next_batch(group.asked, jobs, || state.points(jobs));
        if let Some(precision) = &more.precision {
            self.watch.knows(group.first, group.folded, precision);
        }
        match more.rows {
            0 => self.finish(at, true),
            rows => self.groups[at].asked += rows,
        }
    }

    /// Nothing more is asked of a group.
    fn finish(&mut self, at: usize, complete: bool) {
        let group = &mut self.groups[at];
        group.closed = true;
        let jobs = group.jobs(self.jobs);
        let state = group.state.take().unwrap_or_else(|| State::new(jobs));
        let mut points = state.points(jobs);
        group.rule.tell_precision(jobs, &mut points);
        let first = group.first;
        let ran = points.into_iter().map(|point| Ran { point, complete }).collect();
        let requests = state.pairs.into_iter().map(PairsFold::results).collect();
        (self.finished)(Finished { first, ran, requests });
        self.watch.finished(first);
        let open = self.groups[self.first_open..].iter().position(|group| !group.closed);
        self.first_open = open.map_or(self.groups.len(), |open| self.first_open + open);
    }
}

impl<'e> Group<'e> {
    /// Its points.
    fn jobs<'a>(&self, all: &'a [Job<'e>]) -> &'a [Job<'e>] {
        &all[self.first..self.first + self.members]
    }

    /// The next row, if every point of it has come in.
    fn whole_row(&mut self) -> Option<Vec<Replication>> {
        let early = &mut self.state.as_mut()?.early;
        early.get(&self.folded)?.iter().all(Option::is_some).then_some(())?;
        early.remove(&self.folded)?.into_iter().collect()
    }
}

impl<'e> State<'e> {
    fn new(jobs: &[Job<'e>]) -> State<'e> {
        let fold = |job: &Job<'e>| PointFold::new(job.plan, job.options);
        let pairs = |job: &Job<'e>| PairsFold::new(jobs[0].plan, job.plan);
        State {
            folds: jobs.iter().map(fold).collect(),
            pairs: jobs[1..].iter().map(pairs).collect(),
            early: BTreeMap::new(),
        }
    }

    /// What all replications so far say together.
    fn points(&self, jobs: &[Job<'_>]) -> Vec<Point> {
        self.folds.iter().zip(jobs).map(|(fold, job)| fold.result(job.plan)).collect()
    }
}

impl Foreman for Schedule<'_, '_> {
    type Task = Task;
    type Done = Result<Replication, Failure>;

    fn next(&mut self) -> Next<Task> {
        if self.failure.is_some() || self.watch.stops() {
            return Next::Leave;
        }
        // First what is sure to be needed, point by point; then what may turn out to be.
        for at in self.first_open..self.groups.len() {
            if let Some(task) = self.task(at, self.groups[at].asked) {
                return Next::Task(task);
            }
        }
        for at in self.first_open..self.groups.len() {
            let group = &self.groups[at];
            let rows = group.rule.most().min(group.asked.saturating_add(self.threads));
            if let Some(task) = self.task(at, rows) {
                return Next::Task(task);
            }
        }
        if self.under_way > 0 && self.first_open < self.groups.len() {
            Next::Wait
        } else {
            Next::Leave
        }
    }

    fn take_in(&mut self, task: Task, done: Result<Replication, Failure>) {
        self.under_way -= 1;
        let group = &mut self.groups[task.group];
        if group.closed {
            return;
        }
        let run = match done {
            Ok(run) => run,
            Err(failure) => {
                self.failure.get_or_insert(failure);
                return;
            }
        };
        let jobs = group.jobs(self.jobs);
        let state = group.state.get_or_insert_with(|| State::new(jobs));
        let row = state.early.entry(task.replication);
        row.or_insert_with(|| jobs.iter().map(|_| None).collect())[task.member] = Some(run);
        self.fold_rows(task.group);
    }
}
