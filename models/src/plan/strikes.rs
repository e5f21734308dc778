//! Faults by number: when they begin and end, and what exactly they strike.

use brownout_core::random::Key;
use brownout_core::time::SimTime;
use brownout_core::units::Share;

use super::names::nearest;
use super::{EdgePlan, FaultPlan, ServicePlan, Strikes};
use crate::fault::roster::FaultSpec;
use crate::fault::target::Target;
use crate::ids::{EdgeId, ServiceId, ZoneId};
use crate::problem::{Code, Problem};
use crate::spec::System;

/// What a fault can refer to.
pub(super) struct Reach<'r> {
    pub(super) system: &'r System,
    pub(super) services: &'r [ServicePlan],
    pub(super) edges: &'r [EdgePlan],
    pub(super) zones: &'r [String],
}

/// The faults of a system made ready, load spikes excepted, and what is wrong with them.
pub(super) fn faults(reach: &Reach<'_>, problems: &mut Vec<Problem>) -> Vec<FaultPlan> {
    let mut plans: Vec<FaultPlan> = vec![];
    for (number, spec) in reach.system.faults.iter().enumerate() {
        let path = format!("faults.{number}");
        note_times(reach.system, spec, &path, problems);
        note_fields(spec, &path, problems);
        let Some(target) = spec.target() else { continue };
        let strikes = match reach.strikes(target) {
            Ok(strikes) => strikes,
            Err((message, help)) => {
                let mut problem =
                    Problem::new(Code::UnknownName, format!("{path}.target"), message);
                problem.help = help;
                problems.push(problem);
                continue;
            }
        };
        if matches!(strikes, Strikes::Edge(_)) && !spec.strikes_edges() {
            let message = format!("{} strikes instances, and \"{target}\" is an edge", spec.name());
            problems.push(Problem::new(Code::CannotAct, format!("{path}.target"), message));
        }
        if let (FaultSpec::Slow(_), Strikes::Instances(struck)) = (spec, &strikes)
            && !struck.iter().any(|(service, _)| reach.services[service.index()].works)
        {
            let message = format!(
                "no operation of \"{target}\" has a step of work: to make it slow can have no effect"
            );
            problems.push(Problem::new(Code::CannotAct, format!("{path}.target"), message));
        }
        let name = format!("{} {target}", spec.name());
        let twins = plans.iter().filter(|plan| plan.name == name).count() as u64;
        match spec.ready() {
            Ok(Some(fault)) => plans.push(FaultPlan {
                key: Key::root(Key::name(&name)).with(twins).as_u64(),
                name,
                begins: spec.begins(),
                ends: ends(reach.system, spec),
                strikes,
                fault,
            }),
            Ok(None) => {}
            Err(error) => problems.push(Problem::new(Code::OutOfRange, path, error.to_string())),
        }
    }
    plans
}

/// When a fault is over: a crash without a restart never, any other fault without an end with the run.
fn ends(system: &System, spec: &FaultSpec) -> SimTime {
    match (spec.lasts(), spec) {
        (Some(lasts), _) => spec.begins() + lasts,
        (None, FaultSpec::Crash(_)) => SimTime::NEVER,
        (None, _) => SimTime::ZERO + system.run.length,
    }
}

fn note_times(system: &System, spec: &FaultSpec, path: &str, problems: &mut Vec<Problem>) {
    let length = SimTime::ZERO + system.run.length;
    if spec.begins() >= length {
        let at = spec.begins() - SimTime::ZERO;
        let message =
            format!("the fault begins at {at}, and the run ends at {}", system.run.length);
        problems.push(Problem::new(Code::FaultOutside, format!("{path}.at"), message));
    }
    if spec.lasts().is_some_and(brownout_core::time::Span::is_zero) {
        let message = "the fault lasts 0s: it can have no effect";
        problems.push(Problem::new(Code::CannotAct, path, message));
    }
}

fn note_fields(spec: &FaultSpec, path: &str, problems: &mut Vec<Problem>) {
    let mut note = |code, field: &str, message: &str| {
        problems.push(Problem::new(code, format!("{path}.{field}"), message));
    };
    if let FaultSpec::Slow(slow) = spec {
        if slow.to.is_none() && slow.by.is_none() && slow.plus.is_none() {
            note(
                Code::CannotAct,
                "target",
                "none of to, by and plus is given: the fault can have no effect",
            );
        }
        if slow.by.is_some_and(|by| !(by > 0.0 && by.is_finite())) {
            note(Code::OutOfRange, "by", "by must be a number above 0");
        }
        if slow.stretches && slow.by.is_none() {
            note(Code::CannotAct, "stretches", "stretches only acts together with by");
        }
    }
}

type Unknown = (String, Option<String>);

impl Reach<'_> {
    fn strikes(&self, target: &Target) -> Result<Strikes, Unknown> {
        match target {
            Target::Named(name) => match self.service(name) {
                Ok(service) => Ok(self.some(service, |_| true)),
                Err(unknown) => self.edge(name).map_err(|_| unknown),
            },
            Target::Edge(service, call) => self.edge(&format!("{service}.{call}")),
            Target::Instance(name, number) => {
                let service = self.service(name)?;
                let count = self.services[service.index()].instances();
                if *number >= count {
                    return Err((
                        format!("\"{name}\" has {count} instances, counted from 0"),
                        None,
                    ));
                }
                Ok(Strikes::Instances(vec![(service, *number)]))
            }
            Target::Some(name, share) => {
                let service = self.service(name)?;
                Ok(Strikes::Instances(self.drawn(service, *share)))
            }
            Target::InZone(name, zone) => {
                let (service, zone) = (self.service(name)?, self.zone(zone)?);
                Ok(self.some(service, |n| self.services[service.index()].zone_of(n) == zone))
            }
            Target::Shard(name, shard) => {
                let service = self.service(name)?;
                let plan = &self.services[service.index()];
                if *shard >= plan.shards {
                    return Err((
                        format!("\"{name}\" has {} shards, counted from 0", plan.shards),
                        None,
                    ));
                }
                Ok(self.some(service, |n| n / plan.replicas == *shard))
            }
            Target::Zone(zone) => {
                let zone = self.zone(zone)?;
                let mut all = vec![];
                for (number, plan) in self.services.iter().enumerate() {
                    let here = (0..plan.instances()).filter(|&n| plan.zone_of(n) == zone);
                    all.extend(here.map(|n| (ServiceId(number as u16), n)));
                }
                Ok(Strikes::Instances(all))
            }
        }
    }

    fn some(&self, service: ServiceId, which: impl Fn(u32) -> bool) -> Strikes {
        let all = 0..self.services[service.index()].instances();
        Strikes::Instances(all.filter(|&n| which(n)).map(|n| (service, n)).collect())
    }

    /// A share of a service's instances, rounded to the nearest number but at least one; the same ones in every
    /// variant, because only their names decide.
    fn drawn(&self, service: ServiceId, share: Share) -> Vec<(ServiceId, u32)> {
        let plan = &self.services[service.index()];
        let count = plan.instances();
        let some =
            (share.get() * f64::from(count)).round().max(f64::from(share.get() > 0.0)) as usize;
        let key = Key::root(self.system.run.seed).with(Key::name("share of")).with(plan.hash);
        let mut order: Vec<u32> = (0..count).collect();
        order.sort_by_key(|&n| key.with(u64::from(n)).as_u64());
        order.truncate(some);
        order.sort_unstable();
        order.into_iter().map(|n| (service, n)).collect()
    }

    fn service(&self, name: &str) -> Result<ServiceId, Unknown> {
        match self.services.iter().position(|plan| plan.name == name) {
            Some(at) => Ok(ServiceId(at as u16)),
            None => {
                let help = nearest(name, self.services.iter().map(|plan| plan.name.as_str()));
                Err((format!("no service is called \"{name}\""), help))
            }
        }
    }

    fn edge(&self, name: &str) -> Result<Strikes, Unknown> {
        match self.edges.iter().position(|plan| plan.name == name) {
            Some(at) => Ok(Strikes::Edge(EdgeId(at as u16))),
            None => {
                let help = nearest(name, self.edges.iter().map(|plan| plan.name.as_str()));
                Err((format!("no edge is called \"{name}\""), help))
            }
        }
    }

    fn zone(&self, name: &str) -> Result<ZoneId, Unknown> {
        match self.zones.iter().position(|zone| zone == name) {
            Some(at) => Ok(ZoneId(at as u16)),
            None => {
                let help = nearest(name, self.zones.iter().map(String::as_str));
                Err((format!("no zone is called \"{name}\""), help))
            }
        }
    }
}
