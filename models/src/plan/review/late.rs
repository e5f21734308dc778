//! What comes too late: a hedge, a retry or an `slo` that a time limit always forestalls.

use brownout_core::time::Span;

use super::edge::{Edge, least};
use crate::outcome::Kind;
use crate::policy::call::roster::CallPolicySpec;
use crate::problem::{Code, Problem, path_step};
use crate::spec::System;

type Layer<'s> = (String, &'s CallPolicySpec);

/// Hedges and retries.
pub(super) fn policies(edges: &[Edge<'_>], found: &mut Vec<Problem>) {
    for edge in edges {
        let layers = edge.layers();
        for (at, (path, policy)) in layers.iter().enumerate() {
            let (outside, inside) = (least(&layers[..at]), attempt(&layers[at + 1..]));
            let late = match policy {
                CallPolicySpec::Hedge(hedge) => {
                    let late = hedge.after.and_then(|after| hedged(after, outside, inside));
                    late.map(|message| (Code::NoEffect, message))
                }
                CallPolicySpec::Retry(retry) if retry.attempts > 1 => {
                    let wait = retry.backoff.least();
                    let inside = inside.filter(|_| retry.on.contains(&Kind::TimedOut));
                    let late = outside.and_then(|outside| retried(wait, outside, inside));
                    late.map(|message| (Code::LateRetry, message))
                }
                _ => None,
            };
            found.extend(late.map(|(code, message)| Problem::new(code, path.clone(), message)));
        }
    }
}

/// How long one attempt may take: the least limit before anything that makes another one.
fn attempt(layers: &[Layer<'_>]) -> Option<Span> {
    let again = |(_, policy): &Layer<'_>| {
        matches!(policy, CallPolicySpec::Retry(_) | CallPolicySpec::Hedge(_))
    };
    let end = layers.iter().position(again).unwrap_or(layers.len());
    least(&layers[..end])
}

/// Why a second copy is never sent. Of two timers for one instant the one that was set first passes first.
fn hedged(after: Span, outside: Option<Span>, inside: Option<Span>) -> Option<String> {
    if let Some(limit) = outside.filter(|limit| after >= *limit) {
        return Some(format!(
            "a further copy would be sent after {after}, and the call is given up after {limit}"
        ));
    }
    let limit = inside.filter(|limit| after > *limit)?;
    Some(format!(
        "a further copy would be sent after {after}, and the first one is given up after {limit}"
    ))
}

/// Why there is no time for a further attempt.
fn retried(wait: Span, outside: Span, inside: Option<Span>) -> Option<String> {
    if wait >= outside {
        return Some(format!(
            "the first wait of at least {wait} leaves no time for another attempt within {outside}"
        ));
    }
    // A limit inside that is no shorter than the one outside is told as such.
    let inside = inside.filter(|inside| *inside < outside && *inside + wait >= outside)?;
    let wait = if wait.is_zero() { String::new() } else { format!(" and a wait of {wait}") };
    Some(format!(
        "an attempt that times out after {inside}{wait} leaves no time for another within {outside}"
    ))
}

/// Clients that give up before an answer could be late.
pub(super) fn slos(system: &System, edges: &[Edge<'_>], found: &mut Vec<Problem>) {
    let clients = edges.iter().filter(|edge| edge.is_client);
    for ((name, client), edge) in system.clients.iter().zip(clients) {
        let limit = attempt(&edge.layers());
        let Some((slo, limit)) = client.slo.zip(limit).filter(|(slo, limit)| slo > limit) else {
            continue;
        };
        let path = format!("clients.{}.slo", path_step(name));
        let message = format!(
            "the client gives up after {limit}: no answer that it hears is later than its slo of {slo}"
        );
        found.push(Problem::new(Code::LateSlo, path, message));
    }
}
