//! The windows that are reported: `all`, around the faults `before`, `fault` and `after`, and named ones.

use brownout_core::time::SimTime;

use super::Window;
use crate::problem::{Code, Problem, path_step};
use crate::spec::System;

/// The windows that nobody has to ask for.
pub(super) const AUTOMATIC: [&str; 4] = ["all", "before", "fault", "after"];

/// The windows of a system, and what is wrong with them. `all` comes first.
pub(super) fn windows(system: &System, problems: &mut Vec<Problem>) -> Vec<Window> {
    let warmup = SimTime::ZERO + system.run.warmup;
    let length = SimTime::ZERO + system.run.length;
    let mut windows = vec![window("all", warmup, length)];
    let faults = fault_spans(system);
    if let (Some(first), Some(last)) = (faults.first(), faults.last()) {
        let (begins, ends) = (first.0, last.1);
        if begins > warmup {
            windows.push(window("before", warmup, begins));
        }
        windows.push(Window { name: "fault".to_owned(), spans: faults });
        if ends < length {
            windows.push(window("after", ends, length));
        }
    }
    for (name, spec) in &system.windows {
        let path = format!("windows.{}", path_step(name));
        if AUTOMATIC.contains(&name.as_str()) {
            let message = format!("the window \"{name}\" exists already: every scenario has it");
            problems
                .push(Problem::new(Code::Contradiction, path, message).help("choose another name"));
            continue;
        }
        let (from, to) = (SimTime::ZERO + spec.from, SimTime::ZERO + spec.to);
        if from >= to {
            let message = format!("the window ends at {} and begins at {}", spec.to, spec.from);
            problems.push(Problem::new(Code::OutOfRange, path, message));
        } else if to > length {
            let message =
                format!("the window ends at {}, after the run's {}", spec.to, system.run.length);
            problems.push(Problem::new(Code::FaultOutside, path, message));
        } else {
            windows.push(window(name, from, to));
        }
    }
    windows
}

fn window(name: &str, from: SimTime, to: SimTime) -> Window {
    Window { name: name.to_owned(), spans: vec![(from, to)] }
}

/// When some fault lasts, overlaps joined, cut at the end of the run.
fn fault_spans(system: &System) -> Vec<(SimTime, SimTime)> {
    let length = SimTime::ZERO + system.run.length;
    let ends = |fault: &crate::fault::roster::FaultSpec| {
        fault.lasts().map_or(length, |lasts| (fault.begins() + lasts).min(length))
    };
    let mut spans: Vec<_> = system
        .faults
        .iter()
        .map(|f| (f.begins(), ends(f)))
        .filter(|(from, to)| from < to)
        .collect();
    spans.sort_unstable();
    let mut joined: Vec<(SimTime, SimTime)> = vec![];
    for (from, to) in spans {
        match joined.last_mut() {
            Some(last) if from <= last.1 => last.1 = last.1.max(to),
            _ => joined.push((from, to)),
        }
    }
    joined
}
