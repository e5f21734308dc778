//! What the yardstick simulates, as tables.

/// How many constant delays a table may have; a power of two.
pub const DELAYS: usize = 4;

/// The delay that is the timeout of all calls.
pub const TIMEOUT: usize = 1;
/// The delay that is a constant work.
const WORK: usize = 0;
/// The delay that is a message's way.
const HOP: usize = 2;

/// Services and the load on the first of them.
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    /// The services, by number.
    pub services: Vec<Service>,
    /// The constant delays, in nanoseconds, by number.
    pub delays: [u64; DELAYS],
    /// Mean time between two arrivals of the Poisson process, in nanoseconds.
    pub mean_gap_nanos: f64,
}

/// A service with threads that are held for the whole visit, and a line without bound.
#[derive(Clone, PartialEq, Debug)]
pub struct Service {
    /// How many visits are served at a time.
    pub threads: u32,
    /// What is done for each; the last operation returns.
    pub program: Vec<Op>,
}

/// One thing that a service does.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Op {
    /// Works for a time.
    Work(Time),
    /// Calls a service and waits.
    Call {
        /// Which service.
        service: u16,
        /// The number of the delay after which the caller gives up and fails.
        timeout: usize,
        /// The number of the delay of each message, if messages take time.
        hop: Option<usize>,
    },
    /// Answers and ends.
    Return,
}

/// How long a work takes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Time {
    /// The constant delay of this number.
    Constant(usize),
    /// Drawn from an exponential distribution.
    Exponential {
        /// In nanoseconds.
        mean: f64,
    },
    /// Drawn from a lognormal distribution of nanoseconds.
    LogNormal {
        /// The mean of the logarithm.
        mu: f64,
        /// The standard deviation of the logarithm.
        sigma: f64,
    },
}

const MILLISECOND: f64 = 1e6;

impl Table {
    /// W1: one server at 90 % load, exponential times with a mean of 1 ms.
    pub fn single_server() -> Table {
        Table::servers(1, MILLISECOND)
    }

    /// W2: 200 servers at 90 % load, exponential times with a mean of 100 ms.
    pub fn many_servers() -> Table {
        Table::servers(200, 100.0 * MILLISECOND)
    }

    fn servers(threads: u32, mean: f64) -> Table {
        let program = vec![Op::Work(Time::Exponential { mean }), Op::Return];
        Table {
            services: vec![Service { threads, program }],
            delays: [0; DELAYS],
            mean_gap_nanos: mean / (0.9 * f64::from(threads)),
        }
    }

    /// W3: 200 workers, held while they work for 10 ms and then call 64 others that take some 5 ms, under a timer of
    /// 100 ms; 2,000 requests a second.
    pub fn microservice() -> Table {
        let call = Op::Call { service: 1, timeout: TIMEOUT, hop: None };
        let caller = vec![Op::Work(Time::Constant(WORK)), call, Op::Return];
        let callee = vec![Op::Work(Time::Exponential { mean: 5.0 * MILLISECOND }), Op::Return];
        Table {
            services: vec![
                Service { threads: 200, program: caller },
                Service { threads: 64, program: callee },
            ],
            delays: [10_000_000, 100_000_000, 0, 0],
            mean_gap_nanos: 0.5 * MILLISECOND,
        }
    }

    /// Eight services of 64 threads in a row: lognormal work (median 1 ms, σ 0.5), half a millisecond each way, timers of
    /// 1 s; 2,000 requests a second.
    pub fn chain() -> Table {
        let work = Op::Work(Time::LogNormal { mu: MILLISECOND.ln(), sigma: 0.5 });
        let link = |service| Op::Call { service, timeout: TIMEOUT, hop: Some(HOP) };
        let mut services: Vec<Service> = (1..8)
            .map(|next| Service { threads: 64, program: vec![work, link(next), Op::Return] })
            .collect();
        services.push(Service { threads: 64, program: vec![work, Op::Return] });
        let mut delays = [0; DELAYS];
        (delays[TIMEOUT], delays[HOP]) = (1_000_000_000, 500_000);
        Table { services, delays, mean_gap_nanos: 0.5 * MILLISECOND }
    }
}
