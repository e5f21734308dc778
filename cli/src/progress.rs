//! How far an experiment is: a bar on a terminal, a plain line now and then elsewhere, nothing for those who want quiet.

use std::io::{self, IsTerminal};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use brownout_scenarios::experiment::enough::BATCH;
use brownout_scenarios::experiment::{Job, Watch};
use brownout_scenarios::result::Precision;
use indicatif::{ProgressBar, ProgressStyle};

use crate::{interrupt, output};

/// How often a plain line is written.
const PAUSE: Duration = Duration::from_secs(10);

/// Shows how many replications are done and how precise the numbers are, and hears of Ctrl-C. May be told from any
/// thread.
pub(crate) struct Progress {
    state: Mutex<State>,
    /// The bar, where a terminal shows it.
    bar: Option<ProgressBar>,
}

/// What is known of the experiment.
struct State {
    started: Instant,
    /// When the last plain line was written.
    told: Instant,
    /// How many replications each point, or each group of points that are decided on together, is going to take.
    planned: Vec<u64>,
    /// Points in each.
    members: u64,
    /// The most replications of a point.
    most: u64,
    finished: u64,
    done: u64,
    events: u64,
    /// What the last batch knew, after so many replications.
    known: Option<(u32, Precision)>,
}

impl Progress {
    /// Begins with points that are each decided on alone.
    pub(crate) fn new(jobs: &[Job<'_>]) -> Progress {
        Progress::of(jobs, 1)
    }

    /// Begins with points of which so many are decided on together.
    pub(crate) fn of(jobs: &[Job<'_>], members: usize) -> Progress {
        let group = |job: &Job<'_>| {
            let most = job.options.replications;
            u64::from(if job.options.until.is_some() { most.min(BATCH) } else { most })
        };
        let planned: Vec<u64> = jobs.iter().step_by(members).map(group).collect();
        let most = jobs.iter().map(|job| job.options.replications).max().unwrap_or(0);
        Progress::begin(planned, members as u64, u64::from(most))
    }

    fn begin(planned: Vec<u64>, members: u64, most: u64) -> Progress {
        let started = Instant::now();
        let state = State {
            started,
            told: started,
            planned,
            members,
            most,
            finished: 0,
            done: 0,
            events: 0,
            known: None,
        };
        let bar = (!output::is_quiet() && io::stderr().is_terminal()).then(bar);
        Progress { state: Mutex::new(state), bar }
    }

    /// Takes the bar away.
    pub(crate) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

impl Watch for Progress {
    fn stops(&self) -> bool {
        interrupt::asked()
    }

    fn ran(&self, events: u64) {
        let Ok(mut state) = self.state.lock() else { return };
        state.done += 1;
        state.events += events;
        if let Some(bar) = &self.bar {
            bar.set_length(state.total());
            bar.set_position(state.done);
            bar.set_message(state.sentence());
        } else if state.told.elapsed() >= PAUSE && state.done < state.total() {
            state.told = Instant::now();
            output::say(&state.sentence());
        }
    }

    fn knows(&self, point: usize, replications: u32, precision: &Precision) {
        let Ok(mut state) = self.state.lock() else { return };
        // A half-width shrinks with the root of their number.
        let times = (precision.reached.unwrap_or(0.0) / precision.asked).max(1.0).powi(2);
        let forecast = (f64::from(replications) * times).min(state.most as f64);
        let group = point / state.members as usize;
        state.planned[group] = forecast as u64;
        state.known = Some((replications, precision.clone()));
    }

    fn finished(&self, _: usize) {
        if let Ok(mut state) = self.state.lock() {
            state.finished += state.members;
        }
    }
}

impl State {
    /// Replications of all points, as far as one can tell.
    fn total(&self) -> u64 {
        (self.planned.iter().sum::<u64>() * self.members).max(self.done)
    }

    /// `points 37/120 · replications 14/55 · 9.1 M events/s · 1m 12s to go`.
    fn sentence(&self) -> String {
        let (total, done) = (self.total(), self.done);
        let points = self.planned.len() as u64 * self.members;
        let points = match points {
            1 => String::new(),
            points => format!("points {}/{points} · ", self.finished),
        };
        let replications = match &self.known {
            Some((replications, Precision { asked, reached: Some(reached), of, .. })) => format!(
                "replications {replications} ({of} ±{:.1} % → {} %)",
                100.0 * reached,
                100.0 * asked
            ),
            _ => format!("replications {done}/{total}"),
        };
        let seconds = self.started.elapsed().as_secs_f64().max(1e-3);
        let speed = self.events as f64 / seconds / 1e6;
        let left = seconds / done.max(1) as f64 * total.saturating_sub(done) as f64;
        format!("{points}{replications} · {speed:.1} M events/s · {} to go", duration(left))
    }
}

/// A time in words: `12s`, `1m 12s`, `3h 05m`.
pub(crate) fn duration(seconds: f64) -> String {
    match seconds.round() as u64 {
        left @ 0..60 => format!("{left}s"),
        left @ 60..3600 => format!("{}m {:02}s", left / 60, left % 60),
        left => format!("{}h {:02}m", left / 3600, left / 60 % 60),
    }
}

fn bar() -> ProgressBar {
    let bar = ProgressBar::new(1);
    if let Ok(style) = ProgressStyle::with_template("{bar:24.cyan/dim} {msg}") {
        bar.set_style(style);
    }
    bar.set_message("the first replications are under way");
    bar.enable_steady_tick(Duration::from_millis(250));
    bar
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_tells_points_precision_and_the_time_that_is_left() {
        let progress = Progress::begin(vec![10, 10, 10], 1, 1000);
        for _ in 0..10 {
            progress.ran(5);
        }
        let precision = Precision {
            asked: 0.05,
            reached: Some(0.1),
            of: "p99(app) in all".to_owned(),
            untold: vec![],
        };
        progress.knows(0, 10, &precision);
        progress.finished(0);
        let state = progress.state.lock().unwrap();
        // Twice as precise takes four times as many.
        assert_eq!(state.total(), 40 + 10 + 10);
        let sentence = state.sentence();
        let expected = "points 1/3 · replications 10 (p99(app) in all ±10.0 % → 5 %) · ";
        assert!(sentence.starts_with(expected), "{sentence}");
        assert_eq!([12.4, 72.0, 11_100.0].map(duration), ["12s", "1m 12s", "3h 05m"]);
    }
}
