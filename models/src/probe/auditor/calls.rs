//! The auditor's book of calls: each ends once, and of its attempts each is heard, given up, or still under way.

use brownout_core::time::{SimTime, Span};

use super::{Law, must};
use crate::ids::{CallId, EdgeId, RequestId};
use crate::outcome::{Kind, Kinds, Outcome};
use crate::plan::{EdgePlan, Plan};

/// All calls under way, by number.
#[derive(Debug)]
pub(super) struct Calls {
    entries: Vec<Option<Entry>>,
    /// Calls so far; tells calls apart that had the same number.
    born: u64,
    edges: Vec<Edge>,
}

#[derive(Clone, Debug)]
struct Entry {
    born: u64,
    edge: EdgeId,
    request: RequestId,
    opened: SimTime,
    sent: u64,
    /// Attempts sent and neither heard nor given up.
    under_way: u64,
    /// What visits of this call have answered and the caller has not heard yet.
    answers: Vec<Outcome>,
}

/// What the laws ask about an edge.
#[derive(Clone, Debug)]
struct Edge {
    layers: usize,
    /// The outcomes with which only a policy of the edge can end a call, and none of them is there.
    impossible: Kinds,
}

/// A call that may be over by now.
#[derive(Clone, Copy, Debug)]
pub(super) struct Identity {
    call: CallId,
    born: u64,
}

impl Calls {
    pub(super) fn new(plan: &Plan) -> Calls {
        let edge = |edge: &EdgePlan| Edge { layers: edge.layers(), impossible: impossible(edge) };
        Calls { entries: Vec::new(), born: 0, edges: plan.edges.iter().map(edge).collect() }
    }

    pub(super) fn opened(
        &mut self,
        now: SimTime,
        call: CallId,
        edge: EdgeId,
        request: RequestId,
    ) -> Law {
        let at = call.index();
        if at >= self.entries.len() {
            self.entries.resize(at + 1, None);
        }
        must(self.entries[at].is_none(), || {
            "a call's number is not used again while it is under way".to_owned()
        })?;
        self.born += 1;
        self.entries[at] = Some(Entry {
            born: self.born,
            edge,
            request,
            opened: now,
            sent: 0,
            under_way: 0,
            answers: Vec::new(),
        });
        Ok(())
    }

    pub(super) fn settled(
        &mut self,
        now: SimTime,
        call: CallId,
        edge: EdgeId,
        request: RequestId,
        outcome: Outcome,
        latency: Span,
    ) -> Law {
        let entry = self.ends(call, edge, request)?;
        let whole = now - entry.opened;
        must(latency == whole, || {
            format!("a call's latency counts from its opening: it is {whole} and not {latency}")
        })?;
        must(!self.edges[edge.index()].impossible.has(outcome.kind), || {
            format!("a call ends as {} only where a policy says so", outcome.kind)
        })
    }

    pub(super) fn dropped(&mut self, call: CallId, edge: EdgeId, request: RequestId) -> Law {
        self.ends(call, edge, request).map(drop)
    }

    fn ends(&mut self, call: CallId, edge: EdgeId, request: RequestId) -> Result<Entry, String> {
        let under_way = self.entry(call, edge, Some(request))?.under_way;
        must(under_way == 0, || {
            format!("a call that is over has no attempts under way, and one has {under_way}")
        })?;
        self.entries[call.index()].take().ok_or_else(|| "a call ends once".to_owned())
    }

    /// The call stands in a policy of its edge.
    pub(super) fn stands(&mut self, call: CallId, edge: EdgeId, layer: u8) -> Law {
        self.entry(call, edge, None)?;
        let layers = self.edges[edge.index()].layers;
        must(usize::from(layer) < layers, || {
            format!("an edge has {layers} policies, and a call stands in number {layer}")
        })
    }

    pub(super) fn sent(
        &mut self,
        call: CallId,
        edge: EdgeId,
        request: RequestId,
        ordinal: u16,
    ) -> Law {
        let entry = self.entry(call, edge, Some(request))?;
        let expected = u16::try_from(entry.sent).unwrap_or(u16::MAX);
        entry.sent += 1;
        entry.under_way += 1;
        must(ordinal == expected, || {
            format!("attempts are counted from 0: number {expected} goes by {ordinal}")
        })
    }

    pub(super) fn heard(
        &mut self,
        call: CallId,
        edge: EdgeId,
        request: RequestId,
        outcome: Outcome,
    ) -> Law {
        let entry = self.entry(call, edge, Some(request))?;
        must(entry.under_way > 0, || "an attempt is heard or given up, and only once".to_owned())?;
        entry.under_way -= 1;
        let said = entry.answers.iter().position(|&said| said == outcome);
        if let Some(said) = said {
            entry.answers.swap_remove(said);
            return Ok(());
        }
        // Where nothing listens there is no visit that could have said it.
        must(outcome.kind == Kind::ConnectionRefused, || {
            format!("a caller hears what its callee has said, and nobody said {}", outcome.kind)
        })
    }

    pub(super) fn given_up(&mut self, call: CallId, edge: EdgeId, request: RequestId) -> Law {
        let entry = self.entry(call, edge, Some(request))?;
        must(entry.under_way > 0, || "an attempt is heard or given up, and only once".to_owned())?;
        entry.under_way -= 1;
        Ok(())
    }

    /// A visit of the call answers.
    pub(super) fn answer_sets_out(&mut self, call: Option<Identity>, outcome: Outcome) {
        let Some(Identity { call, born }) = call else { return };
        if let Some(Some(entry)) = self.entries.get_mut(call.index())
            && entry.born == born
        {
            entry.answers.push(outcome);
        }
    }

    pub(super) fn identity(&self, call: CallId) -> Result<Identity, String> {
        match self.entries.get(call.index()) {
            Some(Some(entry)) => Ok(Identity { call, born: entry.born }),
            _ => Err("a visit arrives for a call that waits, or for none".to_owned()),
        }
    }

    pub(super) fn request(&self, call: CallId) -> Option<RequestId> {
        self.entries.get(call.index())?.as_ref().map(|entry| entry.request)
    }

    fn entry(
        &mut self,
        call: CallId,
        edge: EdgeId,
        request: Option<RequestId>,
    ) -> Result<&mut Entry, String> {
        let entry = self.entries.get_mut(call.index()).and_then(Option::as_mut);
        let entry = entry.ok_or_else(|| "nothing happens to a call that is over".to_owned())?;
        let same = entry.edge == edge && request.is_none_or(|request| request == entry.request);
        must(same, || "a call keeps its edge and its request".to_owned())?;
        Ok(entry)
    }
}

/// The outcomes with which no call along an edge can end, as no policy there says them and none travels up from a
/// callee.
fn impossible(edge: &EdgePlan) -> Kinds {
    let all = || edge.policies.iter().chain(&edge.per_target).map(|policy| policy.name);
    let known = ["Timeout", "Deadline", "Retry", "Hedge", "CircuitBreaker", "Bulkhead"];
    if all().any(|name| !known.contains(&name)) {
        // A fallback's other call, or a policy of a user's own, may end in any way.
        return Kinds::of(&[]);
    }
    let local = [
        ("CircuitBreaker", Kind::BreakerOpen),
        ("Bulkhead", Kind::BulkheadFull),
        ("Timeout", Kind::TimedOut),
    ];
    let missing = local.iter().filter(|(name, _)| !all().any(|other| other == *name));
    let kinds: Vec<Kind> = missing.map(|&(_, kind)| kind).collect();
    Kinds::of(&kinds)
}
