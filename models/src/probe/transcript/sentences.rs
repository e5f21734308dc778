//! What is said of requests and of the world around them.

use brownout_core::time::{SimTime, Span};

use super::Transcript;
use crate::ids::{EdgeId, InstanceId, RequestId};
use crate::moment::Moment;
use crate::outcome::Outcome;

impl Transcript {
    /// Tells a moment, if it belongs to the request.
    pub(super) fn tell(&mut self, now: SimTime, moment: &Moment) {
        let mine = |request: RequestId| self.following == Some(request);
        match *moment {
            Moment::Requested { request, client, user, serial, operation, .. } if mine(request) => {
                let client = &self.plan.clients[client.index()].name;
                let operation = &self.plan.operations[operation.index()].full_name;
                let who = if user > 0 { format!(" of user {user}") } else { String::new() };
                let sentence = format!("{client} asks {operation} (request {serial}{who})");
                self.say(now, 0, sentence);
            }
            Moment::Answered { request, client, outcome, latency, .. } if mine(request) => {
                let client = &self.plan.clients[client.index()].name;
                let (how, after) = (self.outcome(outcome), brief(latency));
                let sentence = if outcome.origin().is_none() && !outcome.is_answer() {
                    format!("{client} leaves without an answer: {how} after {after}")
                } else {
                    format!("{client} has its answer: {how} after {after}")
                };
                self.say(now, 0, sentence);
            }
            Moment::Opened { call, edge, request, by, .. } if mine(request) => {
                self.opened(call, edge, by);
            }
            Moment::Arrived { visit, instance, request, call, .. } => {
                self.cast.visits.remove(&visit);
                if mine(request) {
                    self.arrived(now, visit, instance, call);
                }
            }
            Moment::TurnedAway { visit, service, request, outcome, .. } if mine(request) => {
                let (depth, who) = match self.cast.visits.remove(&visit) {
                    Some(visit) => (visit.depth, self.instance(visit.instance)),
                    None => (1, self.plan.services[service.index()].name.clone()),
                };
                let how = self.outcome(outcome);
                self.cast.said = Some((now, outcome));
                self.say(now, depth, format!("{who} turns it away: {how}"));
            }
            Moment::Unheard { request, service, .. } if mine(request) => {
                let service = &self.plan.services[service.index()].name;
                let sentence = format!("the answer of {service} finds nobody");
                self.say(now, 0, sentence);
            }
            Moment::FaultBegan(fault) | Moment::FaultEnded(fault) if self.following.is_some() => {
                let does = if matches!(moment, Moment::FaultBegan(_)) { "begins" } else { "ends" };
                let sentence = format!("({} {does})", self.plan.faults[fault.index()].name);
                self.say(now, 0, sentence);
            }
            Moment::Down { instance, .. } => {
                if self.cast.visits.values().any(|visit| visit.instance == instance) {
                    self.say(now, 0, format!("{} dies", self.instance(instance)));
                }
            }
            _ => {
                self.tell_call(now, moment);
                self.tell_visit(now, moment);
            }
        }
    }

    pub(super) fn instance(&self, instance: InstanceId) -> String {
        self.cast.instance(&self.plan, instance)
    }

    /// An outcome, and where it came from if that says something.
    pub(super) fn outcome(&self, outcome: Outcome) -> String {
        match outcome.origin() {
            Some(service) if !outcome.is_answer() => {
                format!("{} (from {})", outcome.kind, self.plan.services[service.index()].name)
            }
            _ => outcome.kind.to_string(),
        }
    }

    /// A policy in words.
    pub(super) fn policy(&self, edge: EdgeId, layer: u8) -> String {
        match self.plan.edges[edge.index()].policy(usize::from(layer)).name {
            "CircuitBreaker" => "circuit breaker".to_owned(),
            other => other.to_lowercase(),
        }
    }
}

/// A span in milliseconds, to the microsecond, without zeros that say nothing.
pub(super) fn brief(span: Span) -> String {
    let text = format!("{:.3}", span.as_millis_f64());
    format!("{} ms", text.trim_end_matches('0').trim_end_matches('.'))
}
