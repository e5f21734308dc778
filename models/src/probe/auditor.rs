//! The laws of the model, checked while a run goes: the first that does not hold is told with its request and time.
//!
//! The auditor keeps books of its own from the moments that it sees and believes nothing that it can count. It costs
//! more than the run itself and is meant for tests, debug builds and doubts.

mod calls;
mod end;
mod instances;
mod requests;
#[cfg(test)]
mod tests;
mod visits;

use brownout_core::time::SimTime;

use self::calls::Calls;
use self::instances::Instances;
use self::requests::Requests;
use self::visits::Visits;
use crate::ids::RequestId;
use crate::journey::BrokenLaw;
use crate::moment::Moment;
use crate::plan::Plan;
use crate::probe::contract::Probe;
use crate::world::World;

/// Whether a law holds, and the law as a sentence if it does not.
type Law = Result<(), String>;

/// A law that must hold.
fn must(holds: bool, law: impl FnOnce() -> String) -> Law {
    if holds { Ok(()) } else { Err(law()) }
}

/// Checks the laws of the model and keeps the first that was broken.
#[derive(Debug)]
pub struct Auditor<'p> {
    plan: &'p Plan,
    now: SimTime,
    requests: Requests,
    calls: Calls,
    visits: Visits,
    instances: Instances,
    /// Whether each fault lasts.
    faults: Vec<bool>,
    broken: Option<BrokenLaw>,
}

impl<'p> Auditor<'p> {
    /// An auditor of one run of `plan`, from its start.
    pub fn new(plan: &'p Plan) -> Auditor<'p> {
        Auditor {
            plan,
            now: SimTime::ZERO,
            requests: Requests::default(),
            calls: Calls::new(plan),
            visits: Visits::default(),
            instances: Instances::new(plan),
            faults: vec![false; plan.faults.len()],
            broken: None,
        }
    }

    /// The first law that was broken, if one was.
    pub fn broken(&self) -> Option<&BrokenLaw> {
        self.broken.as_ref()
    }

    /// What must hold between two instants, as after `Run::run_until`: no law was broken so far, and nobody waits for
    /// what is free.
    ///
    /// # Errors
    /// The first law that does not hold.
    pub fn audit_between(&self, world: &World) -> Result<(), BrokenLaw> {
        match &self.broken {
            Some(broken) => Err(broken.clone()),
            None => end::audit_waiting(world).map_err(|law| BrokenLaw {
                law,
                at: self.now,
                endless: false,
            }),
        }
    }

    /// What must hold when a run has drained: no law was broken on the way, and nothing is left, unless the system is one
    /// in which calls may wait for ever (messages are lost, and no limit ends the waiting). Where nothing is left,
    /// whatever policies lend is back.
    ///
    /// # Errors
    /// The first law that does not hold.
    pub fn audit_end(&self, world: &World, expects_leftovers: bool) -> Result<(), BrokenLaw> {
        if let Some(broken) = &self.broken {
            return Err(broken.clone());
        }
        let law = end::audit(world, expects_leftovers)
            .and_then(|()| self.requests.audit_end(expects_leftovers));
        law.map_err(|law| BrokenLaw { law, at: self.now, endless: false })
    }

    fn note(&mut self, law: Law, request: Option<RequestId>) {
        let Err(law) = law else { return };
        let law = match request.and_then(|request| self.requests.name(request, self.plan)) {
            Some(request) => format!("{law} ({request})"),
            None => law,
        };
        self.broken.get_or_insert(BrokenLaw { law, at: self.now, endless: false });
    }

    fn check(&mut self, now: SimTime, moment: &Moment) -> Law {
        let earlier = self.now;
        self.now = now;
        must(earlier <= now, || format!("time never runs back, and it does from {earlier}"))?;
        match *moment {
            Moment::Requested { request, client, serial, user, .. } => {
                self.requests.asked(now, request, client, user, serial)
            }
            Moment::Answered { request, latency, .. } => {
                self.requests.answered(now, request, latency)
            }
            Moment::Opened { call, edge, request, .. } => {
                self.requests.known(request)?;
                self.calls.opened(now, call, edge, request)
            }
            Moment::Settled { call, edge, request, outcome, latency, .. } => {
                self.calls.settled(now, call, edge, request, outcome, latency)
            }
            Moment::Dropped { call, edge, request, .. } => self.calls.dropped(call, edge, request),
            Moment::Refused { call, edge, layer, .. } | Moment::Waits { call, edge, layer, .. } => {
                self.calls.stands(call, edge, layer)
            }
            Moment::Sent { call, edge, request, ordinal, .. } => {
                self.calls.sent(call, edge, request, ordinal)
            }
            Moment::Heard { call, edge, request, outcome, .. } => {
                self.requests.received(request)?;
                self.calls.heard(call, edge, request, outcome)
            }
            Moment::GivenUp { call, edge, request, .. } => self.calls.given_up(call, edge, request),
            Moment::Unheard { request, .. } => self.requests.received(request),
            Moment::FaultBegan(fault) => {
                let before = std::mem::replace(&mut self.faults[fault.index()], true);
                must(!before, || "a fault that lasts does not begin again".to_owned())
            }
            Moment::FaultEnded(fault) => {
                let before = std::mem::replace(&mut self.faults[fault.index()], false);
                must(before, || "only a fault that lasts can end".to_owned())
            }
            Moment::Gauge { value, .. } => {
                must(value.is_finite(), || format!("a gauge is a number, and one shows {value}"))
            }
            _ => self.check_callee(now, moment),
        }
    }

    fn check_callee(&mut self, now: SimTime, moment: &Moment) -> Law {
        match *moment {
            Moment::Arrived { visit, instance, request, call, .. } => {
                self.requests.known(request)?;
                self.instances.is_up(instance)?;
                let call = call.map(|call| self.calls.identity(call)).transpose()?;
                self.visits.arrived(now, visit, instance, request, call)
            }
            Moment::TurnedAway { visit, request, queued, .. } => {
                let was = self.visits.turned_away(visit, request)?;
                must(was.is_some() == queued, stood_in_line)?;
                self.instances.leaves_line(was)
            }
            Moment::Queued { visit, instance, service, ahead, .. } => {
                let place = self.instances.joins(visit, instance, service, ahead)?;
                self.visits.queued(visit, instance, place)
            }
            Moment::Reneged { visit, .. } => {
                let was = self.visits.reneged(visit)?;
                self.instances.leaves_line(was)
            }
            Moment::Began { visit, instance, service, request, waited, queued, thread, .. } => {
                let was = self.visits.began(now, visit, instance, request, waited)?;
                must(was.is_some() == queued, stood_in_line)?;
                self.instances.begins(instance, service, was)?;
                self.instances.busy(service, i8::from(thread))
            }
            Moment::Ended { visit, service, sojourn, held, wasted, thread, .. } => {
                must(wasted <= held, || format!("{wasted} of a visit's {held} are wasted"))?;
                let instance = self.visits.ended(now, visit, sojourn, held)?;
                self.instances.ends(instance, service)?;
                self.instances.busy(service, -i8::from(thread))
            }
            Moment::Works { visit, .. } => self.visits.works(visit),
            Moment::Busy { service, change } => self.instances.busy(service, change),
            Moment::Stands { service, change } => self.instances.stands(service, change),
            Moment::Replied { visit, outcome, .. } => {
                let (request, call) = self.visits.replied(visit)?;
                self.calls.answer_sets_out(call, outcome);
                self.requests.replied(request)
            }
            Moment::Up { instance, service } => self.instances.comes_up(instance, service),
            Moment::Down { instance, busy, .. } => self.instances.goes_down(instance, busy),
            _ => Ok(()),
        }
    }

    /// The request that a moment is about.
    fn request_of(&self, moment: &Moment) -> Option<RequestId> {
        match *moment {
            Moment::Requested { request, .. }
            | Moment::Answered { request, .. }
            | Moment::Opened { request, .. }
            | Moment::Settled { request, .. }
            | Moment::Dropped { request, .. }
            | Moment::Sent { request, .. }
            | Moment::Heard { request, .. }
            | Moment::GivenUp { request, .. }
            | Moment::Unheard { request, .. }
            | Moment::Arrived { request, .. }
            | Moment::TurnedAway { request, .. }
            | Moment::Reneged { request, .. }
            | Moment::Began { request, .. }
            | Moment::Ended { request, .. } => Some(request),
            Moment::Refused { call, .. } | Moment::Waits { call, .. } => self.calls.request(call),
            Moment::Queued { visit, .. }
            | Moment::Works { visit, .. }
            | Moment::Replied { visit, .. } => self.visits.request(visit),
            _ => None,
        }
    }
}

fn stood_in_line() -> String {
    "a visit stood in line if it joined one".to_owned()
}

impl Probe for Auditor<'_> {
    fn see(&mut self, now: SimTime, moment: &Moment) {
        if self.broken.is_none() {
            let law = self.check(now, moment);
            let request = self.request_of(moment);
            self.note(law, request);
        }
    }
}
