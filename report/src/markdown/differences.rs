//! Comparisons as Markdown tables: a row for each metric that is not the same in every pair of replications.

use brownout_scenarios::result::ResultSet;
use brownout_scenarios::result::comparison::Compared;

use crate::differences::{
    NOTHING_IN_COMMON, difference, is_same, of_states, of_windows, one_sided, ratio, saved, sides,
    unit, verdict, windows,
};
use crate::names;
use crate::number::ABSENT;
use crate::unit::Dimension;

use super::{escape, line};

/// Writes every comparison.
pub(super) fn write(results: &ResultSet, text: &mut String) {
    for comparison in &results.comparisons {
        let (baseline, other) = sides(results, comparison);
        let of_windows = of_windows(results, comparison);
        if !of_windows.is_empty() {
            let names = [&other, &baseline].map(|name| escape(name));
            let told = escape(&of_windows.join("; "));
            text.push_str(&format!(
                "\n**{} against {}**: the windows are not the same: {told}.\n",
                names[0], names[1]
            ));
        }
        for window in windows(comparison) {
            let of_window = comparison.measures.iter().filter(|one| one.window == window);
            let different: Vec<&Compared> = of_window.filter(|one| !is_same(one)).collect();
            if different.is_empty() {
                continue;
            }
            let title = escape(&names::window_title(results, window));
            let names = [&other, &baseline].map(|name| escape(name));
            text.push_str(&format!("\n**{} against {}: {title}**\n\n", names[0], names[1]));
            let heads = ["metric", &names[1], &names[0], "difference", "verdict", "ratio", "saved"];
            line(heads.into_iter().map(str::to_owned), text);
            line(
                ["--", "--:", "--:", "--:", "--", "--:", "--:"].map(str::to_owned).into_iter(),
                text,
            );
            different.into_iter().for_each(|one| line(cells(one, &comparison.measures), text));
        }
        if comparison.measures.iter().all(is_same) {
            let names = [&other, &baseline].map(|name| escape(name));
            let told = match comparison.measures.is_empty() {
                true => NOTHING_IN_COMMON,
                false => "every number is the same in every pair of replications.",
            };
            text.push_str(&format!("\n**{} against {}**: {told}\n", names[0], names[1]));
        }
        for sentence in one_sided(results, comparison, &windows(comparison)) {
            text.push_str(&format!("\n{}\n", escape(&sentence)));
        }
        for sentence in of_states(results, comparison) {
            text.push_str(&format!("\n{}.\n", escape(&sentence)));
        }
        let of_requests = comparison.requests.iter();
        let heads = ["window", "client", "both", "baseline only", "other only", "neither"];
        if !comparison.requests.is_empty() {
            text.push_str("\n**The same requests: share answered in time in**\n\n");
            line(heads.into_iter().map(str::to_owned), text);
            line(["--", "--", "--:", "--:", "--:", "--:"].map(str::to_owned).into_iter(), text);
        }
        let percent = Dimension::Share.unit([]);
        for one in of_requests {
            let names = [&one.window, &one.client].map(|name| escape(name));
            let shares = [&one.both, &one.baseline_only, &one.other_only, &one.neither];
            line(names.into_iter().chain(shares.map(|share| percent.spell(share))), text);
        }
    }
}

fn cells(one: &Compared, all: &[Compared]) -> impl Iterator<Item = String> {
    let unit = unit(one);
    let absent = |text: Option<String>| text.unwrap_or_else(|| ABSENT.to_owned());
    let spelled = |shown: String| match unit.name {
        // A difference of shares says itself that it is in points.
        "" | "%" => shown,
        name => format!("{shown} {name}"),
    };
    [
        escape(&one.metric),
        unit.spell(&one.baseline),
        unit.spell(&one.other),
        absent(difference(one).map(|shown| spelled(shown.joined()))),
        verdict(one, all),
        absent(ratio(one)),
        absent(saved(one)),
    ]
    .into_iter()
}
