//! What an attempt in flight takes, and that a long run takes no more than a short one.
//!
//! `cargo bench -p brownout-benches --bench memory -- [ATTEMPTS]`. Each line is a process of its own, whose peak of
//! resident memory (as Linux tells it) is compared with what it had before the run.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a benchmark prints its results")]

use std::process::{Command, ExitCode};

use brownout_benches::product;
use brownout_benches::workloads::systems::{self, full_stack, timeout_after};
use brownout_models::policy::call::roster::CallPolicySpec;
use brownout_models::spec::System;

/// With one policy on the edge, and for each stateful one more, in bytes.
const BUDGET: (f64, f64) = (320.0, 96.0);

fn main() -> ExitCode {
    // `cargo bench` adds a flag of its own.
    let arguments: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    let number = |at: usize| arguments.get(at).and_then(|text| text.parse::<u32>().ok());
    match arguments.first().map(String::as_str) {
        Some("policies") => {
            let count = number(2).unwrap_or(1);
            grow(&systems::burst(count, &policies(number(1).unwrap_or(1) as usize)))
        }
        Some("length") => grow(&systems::guarded(number(1).map_or(1, u64::from))),
        _ => table(number(0).unwrap_or(1_000_000)),
    }
}

/// A timeout around everything, and so many more.
fn policies(count: usize) -> Vec<CallPolicySpec> {
    let further = full_stack().into_iter().take(count - 1);
    [timeout_after(3_600_000)].into_iter().chain(further).collect()
}

/// Runs a system and prints by how many bytes the process has grown at its peak.
fn grow(system: &System) -> ExitCode {
    let plan = product::plan(system);
    let before = kibibytes("VmRSS:");
    let seen = product::run(&plan);
    let (Some(before), Some(peak)) = (before, kibibytes("VmHWM:")) else {
        eprintln!("this system does not tell how much memory a process has");
        return ExitCode::FAILURE;
    };
    println!("{} {}", 1024 * peak.saturating_sub(before), seen.attempts);
    ExitCode::SUCCESS
}

fn table(attempts: u32) -> ExitCode {
    println!("{attempts} attempts in flight, peak growth of the process:");
    for count in [1, 2, 3, 4, 5] {
        let growth = child(&["policies", &count.to_string(), &attempts.to_string()]);
        let Some((bytes, attempts)) = growth else { return ExitCode::FAILURE };
        let each = bytes / attempts;
        let budget = BUDGET.0 + BUDGET.1 * f64::from(count - 1);
        let verdict = if each > budget { "OVER" } else { "within" };
        println!("{count} policies: {each:>5.0} bytes for each, {verdict} {budget}");
    }
    println!("the guarded microservice, by length:");
    for requests in [20_000, 200_000, 2_000_000] {
        let Some((bytes, _)) = child(&["length", &requests.to_string()]) else {
            return ExitCode::FAILURE;
        };
        println!("{requests:>9} requests: {:>6.0} KiB", bytes / 1024.0);
    }
    ExitCode::SUCCESS
}

/// What a process of its own has measured.
fn child(arguments: &[&str]) -> Option<(f64, f64)> {
    let output = Command::new(std::env::current_exe().ok()?).args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let (bytes, attempts) = text.trim().split_once(' ')?;
    Some((bytes.parse().ok()?, attempts.parse().ok()?))
}

/// A line of the process's own status.
fn kibibytes(key: &str) -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(key))?;
    line.split_whitespace().next()?.parse().ok()
}
