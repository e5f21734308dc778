//! Edges as a file has them, with the paths of their policies.

use brownout_core::time::Span;

use crate::plan::demand::limit;
use crate::policy::call::roster::CallPolicySpec;
use crate::problem::path_step;
use crate::spec::System;
use crate::spec::edge::Policies;

/// An edge as the file has it, in the plan's order.
pub(super) struct Edge<'s> {
    pub(super) path: String,
    pub(super) list: &'s [CallPolicySpec],
    pub(super) list_path: String,
    pub(super) per_target: &'s [CallPolicySpec],
    pub(super) is_client: bool,
}

impl<'s> Edge<'s> {
    pub(super) fn all(&self) -> impl Iterator<Item = &CallPolicySpec> {
        self.list.iter().chain(self.per_target)
    }

    pub(super) fn limit(&self) -> Option<Span> {
        let all: Vec<CallPolicySpec> = self.all().cloned().collect();
        limit(&all)
    }

    /// All policies with their paths, outermost first: those before the choice of a target, then those behind it.
    pub(super) fn layers(&self) -> Vec<(String, &'s CallPolicySpec)> {
        let targets = format!("{}.per_target", self.path);
        let of = |path: String, list: &'s [CallPolicySpec]| {
            list.iter()
                .enumerate()
                .map(move |(number, policy)| (format!("{path}.{number}"), policy))
        };
        of(self.list_path.clone(), self.list).chain(of(targets, self.per_target)).collect()
    }
}

/// The least time limit among some layers: how long a call may last at most that they let in.
pub(super) fn least(layers: &[(String, &CallPolicySpec)]) -> Option<Span> {
    let limits = layers.iter().filter_map(|(_, policy)| match policy {
        CallPolicySpec::Timeout(timeout) => Some(timeout.after),
        CallPolicySpec::Deadline(deadline) => deadline.within,
        _ => None,
    });
    limits.min()
}

/// The edges of a system, in the order of its plan.
pub(super) fn edges(system: &System) -> Vec<Edge<'_>> {
    let list = |policies: &'_ Policies| -> Option<String> {
        match policies {
            Policies::Named(name) => Some(name.clone()),
            Policies::List(_) => None,
        }
    };
    let mut edges = vec![];
    let services = system.services.iter().flat_map(|(service, spec)| {
        let path = format!("services.{}.calls", path_step(service));
        spec.calls.iter().map(move |(call, edge)| {
            (format!("{path}.{}", path_step(call)), &edge.policies, &edge.per_target, false)
        })
    });
    let clients = system.clients.iter().map(|(name, client)| {
        (format!("clients.{}", path_step(name)), &client.policies, &client.per_target, true)
    });
    for (path, policies, per_target, is_client) in services.chain(clients) {
        let own = format!("{path}.policies");
        let (found, list_path): (&[CallPolicySpec], String) = match (policies, list(policies)) {
            (Policies::List(list), _) => (list, own),
            (_, Some(name)) => match system.policies.get(&name) {
                Some(list) => (list, format!("policies.{}", path_step(&name))),
                None => (&[], own),
            },
            _ => (&[], own),
        };
        edges.push(Edge { path, list: found, list_path, per_target, is_client });
    }
    edges
}
