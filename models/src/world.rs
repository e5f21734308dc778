//! All that changes during a run.

pub mod call;
pub mod cores;
pub mod edge;
pub mod fleet;
pub mod instance;
pub mod line;
pub mod visit;

use std::collections::VecDeque;

use brownout_core::random::Key;
use brownout_core::time::{SimTime, Span};

use self::call::{Call, Frame, NONE, Origin};
use self::edge::EdgeState;
use self::fleet::Fleet;
use self::visit::{Flags, Stage, Visit};
use crate::ids::{
    CallId, ClientId, FrameId, InstanceId, OperationId, RequestId, ResourceId, RouteId, VisitId,
};
use crate::plan::{Caller, EdgePlan, Plan, RoutePlan};
use crate::policy::parts::resource::{Bucket, Shared, Slots};
use crate::slab::{Entry, Slab};
use crate::spec::resource::{Resource, ResourceScope};

/// All that changes during a run.
#[derive(Debug)]
pub struct World<'p> {
    /// What does not.
    pub plan: &'p Plan,
    /// The key of this replication.
    pub key: Key,
    /// The requests under way, and those that have left work behind.
    pub requests: Slab<Request>,
    /// The calls under way.
    pub calls: Slab<Call>,
    /// The frames of the calls under way.
    pub frames: Slab<Frame>,
    /// The visits under way, their messages included.
    pub visits: Slab<Visit>,
    /// The instances of all services.
    pub fleet: Fleet,
    /// The state of all edges.
    pub edges: Vec<EdgeState>,
    /// Faults that last now; while there are none, nobody needs to look for them.
    pub troubles: u32,
    /// The copies of each resource.
    pub resources: Vec<Vec<Copy>>,
    /// The users of all closed populations.
    pub users: Vec<User>,
}

/// One copy of a shared resource, and the calls that stand in line for it.
#[derive(Clone, Debug)]
pub struct Copy {
    /// The resource.
    pub shared: Shared,
    /// First come, first served.
    pub line: VecDeque<FrameId>,
}

/// A user of a closed population.
#[derive(Clone, Copy, Debug)]
pub struct User {
    /// The stream that the user belongs to.
    pub stream: u32,
    /// The user's number within it.
    pub number: u32,
    /// Requests so far.
    pub serial: u64,
}

/// A request under way, or one that has left work behind.
#[derive(Clone, Copy, Debug)]
pub struct Request {
    /// From which the keys of all its draws descend.
    pub key: Key,
    /// When it was meant to start.
    pub born: SimTime,
    /// When its client had its answer or gave up; [`SimTime::NEVER`] while it waits.
    pub left: SimTime,
    /// Its client's call, and the visits whose callers have left; it is forgotten with the last. Everything else on its
    /// behalf has one of these above it.
    pub holders: u32,
    /// Whose it is.
    pub client: ClientId,
    /// Its priority class.
    pub class: u16,
    /// What was asked.
    pub operation: OperationId,
    /// The user of a closed population, by number among all; `NONE` for an open one.
    pub user: u32,
}

impl Entry for Request {
    #[inline]
    fn link(&mut self) -> &mut u32 {
        &mut self.user
    }
}

impl<'p> World<'p> {
    /// The world of a plan at time 0, for one replication.
    pub fn new(plan: &'p Plan, replication: u32) -> World<'p> {
        let key = plan.key(replication);
        let fleet = Fleet::new(plan, key);
        let edges =
            (0..plan.edges.len()).map(|edge| EdgeState::new(plan, edge, &fleet, key)).collect();
        let resources = plan
            .resources
            .iter()
            .map(|resource| {
                let copies = match resource.scope {
                    ResourceScope::PerInstance => most_holders(plan),
                    ResourceScope::PerService => plan.services.len() + plan.clients.len(),
                    ResourceScope::Global => 1,
                };
                let copy = Copy { shared: first(&resource.spec), line: VecDeque::new() };
                vec![copy; copies]
            })
            .collect();
        let users = Vec::new();
        World {
            plan,
            key,
            requests: Slab::default(),
            calls: Slab::default(),
            frames: Slab::default(),
            visits: Slab::default(),
            fleet,
            edges,
            troubles: 0,
            resources,
            users,
        }
    }

    /// The line in which a frame's call stands while its policy makes it wait.
    pub fn line_of(&mut self, frame: FrameId) -> &mut VecDeque<FrameId> {
        let entry = &self.frames[frame.0];
        let call = &self.calls[entry.call.0];
        let route = &self.plan.routes[call.route.index()];
        let edge = &self.plan.edges[route.edge.index()];
        let layer = usize::from(entry.layer);
        if let Some(resource) = edge.policy(layer).resource {
            let copy = copy_of(self.plan, resource, edge, call.holder);
            return &mut self.resources[resource.index()][copy].line;
        }
        let holder = &mut self.edges[route.edge.index()].holders[call.holder as usize];
        match layer.checked_sub(edge.policies.len()) {
            None => &mut holder.policies[layer].line,
            Some(behind) => {
                let number = self.fleet.get(entry.instance()).number as usize;
                &mut holder.callees[usize::from(route.callee)].per_target[number][behind].line
            }
        }
    }

    /// Whether a call has an attempt at `instance` under way.
    pub fn has_attempt_at(&self, call: CallId, instance: InstanceId) -> bool {
        let call = &self.calls[call.0];
        match self.plan.routes[call.route.index()].layers {
            _ if call.root == NONE => false,
            0 => self.visits[call.root].instance == instance,
            _ => self.has_inside(call.root, instance),
        }
    }

    /// Whether an attempt at `instance` is under way somewhere inside a frame.
    fn has_inside(&self, frame: u32, instance: InstanceId) -> bool {
        let Frame { innermost, mut child, .. } = self.frames[frame];
        while child != NONE {
            if innermost {
                let attempt = &self.visits[child];
                if attempt.instance == instance {
                    return true;
                }
                child = attempt.siblings[1];
            } else {
                if self.has_inside(child, instance) {
                    return true;
                }
                child = self.frames[child].sibling;
            }
        }
        false
    }

    /// An attempt stands among those of its caller no more: it came back, or is given up. What is left of its visit, if
    /// anything is, keeps the request itself.
    #[inline(always)]
    pub fn leave_caller(&mut self, attempt: VisitId, route: &RoutePlan) {
        let entry = &mut self.visits[attempt.0];
        let Visit { call, around, instance, request, siblings: [younger, older], .. } = *entry;
        entry.call = NONE;
        if entry.is_forgotten() {
            self.visits.remove(attempt.0);
        } else {
            self.requests[request.0].holders += 1;
        }
        if older != NONE {
            self.visits[older].siblings[0] = younger;
        }
        if younger != NONE {
            self.visits[younger].siblings[1] = older;
        } else if around != NONE {
            self.frames[around].child = older;
        } else {
            self.calls[call].root = NONE;
        }
        if route.counts {
            let number = self.fleet.get(instance).number as usize;
            let call = &self.calls[call];
            let holder = &mut self.edges[route.edge.index()].holders[call.holder as usize];
            holder.callees[usize::from(route.callee)].outstanding[number] -= 1;
        }
    }

    /// The visit that a branch is part of, however deep; any other visit is whole.
    #[inline]
    pub fn whole(&self, visit: VisitId) -> VisitId {
        let mut whole = visit;
        while let parent = self.visits[whole.0].parent
            && parent != NONE
        {
            whole = VisitId(parent);
        }
        whole
    }

    /// The number of the instance, or of the client's process, that makes a call, through however many fallbacks.
    pub fn caller_number(&self, call: CallId) -> u32 {
        let mut call = &self.calls[call.0];
        loop {
            match Origin::from(call.origin) {
                Origin::Client => return call.holder,
                Origin::Visit(visit) => {
                    return self.fleet.get(self.visits[visit.0].instance).number;
                }
                Origin::Frame(frame) => call = &self.calls[self.frames[frame.0].call.0],
            }
        }
    }

    /// An answer that nobody hears: the worker-time that it wasted and that has not been counted as wasted.
    ///
    /// While the root still waits, all the work was for nothing. Once it has left, what came after has counted as wasted
    /// at the visit's end, and what came before was wanted when it was done.
    pub fn unheard(&mut self, visit: VisitId) -> Span {
        let entry = &mut self.visits[visit.0];
        if self.requests[entry.request.0].left < SimTime::NEVER {
            return Span::ZERO;
        }
        entry.flags.set(Flags::UNHEARD);
        if entry.stage == Stage::Over { entry.useful() } else { Span::ZERO }
    }

    /// The holder `number` of a caller's state begins anew, and with it its own copies of all budgets. Slots need no
    /// renewal: each came back with the call that held it.
    pub fn renew_budgets(&mut self, caller: Caller, number: u32) {
        let Some(edge) = self.plan.edges.iter().find(|edge| edge.caller == caller) else { return };
        for (at, resource) in self.plan.resources.iter().enumerate() {
            let is_budget = matches!(resource.spec, Resource::Budget(_));
            if is_budget && resource.scope == ResourceScope::PerInstance {
                let copy = (edge.first_holder + number) as usize;
                self.resources[at][copy].shared = first(&resource.spec);
            }
        }
    }

    /// One holder less of a request; the last one forgets it.
    #[inline]
    pub fn let_go(&mut self, request: RequestId) {
        let entry = &mut self.requests[request.0];
        entry.holders -= 1;
        if entry.holders == 0 {
            self.requests.remove(request.0);
        }
    }

    /// What a route asks for.
    #[inline]
    pub fn route(&self, route: RouteId) -> &'p RoutePlan {
        &self.plan.routes[route.index()]
    }

    /// What is still under way, if anything: for the law that after a drain nothing is left.
    pub fn leftovers(&self) -> Option<String> {
        let counts = [
            ("requests", self.requests.len()),
            ("calls", self.calls.len()),
            ("frames", self.frames.len()),
            ("visits", self.visits.len()),
        ];
        let left: Vec<String> =
            counts.iter().filter(|(_, n)| *n > 0).map(|(what, n)| format!("{n} {what}")).collect();
        (!left.is_empty()).then(|| left.join(", "))
    }
}

fn first(resource: &Resource) -> Shared {
    match resource {
        Resource::Budget(budget) => Shared::Budget(Bucket::new(budget.clone())),
        Resource::Bulkhead(bulkhead) => Shared::Bulkhead(Slots::new(bulkhead.max)),
    }
}

/// The copy of a resource that a holder of an edge uses.
pub fn copy_of(plan: &Plan, resource: ResourceId, edge: &EdgePlan, holder: u32) -> usize {
    match plan.resources[resource.index()].scope {
        ResourceScope::Global => 0,
        ResourceScope::PerService => match edge.caller {
            Caller::Service(service) => service.index(),
            Caller::Client(client) => plan.services.len() + client.index(),
        },
        ResourceScope::PerInstance => (edge.first_holder + holder) as usize,
    }
}

/// How many holders of state there are in the whole system: instances of services, then processes of clients.
fn most_holders(plan: &Plan) -> usize {
    let instances: usize = plan.services.iter().map(|service| service.instances() as usize).sum();
    let processes: usize = plan.clients.iter().map(|client| client.processes as usize).sum();
    instances + processes
}
