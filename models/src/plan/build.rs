//! From names to numbers, and everything that is wrong on the way.

use std::collections::BTreeMap;

use brownout_core::random::Key;
use brownout_core::time::{SimTime, Span};
use brownout_core::units::Rate;

use super::names::{Names, nearest};
use super::program::{Within, Writer};
use super::routes::{Drawer, Sketch, note_cycles, note_fallback_circles, share_lines};
use super::strikes::{Reach, faults};
use super::windows::windows;
use super::{Caller, ClientPlan, OperationPlan, Plan, ResourcePlan, ServicePlan, StreamPlan};
use crate::delay::Delays;
use crate::fault::roster::FaultSpec;
use crate::ids::{ClientId, EdgeId, RouteId, ServiceId, ZoneId};
use crate::policy::admission::roster::AdmissionSpec;
use crate::problem::{Code, Problem, path_step};
use crate::spec::System;
use crate::spec::arrivals::Arrivals;
use crate::spec::client::{Client, Process};
use crate::spec::edge::Scope;
use crate::spec::resource::{Deposit, Resource};
use crate::spec::service::{Service, Workers};
use crate::workload::curve::Curve;
use crate::workload::ready::Workload;

/// Most of anything that has a 16-bit number.
const MOST: usize = 60_000;

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
    let Drawer { mut edges, routes, .. } = drawer;
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
        services.push(service_plan(name, service, operations, &edges, id, &zones, writer.problems));
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
    spikes(system, &mut streams, &mut problems);
    let reach = Reach { system, services: &services, edges: &edges, zones: &zones };
    let faults = faults(&reach, &mut problems);
    if !problems.is_empty() {
        return (None, problems);
    }
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

fn sorted(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut names: Vec<String> = names.collect();
    names.sort_unstable();
    names.dedup();
    names
}

fn percentiles(more: &[f64]) -> Vec<f64> {
    let mut all = vec![0.5, 0.9, 0.95, 0.99, 0.999];
    all.extend(more.iter().map(|percent| percent / 100.0));
    all.sort_by(f64::total_cmp);
    all.dedup();
    all
}

fn note_run(system: &System, problems: &mut Vec<Problem>) {
    let run = &system.run;
    let mut note = |code, field: &str, message: String| {
        problems.push(Problem::new(code, format!("run.{field}"), message));
    };
    if run.length.is_zero() {
        note(Code::OutOfRange, "length", "length is 0s: expected a time above zero".to_owned());
    } else if run.warmup >= run.length {
        let message = format!("warmup is {}, and the whole run is {} long", run.warmup, run.length);
        note(Code::Contradiction, "warmup", message);
    }
    if run.length > Span::from_secs(100 * 365 * 86_400) {
        note(
            Code::OutOfRange,
            "length",
            format!("length is {}: the most is 100 years", run.length),
        );
    }
    if run.replications == 0 {
        note(Code::OutOfRange, "replications", "replications is 0: expected at least 1".to_owned());
    }
    if run.series.is_zero() {
        note(Code::OutOfRange, "series", "series is 0s: expected a time above zero".to_owned());
    } else if run.length.as_nanos() / run.series.as_nanos() > 1_000_000 {
        let message = format!("series is {}, which makes more than a million points", run.series);
        note(Code::OutOfRange, "series", message);
    }
    for percent in &run.percentiles {
        if !(*percent > 0.0 && *percent < 100.0) {
            let message =
                format!("{percent} is no percentile: expected more than 0 and less than 100");
            note(Code::OutOfRange, "percentiles", message);
        }
    }
}

fn note_counts(system: &System, problems: &mut Vec<Problem>) {
    for (what, count) in [("services", system.services.len()), ("clients", system.clients.len())] {
        if count == 0 {
            let message = format!("there are no {what}: expected at least one");
            problems.push(Problem::new(Code::MissingField, what, message));
        }
    }
    let services = system.services.values();
    let operations: usize = services.clone().map(|service| service.operations.len()).sum();
    let edges: usize = services.map(|service| service.calls.len()).sum();
    let asks: usize = system.clients.values().map(|client| client.asks.len()).sum();
    let most = operations.max(edges + asks + system.clients.len());
    if most.max(system.services.len()).max(system.faults.len()) > MOST {
        let message =
            format!("the system has more than {MOST} services, operations, edges or faults");
        problems.push(Problem::new(Code::NotAScenario, "", message));
    }
}

fn note_resources(system: &System, problems: &mut Vec<Problem>) {
    for (name, resource) in &system.resources {
        let path = format!("resources.{}", path_step(name));
        let mut note = |field: &str, message: String| {
            problems.push(Problem::new(Code::OutOfRange, format!("{path}.{field}"), message));
        };
        match resource {
            Resource::Budget(budget) => {
                if !(budget.cost > 0.0 && budget.cost.is_finite()) {
                    note("cost", format!("cost is {}: expected a number above 0", budget.cost));
                }
                if !(budget.start >= 0.0 && budget.start <= budget.cap) {
                    let message =
                        format!("start is {}: expected 0 to cap, {}", budget.start, budget.cap);
                    note("start", message);
                }
                let (Deposit::PerSuccess(share)
                | Deposit::PerRequest(share)
                | Deposit::PerAttempt(share)) = budget.deposit;
                if share.get() == 0.0 && budget.start == 0.0 {
                    note(
                        "deposit",
                        "nothing is ever in the bucket: expected a deposit or a start".to_owned(),
                    );
                }
            }
            Resource::Bulkhead(bulkhead) if bulkhead.max == 0 => {
                note("max", "max is 0: expected at least 1".to_owned());
            }
            Resource::Bulkhead(_) => {}
        }
    }
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

fn draw_asks(
    drawer: &mut Drawer<'_>,
    id: ClientId,
    name: &str,
    client: &Client,
) -> Vec<(Option<RouteId>, f64)> {
    let path = format!("clients.{}", path_step(name));
    let asks: Vec<_> = client
        .asks
        .keys()
        .map(|reference| (reference.as_str(), format!("{path}.asks.{}", path_step(reference))))
        .collect();
    let routes = drawer.draw(&Sketch {
        name: name.to_owned(),
        hash: Key::name(name),
        caller: Caller::Client(id),
        path: path.clone(),
        policies: &client.policies,
        per_target: &client.per_target,
        balance: client.balance,
        scope: Scope::PerInstance,
        cancels: client.cancels,
        hop: client.hop,
        asks,
        siblings: vec![],
    });
    routes.into_iter().zip(client.asks.values().copied()).collect()
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
    if u64::from(service.replicas) * u64::from(service.shards) > 1_000_000 {
        note(Code::OutOfRange, "replicas", "more than a million instances".to_owned());
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
    }
}

fn client_plan(
    name: &str,
    client: &Client,
    edge: EdgeId,
    asks: &[(Option<RouteId>, f64)],
    zones: &[String],
    classes: &[String],
    problems: &mut Vec<Problem>,
) -> ClientPlan {
    let path = format!("clients.{}", path_step(name));
    let mut note = |code, field: &str, message: String| {
        problems.push(Problem::new(code, format!("{path}.{field}"), message));
    };
    let total: f64 = asks.iter().map(|(_, weight)| weight).sum();
    if asks.is_empty() {
        note(
            Code::MissingField,
            "asks",
            "the client asks for nothing: expected at least one operation".to_owned(),
        );
    } else if asks.iter().any(|(_, weight)| !(weight.is_finite() && *weight >= 0.0)) || total <= 0.0
    {
        note(
            Code::OutOfRange,
            "asks",
            "weights must be numbers of at least 0, one of them above 0".to_owned(),
        );
    }
    if client.slo.is_some_and(Span::is_zero) {
        note(Code::OutOfRange, "slo", "slo is 0s: expected a time above zero".to_owned());
    }
    let zone = client.zone.as_ref().and_then(|zone| {
        let found = zones.binary_search(zone).ok();
        if found.is_none() {
            let message = format!("no service has a zone \"{zone}\"");
            let help = nearest(zone, zones.iter().map(String::as_str)).unwrap_or_default();
            note(Code::UnknownName, "zone", format!("{message}; {help}"));
        }
        found.map(|at| ZoneId(at as u16))
    });
    let processes = match (client.process, &client.arrivals) {
        (Process::Shared, _) => 1,
        (Process::PerUser, Arrivals::Closed(closed)) => closed.users,
        (Process::PerUser, _) => {
            let message = "only a closed population has users with policies of their own";
            note(Code::CannotAct, "process", message.to_owned());
            1
        }
    };
    let mut sum = 0.0;
    let asks = asks
        .iter()
        .map(|&(route, weight)| {
            sum += weight;
            (route.unwrap_or(RouteId(0)), sum / total)
        })
        .collect();
    ClientPlan {
        name: name.to_owned(),
        hash: Key::name(name),
        edge,
        asks,
        slo: client.slo,
        class: classes.binary_search(&client.class).unwrap_or(0) as u16,
        zone,
        processes,
    }
}

fn workload(arrivals: &Arrivals, path: &str, writer: &mut Writer<'_>) -> Workload {
    let path = format!("{path}.arrivals");
    let mut note = |code, message: &str| writer.problems.push(Problem::new(code, &*path, message));
    match arrivals {
        // A rate of zero is a client that never asks: a curve knows how to say so.
        Arrivals::Poisson(rate) if *rate == Rate::ZERO => Workload::Curve(Curve::steps(&[])),
        Arrivals::Constant(rate) if *rate == Rate::ZERO => Workload::Curve(Curve::steps(&[])),
        Arrivals::Poisson(rate) => Workload::Poisson(rate.as_per_second()),
        Arrivals::Constant(rate) => {
            if rate.mean_gap().is_zero() {
                note(Code::OutOfRange, "the rate is above one request in a nanosecond");
            }
            Workload::Constant(writer.delays.constant(rate.mean_gap()))
        }
        Arrivals::Steps(points) | Arrivals::Ramp(points) => {
            if points.is_empty() || points.windows(2).any(|pair| pair[0].0 >= pair[1].0) {
                note(
                    Code::OutOfRange,
                    "expected at least one point, and times that grow from point to point",
                );
            }
            Workload::Curve(match arrivals {
                Arrivals::Ramp(_) => Curve::ramp(points),
                _ => Curve::steps(points),
            })
        }
        Arrivals::Sine(sine) => {
            if sine.swing > sine.mean {
                note(Code::OutOfRange, "swing is above mean: the rate would be negative");
            }
            if sine.period.is_zero() {
                note(Code::OutOfRange, "period is 0s: expected a time above zero");
            }
            Workload::Curve(Curve::sine(
                sine.mean,
                sine.swing,
                sine.period.max(Span::from_nanos(1)),
            ))
        }
        Arrivals::Csv(_) => {
            note(Code::DataFile, "the data file has not been read");
            Workload::Curve(Curve::steps(&[]))
        }
        Arrivals::Burst(burst) => {
            if burst.count == 0 {
                note(Code::OutOfRange, "count is 0: expected at least 1");
            }
            Workload::Burst { count: burst.count, at: SimTime::ZERO + burst.at }
        }
        Arrivals::Closed(closed) => {
            if closed.users == 0 {
                note(Code::OutOfRange, "users is 0: expected at least 1");
            }
            let think = writer.time(&closed.think, &format!("{path}.think"));
            Workload::Closed { users: closed.users, think }
        }
    }
}

fn spikes(system: &System, streams: &mut Vec<StreamPlan>, problems: &mut Vec<Problem>) {
    let mut count = 0;
    for (number, fault) in system.faults.iter().enumerate() {
        let FaultSpec::Spike(spike) = fault else { continue };
        let path = format!("faults.{number}");
        let Some(at) = system.clients.keys().position(|name| *name == spike.client) else {
            let message = format!("no client is called \"{}\"", spike.client);
            let mut problem = Problem::new(Code::UnknownName, format!("{path}.client"), message);
            problem.help = nearest(&spike.client, system.clients.keys().map(String::as_str));
            problems.push(problem);
            continue;
        };
        if spike.plus == Rate::ZERO {
            let message = "plus is 0/s: the spike can have no effect";
            problems.push(Problem::new(Code::CannotAct, format!("{path}.plus"), message));
        }
        let mut points = vec![(spike.at, spike.plus)];
        points.extend(spike.lasts.map(|lasts| (spike.at + lasts, Rate::ZERO)));
        let workload = Workload::Curve(Curve::steps(&points));
        let key = Key::root(Key::name("spike")).with(count).as_u64();
        streams.push(StreamPlan { client: ClientId(at as u16), key: Some(key), workload });
        count += 1;
    }
}
