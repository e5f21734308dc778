//! Edges and routes: who calls whom, through which policies, and whether the calls go round in a circle.

use brownout_core::random::Key;
use brownout_core::time::Span;

use super::names::{Names, nearest};
use super::{Caller, EdgePlan, PolicyPlan, RoutePlan};
use crate::delay::{Delay, Delays};
use crate::ids::{EdgeId, OperationId, ResourceId, RouteId, ServiceId};
use crate::policy::balance::roster::BalanceSpec;
use crate::policy::call::roster::{CallPolicySpec, Ready};
use crate::problem::{Code, Problem, path_step};
use crate::spec::System;
use crate::spec::edge::{Policies, Scope};
use crate::spec::resource::Resource;

/// Most policies in one list: a call's place among them is a small number.
const MOST_POLICIES: usize = 100;

/// Draws edges, and notes what is wrong with them.
pub(super) struct Drawer<'d> {
    pub(super) system: &'d System,
    pub(super) names: &'d Names<'d>,
    pub(super) edges: Vec<EdgePlan>,
    pub(super) routes: Vec<RoutePlan>,
    pub(super) delays: &'d mut Delays,
    pub(super) problems: &'d mut Vec<Problem>,
}

/// What a service's call and a client have in common.
pub(super) struct Sketch<'d> {
    pub(super) name: String,
    pub(super) hash: u64,
    pub(super) caller: Caller,
    pub(super) path: String,
    pub(super) policies: &'d Policies,
    pub(super) per_target: &'d [CallPolicySpec],
    pub(super) balance: BalanceSpec,
    pub(super) scope: Scope,
    pub(super) cancels: bool,
    pub(super) hop: Option<Span>,
    /// What can be asked: the reference and its path.
    pub(super) asks: Vec<(&'d str, String)>,
    /// The caller's calls, for fallbacks that make another call.
    pub(super) siblings: Vec<(String, EdgeId)>,
}

impl Drawer<'_> {
    /// Draws one edge and returns its routes, one for each ask that names an operation.
    pub(super) fn draw(&mut self, sketch: &Sketch<'_>) -> Vec<Option<RouteId>> {
        let edge = EdgeId(self.edges.len() as u16);
        let first_route = RouteId(self.routes.len() as u16);
        let mut callees: Vec<ServiceId> = vec![];
        let mut routes = vec![];
        for (reference, path) in &sketch.asks {
            match self.names.operation(reference) {
                Ok((service, operation)) => {
                    let service = ServiceId(service);
                    let callee = callees.iter().position(|&known| known == service);
                    let callee = callee.unwrap_or_else(|| {
                        callees.push(service);
                        callees.len() - 1
                    }) as u16;
                    let operation = OperationId(operation);
                    routes.push(Some(RouteId(self.routes.len() as u16)));
                    self.routes.push(RoutePlan {
                        edge,
                        service,
                        callee,
                        shards: self.shards(service),
                        operation,
                        // The rest is known when the edge is drawn.
                        program: 0,
                        hop: Delay::once(Span::ZERO),
                        before: 0,
                        layers: 0,
                        propagates: false,
                        counts: false,
                    });
                }
                Err((message, help)) => {
                    let mut problem = Problem::new(Code::UnknownName, path, message);
                    problem.help = help;
                    self.problems.push(problem);
                    routes.push(None);
                }
            }
        }
        let siblings = &sketch.siblings;
        let targets = callees.iter().map(|&callee| self.replicas(callee)).max().unwrap_or(u32::MAX);
        let (list, list_path) = self.list(sketch);
        let mut used = vec![];
        let policies = self.policies(&list, &list_path, siblings, targets, &mut used);
        let target_path = format!("{}.per_target", sketch.path);
        let per_target =
            self.policies(sketch.per_target, &target_path, siblings, targets, &mut used);
        let all = || list.iter().chain(sketch.per_target);
        let hop = sketch.hop.unwrap_or(self.system.network.hop);
        self.edges.push(EdgePlan {
            name: sketch.name.clone(),
            hash: sketch.hash,
            caller: sketch.caller,
            policies,
            per_target,
            balance: sketch.balance,
            scope: sketch.scope,
            cancels: sketch.cancels,
            propagates: all().any(|policy| matches!(policy, CallPolicySpec::Deadline(_))),
            counts: matches!(
                sketch.balance,
                BalanceSpec::TwoChoices | BalanceSpec::LeastOutstanding
            ),
            elsewhere: all()
                .any(|policy| matches!(policy, CallPolicySpec::Hedge(hedge) if hedge.elsewhere)),
            hop: self.delays.constant(hop),
            callees,
            first_route,
            // Known when services and clients are.
            first_holder: 0,
        });
        self.complete_routes(first_route);
        routes
    }

    /// The routes of the edge that was drawn last take over what is told of the edge.
    fn complete_routes(&mut self, first: RouteId) {
        let Some(edge) = self.edges.last() else { return };
        for route in &mut self.routes[first.index()..] {
            route.hop = edge.hop;
            route.before = edge.policies.len() as u8;
            route.layers = edge.layers() as u8;
            route.propagates = edge.propagates;
            route.counts = edge.counts;
        }
    }

    fn shards(&self, service: ServiceId) -> u16 {
        // More than these are refused where services are made.
        self.system
            .services
            .values()
            .nth(service.index())
            .map_or(1, |service| service.shards as u16)
    }

    fn replicas(&self, service: ServiceId) -> u32 {
        self.system.services.values().nth(service.index()).map_or(1, |service| service.replicas)
    }

    /// The list of policies that an edge has or names, and its path.
    fn list(&mut self, sketch: &Sketch<'_>) -> (Vec<CallPolicySpec>, String) {
        let path = format!("{}.policies", sketch.path);
        let name = match sketch.policies {
            Policies::List(list) => return (list.clone(), path),
            Policies::Named(name) => name,
        };
        if let Some(list) = self.system.policies.get(name) {
            return (list.clone(), format!("policies.{}", path_step(name)));
        }
        let message = format!("no list of policies is called \"{name}\"");
        let mut problem = Problem::new(Code::UnknownName, path.clone(), message);
        problem.help = nearest(name, self.system.policies.keys().map(String::as_str));
        self.problems.push(problem);
        (Vec::new(), path)
    }

    fn policies(
        &mut self,
        list: &[CallPolicySpec],
        path: &str,
        siblings: &[(String, EdgeId)],
        targets: u32,
        used: &mut Vec<ResourceId>,
    ) -> Vec<PolicyPlan> {
        let behind = path.ends_with("per_target");
        // The two lists of an edge draw numbers of their own.
        let behind_the_choice = if behind { 1 << 32 } else { 0 };
        let mut plans: Vec<PolicyPlan> = vec![];
        for (number, spec) in list.iter().enumerate() {
            let at = format!("{path}.{number}");
            for (code, field, message) in spec.problems(targets) {
                let path = if field.is_empty() { at.clone() } else { format!("{at}.{field}") };
                self.problems.push(Problem::new(code, path, message));
            }
            if behind
                && matches!(spec, CallPolicySpec::Fallback(fallback) if fallback.call.is_some())
            {
                let message = "a fallback's other call cannot stand behind the choice of a target";
                self.problems.push(Problem::new(Code::CannotAct, at.clone(), message));
            }
            if number == MOST_POLICIES {
                let message = format!("there are more than {MOST_POLICIES} policies in a list");
                self.problems.push(Problem::new(Code::OutOfRange, path, message));
            }
            let resource = self.resource(spec, &at);
            let deposits = resource.is_some_and(|resource| !used.contains(&resource));
            used.extend(resource);
            let instead = self.instead(spec, &at, siblings);
            let name = spec.name();
            // One that draws nothing takes no number, so that it moves nobody else's.
            let draws = |other: &&CallPolicySpec| other.name() == name && !other.is_idle();
            let occurrence = list[..number].iter().filter(draws).count() as u64;
            let mut first = spec.ready(&mut Ready { delays: self.delays, deposits, instead });
            plans.push(PolicyPlan {
                name,
                parks: first.seat().parks(),
                always: first.seat().always(),
                hears: first.seat().hears(),
                cancels_losers: first.seat().cancels_losers(),
                key: Key::root(Key::name(name)).with(occurrence + behind_the_choice).as_u64(),
                first,
                resource,
            });
        }
        plans
    }

    /// The resource that a policy names, if it exists and is of the right kind.
    fn resource(&mut self, spec: &CallPolicySpec, path: &str) -> Option<ResourceId> {
        let name = spec.resource()?;
        let all = &self.system.resources;
        let Some(at) = all.keys().position(|known| known == name) else {
            let message = format!("no resource is called \"{name}\"");
            let mut problem = Problem::new(Code::UnknownName, path, message);
            problem.help = nearest(name, all.keys().map(String::as_str));
            self.problems.push(problem);
            return None;
        };
        let wants_bulkhead = matches!(spec, CallPolicySpec::Bulkhead(_));
        if matches!(all[name], Resource::Bulkhead(_)) != wants_bulkhead {
            let (is, wants) =
                if wants_bulkhead { ("budget", "bulkhead") } else { ("bulkhead", "budget") };
            let message = format!("the resource \"{name}\" is a {is}, expected a {wants}");
            self.problems.push(Problem::new(Code::CannotAct, path, message));
            return None;
        }
        Some(ResourceId(at as u16))
    }

    /// The edge of a fallback's other call.
    fn instead(
        &mut self,
        spec: &CallPolicySpec,
        path: &str,
        siblings: &[(String, EdgeId)],
    ) -> Option<EdgeId> {
        let CallPolicySpec::Fallback(fallback) = spec else { return None };
        let name = fallback.call.as_deref()?;
        let found = siblings.iter().find(|(known, _)| known == name).map(|(_, edge)| *edge);
        if found.is_none() {
            let message = format!("the caller has no call \"{name}\"");
            let mut problem = Problem::new(Code::UnknownName, format!("{path}.call"), message);
            problem.help = nearest(name, siblings.iter().map(|(known, _)| known.as_str()));
            self.problems.push(problem);
        }
        found
    }
}

/// Where one user of a resource may stand in line for it, the others must tell when they give something back.
pub(super) fn share_lines(edges: &mut [EdgePlan]) {
    let all = |edge: &EdgePlan| {
        let policies = edge.policies.iter().chain(&edge.per_target);
        policies.filter(|policy| policy.parks).filter_map(|policy| policy.resource).collect()
    };
    let waited_for: Vec<Vec<ResourceId>> = edges.iter().map(all).collect();
    for edge in edges {
        for policy in edge.policies.iter_mut().chain(&mut edge.per_target) {
            policy.parks |= policy
                .resource
                .is_some_and(|resource| waited_for.iter().flatten().any(|&id| id == resource));
        }
    }
}

/// Notes every edge whose fallback leads back to it: where both fail at once, neither would ever end.
pub(super) fn note_fallback_circles(
    edges: &[EdgePlan],
    paths: &[String],
    problems: &mut Vec<Problem>,
) {
    let leads_to = |edge: usize| edges[edge].policies.iter().filter_map(PolicyPlan::instead);
    for (at, path) in paths.iter().enumerate() {
        let mut reached: Vec<usize> = leads_to(at).map(EdgeId::index).collect();
        let mut next = 0;
        while let Some(&edge) = reached.get(next) {
            next += 1;
            for other in leads_to(edge).map(EdgeId::index) {
                if !reached.contains(&other) {
                    reached.push(other);
                }
            }
        }
        if reached.contains(&at) {
            let message = format!("the fallback of {} leads back to it", edges[at].name);
            problems.push(Problem::new(Code::Cycle, format!("{path}.policies"), message));
        }
    }
}

/// Notes every circle that the calls make, at one of the edges that close it.
pub(super) fn note_cycles(
    edges: &[EdgePlan],
    services: &[String],
    paths: &[String],
    problems: &mut Vec<Problem>,
) {
    // Take away, again and again, the services that call nobody who is left. What remains goes round in circles.
    let mut left: Vec<bool> = vec![true; services.len()];
    let calls = |from: usize, left: &[bool]| {
        edges.iter().enumerate().find(|(_, edge)| {
            edge.caller == Caller::Service(ServiceId(from as u16))
                && edge.callees.iter().any(|callee| left[callee.index()])
        })
    };
    while let Some(done) = (0..services.len()).find(|&s| left[s] && calls(s, &left).is_none()) {
        left[done] = false;
    }
    // Each circle is told once: walk it from its first service, and take it away.
    while let Some(first) = left.iter().position(|&left| left) {
        let mut walk = vec![];
        let mut at = first;
        while !walk.iter().any(|&(service, _)| service == at) {
            let Some((edge, plan)) = calls(at, &left) else { break };
            walk.push((at, edge));
            let next = plan.callees.iter().find(|callee| left[callee.index()]);
            at = next.map_or(at, |callee| callee.index());
        }
        let start = walk.iter().position(|&(service, _)| service == at).unwrap_or(0);
        let circle = &walk[start..];
        let names: Vec<&str> =
            circle.iter().map(|&(service, _)| services[service].as_str()).collect();
        if let Some(&(_, edge)) = circle.last() {
            let message =
                format!("the calls go round in a circle: {} → {}", names.join(" → "), names[0]);
            problems.push(Problem::new(Code::Cycle, format!("{}.to", paths[edge]), message));
        }
        for &(service, _) in &walk {
            left[service] = false;
        }
        // Services that only led into the circle are no circle of their own.
        while let Some(done) = (0..services.len()).find(|&s| left[s] && calls(s, &left).is_none()) {
            left[done] = false;
        }
    }
}
