//! How far a run is: a bar on a terminal, a plain line now and then elsewhere, nothing for those who want quiet.

use std::io::{self, IsTerminal};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::output;

/// How often a plain line is written.
const PAUSE: Duration = Duration::from_secs(10);

/// Shows how many replications are done. May be told from any thread.
pub(crate) struct Progress {
    state: Mutex<State>,
    /// The bar, where a terminal shows it.
    bar: Option<ProgressBar>,
}

/// What is known of the run.
struct State {
    started: Instant,
    /// When the last plain line was written.
    told: Instant,
    total: u64,
    done: u64,
    events: u64,
}

impl Progress {
    /// Begins, with so many replications to do.
    pub(crate) fn new(total: u64) -> Progress {
        let started = Instant::now();
        let state = State { started, told: started, total, done: 0, events: 0 };
        let bar = (!output::is_quiet() && io::stderr().is_terminal()).then(|| bar(total));
        Progress { state: Mutex::new(state), bar }
    }

    /// One more replication is done, and took so many events.
    pub(crate) fn add(&self, events: u64) {
        let Ok(mut state) = self.state.lock() else { return };
        state.done += 1;
        state.events += events;
        if let Some(bar) = &self.bar {
            bar.set_position(state.done);
            bar.set_message(state.sentence());
        } else if state.told.elapsed() >= PAUSE && state.done < state.total {
            state.told = Instant::now();
            output::say(&state.sentence());
        }
    }

    /// Takes the bar away.
    pub(crate) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

impl State {
    /// `replications 14/55 · 9.1 M events/s · 1m 12s to go`.
    fn sentence(&self) -> String {
        let State { total, done, .. } = *self;
        let seconds = self.started.elapsed().as_secs_f64().max(1e-3);
        let speed = self.events as f64 / seconds / 1e6;
        let left = (seconds / done.max(1) as f64 * total.saturating_sub(done) as f64).round();
        let left = match left as u64 {
            left @ 0..60 => format!("{left}s"),
            left => format!("{}m {:02}s", left / 60, left % 60),
        };
        format!("replications {done}/{total} · {speed:.1} M events/s · {left} to go")
    }
}

fn bar(total: u64) -> ProgressBar {
    let bar = ProgressBar::new(total);
    if let Ok(style) = ProgressStyle::with_template("{bar:24.cyan/dim} {msg}") {
        bar.set_style(style);
    }
    bar.set_message("the first replications are under way");
    bar.enable_steady_tick(Duration::from_millis(250));
    bar
}
