//! 1. A client asks.

use brownout_core::random::Key;
use brownout_core::time::SimTime;

use super::{Event, Journey, Later};
use crate::ids::{ClientId, RequestId};
use crate::moment::Moment;
use crate::outcome::Outcome;
use crate::plan::{ClientPlan, Time};
use crate::probe::contract::Probe;
use crate::workload::ready::{Progress, Workload};
use crate::world::call::{Call, NONE, Origin};
use crate::world::{Request, User};

const GAP: u64 = Key::name("gap");
const ASKS: u64 = Key::name("asks");
const THINK: u64 = Key::name("think");

/// A stream of arrivals: whose, when, and how far it has come.
#[derive(Debug)]
pub(super) struct Stream<'p> {
    client: &'p ClientPlan,
    id: ClientId,
    workload: &'p Workload,
    /// From which the keys of its users descend.
    key: Key,
    /// From which those of an open stream's requests descend, by serial number.
    requests: Key,
    /// From which those of its gaps descend.
    gaps: Key,
    progress: Progress,
}

impl Stream<'_> {
    /// The next request of an open stream, unless the run is over by then.
    #[inline(always)]
    fn schedule_next(&mut self, number: u32, length: SimTime, later: &mut Later) {
        let next = self.workload.next(self.progress, self.gaps);
        if let Some(next) = next.filter(|next| next.at < length) {
            self.progress = next;
            later.at(next.at, Event::Arrive(number));
        }
    }
}

/// Who asks.
struct Asker<'p> {
    client: &'p ClientPlan,
    id: ClientId,
    stream: u32,
    /// The number of the request in its stream, or among its user's.
    serial: u64,
    /// The user of a closed population: by number among all, and within its stream.
    user: Option<(u32, u32)>,
}

impl<P: Probe> Journey<'_, P> {
    pub(super) fn schedule_arrivals(&mut self, later: &mut Later) {
        for plan in &self.plan.streams {
            let client = &self.plan.clients[plan.client.index()];
            let key = self.world.key.with(client.hash);
            let key = plan.key.map_or(key, |part| key.with(part));
            self.streams.push(Stream {
                client,
                id: plan.client,
                workload: &plan.workload,
                key,
                requests: key.with(0),
                gaps: key.with(GAP),
                progress: Progress::START,
            });
        }
        for stream in 0..self.streams.len() as u32 {
            match self.streams[stream as usize].workload {
                Workload::Closed { users, .. } => {
                    for number in 0..*users {
                        let user = self.world.users.len() as u32;
                        self.world.users.push(User { stream, number, serial: 0 });
                        self.think(user, later);
                    }
                }
                _ => {
                    let length = self.plan.length;
                    self.streams[stream as usize].schedule_next(stream, length, later);
                }
            }
        }
    }

    #[inline(always)]
    pub(super) fn arrive(&mut self, stream: u32, later: &mut Later) {
        let here = &mut self.streams[stream as usize];
        let serial = here.progress.serial - 1;
        here.schedule_next(stream, self.plan.length, later);
        let &mut Stream { client, id, requests, .. } = here;
        let asker = Asker { client, id, stream, serial, user: None };
        self.ask(requests.with(serial), &asker, later);
    }

    /// A user of a closed population thinks before the next request.
    fn think(&mut self, user: u32, later: &mut Later) {
        let User { stream, number, serial } = self.world.users[user as usize];
        let Workload::Closed { think, .. } = self.streams[stream as usize].workload else {
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
        self.streams[stream as usize].key.with(u64::from(number) + 1)
    }

    pub(super) fn user_asks(&mut self, user: u32, later: &mut Later) {
        if later.now() >= self.plan.length {
            return;
        }
        let User { stream, number, serial } = self.world.users[user as usize];
        self.world.users[user as usize].serial += 1;
        let key = self.user_key(stream, number).with(serial);
        let Stream { client, id, .. } = self.streams[stream as usize];
        self.ask(key, &Asker { client, id, stream, serial, user: Some((user, number)) }, later);
    }

    /// A request is meant to start now.
    #[inline(always)]
    fn ask(&mut self, key: Key, asker: &Asker<'_>, later: &mut Later) {
        let &Asker { client: plan, id: client, stream, serial, user } = asker;
        let id = match plan.asks.as_slice() {
            [(only, _)] => *only,
            several => {
                let uniform = key.with(ASKS).uniform();
                let first = several.iter().find(|(_, below)| uniform < *below);
                first.unwrap_or(&several[several.len() - 1]).0
            }
        };
        let route = self.world.route(id);
        let operation = route.operation;
        let (user, number) = user.unwrap_or((NONE, 0));
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
            user,
        }));
        self.see(
            later,
            Moment::Requested { key, request, client, serial, user: number, stream, operation },
        );
        let call = Call {
            key: key.with(plan.hash),
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
        self.set_out(call, route, later);
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
        if user != NONE && now < self.plan.length {
            self.think(user, later);
        }
    }
}
