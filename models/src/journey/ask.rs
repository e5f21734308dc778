//! 1. A client asks.

use brownout_core::random::Key;
use brownout_core::time::SimTime;

use super::{Event, Journey, Later};
use crate::ids::RequestId;
use crate::moment::{Moment, Probe};
use crate::outcome::Outcome;
use crate::plan::Time;
use crate::workload::ready::Workload;
use crate::world::call::{Call, NONE, Origin};
use crate::world::{Request, User};

const GAP: u64 = Key::name("gap");
const ASKS: u64 = Key::name("asks");
const THINK: u64 = Key::name("think");

/// From which the keys of a stream descend.
#[derive(Clone, Copy, Debug)]
pub(super) struct StreamKeys {
    /// Those of its users, and of an open stream's requests.
    stream: Key,
    /// Those of an open stream's requests alone, by serial number.
    requests: Key,
    /// Those of its gaps.
    gaps: Key,
}

impl<P: Probe> Journey<'_, P> {
    pub(super) fn schedule_arrivals(&mut self, later: &mut Later) {
        for plan in &self.plan.streams {
            let key = self.world.key.with(self.plan.clients[plan.client.index()].hash);
            let stream = plan.key.map_or(key, |part| key.with(part));
            self.streams.push(StreamKeys {
                stream,
                requests: stream.with(0),
                gaps: stream.with(GAP),
            });
        }
        for stream in 0..self.plan.streams.len() as u32 {
            match &self.plan.streams[stream as usize].workload {
                Workload::Closed { users, .. } => {
                    for number in 0..*users {
                        let user = self.world.users.len() as u32;
                        self.world.users.push(User { stream, number, serial: 0 });
                        self.think(user, later);
                    }
                }
                _ => self.schedule_next(stream, later),
            }
        }
    }

    /// The next request of an open stream, unless the run is over by then.
    #[inline(always)]
    fn schedule_next(&mut self, stream: u32, later: &mut Later) {
        let at = stream as usize;
        let gaps = self.streams[at].gaps;
        let next = self.plan.streams[at].workload.next(self.world.streams[at], gaps);
        if let Some(next) = next.filter(|next| next.at < self.plan.length) {
            self.world.streams[at] = next;
            later.at(next.at, Event::Arrive(stream));
        }
    }

    #[inline(always)]
    pub(super) fn arrive(&mut self, stream: u32, later: &mut Later) {
        let at = stream as usize;
        let serial = self.world.streams[at].serial - 1;
        self.schedule_next(stream, later);
        let key = self.streams[at].requests.with(serial);
        self.ask(stream, key, serial, None, later);
    }

    /// A user of a closed population thinks before the next request.
    fn think(&mut self, user: u32, later: &mut Later) {
        let User { stream, number, serial } = self.world.users[user as usize];
        let Workload::Closed { think, .. } = &self.plan.streams[stream as usize].workload else {
            return;
        };
        match think {
            Time::Constant(delay) => self.after(*delay, Event::Ask(user), later),
            Time::Drawn(dist) => {
                let key = self.user_key(stream, number).with(serial);
                later.timer_after(dist.draw(key.with(THINK)), Event::Ask(user))
            }
        };
    }

    /// From which the keys of a user's requests descend.
    fn user_key(&self, stream: u32, number: u32) -> Key {
        self.streams[stream as usize].stream.with(u64::from(number) + 1)
    }

    pub(super) fn user_asks(&mut self, user: u32, later: &mut Later) {
        if later.now() >= self.plan.length {
            return;
        }
        let User { stream, number, serial } = self.world.users[user as usize];
        self.world.users[user as usize].serial += 1;
        let key = self.user_key(stream, number).with(serial);
        self.ask(stream, key, serial, Some(user), later);
    }

    /// A request is meant to start now.
    #[inline(always)]
    fn ask(&mut self, stream: u32, key: Key, serial: u64, user: Option<u32>, later: &mut Later) {
        let client = self.plan.streams[stream as usize].client;
        let plan = &self.plan.clients[client.index()];
        let asks = &plan.asks;
        let id = match asks.as_slice() {
            [(only, _)] => *only,
            several => {
                let uniform = key.with(ASKS).uniform();
                let first = several.iter().find(|(_, below)| uniform < *below);
                first.unwrap_or(&several[several.len() - 1]).0
            }
        };
        let route = self.world.route(id);
        let operation = route.operation;
        let number = user.map_or(0, |user| self.world.users[user as usize].number);
        let holder = if plan.processes > 1 { number } else { 0 };
        let now = later.now();
        let never = SimTime::NEVER;
        let request = RequestId(self.world.requests.insert(Request {
            key,
            born: now,
            left: never,
            holders: 1,
            client,
            class: plan.class,
            operation,
            user: user.unwrap_or(u32::MAX),
        }));
        self.see(
            later,
            Moment::Requested { key, request, client, serial, user: number, stream, operation },
        );
        let call = Call {
            key: key.with(self.plan.edges[plan.edge.index()].hash),
            opened: now,
            deadline: never,
            origin: Origin::Client.into(),
            request,
            root: NONE,
            siblings: [NONE; 2],
            holder,
            route: id,
            attempts: 0,
            shard: self.shard_of(route, request),
        };
        let call = self.open(route, call, later);
        self.inward(call, route, None, 0, later);
    }

    /// The client has its answer, or has given up.
    #[inline(always)]
    pub(super) fn answered(&mut self, request: RequestId, outcome: Outcome, later: &mut Later) {
        let now = later.now();
        let entry = &mut self.world.requests[request.0];
        entry.left = now;
        entry.holders -= 1;
        let Request { key, client, operation, born, user, holders, .. } = *entry;
        if holders == 0 {
            self.world.requests.remove(request.0);
        }
        let latency = now - born;
        self.see(later, Moment::Answered { key, request, client, operation, outcome, latency });
        if user != u32::MAX && now < self.plan.length {
            self.think(user, later);
        }
    }
}
