//! W1 and W3 for simcore (DSLab): one component that sends events to itself.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use std::time::Instant;

use serde::Serialize;
use simcore::{Event, EventHandler, EventId, Simulation, SimulationContext, cast};

#[derive(Clone, Serialize)]
struct Arrive {}
#[derive(Clone, Serialize)]
struct Worked {
    request: usize,
}
#[derive(Clone, Serialize)]
struct Counted {
    request: usize,
}
#[derive(Clone, Serialize)]
struct TimedOut {
    request: usize,
}

struct Request {
    began: f64,
    timer: Option<EventId>,
}

/// Workers, and who waits for one.
struct Pool {
    free: usize,
    line: VecDeque<usize>,
}

impl Pool {
    fn new(free: usize) -> Pool {
        Pool { free, line: VecDeque::new() }
    }

    fn enters(&mut self, request: usize) -> bool {
        let room = self.free > 0;
        if room { self.free -= 1 } else { self.line.push_back(request) }
        room
    }

    fn leaves(&mut self) -> Option<usize> {
        let next = self.line.pop_front();
        self.free += usize::from(next.is_none());
        next
    }
}

struct Model {
    context: SimulationContext,
    /// Whether the first pool works for 10 ms and then calls the second; otherwise it is a single server.
    calls: bool,
    rate: f64,
    to_come: u64,
    first: Pool,
    second: Pool,
    requests: Vec<Request>,
    unused: Vec<usize>,
    ended: u64,
    latency: f64,
}

impl Model {
    fn exponential(&self, mean: f64) -> f64 {
        -mean * (1.0 - self.context.rand()).ln()
    }

    fn arrive(&mut self) {
        self.to_come -= 1;
        if self.to_come > 0 {
            self.context.emit_self(Arrive {}, self.exponential(1.0 / self.rate));
        }
        let request = Request { began: self.context.time(), timer: None };
        let number = match self.unused.pop() {
            Some(number) => {
                self.requests[number] = request;
                number
            }
            None => {
                self.requests.push(request);
                self.requests.len() - 1
            }
        };
        if self.first.enters(number) {
            self.work(number);
        }
    }

    fn work(&mut self, request: usize) {
        let time = if self.calls { 10e-3 } else { self.exponential(1e-3) };
        self.context.emit_self(Worked { request }, time);
    }

    fn worked(&mut self, request: usize) {
        if !self.calls {
            self.unused.push(request);
            return self.end(request);
        }
        self.requests[request].timer = Some(self.context.emit_self(TimedOut { request }, 100e-3));
        if self.second.enters(request) {
            self.count(request);
        }
    }

    fn count(&mut self, request: usize) {
        self.context.emit_self(Counted { request }, self.exponential(5e-3));
    }

    fn counted(&mut self, request: usize) {
        if let Some(next) = self.second.leaves() {
            self.count(next);
        }
        if let Some(timer) = self.requests[request].timer.take() {
            self.context.cancel_event(timer);
            self.end(request);
        }
        self.unused.push(request);
    }

    fn timed_out(&mut self, request: usize) {
        self.requests[request].timer = None;
        self.end(request);
    }

    fn end(&mut self, request: usize) {
        self.ended += 1;
        self.latency += self.context.time() - self.requests[request].began;
        if let Some(next) = self.first.leaves() {
            self.work(next);
        }
    }
}

impl EventHandler for Model {
    fn on(&mut self, event: Event) {
        cast!(match event.data {
            Arrive {} => {
                self.arrive()
            }
            Worked { request } => {
                self.worked(request)
            }
            Counted { request } => {
                self.counted(request)
            }
            TimedOut { request } => {
                self.timed_out(request)
            }
        })
    }
}

fn main() {
    let requests = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(200_000);
    for (name, calls, rate, workers) in [("W1", false, 900.0, 1), ("W3", true, 2000.0, 200)] {
        let start = Instant::now();
        let mut simulation = Simulation::new(1);
        let context = simulation.create_context("model");
        context.emit_self(Arrive {}, 1.0 / rate);
        let model = Rc::new(RefCell::new(Model {
            context,
            calls,
            rate,
            to_come: requests,
            first: Pool::new(workers),
            second: Pool::new(64),
            requests: vec![],
            unused: vec![],
            ended: 0,
            latency: 0.0,
        }));
        simulation.add_handler("model", model.clone());
        simulation.step_until_no_events();
        let model = model.borrow();
        let each = start.elapsed().as_nanos() as f64 / model.ended as f64;
        println!("{name} {each} {}", model.latency / model.ended as f64 * 1e3);
    }
}
