//! In how many replications the system of a client collapsed, where it ever did.

use brownout_scenarios::result::{Point, Proportion, ResultSet};

use crate::names;
use crate::number;

use super::TextOptions;
use super::section::{heading, say};

/// Writes a line for each client and point, if any replication of any point collapsed.
pub(super) fn write(results: &ResultSet, options: &TextOptions, out: &mut String) {
    let mut lines = Vec::new();
    for point in &results.points {
        let clients = point.windows.iter().flat_map(|window| &window.clients);
        for (client, seen) in clients {
            lines.extend(seen.collapsed.map(|share| (names::point(results, point), client, share)));
        }
    }
    if lines.iter().all(|(_, _, share)| share.count == 0) {
        return;
    }
    let title = "Collapsed: after the last fault, answers in time were less than half of what they were before";
    heading(title, options, out);
    for (point, client, share) in lines {
        say(&format!("{point}, {client}: {}", spell(share)), options, out);
    }
    if results.points.iter().any(has_two_states) {
        let text = "\"a or b\" is the mean of the replications that collapsed, and that of the others: one mean of all would \
                    be about neither. --per-replication tells each.";
        say(text, options, out);
    }
}

/// Whether a client's goodput is told as one of two.
fn has_two_states(point: &Point) -> bool {
    let clients = point.windows.iter().flat_map(|window| window.clients.values());
    clients.filter_map(|seen| seen.goodput.as_ref()).any(|goodput| goodput.split.is_some())
}

/// `7 of 10 replications, 40–89 % (Wilson)`.
fn spell(share: Proportion) -> String {
    let percent = |share: f64| number::fixed(share * 100.0, 0);
    let Proportion { count, of, low, high } = share;
    format!("{count} of {of} replications, {}–{} % (95 %, Wilson)", percent(low), percent(high))
}
