//! The first lines: what was run, whether all of it, and what became of the expectations.

use brownout_scenarios::result::{Expectation, Precision, ResultSet, Verdict};

use crate::names;
use crate::notes::notes;
use crate::number;
use crate::promises::{measured, sign, together};

use super::TextOptions;
use super::rows::push_line;
use super::style::{Role, columns};
use super::wrap::{flow, wrap};

/// Writes title, verdict and expectations.
pub(super) fn write(results: &ResultSet, options: &TextOptions, out: &mut String) {
    title(results, options, out);
    if !results.complete {
        let text =
            "✗ incomplete: the run was stopped, and these results rest on what was finished.";
        for line in wrap(text, options.width) {
            push_line(&options.style.paint(Role::Bad, &line), out);
        }
    }
    noted(results, options, out);
    expectations(results, options, out);
}

/// What to know before any number, and where the replications ended before the numbers were known as precisely as was
/// asked for.
fn noted(results: &ResultSet, options: &TextOptions, out: &mut String) {
    for text in notes(results).into_iter().chain(unknown(results)) {
        for line in wrap(&format!("! {text}"), options.width) {
            push_line(&options.style.paint(Role::Warning, &line), out);
        }
    }
}

/// The numbers that are not known as precisely as was asked for, a sentence for each.
pub(crate) fn unknown(results: &ResultSet) -> Vec<String> {
    let mut told: Vec<String> = Vec::new();
    for point in &results.points {
        let Some(precision) = &point.precision else { continue };
        // A comparison has one precision for all its points.
        let whose = match results.points.len() {
            1 => String::new(),
            _ if !results.comparisons.is_empty() => String::new(),
            _ => format!(" ({})", names::point(results, point)),
        };
        let Precision { asked, reached, of, untold } = precision;
        let percent = |share: f64| format!("{:.1} %", share * 100.0);
        let of = reached.filter(|_| !precision.is_reached()).map(|reached| {
            let (reached, asked) = (percent(reached), percent(*asked));
            format!("{of} is known to ± {reached} and not to the {asked} asked for{whose}")
        });
        let untold = untold.iter().map(|of| {
            format!("{of} was to be known to ± {}, and has no interval{whose}", percent(*asked))
        });
        told.extend(
            of.into_iter().chain(untold).filter(|one| !told.contains(one)).collect::<Vec<_>>(),
        );
    }
    told
}

fn title(results: &ResultSet, options: &TextOptions, out: &mut String) {
    let text = match &results.title {
        Some(title) => format!("{}: {title}", results.scenario),
        None => results.scenario.clone(),
    };
    for line in wrap(&text, options.width) {
        push_line(&options.style.paint(Role::Strong, &line), out);
    }
    for line in flow(&facts(results), " ·", options.width) {
        push_line(&options.style.paint(Role::Quiet, &line), out);
    }
}

/// How much was run.
pub(crate) fn facts(results: &ResultSet) -> Vec<String> {
    let points = results.points.len();
    let events: u64 = results.points.iter().fold(0, |sum, point| sum.saturating_add(point.events));
    let fewest = results.points.iter().map(|point| point.replications).min().unwrap_or(0);
    let most = results.points.iter().map(|point| point.replications).max().unwrap_or(0);
    let replications = match (fewest, most) {
        (1, 1) => "1 replication, so no intervals".to_owned(),
        (fewest, most) if fewest == most => format!("{most} replications"),
        (fewest, most) => format!("{fewest} to {most} replications"),
    };
    let mut facts = Vec::new();
    match points {
        0 => return vec!["nothing was run".to_owned()],
        1 => facts.push(replications),
        _ => {
            let has_settings = results.points.iter().any(|point| !point.set.is_empty());
            let what = if has_settings { "points" } else { "variants" };
            facts.extend([format!("{points} {what}"), replications]);
        }
    }
    facts.push(format!("{} events", number::count(events)));
    if let Some(seconds) = results.warmup_s {
        facts.push(format!("warm-up {} s, found by MSER-5", names::seconds(seconds)));
    }
    if most > 1 {
        facts.push("± is the 95 % interval".to_owned());
    }
    facts
}

fn expectations(results: &ResultSet, options: &TextOptions, out: &mut String) {
    let all: Vec<(String, &Expectation)> = results
        .points
        .iter()
        .flat_map(|point| point.expectations.iter().map(|one| (names::point(results, point), one)))
        .collect();
    let Some((verdict, text)) = together(all.iter().map(|(_, one)| *one), results.complete) else {
        return;
    };
    let (sign, role) = (sign(verdict), role(verdict));
    out.push('\n');
    push_line(&options.style.paint(role, &format!("{sign} {text}")), out);
    // Who compares asked for differences, and wants to know besides only what is not kept.
    let short = !results.comparisons.is_empty() && !options.verbose;
    for (point, one) in all.iter().filter(|(_, one)| !short || one.verdict != Verdict::Pass) {
        // Where there is only one point, everything is about it.
        let point = Some(point.as_str()).filter(|_| results.points.len() > 1);
        expectation(point, one, options, out);
    }
}

/// How a verdict looks.
fn role(verdict: Verdict) -> Role {
    match verdict {
        Verdict::Pass => Role::Good,
        Verdict::Fail => Role::Bad,
        Verdict::Undecided => Role::Warning,
    }
}

/// One expectation with its sign and what was measured, on one line where it fits.
fn expectation(point: Option<&str>, one: &Expectation, options: &TextOptions, out: &mut String) {
    let role = role(one.verdict);
    let measured = measured(one);
    let text = match point.filter(|point| !one.text.contains(point)) {
        Some(point) => format!("{} ({point})", one.text),
        None => one.text.clone(),
    };
    let sign = options.style.paint(role, sign(one.verdict));
    let room = options.width.saturating_sub(4);
    if columns(&text) + 2 + columns(&measured) <= room {
        let gap = " ".repeat(room - columns(&text) - columns(&measured));
        return push_line(&format!("  {sign} {text}{gap}{measured}"), out);
    }
    for (index, line) in wrap(&text, room).iter().enumerate() {
        let front = if index == 0 { sign.as_str() } else { " " };
        push_line(&format!("  {front} {line}"), out);
    }
    for line in wrap(&measured, room.saturating_sub(2)) {
        push_line(&format!("      {line}"), out);
    }
}
