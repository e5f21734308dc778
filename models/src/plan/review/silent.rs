//! Who never asks, and what does nothing when it is asked.

use brownout_core::time::{SimTime, Span};

use crate::plan::Plan;
use crate::problem::{Code, Problem, path_step};
use crate::spec::System;
use crate::spec::arrivals::Arrivals;

/// Clients of which no request is ever meant to start.
pub(super) fn clients(system: &System, plan: &Plan, found: &mut Vec<Problem>) {
    for (number, (name, client)) in system.clients.iter().enumerate() {
        let streams = plan.streams.iter().filter(|stream| stream.client.index() == number);
        let expected = |workload: &crate::workload::ready::Workload| {
            // A closed population always asks.
            workload.expected(SimTime::ZERO, plan.length).is_none_or(|expected| expected > 0.0)
        };
        if streams.map(|stream| &stream.workload).any(expected) {
            continue;
        }
        let length = plan.length - SimTime::ZERO;
        let message = match &client.arrivals {
            Arrivals::Burst(burst) if burst.at >= length => late(burst.at, length),
            _ => "the rate is 0/s all the time: the client never asks".to_owned(),
        };
        let path = format!("clients.{}.arrivals", path_step(name));
        found.push(Problem::new(Code::NeverAsks, path, message));
    }
}

fn late(at: Span, length: Span) -> String {
    format!("the burst comes at {at}, and requests end with the run at {length}")
}

/// Operations without any step.
pub(super) fn operations(system: &System, found: &mut Vec<Problem>) {
    for (service, spec) in &system.services {
        for (operation, spec) in &spec.operations {
            if spec.steps.is_empty() {
                let path =
                    format!("services.{}.operations.{}", path_step(service), path_step(operation));
                let message = "the operation has no steps: it answers at once and costs nothing";
                found.push(Problem::new(Code::NoSteps, path, message));
            }
        }
    }
}
