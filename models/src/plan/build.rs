//! From names to numbers, and everything that is wrong on the way.

use std::collections::BTreeMap;

use brownout_core::random::Key;
use brownout_core::time::SimTime;

use super::clients::{client_plan, draw_asks, spikes, workload};
use super::names::Names;
use super::program::{Within, Writer};
use super::routes::{Drawer, Sketch, note_cycles, note_fallback_circles, share_lines};
use super::settings::{note_counts, note_resources, note_run, percentiles};
use super::strikes::{Reach, faults};
use super::windows::windows;
use super::{
    Caller, ClientPlan, EdgePlan, FaultPlan, OperationPlan, Plan, ResourcePlan, ServicePlan,
    StepPlan, StreamPlan, Strikes,
};
use crate::delay::Delays;
use crate::ids::{ClientId, EdgeId, RouteId, ServiceId, ZoneId};
use crate::policy::admission::roster::AdmissionSpec;
use crate::problem::{Code, Problem, Severity, path_step};
use crate::spec::System;
use crate::spec::resource::Resource;
use crate::spec::service::{Service, Workers};

/// Most instances of one service: more would take longer to set up than to run.
const MOST_INSTANCES: u32 = 100_000;

/// The plan, if nothing is wrong, and what is.
pub(super) fn plan(system: &System) -> (Option<Plan>, Vec<Problem>) {
    let mut problems = vec![];
    note_run(system, &mut problems);
    note_counts(system, &mut problems);
    if problems.iter().any(|problem| problem.code == Code::NotAScenario) {
        return (None, problems);
    }
    let names = Names::of(system);
    let zones = sorted(system.services.values().flat_map(|service| service.zones.clone()));
    let classes = sorted(system.clients.values().map(|client| client.class.clone()));
    let mut delays = Delays::default();
    let windows = windows(system, &mut problems);
    note_resources(system, &mut problems);

    let mut drawer = Drawer {
        system,
        names: &names,
        edges: vec![],
        routes: vec![],
        delays: &mut delays,
        problems: &mut problems,
    };
    let mut edge_paths = vec![];
    let calls: Vec<_> = system
        .services
        .iter()
        .enumerate()
        .map(|(number, (name, service))| {
            draw_calls(&mut drawer, ServiceId(number as u16), name, service, &mut edge_paths)
        })
        .collect();
    let asks: Vec<_> = system
        .clients
        .iter()
        .enumerate()
        .map(|(number, (name, client))| {
            draw_asks(&mut drawer, ClientId(number as u16), name, client)
        })
        .collect();
    let Drawer { mut edges, mut routes, .. } = drawer;
    share_lines(&mut edges);
    let service_names: Vec<String> = system.services.keys().cloned().collect();
    note_cycles(&edges, &service_names, &edge_paths, &mut problems);
    note_fallback_circles(&edges, &edge_paths, &mut problems);

    let mut writer = Writer {
        steps: vec![],
        branches: vec![],
        ways: vec![],
        delays: &mut delays,
        problems: &mut problems,
    };
    let mut services = vec![];
    let mut operations: Vec<OperationPlan> = vec![];
    for (number, (name, service)) in system.services.iter().enumerate() {
        let id = ServiceId(number as u16);
        let first = operations.len() as u16;
        let first_step = writer.steps.len();
        for (operation, spec) in &service.operations {
            let path = format!("services.{}.operations.{}", path_step(name), path_step(operation));
            let full_name = format!("{name}.{operation}");
            let hash = Key::name(&full_name);
            let mut within = Within::new(&calls[number], hash);
            let program = writer.program(&spec.steps, &path, &mut within);
            let interruptible = spec.interruptible;
            let name = operation.clone();
            operations.push(OperationPlan {
                name,
                full_name,
                hash,
                service: id,
                program,
                interruptible,
            });
        }
        let operations = first..operations.len() as u16;
        let mut plan = service_plan(name, service, operations, &edges, id, &zones, writer.problems);
        let written = &writer.steps[first_step..];
        plan.works = written.iter().any(|step| matches!(step, StepPlan::Work { .. }));
        services.push(plan);
    }
    let mut clients = vec![];
    let mut streams = vec![];
    for (number, (name, client)) in system.clients.iter().enumerate() {
        let edge = EdgeId((edge_paths.len() + number) as u16);
        let path = format!("clients.{}", path_step(name));
        clients.push(client_plan(
            name,
            client,
            edge,
            &asks[number],
            &zones,
            &classes,
            writer.problems,
        ));
        let workload = workload(&client.arrivals, &path, &mut writer);
        streams.push(StreamPlan { client: ClientId(number as u16), key: None, workload });
    }
    let Writer { steps, branches, ways, .. } = writer;
    for route in &mut routes {
        let operation = operations.get(route.operation.index());
        route.program = operation.map_or(0, |operation| operation.program);
    }
    spikes(system, &mut streams, &mut problems);
    let reach = Reach { system, services: &services, edges: &edges, zones: &zones };
    // What is too large has been noted, and is not worked out.
    let sound = services.iter().all(|service| service.instances() <= MOST_INSTANCES);
    let faults = if sound { faults(&reach, &mut problems) } else { Vec::new() };
    if problems.iter().any(|problem| problem.severity() == Severity::Error) {
        return (None, problems);
    }
    mark_disturbed(&mut services, &edges, &faults);
    number_holders(&mut edges, &services, &clients);
    let plan = Plan {
        seed: system.run.seed,
        warmup: SimTime::ZERO + system.run.warmup,
        length: SimTime::ZERO + system.run.length,
        series: system.run.series,
        percentiles: percentiles(&system.run.percentiles),
        windows,
        services,
        operations,
        steps,
        branches,
        ways,
        edges,
        routes,
        clients,
        streams,
        resources: resources(system),
        faults,
        zones,
        classes,
        delays,
    };
    (Some(plan), problems)
}

/// Numbers the holders of state in the whole system: instances of services, then processes of clients.
fn number_holders(edges: &mut [EdgePlan], services: &[ServicePlan], clients: &[ClientPlan]) {
    let instances = |of: &[ServicePlan]| of.iter().map(ServicePlan::instances).sum::<u32>();
    let processes = |of: &[ClientPlan]| of.iter().map(|client| client.processes).sum::<u32>();
    for edge in edges {
        edge.first_holder = match edge.caller {
            Caller::Service(service) => instances(&services[..service.index()]),
            Caller::Client(client) => instances(services) + processes(&clients[..client.index()]),
        };
    }
}

/// Marks the services in which work may be stopped or moved before its end.
fn mark_disturbed(services: &mut [ServicePlan], edges: &[EdgePlan], faults: &[FaultPlan]) {
    for edge in edges.iter().filter(|edge| edge.cancels) {
        edge.callees.iter().for_each(|callee| services[callee.index()].disturbed = true);
    }
    for FaultPlan { fault, strikes, .. } in faults {
        let Strikes::Instances(struck) = strikes else { continue };
        if fault.kills() || fault.freezes() || fault.stretches() {
            struck.iter().for_each(|(service, _)| services[service.index()].disturbed = true);
        }
    }
}

fn sorted(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut names: Vec<String> = names.collect();
    names.sort_unstable();
    names.dedup();
    names
}

fn resources(system: &System) -> Vec<ResourcePlan> {
    let plan = |(name, spec): (&String, &Resource)| {
        let scope = match spec {
            Resource::Budget(budget) => budget.scope,
            Resource::Bulkhead(bulkhead) => bulkhead.scope,
        };
        ResourcePlan { name: name.clone(), spec: spec.clone(), scope }
    };
    system.resources.iter().map(plan).collect()
}

/// Draws the calls of one service; returns the route of each by name, and its callee's shards.
fn draw_calls(
    drawer: &mut Drawer<'_>,
    id: ServiceId,
    name: &str,
    service: &Service,
    paths: &mut Vec<String>,
) -> BTreeMap<String, (RouteId, u32)> {
    let first = drawer.edges.len() as u16;
    let siblings: Vec<_> = service
        .calls
        .keys()
        .zip(first..)
        .map(|(call, edge)| (call.clone(), EdgeId(edge)))
        .collect();
    let mut routes = BTreeMap::new();
    for (call, edge) in &service.calls {
        let path = format!("services.{}.calls.{}", path_step(name), path_step(call));
        let drawn = drawer.draw(&Sketch {
            name: format!("{name}.{call}"),
            hash: Key::name(call),
            caller: Caller::Service(id),
            path: path.clone(),
            policies: &edge.policies,
            per_target: &edge.per_target,
            balance: edge.balance,
            scope: edge.scope,
            cancels: edge.cancels,
            hop: edge.hop,
            asks: vec![(edge.to.as_str(), format!("{path}.to"))],
            siblings: siblings.clone(),
        });
        paths.push(path);
        // A call that leads nowhere has been noted; its steps need not be noted again.
        let route = drawn[0].unwrap_or(RouteId(0));
        let callee =
            edge.to.split_once('.').and_then(|(service, _)| drawer.system.services.get(service));
        routes.insert(call.clone(), (route, callee.map_or(1, |callee| callee.shards)));
    }
    routes
}

fn service_plan(
    name: &str,
    service: &Service,
    operations: std::ops::Range<u16>,
    edges: &[super::EdgePlan],
    id: ServiceId,
    zones: &[String],
    problems: &mut Vec<Problem>,
) -> ServicePlan {
    let path = format!("services.{}", path_step(name));
    let mut note = |code, field: &str, message: String| {
        problems.push(Problem::new(code, format!("{path}.{field}"), message));
    };
    let workers = match service.workers {
        Workers::Threads(n) | Workers::Async(n) => Some(n),
        Workers::Unlimited => None,
    };
    let counts = [
        ("replicas", Some(service.replicas)),
        ("shards", Some(service.shards)),
        ("workers", workers),
        ("in_flight", service.in_flight),
        ("cores", service.cores),
    ];
    for (field, count) in counts {
        if count == Some(0) {
            note(Code::OutOfRange, field, format!("{field} is 0: expected at least 1"));
        }
    }
    if u64::from(service.replicas) * u64::from(service.shards) > u64::from(MOST_INSTANCES) {
        let message = "there are more than 100,000 instances: expected at most that many";
        note(Code::OutOfRange, "replicas", message.to_owned());
    }
    if service.shards > u32::from(u16::MAX) {
        let message = "there are more than 65,535 shards: expected at most that many";
        note(Code::OutOfRange, "shards", message.to_owned());
    }
    if service.operations.is_empty() {
        note(
            Code::MissingField,
            "operations",
            "there are no operations: expected at least one".to_owned(),
        );
    }
    if service.zones.is_empty() {
        note(
            Code::OutOfRange,
            "zones",
            "the list of zones is empty: expected at least one".to_owned(),
        );
    }
    let slots = service.in_flight.unwrap_or(u32::MAX);
    let (threads, slots, executors) = match service.workers {
        Workers::Threads(n) => {
            if service.in_flight.is_some_and(|limit| limit > n) {
                let message = format!("in_flight is above the {n} threads: it can have no effect");
                note(Code::CannotAct, "in_flight", message);
            }
            (true, slots.min(n), None)
        }
        Workers::Async(n) => (false, slots, Some(n)),
        Workers::Unlimited => (false, slots, None),
    };
    if service.queue.room.is_some() && slots == u32::MAX {
        let message =
            "nobody ever waits at the door: give the service threads or an in_flight limit";
        note(Code::CannotAct, "queue.room", message.to_owned());
    }
    let caller = Caller::Service(id);
    let own = edges.iter().position(|edge| edge.caller == caller).unwrap_or(0);
    let count = edges.iter().filter(|edge| edge.caller == caller).count();
    let zone = |zone: &String| ZoneId(zones.binary_search(zone).unwrap_or(0) as u16);
    ServicePlan {
        name: name.to_owned(),
        hash: Key::name(name),
        replicas: service.replicas,
        shards: service.shards,
        zones: service.zones.iter().map(zone).collect(),
        slots,
        threads,
        executors,
        cores: service.cores,
        room: service.queue.room.unwrap_or(u32::MAX),
        discipline: service.queue.discipline,
        admission: service.admission.iter().map(AdmissionSpec::ready).collect(),
        scale: service.scale,
        operations,
        edges: own as u16..(own + count) as u16,
        // Known when its operations are written, and edges and faults drawn.
        works: false,
        disturbed: false,
    }
}
