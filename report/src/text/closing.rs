//! The last lines: all that is needed to get the same numbers again.

use brownout_scenarios::result::ResultSet;

use crate::names;

use super::TextOptions;
use super::rows::push_line;
use super::section::heading;
use super::style::Role;
use super::wrap::{flow, wrap};

/// Digits of the scenario's hash that are shown.
const SHORT_HASH: usize = 12;

/// Writes version, scenario, seed, trace hashes and the command.
pub(super) fn write(results: &ResultSet, options: &TextOptions, out: &mut String) {
    heading("The same again", options, out);
    let room = options.width.saturating_sub(2);
    for line in flow(&facts(results), " ·", room) {
        push_line(&format!("  {}", options.style.paint(Role::Quiet, &line)), out);
    }
    if results.points.len() > 1 {
        let name = |point| names::point(results, point);
        let traces: Vec<String> = results
            .points
            .iter()
            .map(|point| format!("{} ({})", point.trace_hash, name(point)))
            .collect();
        for (index, line) in flow(&traces, " ·", room.saturating_sub(7)).iter().enumerate() {
            let front = if index == 0 { "traces " } else { "       " };
            push_line(
                &format!("  {}", options.style.paint(Role::Quiet, &format!("{front}{line}"))),
                out,
            );
        }
    }
    let command = options.command.clone().unwrap_or_else(|| command(results));
    // Only spaces are added where the command breaks, so that it can still be copied.
    let lines = wrap(&command, room.saturating_sub(2));
    let last = lines.len() - 1;
    for (index, line) in lines.iter().enumerate() {
        let (front, end) =
            (if index == 0 { "$ " } else { "    " }, if index == last { "" } else { " \\" });
        push_line(&format!("  {front}{line}{end}"), out);
    }
}

/// What the numbers depend on: the version, the scenario, the seed, and the trace of a point alone.
pub(crate) fn facts(results: &ResultSet) -> Vec<String> {
    let hash: String = results.scenario_sha256.chars().take(SHORT_HASH).collect();
    let mut facts =
        vec![results.tool.clone(), format!("scenario {hash}"), format!("seed {}", results.seed)];
    if let Some(replications) = same_replications(results) {
        facts.push(format!("replications {replications}"));
    }
    if let [only] = results.points.as_slice() {
        facts.push(format!("trace {}", only.trace_hash));
    }
    facts
}

/// The number of replications, where all points have the same.
fn same_replications(results: &ResultSet) -> Option<u32> {
    let first = results.points.first()?.replications;
    results.points.iter().all(|point| point.replications == first).then_some(first)
}

/// The command that leads to these results, as far as they tell.
pub(crate) fn command(results: &ResultSet) -> String {
    let mut command = format!("brownout run {} --seed {}", results.scenario, results.seed);
    if let Some(replications) = same_replications(results) {
        command.push_str(&format!(" --replications {replications}"));
    }
    command
}
