//! Clients by number: what they ask for, and when.

use brownout_core::random::Key;
use brownout_core::time::{SimTime, Span};
use brownout_core::units::Rate;

use super::names::nearest;
use super::program::Writer;
use super::routes::{Drawer, Sketch};
use super::{Caller, ClientPlan, StreamPlan};
use crate::fault::roster::FaultSpec;
use crate::ids::{ClientId, EdgeId, RouteId, ZoneId};
use crate::problem::{Code, Problem, path_step};
use crate::spec::System;
use crate::spec::arrivals::Arrivals;
use crate::spec::client::{Client, Process};
use crate::spec::edge::Scope;
use crate::workload::curve::Curve;
use crate::workload::ready::Workload;

/// More users than that take long to be set up, and none of the questions that are asked here.
const MOST_USERS: u32 = 1_000_000;

/// Draws the edge of a client; returns the route and weight of everything that it asks for.
pub(super) fn draw_asks(
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

/// A client by number.
pub(super) fn client_plan(
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

/// Highest rate of arrivals: one request in a nanosecond, the smallest step of time.
const MOST_PER_SECOND: f64 = 1e9;

/// The rates that arrivals may reach.
fn rates(arrivals: &Arrivals) -> impl Iterator<Item = Rate> {
    let (one, points): (Option<Rate>, &[(Span, Rate)]) = match arrivals {
        Arrivals::Poisson(rate) | Arrivals::Constant(rate) => (Some(*rate), &[]),
        Arrivals::Sine(sine) => (Some(sine.mean), &[]),
        Arrivals::Steps(points) | Arrivals::Ramp(points) => (None, points),
        Arrivals::Csv(_) | Arrivals::Burst(_) | Arrivals::Closed(_) => (None, &[]),
    };
    one.into_iter().chain(points.iter().map(|(_, rate)| *rate))
}

/// A client's arrivals made ready.
pub(super) fn workload(arrivals: &Arrivals, path: &str, writer: &mut Writer<'_>) -> Workload {
    let path = format!("{path}.arrivals");
    let mut note = |code, message: &str| writer.problems.push(Problem::new(code, &*path, message));
    if rates(arrivals).any(|rate| rate.as_per_second() > MOST_PER_SECOND) {
        note(Code::OutOfRange, "the rate is above a billion requests a second");
    }
    match arrivals {
        // A rate of zero is a client that never asks: a curve knows how to say so.
        Arrivals::Poisson(rate) if *rate == Rate::ZERO => Workload::Curve(Curve::steps(&[])),
        Arrivals::Constant(rate) if *rate == Rate::ZERO => Workload::Curve(Curve::steps(&[])),
        Arrivals::Poisson(rate) => Workload::Poisson(rate.as_per_second()),
        Arrivals::Constant(rate) => Workload::Constant(writer.delays.constant(rate.mean_gap())),
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
            if closed.users > MOST_USERS {
                note(
                    Code::OutOfRange,
                    "there are more than 1,000,000 users: expected at most that many",
                );
            }
            let think = writer.time(&closed.think, &format!("{path}.think"));
            Workload::Closed { users: closed.users, think }
        }
    }
}

/// The streams of load spikes, which are faults to a file and workloads to a run.
pub(super) fn spikes(system: &System, streams: &mut Vec<StreamPlan>, problems: &mut Vec<Problem>) {
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
