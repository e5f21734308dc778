//! Brownout against the yardstick: for each workload the ratio of what a request costs, in one run.
//!
//! `cargo bench -p brownout-benches --bench product -- [REQUESTS [ROUNDS [WORKLOAD]]]`. Both take turns, so that a load
//! of the machine that comes and goes falls on both; the ratio of each round is taken, and of these the median. A figure
//! in nanoseconds means nothing without the other in the same line.

#![expect(clippy::print_stdout, reason = "a benchmark prints its results")]

use std::time::Instant;

use brownout_benches::workloads::{Unit, Workload};
use brownout_benches::{product, yardstick};

/// What one workload costs, in nanoseconds for each request or attempt; one entry for each round.
#[derive(Default)]
struct Costs {
    product: Vec<f64>,
    yardstick: Vec<f64>,
    events: f64,
}

fn main() {
    // `cargo bench` adds a flag of its own.
    let arguments: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    let number = |at: usize| arguments.get(at).and_then(|text| text.parse::<u64>().ok());
    let (requests, rounds) = (number(0).unwrap_or(300_000), number(1).unwrap_or(7));
    let wanted = |workload: &Workload| arguments.get(2).is_none_or(|name| name == workload.name());
    println!("{requests} requests, median of {rounds} rounds; product = run + ledger + trace hash");
    println!(
        "{:<11} {:>8} {:>8} {:>14} {:>9} {:>7} {:>12}",
        "workload", "unit", "events", "ns: yardstick", "product", "ratio", "(min–max)"
    );
    for workload in Workload::ALL.into_iter().filter(wanted) {
        report(workload, &measure(workload, requests, rounds));
    }
}

fn measure(workload: Workload, requests: u64, rounds: u64) -> Costs {
    let plan = product::plan(&workload.system(requests / workload.shrink()));
    let table = workload.table();
    let mut costs = Costs::default();
    for _ in 0..rounds {
        let start = Instant::now();
        let seen = yardstick::run(&table, requests, 1);
        let yardstick = start.elapsed().as_nanos() as f64;
        let start = Instant::now();
        let product_seen = product::run(&plan);
        let product = start.elapsed().as_nanos() as f64;
        let (of_yardstick, of_product) = match workload.unit() {
            Unit::Request => (seen.requests, product_seen.requests),
            Unit::Attempt => (seen.requests * workload.table_attempts(), product_seen.attempts),
        };
        costs.yardstick.push(yardstick / of_yardstick as f64);
        costs.product.push(product / of_product as f64);
        costs.events = product_seen.events as f64 / of_product as f64;
    }
    costs
}

fn report(workload: Workload, costs: &Costs) {
    let each =
        costs.product.iter().zip(&costs.yardstick).map(|(product, yardstick)| product / yardstick);
    let mut ratios: Vec<f64> = each.collect();
    let ratio = median(&mut ratios);
    let budget = workload.budget();
    let verdict = if ratio > budget.most { "OVER" } else { "within" };
    println!(
        "{:<11} {:>8} {:>8.2} {:>14.0} {:>9.0} {:>7.2} {:>12}   {verdict} {} (moonshot {})",
        workload.name(),
        match workload.unit() {
            Unit::Request => "request",
            Unit::Attempt => "attempt",
        },
        costs.events,
        median(&mut costs.yardstick.clone()),
        median(&mut costs.product.clone()),
        ratio,
        format!("({:.1}–{:.1})", ratios[0], ratios[ratios.len() - 1]),
        budget.most,
        budget.moonshot,
    );
}

/// The median; the values are in order afterwards.
fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
