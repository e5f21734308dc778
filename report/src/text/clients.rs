//! What the clients of every variant saw, operation by operation.

use brownout_scenarios::result::{ClientResult, ResultSet};

use crate::compare::collect;
use crate::names;
use crate::unit::Dimension;

use super::TextOptions;
use super::section::{self, Head, Value, Values, heading, points, shares, table, windows};

/// Writes the section.
pub(super) fn write(results: &ResultSet, options: &TextOptions, out: &mut String) {
    let clients = collect(results, |window| window.clients.keys());
    if clients.is_empty() {
        return;
    }
    for window in windows(results, options) {
        let mut groups = Vec::new();
        for client in &clients {
            let mut operations: Vec<Option<&String>> = vec![None];
            let mut found: Vec<&String> = points(results, window)
                .filter_map(|(_, window)| window.clients.get(*client))
                .flat_map(|client| client.operations.keys())
                .collect();
            found.sort();
            found.dedup();
            operations.extend(found.into_iter().map(Some));
            for operation in operations {
                groups.push(group(results, window, client, operation));
            }
        }
        groups.retain(|(_, rows)| !rows.is_empty());
        heading(&format!("Clients in {}", names::window_title(results, window)), options, out);
        section::write(&table(&heads(), &groups), results, options, out);
    }
}

/// One client, or one operation that it asks for, in every variant.
fn group<'a>(
    results: &'a ResultSet,
    window: &'a str,
    client: &str,
    operation: Option<&String>,
) -> (Option<String>, Vec<(String, Values<'a>)>) {
    let name = match operation {
        Some(operation) => format!("{client} → {operation}"),
        None => client.to_owned(),
    };
    let rows: Vec<_> = points(results, window)
        .filter_map(|(point, window)| {
            let client = window.clients.get(client)?;
            let seen = match operation {
                Some(operation) => client.operations.get(operation)?,
                None => client,
            };
            Some((names::point(results, point), values(seen)))
        })
        .collect();
    if results.points.len() == 1 {
        return (None, rows.into_iter().map(|(_, values)| (name.clone(), values)).collect());
    }
    (Some(name), rows)
}

pub(super) fn heads() -> Vec<Head> {
    vec![
        ("offered", Some(Dimension::Rate)),
        ("success", Some(Dimension::Share)),
        ("mean", Some(Dimension::Time)),
        ("p90", Some(Dimension::Time)),
        ("p99.9", Some(Dimension::Time)),
        ("failures' p50", Some(Dimension::Time)),
        ("degraded", Some(Dimension::Share)),
        ("failed by", None),
    ]
}

fn values(client: &ClientResult) -> Values<'_> {
    vec![
        Value::Number(Some(&client.offered_per_s)),
        Value::Number(client.success.as_ref()),
        Value::Number(client.latency_ms.get("mean")),
        Value::Number(client.latency_ms.get("p90")),
        Value::Number(client.latency_ms.get("p99.9")),
        Value::Number(client.failure_latency_ms.get("p50")),
        Value::Number(client.degraded.as_ref()),
        Value::Items(shares(&client.failed_by)),
    ]
}
