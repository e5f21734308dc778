//! The simulator against exact values from queueing theory.
//!
//! Each row is an experiment of its own: twenty replications with the row's number as the seed, long enough that the
//! 95 % interval of their mean is at most 2 % of the exact value to either side. The exact value must lie within the
//! 99 % interval. Of a hundred true intervals one is expected to miss;
//! three may.

#[path = "../common/mod.rs"]
mod common;
mod metrics;
mod rows;
mod systems;
mod watch;

use std::fmt;
use std::sync::Mutex;

use brownout_core::stats::{Confidence, Estimate};
use brownout_core::time::{SimTime, Span};

use rows::Row;
use systems::Setup;
use watch::Watch;

const REPLICATIONS: u32 = 20;
/// The part of a replication that is left out at its beginning.
const WARM_UP: f64 = 0.05;

#[test]
#[expect(
    clippy::print_stdout,
    reason = "the table is shown if the test fails, or with --nocapture"
)]
fn the_simulator_agrees_with_queueing_theory() {
    let rows = rows::rows();
    let verdicts = side_by_side(&rows);
    for verdict in &verdicts {
        println!("{verdict}");
    }
    let outside = verdicts.iter().filter(|verdict| !verdict.contains_the_exact_value()).count();
    let wide = verdicts.iter().filter(|verdict| verdict.relative_half_width() > 0.02).count();
    println!("{outside} outside their interval, {wide} not known to 2 %, of {}", rows.len());
    assert!(rows.len() >= 60, "at least 60 rows");
    assert!(outside <= 3, "at most 3 exact values outside the 99 % interval");
    assert_eq!(wide, 0, "each value known to 2 %");
}

/// What an experiment found.
struct Verdict<'r> {
    row: &'r Row,
    values: Vec<f64>,
}

impl Verdict<'_> {
    fn estimate(&self, confidence: Confidence) -> Estimate {
        Estimate::of(&self.values, confidence)
    }

    fn contains_the_exact_value(&self) -> bool {
        let Some((low, high)) = self.estimate(Confidence::P99).interval() else { return false };
        // The exact values have ten digits.
        let slack = self.row.exact.abs() * 1e-9;
        low - slack <= self.row.exact && self.row.exact <= high + slack
    }

    fn relative_half_width(&self) -> f64 {
        self.estimate(Confidence::P95).half_width.unwrap_or(f64::INFINITY) / self.row.exact
    }
}

impl fmt::Display for Verdict<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Row { number, model, metric, exact, parameters, .. } = self.row;
        let mark = if self.contains_the_exact_value() { " " } else { "!" };
        let (mean, half) =
            (self.estimate(Confidence::P95).mean, 100.0 * self.relative_half_width());
        write!(
            out,
            "{mark} {number:>3} exact {exact:<14} found {mean:<14.10} ± {half:.2} %  {model} {metric} {parameters:?}"
        )
    }
}

fn experiment(row: &Row) -> Verdict<'_> {
    let mut setup = systems::setup(row);
    let (length, warm_up) = lengths(row, &setup);
    setup.system.run.seed = row.number;
    (setup.system.run.length, setup.system.run.warmup) = (length, warm_up);
    let plan = common::plan(&setup.system);
    let window = SimTime::ZERO + warm_up..SimTime::ZERO + length;
    let value = |replication| {
        let watch = Watch::new(window.clone());
        // The laws of the model are audited in the first replication: that takes longer than the run itself.
        let mut watch = match replication {
            0 => common::finish(&plan, replication, watch),
            _ => common::finish_unaudited(&plan, replication, watch),
        };
        watch.assert_littles_law();
        metrics::value(row, &mut watch)
    };
    Verdict { row, values: (0..REPLICATIONS).map(value).collect() }
}

/// How long each replication lasts, and how much of it is left out.
fn lengths(row: &Row, setup: &Setup) -> (Span, Span) {
    let requests = row.requests / f64::from(REPLICATIONS);
    let length = Span::from_secs_f64(requests / setup.rate);
    (length, length.scale(WARM_UP))
}

/// All experiments, on two threads; each is deterministic, and so are the verdicts in the order of the rows.
fn side_by_side(rows: &[Row]) -> Vec<Verdict<'_>> {
    let left = Mutex::new(rows.iter());
    let verdicts = Mutex::new(vec![]);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let next = left.lock().unwrap().next();
                    let Some(row) = next else { return };
                    let verdict = experiment(row);
                    verdicts.lock().unwrap().push(verdict);
                }
            });
        }
    });
    let mut verdicts = verdicts.into_inner().unwrap();
    verdicts.sort_by_key(|verdict| verdict.row.number);
    verdicts
}
