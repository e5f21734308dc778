//! Runs one workload once, so that `.ci/instructions` can count its instructions; prints how many requests there were.
//!
//! `instructions WORKLOAD product|yardstick REQUESTS`

#![expect(clippy::print_stdout, reason = "the number of requests is its result")]

use std::process::ExitCode;

use brownout_benches::workloads::Workload;
use brownout_benches::{product, yardstick};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [workload, who, requests] = &arguments[..] else { return ExitCode::from(2) };
    let (Some(workload), Ok(requests)) = (Workload::find(workload), requests.parse()) else {
        return ExitCode::from(2);
    };
    let requests = match who.as_str() {
        "product" => product::run(&product::plan(&workload.system(requests))).requests,
        "yardstick" => yardstick::run(&workload.table(), requests, 1).requests,
        _ => return ExitCode::from(2),
    };
    println!("{requests}");
    ExitCode::SUCCESS
}
