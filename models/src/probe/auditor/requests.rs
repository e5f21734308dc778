//! The auditor's book of requests: each is answered once, and no answer is received that did not set out.

use brownout_core::time::{SimTime, Span};

use super::{Law, must};
use crate::ids::{ClientId, RequestId};
use crate::plan::Plan;

/// All requests, by number; a number may be used again once its request is answered.
#[derive(Debug, Default)]
pub(super) struct Requests {
    entries: Vec<Option<Entry>>,
    asked: u64,
    answered: u64,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    client: ClientId,
    user: u32,
    serial: u64,
    born: SimTime,
    answered: bool,
    /// Answers of visits that set out and have been neither heard nor found nobody.
    under_way: u64,
}

impl Requests {
    pub(super) fn asked(
        &mut self,
        now: SimTime,
        request: RequestId,
        client: ClientId,
        user: u32,
        serial: u64,
    ) -> Law {
        let at = request.index();
        if at >= self.entries.len() {
            self.entries.resize(at + 1, None);
        }
        let free = self.entries[at].is_none_or(|before| before.answered);
        must(free, || "a request's number is not used again while it waits".to_owned())?;
        self.asked += 1;
        let entry = Entry { client, user, serial, born: now, answered: false, under_way: 0 };
        self.entries[at] = Some(entry);
        Ok(())
    }

    pub(super) fn answered(&mut self, now: SimTime, request: RequestId, latency: Span) -> Law {
        let entry = self.entry(request)?;
        must(!entry.answered, || "a request is answered at most once".to_owned())?;
        entry.answered = true;
        let whole = now - entry.born;
        self.answered += 1;
        must(latency == whole, || {
            format!("latency counts from the intended start: it is {whole} and not {latency}")
        })
    }

    /// An answer of some visit sets out.
    pub(super) fn replied(&mut self, request: RequestId) -> Law {
        self.entry(request)?.under_way += 1;
        Ok(())
    }

    /// An answer of some visit is heard, or finds nobody.
    pub(super) fn received(&mut self, request: RequestId) -> Law {
        let entry = self.entry(request)?;
        must(entry.under_way > 0, || "an answer arrives once, after it has set out".to_owned())?;
        entry.under_way -= 1;
        Ok(())
    }

    pub(super) fn known(&self, request: RequestId) -> Law {
        let known = self.entries.get(request.index()).is_some_and(Option::is_some);
        must(known, || "nothing happens for a request that nobody made".to_owned())
    }

    pub(super) fn audit_end(&self, expects_leftovers: bool) -> Law {
        let (asked, answered) = (self.asked, self.answered);
        must(expects_leftovers || asked == answered, || {
            format!("after the drain every request is answered: {answered} of {asked} are")
        })
    }

    /// A request as a reader would call it.
    pub(super) fn name(&self, request: RequestId, plan: &Plan) -> Option<String> {
        let entry = (*self.entries.get(request.index())?)?;
        let client = &plan.clients[entry.client.index()].name;
        Some(format!("request {} of {client}, user {}", entry.serial, entry.user))
    }

    fn entry(&mut self, request: RequestId) -> Result<&mut Entry, String> {
        let entry = self.entries.get_mut(request.index()).and_then(Option::as_mut);
        entry.ok_or_else(|| "nothing happens for a request that nobody made".to_owned())
    }
}
