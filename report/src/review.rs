//! Results as a Markdown document that can be pasted into a design review.

use brownout_scenarios::result::{Expectation, ResultSet};

use crate::markdown;
use crate::names;
use crate::notes::notes;
use crate::promises;
use crate::text::{closing, opening};

/// What a review shows besides the results.
#[derive(Clone, Copy, Default, Debug)]
pub struct ReviewOptions<'a> {
    /// The call graph as Mermaid, as [`call_graph`](crate::mermaid::call_graph) makes it.
    pub graph: Option<&'a str>,
    /// The command that leads to these results; one is made up from them when absent.
    pub command: Option<&'a str>,
}

/// Title, expectations, tables, warnings, the call graph, and how to get the same numbers again.
pub fn to_string(results: &ResultSet, options: &ReviewOptions<'_>) -> String {
    let mut parts = vec![title(results)];
    parts.extend(expectations(results));
    parts.push(markdown::to_string(results));
    parts.extend(warnings(results));
    parts.extend(options.graph.map(|graph| format!("## The system\n\n```mermaid\n{graph}```\n")));
    parts.push(again(results, options));
    parts.retain(|part| !part.is_empty());
    parts.join("\n")
}

fn title(results: &ResultSet) -> String {
    let name = markdown::escape(&results.scenario);
    let mut text = match &results.title {
        Some(title) => format!("# {name}: {}\n\n", markdown::escape(title)),
        None => format!("# {name}\n\n"),
    };
    text.push_str(&opening::facts(results).join(" · "));
    text.push('\n');
    if !results.complete {
        text.push_str(
            "\n**Incomplete**: the run was stopped, and these results rest on what was finished.\n",
        );
    }
    for note in notes(results) {
        text.push_str(&format!("\n**Note**: {}\n", markdown::escape(&note)));
    }
    for unknown in opening::unknown(results) {
        text.push_str(&format!("\n**Not known**: {}.\n", markdown::escape(&unknown)));
    }
    text
}

/// The verdict in a sentence, and a table of what was expected and what was measured.
fn expectations(results: &ResultSet) -> Option<String> {
    let mut all: Vec<(String, &Expectation)> = Vec::new();
    for point in &results.points {
        all.extend(point.expectations.iter().map(|one| (names::point(results, point), one)));
    }
    let (verdict, told) = promises::together(all.iter().map(|(_, one)| *one), results.complete)?;
    let sign = promises::sign(verdict);
    let mut text =
        format!("## {sign} {told}\n\n| | expected | of | measured |\n| :-: | :-- | :-- | --: |\n");
    for (point, one) in &all {
        let (sign, expected, point) =
            (promises::sign(one.verdict), markdown::escape(&one.text), markdown::escape(point));
        let measured = markdown::escape(&promises::measured(one));
        text.push_str(&format!("| {sign} | {expected} | {point} | {measured} |\n"));
    }
    Some(text)
}

/// What to know before these numbers are believed, each once, with the points that it is about unless these are all.
fn warnings(results: &ResultSet) -> Option<String> {
    let mut lines: Vec<(String, Vec<String>)> = Vec::new();
    for point in &results.points {
        let name = markdown::escape(&names::point(results, point));
        for warning in &point.warnings {
            let text = format!("{}: {}", warning.code, markdown::escape(&warning.message));
            match lines.iter_mut().find(|(other, _)| *other == text) {
                Some((_, names)) => names.push(name.clone()),
                None => lines.push((text, vec![name.clone()])),
            }
        }
    }
    let line = |(text, names): &(String, Vec<String>)| match names.len() == results.points.len() {
        true => format!("- {text}\n"),
        false => format!("- {text} ({})\n", names.join("; ")),
    };
    let list: String = lines.iter().map(line).collect();
    (!list.is_empty()).then(|| format!("## Warnings\n\n{list}"))
}

fn again(results: &ResultSet, options: &ReviewOptions<'_>) -> String {
    let made_up = closing::command(results);
    let command = options.command.unwrap_or(&made_up);
    // A command in which a fence could stand gets a longer one around it.
    let longest = command.split(|letter| letter != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    let facts = closing::facts(results).join(" · ");
    format!("## The same again\n\n{fence}sh\n{command}\n{fence}\n\n{facts}\n")
}
