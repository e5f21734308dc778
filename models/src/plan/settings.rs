//! What a system says about itself apart from services and clients: the run, resources, and how much of everything.

use brownout_core::time::Span;

use crate::problem::{Code, Problem, path_step};
use crate::spec::System;
use crate::spec::resource::{Deposit, Resource};

/// Most of anything that has a 16-bit number.
const MOST: usize = 60_000;

/// The percentiles to report, as ascending shares.
pub(super) fn percentiles(more: &[f64]) -> Vec<f64> {
    let mut all = vec![0.5, 0.9, 0.95, 0.99, 0.999];
    all.extend(more.iter().map(|percent| percent / 100.0));
    all.sort_by(f64::total_cmp);
    all.dedup();
    all
}

pub(super) fn note_run(system: &System, problems: &mut Vec<Problem>) {
    let run = &system.run;
    let mut note = |code, field: &str, message: String| {
        problems.push(Problem::new(code, format!("run.{field}"), message));
    };
    if run.length.is_zero() {
        note(Code::OutOfRange, "length", "length is 0s: expected a time above zero".to_owned());
    } else if run.warmup >= run.length {
        let message = format!("warmup is {}, and the whole run is {} long", run.warmup, run.length);
        note(Code::Contradiction, "warmup", message);
    }
    if run.length > Span::from_secs(100 * 365 * 86_400) {
        note(
            Code::OutOfRange,
            "length",
            format!("length is {}: the most is 100 years", run.length),
        );
    }
    if run.replications == 0 {
        note(Code::OutOfRange, "replications", "replications is 0: expected at least 1".to_owned());
    }
    if run.series.is_zero() {
        note(Code::OutOfRange, "series", "series is 0s: expected a time above zero".to_owned());
    } else if run.length.as_nanos() / run.series.as_nanos() > 1_000_000 {
        let message = format!("series is {}, which makes more than a million points", run.series);
        note(Code::OutOfRange, "series", message);
    }
    for percent in &run.percentiles {
        if !(*percent > 0.0 && *percent < 100.0) {
            let message =
                format!("{percent} is no percentile: expected more than 0 and less than 100");
            note(Code::OutOfRange, "percentiles", message);
        }
    }
}

pub(super) fn note_counts(system: &System, problems: &mut Vec<Problem>) {
    for (what, count) in [("services", system.services.len()), ("clients", system.clients.len())] {
        if count == 0 {
            let message = format!("there are no {what}: expected at least one");
            problems.push(Problem::new(Code::MissingField, what, message));
        }
    }
    let services = system.services.values();
    let operations: usize = services.clone().map(|service| service.operations.len()).sum();
    let edges: usize = services.map(|service| service.calls.len()).sum();
    let asks: usize = system.clients.values().map(|client| client.asks.len()).sum();
    let most = operations.max(edges + asks + system.clients.len());
    if most.max(system.services.len()).max(system.faults.len()) > MOST {
        let message =
            format!("the system has more than {MOST} services, operations, edges or faults");
        problems.push(Problem::new(Code::NotAScenario, "", message));
    }
}

pub(super) fn note_resources(system: &System, problems: &mut Vec<Problem>) {
    for (name, resource) in &system.resources {
        let path = format!("resources.{}", path_step(name));
        let mut note = |field: &str, message: String| {
            problems.push(Problem::new(Code::OutOfRange, format!("{path}.{field}"), message));
        };
        match resource {
            Resource::Budget(budget) => {
                if !(budget.cost > 0.0 && budget.cost.is_finite()) {
                    note("cost", format!("cost is {}: expected a number above 0", budget.cost));
                }
                if !(budget.start >= 0.0 && budget.start <= budget.cap) {
                    let message =
                        format!("start is {}: expected 0 to cap, {}", budget.start, budget.cap);
                    note("start", message);
                }
                if budget.cap < budget.cost {
                    let message = format!(
                        "cap is {}: no bucket ever holds the cost, {}",
                        budget.cap, budget.cost
                    );
                    note("cap", message);
                }
                let (Deposit::PerSuccess(share)
                | Deposit::PerRequest(share)
                | Deposit::PerAttempt(share)) = budget.deposit;
                if share.get() == 0.0 && budget.start == 0.0 {
                    note(
                        "deposit",
                        "nothing is ever in the bucket: expected a deposit or a start".to_owned(),
                    );
                }
            }
            Resource::Bulkhead(bulkhead) if bulkhead.max == 0 => {
                note("max", "max is 0: expected at least 1".to_owned());
            }
            Resource::Bulkhead(_) => {}
        }
    }
}
