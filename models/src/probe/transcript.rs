//! One request's life as prose: a line for each moment that a reader would want to hear of.
//!
//! Times count from the intended start. A line is indented by how deep it happens: what an instance does stands further
//! in than the call that it answers.

mod calls;
mod cast;
mod sentences;
#[cfg(test)]
mod tests;
mod visits;

use std::fmt::Write as _;
use std::sync::Arc;

use brownout_core::time::SimTime;

use self::cast::Cast;
use crate::ids::{ClientId, RequestId};
use crate::moment::Moment;
use crate::plan::Plan;
use crate::probe::contract::Probe;

/// Which request to follow. Where a load spike has requests of the same client and serial, the first one asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Selector {
    /// The name of its client.
    pub client: String,
    /// The user of a closed population; 0 for an open one.
    pub user: u32,
    /// Its number among the client's, or the user's, from 0.
    pub serial: u64,
}

/// Writes down the life of one request.
#[derive(Debug)]
pub struct Transcript {
    plan: Arc<Plan>,
    client: Option<ClientId>,
    user: u32,
    serial: u64,
    /// The request, while its number means it.
    following: Option<RequestId>,
    born: Option<SimTime>,
    cast: Cast,
    lines: Vec<Line>,
}

/// Something that happened.
#[derive(Clone, Debug)]
struct Line {
    at: SimTime,
    depth: usize,
    sentence: String,
}

impl Transcript {
    /// A transcript of the request that `selector` names, from the start of a run of `plan`.
    pub fn new(plan: &Arc<Plan>, selector: &Selector) -> Transcript {
        let named = |client: &crate::plan::ClientPlan| client.name == selector.client;
        let client = plan.clients.iter().position(named).map(|at| ClientId(at as u16));
        Transcript {
            plan: Arc::clone(plan),
            client,
            user: selector.user,
            serial: selector.serial,
            following: None,
            born: None,
            cast: Cast::default(),
            lines: Vec::new(),
        }
    }

    /// Whether the request has been seen.
    pub fn is_found(&self) -> bool {
        self.born.is_some()
    }

    /// The transcript so far: a line each, the time in front; empty if the request was not seen.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let born = self.born.unwrap_or(SimTime::ZERO);
        for Line { at, depth, sentence } in &self.lines {
            let millis = (*at - born).as_millis_f64();
            let indent = 2 * depth;
            let _ = writeln!(text, "{millis:>10.3} ms  {:indent$}{sentence}", "");
        }
        text
    }

    fn say(&mut self, at: SimTime, depth: usize, sentence: impl Into<String>) {
        self.lines.push(Line { at, depth, sentence: sentence.into() });
    }

    /// Whether this is the beginning of the request to follow; another request may take its number over.
    fn begins(&mut self, moment: &Moment) -> bool {
        let Moment::Requested { request, client, user, serial, .. } = *moment else { return false };
        if self.following == Some(request) {
            self.following = None;
        }
        let wanted = self.born.is_none()
            && Some(client) == self.client
            && (user, serial) == (self.user, self.serial);
        if wanted {
            self.following = Some(request);
        }
        wanted
    }
}

impl Probe for Transcript {
    fn see(&mut self, now: SimTime, moment: &Moment) {
        if let Moment::Up { instance, service } = *moment {
            self.cast.meet(instance, service);
        }
        if self.begins(moment) {
            self.born = Some(now);
        }
        if self.born.is_some() {
            self.tell(now, moment);
        }
    }
}
