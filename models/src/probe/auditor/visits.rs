//! The auditor's book of visits: each arrives, then waits or not, then begins once, then ends once.

use brownout_core::time::{SimTime, Span};

use super::calls::Identity;
use super::{Law, must};
use crate::ids::{InstanceId, RequestId, VisitId};

/// All visits, by number; branches of visits are not among them.
#[derive(Debug, Default)]
pub(super) struct Visits {
    entries: Vec<Option<Entry>>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    request: RequestId,
    call: Option<Identity>,
    instance: Option<InstanceId>,
    arrived: SimTime,
    began: SimTime,
    stage: Stage,
    replied: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Arrived,
    Queued { place: u64 },
    Begun,
    Over,
}

/// Where a visit stood in line, if it did.
pub(super) type Stood = Option<(InstanceId, u64)>;

impl Visits {
    pub(super) fn arrived(
        &mut self,
        now: SimTime,
        visit: VisitId,
        instance: InstanceId,
        request: RequestId,
        call: Option<Identity>,
    ) -> Law {
        let before = self.put(
            visit,
            Entry {
                request,
                call,
                instance: Some(instance),
                arrived: now,
                began: now,
                stage: Stage::Arrived,
                replied: false,
            },
        );
        let over = before.is_none_or(|before| before.stage == Stage::Over);
        must(over, || "a visit arrives once".to_owned())
    }

    /// Turned away at the door, before it could arrive where nothing listens, or out of the line.
    pub(super) fn turned_away(
        &mut self,
        visit: VisitId,
        request: RequestId,
    ) -> Result<Stood, String> {
        let before = self.entries.get(visit.index()).copied().flatten();
        match before {
            Some(entry) if entry.stage != Stage::Over => {
                must(entry.stage != Stage::Begun, || {
                    "a visit that has begun is not turned away".to_owned()
                })?;
                self.entry(visit)?.stage = Stage::Over;
                Ok(entry.stood())
            }
            _ => {
                let (arrived, began) = (SimTime::ZERO, SimTime::ZERO);
                let stage = Stage::Over;
                let call = None;
                let instance = None;
                let replied = false;
                self.put(visit, Entry { request, call, instance, arrived, began, stage, replied });
                Ok(None)
            }
        }
    }

    pub(super) fn queued(&mut self, visit: VisitId, instance: InstanceId, place: u64) -> Law {
        let entry = self.entry(visit)?;
        let right = entry.stage == Stage::Arrived && entry.instance == Some(instance);
        entry.stage = Stage::Queued { place };
        must(right, || "a visit joins the line where it has arrived".to_owned())
    }

    pub(super) fn reneged(&mut self, visit: VisitId) -> Result<Stood, String> {
        let entry = self.entry(visit)?;
        let stood = entry.stood();
        entry.stage = Stage::Over;
        must(stood.is_some(), || "only a visit that waits in line can leave it".to_owned())?;
        Ok(stood)
    }

    pub(super) fn began(
        &mut self,
        now: SimTime,
        visit: VisitId,
        instance: InstanceId,
        request: RequestId,
        waited: Span,
    ) -> Result<Stood, String> {
        let entry = self.entry(visit)?;
        let (before, stood, arrived) = (entry.stage, entry.stood(), entry.arrived);
        let same = entry.instance == Some(instance) && entry.request == request;
        (entry.stage, entry.began) = (Stage::Begun, now);
        must(before != Stage::Begun, || "a visit begins at most once".to_owned())?;
        must(before != Stage::Over, || "a visit begins only after it has arrived".to_owned())?;
        must(same, || "a visit begins where it arrived, for the same request".to_owned())?;
        must(waited == now - arrived, || "a visit waits from its arrival".to_owned())?;
        Ok(stood)
    }

    pub(super) fn ended(
        &mut self,
        now: SimTime,
        visit: VisitId,
        sojourn: Span,
        held: Span,
    ) -> Result<InstanceId, String> {
        let entry = self.entry(visit)?;
        must(entry.stage == Stage::Begun, || "a visit ends once, after it has begun".to_owned())?;
        entry.stage = Stage::Over;
        must(sojourn == now - entry.arrived, || "a sojourn counts from the arrival".to_owned())?;
        must(held == now - entry.began, || "a worker is held from the beginning".to_owned())?;
        entry.instance.ok_or_else(|| "a visit ends where it has arrived".to_owned())
    }

    pub(super) fn works(&mut self, visit: VisitId) -> Law {
        let begun = self.entry(visit)?.stage == Stage::Begun;
        must(begun, || "a visit works after it has begun and before it ends".to_owned())
    }

    /// An answer sets out. Returns for which request, and to which call if that still waited when the visit arrived.
    pub(super) fn replied(
        &mut self,
        visit: VisitId,
    ) -> Result<(RequestId, Option<Identity>), String> {
        let entry = self.entry(visit)?;
        must(!entry.replied, || "a visit answers at most once".to_owned())?;
        entry.replied = true;
        Ok((entry.request, entry.call))
    }

    pub(super) fn request(&self, visit: VisitId) -> Option<RequestId> {
        self.entries.get(visit.index())?.as_ref().map(|entry| entry.request)
    }

    fn put(&mut self, visit: VisitId, entry: Entry) -> Option<Entry> {
        let at = visit.index();
        if at >= self.entries.len() {
            self.entries.resize(at + 1, None);
        }
        self.entries[at].replace(entry)
    }

    fn entry(&mut self, visit: VisitId) -> Result<&mut Entry, String> {
        let entry = self.entries.get_mut(visit.index()).and_then(Option::as_mut);
        entry.ok_or_else(|| "nothing happens in a visit that has not arrived".to_owned())
    }
}

impl Entry {
    fn stood(&self) -> Stood {
        match (self.stage, self.instance) {
            (Stage::Queued { place }, Some(instance)) => Some((instance, place)),
            _ => None,
        }
    }
}
