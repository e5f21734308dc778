//! What a sweep would run, and how long that would take: measured on a few points, not guessed.

use std::time::{Duration, Instant};

use brownout_core::time::{SimTime, Span};
use brownout_models::plan::Plan;
use brownout_models::watched::{Looks, Watched};
use brownout_scenarios::experiment::enough::BATCH;

use crate::commands::sweep::Place;
use crate::effort::Goal;
use crate::exit::Stop;
use crate::output;
use crate::progress::duration;

/// How long each point of the pilot may take.
const PATIENCE: Duration = Duration::from_millis(500);
/// Points of the pilot.
const POINTS: usize = 8;
/// Parts of a run after which the clock is looked at.
const SLICES: u64 = 200;

/// Prints the points, and how long they would take.
pub(crate) fn tell(places: &[Place], goal: Option<&Goal>) -> Result<(), Stop> {
    let mut text = String::new();
    for (number, place) in places.iter().enumerate() {
        let variant = place.variant.as_deref().map(|name| format!("{name}: ")).unwrap_or_default();
        let setting: Vec<String> =
            place.setting.iter().map(|(path, value)| format!("{path} = {value}")).collect();
        text.push_str(&format!("{:>4}  {variant}{}\n", number + 1, setting.join(", ")));
    }
    let replications = |place: &Place| match goal {
        Some(_) => u64::from(BATCH),
        None => u64::from(place.point.system.run.replications),
    };
    let runs: u64 = places.iter().map(replications).sum();
    let at_least = if goal.is_some() { "at least " } else { "" };
    text.push_str(&format!("\n{} points, {at_least}{runs} runs\n", places.len()));

    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let step = places.len().div_ceil(POINTS);
    let piloted: Vec<f64> = places
        .iter()
        .step_by(step)
        .map(|place| seconds(&place.point.plan))
        .collect::<Result<_, _>>()?;
    let each = piloted.iter().sum::<f64>() / piloted.len() as f64;
    let whole = each * runs as f64 / threads as f64;
    text.push_str(&format!(
        "a run takes {} on average over a pilot of {} points, all of them {at_least}{} on {threads} threads\n",
        short(each),
        piloted.len(),
        duration(whole),
    ));
    output::print(&text)
}

/// How many seconds a run of the plan takes, from as much of it as can be run in a moment.
fn seconds(plan: &Plan) -> Result<f64, Stop> {
    let started = Instant::now();
    let mut run = Watched::new(plan, 0, Looks::default());
    let length = plan.length - SimTime::ZERO;
    for slice in 1..=SLICES {
        let until = SimTime::ZERO + Span::from_nanos(length.as_nanos() / SLICES * slice);
        run.run_until(until).map_err(|broken| Stop::failure(broken.law))?;
        let taken = started.elapsed();
        if taken >= PATIENCE || slice == SLICES {
            return Ok(taken.as_secs_f64() * SLICES as f64 / slice as f64);
        }
    }
    Ok(started.elapsed().as_secs_f64())
}

/// A short time in words.
fn short(seconds: f64) -> String {
    if seconds < 1.0 { format!("{:.0} ms", seconds * 1e3) } else { format!("{seconds:.1} s") }
}
