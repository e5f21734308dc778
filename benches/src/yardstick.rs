//! The yardstick: how fast a small simulator of the same workloads can be.
//!
//! Brownout's speed is told as a ratio to this loop, measured in the same run on the same machine, so that neither the
//! machine nor its load enters. The loop is honest work: it reads its services from tables, keeps calls in slabs of
//! 32-byte frames, sets and cancels a timer for each call and counts every latency. It has what such a loop can have for
//! free and no more: no policies, instances, faults, keyed randomness, moments or probes. It shares no code with
//! brownout, so a change that makes brownout faster or slower leaves the yardstick as it is.

mod chance;
mod event;
mod lane;
mod pending;
mod soonest;
pub mod table;
mod tally;

use self::chance::Chance;
use self::event::Event;
use self::pending::Pending;
use self::table::{Op, Table, Time};
use self::tally::Tally;

/// What a run of the yardstick has seen.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Seen {
    /// Requests that have ended.
    pub requests: u64,
    /// Those of them that failed.
    pub failed: u64,
    /// Mean time from arrival to end, in nanoseconds.
    pub mean_nanos: f64,
    /// The 99th percentile of the same, to some 6 %.
    pub p99_nanos: u64,
    /// Events that happened; cancelled timers are none.
    pub events: u64,
}

/// Stands for no frame.
const NOBODY: u32 = u32::MAX;

/// One request or call inside a service.
#[derive(Clone, Copy)]
#[repr(align(32))]
struct Frame {
    began: u64,
    /// The timer of the call that this frame waits for, or 0.
    timer: u64,
    parent: u32,
    child: u32,
    service: u16,
    /// The next operation of its program.
    next: u16,
    /// Nobody waits for it any more.
    orphan: bool,
    failed: bool,
}

const _: () = assert!(size_of::<Frame>() == 32);

/// A service at work.
struct Station {
    free: u32,
    program: u32,
    line: lane::Ring<u32>,
    sojourns: Tally,
}

/// A table under way.
struct Loop {
    pending: Pending,
    frames: Vec<Frame>,
    unused: Vec<u32>,
    stations: Vec<Station>,
    ops: Vec<Op>,
    delays: [u64; table::DELAYS],
    gap: f64,
    arrivals: Chance,
    works: Chance,
    now: u64,
    failed: u64,
}

/// Runs `requests` requests through the services of a table; the first service takes the arrivals.
pub fn run(table: &Table, requests: u64, seed: u64) -> Seen {
    let mut running = Loop::new(table, seed);
    let events = running.run(requests);
    let all = &running.stations[0].sojourns;
    Seen {
        requests: all.count(),
        failed: running.failed,
        mean_nanos: all.mean(),
        p99_nanos: all.percentile(99),
        events,
    }
}

impl Loop {
    fn new(table: &Table, seed: u64) -> Loop {
        let mut ops = vec![];
        let mut station = |service: &table::Service| {
            let program = ops.len() as u32;
            ops.extend_from_slice(&service.program);
            let (line, sojourns) = (lane::Ring::new(0), Tally::new());
            Station { free: service.threads, program, line, sojourns }
        };
        Loop {
            pending: Pending::new(),
            frames: vec![],
            unused: vec![],
            stations: table.services.iter().map(&mut station).collect(),
            ops,
            delays: table.delays,
            gap: table.mean_gap_nanos,
            arrivals: Chance::new(seed),
            works: Chance::new(!seed),
            now: 0,
            failed: 0,
        }
    }

    fn run(&mut self, requests: u64) -> u64 {
        let mut to_come = requests;
        let mut events = 0;
        let first = self.arrivals.exponential(self.gap);
        self.pending.at(first, Event::Arrive);
        while let Some((time, event)) = self.pending.next() {
            self.now = time;
            events += 1;
            match event {
                Event::Arrive => {
                    to_come -= 1;
                    if to_come > 0 {
                        let gap = self.arrivals.exponential(self.gap);
                        self.pending.at(time + gap, Event::Arrive);
                    }
                    let frame = self.begin(0, NOBODY);
                    self.enter(frame);
                }
                Event::Worked(frame) => self.step(frame),
                Event::Asked(frame) => self.enter(frame),
                Event::Replied(frame) => {
                    let Frame { parent, orphan, failed, .. } = self.frames[frame as usize];
                    self.unused.push(frame);
                    if !orphan {
                        self.hear(parent, failed);
                    }
                }
                Event::TimedOut(frame) => self.time_out(frame),
            }
        }
        events
    }

    #[inline]
    fn begin(&mut self, service: u16, parent: u32) -> u32 {
        let frame = Frame {
            began: self.now,
            timer: 0,
            parent,
            child: NOBODY,
            service,
            next: 0,
            orphan: false,
            failed: false,
        };
        match self.unused.pop() {
            Some(slot) => {
                self.frames[slot as usize] = frame;
                slot
            }
            None => {
                self.frames.push(frame);
                self.frames.len() as u32 - 1
            }
        }
    }

    /// A frame takes a thread of its service, or stands in line for one.
    #[inline]
    fn enter(&mut self, frame: u32) {
        let station = &mut self.stations[self.frames[frame as usize].service as usize];
        if station.free > 0 {
            station.free -= 1;
            self.step(frame);
        } else {
            station.line.push(frame);
        }
    }

    /// A frame that has a thread goes on with its program.
    #[inline]
    fn step(&mut self, slot: u32) {
        let frame = &mut self.frames[slot as usize];
        let program = self.stations[frame.service as usize].program;
        let op = self.ops[program as usize + frame.next as usize];
        frame.next += 1;
        match op {
            Op::Work(Time::Constant(delay)) => {
                let time = self.now + self.delays[delay];
                self.pending.along(delay, time, Event::Worked(slot));
            }
            Op::Work(Time::Exponential { mean }) => {
                let time = self.now + self.works.exponential(mean);
                self.pending.at(time, Event::Worked(slot));
            }
            Op::Work(Time::LogNormal { mu, sigma }) => {
                let time = self.now + self.works.log_normal(mu, sigma);
                self.pending.at(time, Event::Worked(slot));
            }
            Op::Call { service, timeout, hop } => {
                let child = self.begin(service, slot);
                let limit = self.now + self.delays[timeout];
                let timer = self.pending.along(timeout, limit, Event::TimedOut(slot));
                let frame = &mut self.frames[slot as usize];
                (frame.timer, frame.child) = (timer, child);
                match hop {
                    Some(hop) => {
                        let time = self.now + self.delays[hop];
                        self.pending.along(hop, time, Event::Asked(child));
                    }
                    None => self.enter(child),
                }
            }
            Op::Return => self.end(slot, false),
        }
    }

    /// A frame is through, or fails: its thread is free, its caller hears of it.
    #[inline]
    fn end(&mut self, slot: u32, failed: bool) {
        let frame = self.frames[slot as usize];
        let station = &mut self.stations[frame.service as usize];
        station.sojourns.count_in(self.now - frame.began);
        let next = station.line.pop();
        if next.is_none() {
            station.free += 1;
        }
        if frame.parent == NOBODY {
            self.failed += u64::from(failed);
            self.unused.push(slot);
        } else if frame.orphan {
            self.unused.push(slot); // the parent's slot may be another's by now
        } else if let Some(hop) = self.hop_of(frame.parent) {
            self.frames[slot as usize].failed = failed;
            self.pending.along(hop, self.now + self.delays[hop], Event::Replied(slot));
        } else {
            self.unused.push(slot);
            self.hear(frame.parent, failed);
        }
        if let Some(next) = next {
            self.step(next);
        }
    }

    /// The delay of the messages of the call that a frame waits for.
    #[inline]
    fn hop_of(&self, slot: u32) -> Option<usize> {
        let frame = &self.frames[slot as usize];
        let program = self.stations[frame.service as usize].program;
        match self.ops[program as usize + frame.next as usize - 1] {
            Op::Call { hop, .. } => hop,
            _ => None,
        }
    }

    /// A frame hears how its call ended.
    #[inline(never)] // cuts the circle of calls, so that the others become part of the loop
    fn hear(&mut self, slot: u32, failed: bool) {
        let frame = &mut self.frames[slot as usize];
        let timer = std::mem::take(&mut frame.timer);
        frame.child = NOBODY;
        self.pending.cancel(timer);
        if failed {
            self.end(slot, true);
        } else {
            self.step(slot);
        }
    }

    /// A frame has waited for too long: it fails, and its call has no parent any more.
    fn time_out(&mut self, slot: u32) {
        let frame = &mut self.frames[slot as usize];
        frame.timer = 0;
        let child = frame.child;
        self.frames[child as usize].orphan = true;
        self.end(slot, true);
    }
}

#[cfg(test)]
mod tests {
    use super::table::{self, Table};
    use super::*;

    fn close(got: f64, exact: f64) -> bool {
        (got / exact - 1.0).abs() < 0.02
    }

    #[test]
    fn a_single_server_keeps_customers_as_long_as_the_formula_says() {
        let seen = run(&Table::single_server(), 4_000_000, 1);
        assert_eq!(seen.requests, 4_000_000);
        assert!(close(seen.mean_nanos, 1e6 / (1.0 - 0.9)), "{seen:?}");
    }

    #[test]
    fn calls_that_are_never_late_cost_their_times_and_hops() {
        let seen = run(&Table::microservice(), 300_000, 1);
        assert_eq!((seen.requests, seen.failed), (300_000, 0));
        assert!(close(seen.mean_nanos, 15e6), "{seen:?}");
        let seen = run(&Table::chain(), 300_000, 1);
        let work = 8.0 * 1e6 * (0.5_f64 * 0.5 / 2.0).exp();
        assert!(close(seen.mean_nanos, work + 7.0 * 1e6), "{seen:?}");
    }

    #[test]
    fn late_calls_fail_at_every_level_and_every_request_ends() {
        let mut table = Table::chain();
        table.delays[table::TIMEOUT] = 9_000_000;
        let seen = run(&table, 100_000, 1);
        assert_eq!(seen.requests, 100_000);
        assert!(seen.failed > 10_000, "{seen:?}");
    }
}
