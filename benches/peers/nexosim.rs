//! W1 and W3 for nexosim: one model that schedules its own events, on one thread.

use std::collections::VecDeque;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use nexosim::model::{Context, Model, schedulable};
use nexosim::simulation::{EventKey, Mailbox, SimInit, SimulationError};
use nexosim::time::MonotonicTime;
use serde::{Deserialize, Serialize};

/// Requests that ended, and the sum of their latencies in seconds.
static ENDED: Mutex<(u64, f64)> = Mutex::new((0, 0.0));

#[derive(Serialize, Deserialize)]
struct Request {
    began: MonotonicTime,
    timer: Option<EventKey>,
}

/// Workers, and who waits for one.
#[derive(Serialize, Deserialize)]
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

#[derive(Serialize, Deserialize)]
struct Service {
    random: u64,
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

#[Model]
impl Service {
    fn new(calls: bool, rate: f64, to_come: u64, workers: usize) -> Service {
        Service {
            random: 0x9e37_79b9_7f4a_7c15,
            calls,
            rate,
            to_come,
            first: Pool::new(workers),
            second: Pool::new(64),
            requests: vec![],
            unused: vec![],
            ended: 0,
            latency: 0.0,
        }
    }

    /// Never less than a nanosecond: an event must lie in the future.
    fn exponential(&mut self, mean: f64) -> Duration {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        let uniform = (self.random >> 11) as f64 / (1_u64 << 53) as f64;
        Duration::from_secs_f64(-mean * (1.0 - uniform).ln()).max(Duration::from_nanos(1))
    }

    #[nexosim(init)]
    async fn init(&mut self, context: &Context<Self>) {
        let gap = self.exponential(1.0 / self.rate);
        context.schedule_event(gap, schedulable!(Self::arrive), ()).unwrap();
    }

    #[nexosim(schedulable)]
    async fn arrive(&mut self, _: (), context: &Context<Self>) {
        self.to_come -= 1;
        if self.to_come > 0 {
            let gap = self.exponential(1.0 / self.rate);
            context.schedule_event(gap, schedulable!(Self::arrive), ()).unwrap();
        }
        let request = Request { began: context.time(), timer: None };
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
            self.work(number, context);
        }
    }

    fn work(&mut self, request: usize, context: &Context<Self>) {
        let time = if self.calls { Duration::from_millis(10) } else { self.exponential(1e-3) };
        context.schedule_event(time, schedulable!(Self::worked), request).unwrap();
    }

    #[nexosim(schedulable)]
    async fn worked(&mut self, request: usize, context: &Context<Self>) {
        if !self.calls {
            self.unused.push(request);
            return self.end(request, context);
        }
        let limit = Duration::from_millis(100);
        let timer = context.schedule_keyed_event(limit, schedulable!(Self::timed_out), request);
        self.requests[request].timer = timer.ok();
        if self.second.enters(request) {
            self.count(request, context);
        }
    }

    fn count(&mut self, request: usize, context: &Context<Self>) {
        let time = self.exponential(5e-3);
        context.schedule_event(time, schedulable!(Self::counted), request).unwrap();
    }

    #[nexosim(schedulable)]
    async fn counted(&mut self, request: usize, context: &Context<Self>) {
        if let Some(next) = self.second.leaves() {
            self.count(next, context);
        }
        if let Some(timer) = self.requests[request].timer.take() {
            timer.cancel();
            self.end(request, context);
        }
        self.unused.push(request);
    }

    #[nexosim(schedulable)]
    async fn timed_out(&mut self, request: usize, context: &Context<Self>) {
        self.requests[request].timer = None;
        self.end(request, context);
    }

    fn end(&mut self, request: usize, context: &Context<Self>) {
        let sojourn = context.time().duration_since(self.requests[request].began);
        self.ended += 1;
        self.latency += sojourn.as_secs_f64();
        if self.to_come == 0 {
            *ENDED.lock().unwrap() = (self.ended, self.latency);
        }
        if let Some(next) = self.first.leaves() {
            self.work(next, context);
        }
    }
}

fn main() -> Result<(), SimulationError> {
    let requests = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(200_000);
    for (name, calls, rate, workers) in [("W1", false, 900.0, 1), ("W3", true, 2000.0, 200)] {
        let start = Instant::now();
        let service = Service::new(calls, rate, requests, workers);
        let mut simulation = SimInit::with_num_threads(1)
            .add_model(service, Mailbox::new(), "service")
            .init(MonotonicTime::EPOCH)?;
        simulation.run()?;
        let (ended, latency) = *ENDED.lock().unwrap();
        let each = start.elapsed().as_nanos() as f64 / ended as f64;
        println!("{name} {each} {}", latency / ended as f64 * 1e3);
    }
    Ok(())
}
