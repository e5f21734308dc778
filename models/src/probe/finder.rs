//! Which request is worth a transcript: the slowest, the first that failed, the first that needed a second attempt.
//!
//! Runs are deterministic: what a finder finds in a first run, a transcript follows in a second.

use brownout_core::time::{SimTime, Span};

use super::transcript::Selector;
use crate::ids::ClientId;
use crate::moment::Moment;
use crate::outcome::Outcome;
use crate::plan::Plan;
use crate::probe::contract::Probe;

/// What kind of request to look for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// The one whose client waited longest; the first of several.
    Slowest,
    /// The first that ended without a usable answer.
    Failed,
    /// The first that sent a second attempt along some edge.
    Retried,
}

/// Looks for one request.
#[derive(Clone, Debug)]
pub struct Finder {
    wanted: Wanted,
    /// The requests under way, by number.
    requests: Vec<Identity>,
    found: Option<Identity>,
    longest: Span,
}

#[derive(Clone, Copy, Debug)]
struct Identity {
    client: ClientId,
    user: u32,
    serial: u64,
}

impl Finder {
    /// A finder that has seen nothing yet.
    pub fn new(wanted: Wanted) -> Finder {
        Finder { wanted, requests: Vec::new(), found: None, longest: Span::ZERO }
    }

    /// The request that was found so far, by the names of the plan; `None` if there was none of the kind.
    pub fn found(&self, plan: &Plan) -> Option<Selector> {
        self.found.map(|Identity { client, user, serial }| Selector {
            client: plan.clients[client.index()].name.clone(),
            user,
            serial,
        })
    }

    /// Whether the answer to a request makes it the one to find.
    fn prefers(&self, latency: Span, outcome: Outcome) -> bool {
        match self.wanted {
            Wanted::Slowest => self.found.is_none() || latency > self.longest,
            Wanted::Failed => self.found.is_none() && !outcome.is_answer(),
            Wanted::Retried => false,
        }
    }
}

impl Probe for Finder {
    fn see(&mut self, _: SimTime, moment: &Moment) {
        match *moment {
            Moment::Requested { request, client, serial, user, .. } => {
                let identity = Identity { client, user, serial };
                if request.index() >= self.requests.len() {
                    self.requests.resize(request.index() + 1, identity);
                }
                self.requests[request.index()] = identity;
            }
            Moment::Answered { request, latency, outcome, .. }
                if self.prefers(latency, outcome) =>
            {
                self.longest = latency;
                self.found = Some(self.requests[request.index()]);
            }
            Moment::Sent { request, ordinal: 1.., .. }
                if self.wanted == Wanted::Retried && self.found.is_none() =>
            {
                self.found = Some(self.requests[request.index()]);
            }
            _ => {}
        }
    }
}
