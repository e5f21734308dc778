//! 1. A client asks.

use brownout_core::random::Key;

use super::{Event, Journey, Later};
use crate::ids::{ClientId, RequestId};
use crate::moment::{Moment, Probe};
use crate::outcome::Outcome;
use crate::plan::Time;
use crate::workload::ready::Workload;
use crate::world::call::Origin;
use crate::world::{Request, User};

const GAP: u64 = Key::name("gap");
const ASKS: u64 = Key::name("asks");
const THINK: u64 = Key::name("think");

impl<P: Probe> Journey<'_, P> {
    pub(super) fn schedule_arrivals(&mut self, later: &mut Later) {
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

    /// From which the keys of a stream's requests descend.
    fn stream_key(&self, stream: u32) -> Key {
        let stream = &self.plan.streams[stream as usize];
        let key = self.world.key.with(self.plan.clients[stream.client.index()].hash);
        stream.key.map_or(key, |part| key.with(part))
    }

    /// The next request of an open stream, unless the run is over by then.
    fn schedule_next(&mut self, stream: u32, later: &mut Later) {
        let at = stream as usize;
        let key = self.stream_key(stream).with(GAP);
        let next = self.plan.streams[at].workload.next(self.world.streams[at], key);
        if let Some(next) = next.filter(|next| next.at < self.plan.length) {
            self.world.streams[at] = next;
            later.at(next.at, Event::Arrive(stream));
        }
    }

    pub(super) fn arrive(&mut self, stream: u32, later: &mut Later) {
        let serial = self.world.streams[stream as usize].serial - 1;
        self.schedule_next(stream, later);
        let client = self.plan.streams[stream as usize].client;
        let key = self.stream_key(stream).with(0).with(serial);
        self.ask(client, key, serial, None, later);
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
                let key = self.stream_key(stream).with(u64::from(number) + 1).with(serial);
                later.timer_after(dist.draw(key.with(THINK)), Event::Ask(user))
            }
        };
    }

    pub(super) fn user_asks(&mut self, user: u32, later: &mut Later) {
        if later.now() >= self.plan.length {
            return;
        }
        let User { stream, number, serial } = self.world.users[user as usize];
        self.world.users[user as usize].serial += 1;
        let client = self.plan.streams[stream as usize].client;
        let key = self.stream_key(stream).with(u64::from(number) + 1).with(serial);
        self.ask(client, key, serial, Some(user), later);
    }

    /// A request is meant to start now.
    fn ask(
        &mut self,
        client: ClientId,
        key: Key,
        serial: u64,
        user: Option<u32>,
        later: &mut Later,
    ) {
        let plan = &self.plan.clients[client.index()];
        let asks = &plan.asks;
        let route = match asks.as_slice() {
            [(only, _)] => *only,
            several => {
                let uniform = key.with(ASKS).uniform();
                let first = several.iter().find(|(_, below)| uniform < *below);
                first.unwrap_or(&several[several.len() - 1]).0
            }
        };
        let operation = self.plan.routes[route.index()].operation;
        let number = user.map_or(0, |user| self.world.users[user as usize].number);
        let holder = if plan.processes > 1 { number } else { 0 };
        let now = later.now();
        let never = brownout_core::time::SimTime::NEVER;
        let request = RequestId(self.world.requests.insert(Request {
            key,
            born: now,
            left: never,
            holders: 0,
            client,
            operation,
            user: user.unwrap_or(u32::MAX),
        }));
        self.see(later, Moment::Requested { request, client, serial, user: number, operation });
        let call_key = key.with(self.plan.edges[plan_edge(self.plan, client)].hash);
        let shard = self.shard_of(route, request);
        let call = self.open(route, Origin::Client, request, call_key, never, holder, shard, later);
        self.inward(call, None, 0, later);
    }

    /// The client has its answer, or has given up.
    pub(super) fn answered(&mut self, request: RequestId, outcome: Outcome, later: &mut Later) {
        let now = later.now();
        let entry = &mut self.world.requests[request.0];
        entry.left = now;
        let Request { client, operation, born, user, .. } = *entry;
        let latency = now - born;
        self.see(later, Moment::Answered { request, client, operation, outcome, latency });
        if user != u32::MAX && now < self.plan.length {
            self.think(user, later);
        }
    }
}

fn plan_edge(plan: &crate::plan::Plan, client: ClientId) -> usize {
    plan.clients[client.index()].edge.index()
}
