//! What is said of calls.

use brownout_core::time::{SimTime, Span};

use super::Transcript;
use super::cast::{Call, Stage, short};
use super::sentences::brief;
use crate::ids::{CallId, EdgeId, VisitId};
use crate::moment::Moment;
use crate::outcome::{Kind, Outcome};

impl Transcript {
    pub(super) fn opened(&mut self, id: CallId, edge: EdgeId, by: Option<VisitId>) {
        let visit = by.and_then(|visit| self.cast.visits.get(&visit));
        let (depth, caller) = match (visit, self.cast.stands_in_for(&self.plan, edge)) {
            (Some(visit), _) => (visit.depth, Some(visit.instance)),
            (None, Some(other)) => (other.depth, other.caller),
            (None, None) => (0, None),
        };
        let call = Call { edge, depth, caller, attempts: 0, open: vec![], heard: None };
        self.cast.calls.insert(id, call);
    }

    /// What happens to a call of the request.
    pub(super) fn tell_call(&mut self, now: SimTime, moment: &Moment) {
        let (Moment::Refused { call: id, .. }
        | Moment::Waits { call: id, .. }
        | Moment::Sent { call: id, .. }
        | Moment::Heard { call: id, .. }
        | Moment::GivenUp { call: id, .. }
        | Moment::Settled { call: id, .. }
        | Moment::Dropped { call: id, .. }) = *moment
        else {
            return;
        };
        let Some(mut call) = self.cast.calls.remove(&id) else { return };
        let over = matches!(moment, Moment::Settled { .. } | Moment::Dropped { .. });
        if let Some(sentence) = self.of_call(now, id, &mut call, moment) {
            self.say(now, call.depth, sentence);
        }
        if !over {
            self.cast.calls.insert(id, call);
        }
    }

    /// What is said of a call.
    fn of_call(
        &mut self,
        now: SimTime,
        id: CallId,
        call: &mut Call,
        moment: &Moment,
    ) -> Option<String> {
        let name = short(&self.plan, call.edge).to_owned();
        match *moment {
            Moment::Refused { layer, outcome, .. } => {
                Some(self.refusal(&name, call.edge, layer, outcome))
            }
            Moment::Waits { layer, span, .. } => Some(match span {
                None => format!("{name}: stands in line at the {}", self.policy(call.edge, layer)),
                Some(span) => {
                    let (next, span) = (call.attempts + 1, brief(span));
                    format!("{name}: waits {span} before attempt {next}")
                }
            }),
            Moment::Sent { target, .. } => {
                call.attempts += 1;
                let copy = !call.open.is_empty();
                call.open.push((target, now));
                let (who, to) = (self.cast.caller(&self.plan, call), self.instance(target));
                let attempt = call.attempts;
                Some(match (attempt, copy) {
                    (1, _) if call.caller.is_none() => format!("{who} sends it to {to}"),
                    (1, _) => format!("{who} calls {name} -> {to}"),
                    (_, true) => format!("{who} sends a further copy of {name} -> {to}"),
                    _ => format!("{who} tries {name} again -> {to} (attempt {attempt})"),
                })
            }
            Moment::Heard { outcome, .. } => {
                if call.open.len() == 1 {
                    call.open.clear();
                }
                call.heard = Some((now, outcome));
                let told = self.cast.said == Some((now, outcome));
                (!told).then(|| format!("{name}: the answer is {}", self.outcome(outcome)))
            }
            Moment::GivenUp { .. } => self.given_up(now, id, call, &name),
            Moment::Settled { outcome, latency, .. } => self.settled(now, call, outcome, latency),
            Moment::Dropped { .. } => Some(format!("{name}: nobody needs its answer any more")),
            _ => None,
        }
    }

    fn refusal(&self, name: &str, edge: EdgeId, layer: u8, outcome: Outcome) -> String {
        let kind = outcome.kind;
        match kind {
            Kind::BreakerOpen => format!("{name}: the circuit breaker is open: {kind}"),
            Kind::BulkheadFull => format!("{name}: the bulkhead is full: {kind}"),
            Kind::DeadlineExceeded => format!("{name}: too little time is left: {kind}"),
            _ => format!("{name}: the {} refuses: {kind}", self.policy(edge, layer)),
        }
    }

    fn given_up(
        &mut self,
        now: SimTime,
        id: CallId,
        call: &mut Call,
        name: &str,
    ) -> Option<String> {
        let heard_now = call.heard.is_some_and(|(at, _)| at == now);
        let mut visits = self.cast.visits.values_mut();
        let still = visits.find(|visit| visit.call == Some(id));
        // Nobody waits for it any more: the next attempt that is given up is another one.
        let still = still.map(|visit| {
            visit.call = None;
            *visit
        });
        let goes_on = still.map_or(String::new(), |visit| {
            let who = self.instance(visit.instance);
            match visit.stage {
                Stage::Waits => format!("; {who} still has it in line; nobody listens"),
                Stage::Works => format!("; {who} still works on it; nobody listens"),
                Stage::Answered => format!("; the answer of {who} will find nobody"),
            }
        });
        if heard_now {
            call.open.clear();
            return Some(format!("{name}: the other copy is no longer needed{goes_on}"));
        }
        let sentence = match call.open.as_slice() {
            [(target, sent)] => {
                let (to, span) = (self.instance(*target), brief(now - *sent));
                format!("{name}: no longer waits for {to}, after {span}{goes_on}")
            }
            _ => format!("{name}: no longer waits for a copy{goes_on}"),
        };
        call.open.pop();
        Some(sentence)
    }

    fn settled(
        &self,
        now: SimTime,
        call: &Call,
        outcome: Outcome,
        latency: Span,
    ) -> Option<String> {
        let name = short(&self.plan, call.edge);
        let policies = &self.plan.edges[call.edge.index()].policies;
        let heard = call.heard == Some((now, outcome));
        if heard || call.caller.is_none() {
            // What was heard is what is passed on; what a client hears is told as its answer.
            return None;
        }
        Some(match outcome.kind {
            Kind::Degraded if policies.iter().any(|policy| policy.name == "Fallback") => {
                format!("{name}: fallback answers: Degraded")
            }
            Kind::TimedOut => format!("{name}: no answer within {}: TimedOut", brief(latency)),
            _ => format!("{name}: ends as {}", self.outcome(outcome)),
        })
    }
}
