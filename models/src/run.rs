//! One run: a world, its story and its calendar, that can be stepped, stopped and taken up again.

use brownout_core::calendar::Calendar;
use brownout_core::engine::{self, EventsPerInstant, Progress};
use brownout_core::time::SimTime;

use crate::journey::{BrokenLaw, Journey, Later};
use crate::plan::Plan;
use crate::probe::contract::Probe;
use crate::world::World;

/// One replication of a plan under way. A run is one thread and pure: the same plan, seed and replication give the same
/// moments, on every machine.
pub struct Run<'p, P> {
    journey: Journey<'p, P>,
    calendar: Later,
    bound: EventsPerInstant,
}

impl<'p, P: Probe> Run<'p, P> {
    /// A run at time 0.
    pub fn new(plan: &'p Plan, replication: u32, probe: P) -> Run<'p, P> {
        let mut calendar = Calendar::new();
        let journey = Journey::new(plan, replication, probe, &mut calendar);
        Run { journey, calendar, bound: EventsPerInstant::default() }
    }

    /// The same run with another bound on the events of one instant.
    pub fn bounded(mut self, bound: EventsPerInstant) -> Run<'p, P> {
        self.bound = bound;
        self
    }

    /// Lets the next event happen; false if there is none.
    ///
    /// # Errors
    /// A law that does not hold.
    pub fn step(&mut self) -> Result<bool, BrokenLaw> {
        let more = engine::step(&mut self.journey, &mut self.calendar);
        match self.journey.broken() {
            Some(broken) => Err(broken.clone()),
            None => Ok(more),
        }
    }

    /// Lets everything happen up to and including `until`. To run to one time and then to a later one is the same as to
    /// run to the later one.
    ///
    /// # Errors
    /// A law that does not hold, or more events at one instant than are allowed.
    pub fn run_until(&mut self, until: SimTime) -> Result<Progress, BrokenLaw> {
        let progress = engine::run_until(&mut self.journey, &mut self.calendar, until, self.bound);
        self.judge(progress)
    }

    /// Lets everything happen until nothing is left: arrivals stop at the plan's length, then the run drains.
    ///
    /// # Errors
    /// A law that does not hold, or more events at one instant than are allowed.
    pub fn finish(&mut self) -> Result<(), BrokenLaw> {
        let progress = engine::run_to_end(&mut self.journey, &mut self.calendar, self.bound);
        self.judge(progress).map(drop)
    }

    fn judge(&self, progress: Result<Progress, engine::Stuck>) -> Result<Progress, BrokenLaw> {
        if let Some(broken) = self.journey.broken() {
            return Err(broken.clone());
        }
        progress.map_err(|stuck| BrokenLaw { law: stuck.to_string(), at: stuck.at, endless: true })
    }

    /// The present.
    pub fn now(&self) -> SimTime {
        self.calendar.now()
    }

    /// Events so far.
    pub fn events(&self) -> u64 {
        self.calendar.fired() + self.journey.happened_at_once()
    }

    /// The world as it stands.
    pub fn world(&self) -> &World<'p> {
        &self.journey.world
    }

    /// Who looks.
    pub fn probe(&self) -> &P {
        &self.journey.probe
    }

    /// Who looked, when the run is over.
    pub fn into_probe(self) -> P {
        self.journey.probe
    }
}
