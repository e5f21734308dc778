//! Random faults, drafted without a system and aimed at one.

use brownout_core::time::Span;
use brownout_core::units::{Rate, Share};
use proptest::option;
use proptest::prelude::*;

use crate::fault::roster::FaultSpec;
use crate::fault::target::Target;
use crate::fault::{black_hole, crash, error_rate, hang, pause, slow, spike};
use crate::spec::System;
use crate::spec::arrivals::Arrivals;
use crate::spec::service::Service;
use crate::testing::{constant, exponential};

/// A fault that does not know yet what it strikes.
#[derive(Clone, Debug)]
pub(crate) struct Draft {
    kind: u8,
    at: Span,
    lasts: Option<Span>,
    place: u8,
    which: u8,
    detail: u8,
}

pub(super) fn fault() -> impl Strategy<Value = Draft> {
    let lasts = option::weighted(0.8, (1..=600_u64).prop_map(Span::from_millis));
    (0..7_u8, 0..=1200_u64, lasts, 0..6_u8, 0..6_u8, any::<u8>()).prop_map(
        |(kind, at, lasts, place, which, detail)| Draft {
            kind,
            at: Span::from_millis(at),
            lasts,
            place,
            which,
            detail,
        },
    )
}

impl Draft {
    /// Whether messages or visits vanish without a word.
    pub(super) fn loses(&self) -> bool {
        matches!(self.kind, 1 | 3)
    }

    /// The fault on a system, unless it cannot strike there.
    pub(super) fn aim(&self, system: &System) -> Option<FaultSpec> {
        let Draft { at, lasts, detail, .. } = self.clone();
        let share = Share::new(f64::from(detail % 10 + 1) / 10.0)?;
        Some(match self.kind {
            0 => {
                let to = (detail & 1 == 0).then(|| exponential("15ms"));
                let by = (detail & 2 == 0).then_some(4.0);
                let plus = (detail & 3 == 3).then(|| constant("9ms"));
                let stretches = by.is_some() && to.is_none() && detail & 4 == 0;
                let stretches = stretches && self.edge(system).is_none();
                let target = self.place(system, true)?;
                if self.edge(system).is_none() && !self.strikes_work(system) {
                    return None;
                }
                FaultSpec::Slow(slow::Spec { at, lasts, target, to, by, plus, stretches })
            }
            1 => FaultSpec::Hang(hang::Spec { at, lasts, target: self.place(system, false)? }),
            2 => {
                let target = self.place(system, false)?;
                FaultSpec::Crash(crash::Spec { at, restarts_after: lasts, target })
            }
            3 => {
                let loses = match detail % 3 {
                    0 => black_hole::Loses::Requests,
                    1 => black_hole::Loses::Answers,
                    _ => black_hole::Loses::Both,
                };
                let target = self.place(system, true)?;
                FaultSpec::BlackHole(black_hole::Spec { at, lasts, target, loses, share })
            }
            4 => {
                let strikes = match detail % 2 {
                    0 => error_rate::Strikes::Before,
                    _ => error_rate::Strikes::After,
                };
                let target = self.place(system, true)?;
                FaultSpec::ErrorRate(error_rate::Spec { at, lasts, target, share, strikes })
            }
            5 => {
                let lasts = lasts.unwrap_or(Span::from_millis(50));
                FaultSpec::Pause(pause::Spec { at, lasts, target: self.place(system, false)? })
            }
            _ => {
                let open = |arrivals: &Arrivals| !matches!(arrivals, Arrivals::Closed(_));
                let mut clients = system.clients.iter().filter(|(_, c)| open(&c.arrivals));
                let client = clients.next()?.0.clone();
                let plus = Rate::per_second(f64::from(detail) * 4.0 + 1.0)?;
                FaultSpec::Spike(spike::Spec { at, lasts, client, plus })
            }
        })
    }

    /// Whether the service that is struck has a step of work.
    fn strikes_work(&self, system: &System) -> bool {
        let at = usize::from(self.which) % system.services.len();
        let works = |service: &Service| format!("{:?}", service.operations).contains("Work(");
        system.services.values().nth(at).is_some_and(works)
    }

    fn edge(&self, system: &System) -> Option<Target> {
        if self.place != 5 {
            return None;
        }
        let mut edges: Vec<Target> = system
            .services
            .iter()
            .flat_map(|(name, s)| s.calls.keys().map(|call| (name.clone(), call.clone())))
            .map(|(service, call)| Target::Edge(service, call))
            .collect();
        edges.extend(system.clients.keys().cloned().map(Target::Named));
        Some(edges[usize::from(self.which) % edges.len()].clone())
    }

    fn place(&self, system: &System, edges: bool) -> Option<Target> {
        if let Some(edge) = self.edge(system) {
            return edges.then_some(edge);
        }
        let (name, service) =
            system.services.iter().nth(usize::from(self.which) % system.services.len())?;
        let (name, detail) = (name.clone(), u32::from(self.detail));
        Some(match self.place {
            0 | 1 => Target::Named(name),
            2 => Target::Instance(name, detail % (service.replicas * service.shards)),
            3 => Target::Some(name, Share::new(0.5)?),
            _ => Target::Shard(name, detail % service.shards),
        })
    }
}
