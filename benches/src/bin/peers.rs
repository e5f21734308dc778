//! Prints what a request costs in brownout and in the yardstick, for the table of `benches/peers/run`.
//!
//! `peers REQUESTS`; a line is: who, workload, nanoseconds for each request, mean latency in milliseconds.

#![expect(clippy::print_stdout, reason = "the table is made of what it prints")]

use std::time::Instant;

use brownout_benches::workloads::Workload;
use brownout_benches::{product, yardstick};

fn main() {
    let requests = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(200_000);
    for workload in [Workload::SingleServer, Workload::Microservice] {
        let plan = product::plan(&workload.system(requests));
        let start = Instant::now();
        let seen = product::run(&plan);
        tell("brownout", workload, start, seen.requests, seen.mean_nanos);
        let start = Instant::now();
        let seen = yardstick::run(&workload.table(), requests, 1);
        tell("yardstick", workload, start, seen.requests, seen.mean_nanos);
    }
}

fn tell(who: &str, workload: Workload, start: Instant, requests: u64, mean_nanos: f64) {
    let each = start.elapsed().as_nanos() as f64 / requests as f64;
    println!("{who} {} {each} {}", workload.name(), mean_nanos / 1e6);
}
