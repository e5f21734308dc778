//! What is said of visits.

use brownout_core::time::SimTime;

use super::Transcript;
use super::cast::{Stage, Visit};
use super::sentences::brief;
use crate::ids::{CallId, InstanceId, VisitId};
use crate::moment::Moment;

impl Transcript {
    pub(super) fn arrived(
        &mut self,
        now: SimTime,
        visit: VisitId,
        instance: InstanceId,
        call: Option<CallId>,
    ) {
        let caller = call.and_then(|call| self.cast.calls.get(&call));
        let depth = caller.map_or(1, |call| call.depth + 1);
        let at_once = caller.is_some_and(|call| call.open.iter().any(|&(_, sent)| sent == now));
        self.cast.visits.insert(visit, Visit { instance, depth, call, stage: Stage::Waits });
        if !at_once {
            let late = if call.is_none() { ", and nobody waits for its answer" } else { "" };
            self.say(now, depth, format!("it arrives at {}{late}", self.instance(instance)));
        }
    }

    /// What happens in a visit on behalf of the request.
    pub(super) fn tell_visit(&mut self, now: SimTime, moment: &Moment) {
        let (Moment::Queued { visit: id, .. }
        | Moment::Reneged { visit: id, .. }
        | Moment::Began { visit: id, .. }
        | Moment::Works { visit: id, .. }
        | Moment::Replied { visit: id, .. }
        | Moment::Ended { visit: id, .. }) = *moment
        else {
            return;
        };
        let Some(mut visit) = self.cast.visits.remove(&id) else { return };
        let over = matches!(moment, Moment::Reneged { .. } | Moment::Ended { .. });
        if let Some(sentence) = self.of_visit(now, &mut visit, moment) {
            self.say(now, visit.depth, sentence);
        }
        if !over {
            self.cast.visits.insert(id, visit);
        }
    }

    /// What is said of a visit.
    fn of_visit(&mut self, now: SimTime, visit: &mut Visit, moment: &Moment) -> Option<String> {
        let who = self.instance(visit.instance);
        match *moment {
            Moment::Queued { ahead: 0, .. } => Some(format!("{who} is busy; nobody waits ahead")),
            Moment::Queued { ahead, .. } => Some(format!("{who} is busy; {ahead} wait ahead")),
            Moment::Reneged { .. } => Some(format!("{who} takes it out of the line")),
            Moment::Began { waited, service, .. } => {
                visit.stage = Stage::Works;
                let threads = self.plan.services[service.index()].threads;
                Some(match (waited.is_zero(), threads) {
                    (false, _) => format!("{who} begins after {} in line", brief(waited)),
                    (true, true) => format!("{who} has a free worker and begins"),
                    (true, false) => format!("{who} begins"),
                })
            }
            Moment::Works { span, .. } => Some(format!("{who} works for {}", brief(span))),
            Moment::Replied { outcome, .. } => {
                visit.stage = Stage::Answered;
                self.cast.said = Some((now, outcome));
                Some(format!("{who} answers {}", self.outcome(outcome)))
            }
            Moment::Ended { wasted, held, .. } if !wasted.is_zero() => {
                let (wasted, held) = (brief(wasted), brief(held));
                Some(format!("{who} is done: {wasted} of its {held} were for nobody"))
            }
            Moment::Ended { .. } => {
                let said_now = self.cast.said.is_some_and(|(at, _)| at == now);
                (!said_now).then(|| format!("{who} is done"))
            }
            _ => None,
        }
    }
}
