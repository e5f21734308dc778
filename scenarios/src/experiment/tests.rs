//! What replications say together, held against theory, against hand-sized cases and against each other.

mod capacity;
mod collapse;
mod coverage;
mod enough;
mod executors;
mod sameness;
mod steady;
mod systems;
mod theory;
mod together;
mod wasted;
mod windows;

use brownout_models::plan::Plan;
use brownout_models::probe::ledger::Ledger;
use brownout_models::probe::ledger::run_result::{RunResult, WindowRun};
use brownout_models::run::Run;
use brownout_models::spec::System;

use super::{Options, Ran, run_point};
use crate::result::{ClientResult, Estimate, Point, WindowResult};

fn plan(system: &System) -> Plan {
    match Plan::new(system) {
        Ok((plan, _)) => plan,
        Err(problems) => panic!("{problems:#?}"),
    }
}

/// The whole experiment.
fn run(system: &System, options: Options) -> Point {
    let Ran { point, complete } = run_point(&plan(system), options, &()).unwrap();
    assert!(complete);
    point
}

/// Replication 0 alone, with its plan.
fn run_once(system: &System) -> (Plan, RunResult) {
    let plan = plan(system);
    let mut run = Run::new(&plan, 0, Ledger::new(&plan, true));
    run.finish().unwrap();
    let result = run.into_probe().finish(&plan);
    (plan, result)
}

fn once<'r>(plan: &Plan, result: &'r RunResult, name: &str) -> &'r WindowRun {
    let at = plan.windows.iter().position(|window| window.name == name);
    &result.windows[at.unwrap_or_else(|| panic!("no window is called {name}"))]
}

fn window<'p>(point: &'p Point, name: &str) -> &'p WindowResult {
    let found = point.windows.iter().find(|window| window.name == name);
    found.unwrap_or_else(|| panic!("no window is called {name}"))
}

fn app(window: &WindowResult) -> &ClientResult {
    &window.clients["app"]
}

/// Whether the estimate holds `exact`: within three half-widths, so that no lucky seed is needed.
fn holds(estimate: &Estimate, exact: f64) -> bool {
    (estimate.mean - exact).abs() <= 3.0 * estimate.half_width.unwrap()
}

fn near(value: f64, exact: f64, tolerance: f64) -> bool {
    (value / exact - 1.0).abs() <= tolerance
}
