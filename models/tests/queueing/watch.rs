//! What a run shows to somebody who counts and times.

use std::ops::Range;

use brownout_core::stats::{Mark, TimeWeighted};
use brownout_core::time::{SimTime, Span};
use brownout_models::moment::Moment;
use brownout_models::probe::contract::Probe;

/// Counts and times what begins within a window, and checks Little's law over the whole run.
pub(crate) struct Watch {
    window: Range<SimTime>,
    /// How long each request of the window took that got an answer, in seconds.
    pub(crate) sojourns: Vec<f64>,
    /// Requests of the window that got none.
    pub(crate) unanswered: u64,
    /// How long each visit of the window waited for a worker, in seconds.
    pub(crate) waits: Vec<f64>,
    /// How much each visit of the window that has ended worked last, and how long it stayed, in seconds.
    pub(crate) stays: Vec<(f64, f64)>,
    /// Answers that arrived within the window, by the clock.
    pub(crate) answers: u64,
    /// Attempts of all requests.
    pub(crate) attempts: u64,
    /// All requests.
    pub(crate) requests: u64,
    in_system: Level,
    busy: Level,
    /// The sum of all requests' sojourn times, in nanoseconds.
    sum: u128,
    /// The last work of each visit, by its number.
    works: Vec<Span>,
}

impl Watch {
    /// Somebody who counts what begins within `window`.
    pub(crate) fn new(window: Range<SimTime>) -> Watch {
        Watch {
            window,
            sojourns: vec![],
            unanswered: 0,
            waits: vec![],
            stays: vec![],
            answers: 0,
            attempts: 0,
            requests: 0,
            in_system: Level::default(),
            busy: Level::default(),
            sum: 0,
            works: vec![],
        }
    }

    /// The length of the window in seconds.
    pub(crate) fn seconds(&self) -> f64 {
        (self.window.end - self.window.start).as_secs_f64()
    }

    /// The share of the window's requests that got an answer.
    pub(crate) fn answered(&self) -> f64 {
        let answered = self.sojourns.len() as f64;
        answered / (answered + self.unanswered as f64)
    }

    /// Requests under way, on average over the window.
    pub(crate) fn mean_in_system(&self) -> f64 {
        self.in_system.mean(&self.window)
    }

    /// Busy workers, on average over the window.
    pub(crate) fn mean_busy(&self) -> f64 {
        self.busy.mean(&self.window)
    }

    /// The mean number in the system is the arrival rate times the mean sojourn time. Over a run that begins and ends
    /// empty that is no statistics: the integral of the number is the sum of the times, to the nanosecond.
    pub(crate) fn assert_littles_law(&self) {
        let Level { level, .. } = &self.in_system;
        assert_eq!(level.level(), 0, "everybody has left");
        assert_eq!(level.integral_to(SimTime::NEVER), self.sum, "L = λ W");
    }

    fn began_within(&self, now: SimTime, since: Span) -> bool {
        let began = SimTime::from_nanos(now.as_nanos() - since.as_nanos());
        self.window.contains(&began)
    }

    fn note_work(&mut self, number: usize, span: Span) {
        if number >= self.works.len() {
            self.works.resize(number + 1, Span::ZERO);
        }
        self.works[number] = span;
    }
}

impl Probe for Watch {
    fn see(&mut self, now: SimTime, moment: &Moment) {
        match *moment {
            Moment::Requested { .. } => {
                self.requests += 1;
                self.in_system.add(now, 1, &self.window);
            }
            Moment::Answered { outcome, latency, .. } => {
                self.in_system.add(now, -1, &self.window);
                self.sum += u128::from(latency.as_nanos());
                self.answers += u64::from(outcome.is_answer() && self.window.contains(&now));
                if !self.began_within(now, latency) {
                } else if outcome.is_answer() {
                    self.sojourns.push(latency.as_secs_f64());
                } else {
                    self.unanswered += 1;
                }
            }
            Moment::Sent { .. } => self.attempts += 1,
            Moment::Began { waited, thread, .. } => {
                self.busy.add(now, i64::from(thread), &self.window);
                if self.began_within(now, waited) {
                    self.waits.push(waited.as_secs_f64());
                }
            }
            Moment::Works { visit, span, .. } => self.note_work(visit.index(), span),
            Moment::Ended { visit, sojourn, thread, .. } => {
                self.busy.add(now, -i64::from(thread), &self.window);
                if self.began_within(now, sojourn) {
                    let work = self.works.get(visit.index()).map_or(0.0, |span| span.as_secs_f64());
                    self.stays.push((work, sojourn.as_secs_f64()));
                }
            }
            Moment::Busy { change, .. } => {
                self.busy.add(now, i64::from(change), &self.window);
            }
            _ => {}
        }
    }
}

/// A level over time, and how far its integral had come at the ends of the window.
#[derive(Default)]
struct Level {
    level: TimeWeighted,
    from: Option<Mark>,
    to: Option<Mark>,
}

impl Level {
    fn add(&mut self, now: SimTime, change: i64, window: &Range<SimTime>) {
        if now >= window.start {
            self.from.get_or_insert_with(|| self.level.mark(window.start));
        }
        if now >= window.end {
            self.to.get_or_insert_with(|| self.level.mark(window.end));
        }
        self.level.add(now, change);
    }

    fn mean(&self, window: &Range<SimTime>) -> f64 {
        let from = self.from.unwrap_or_else(|| self.level.mark(window.start));
        let to = self.to.unwrap_or_else(|| self.level.mark(window.end));
        to.mean_since(from).unwrap_or(0.0)
    }
}
