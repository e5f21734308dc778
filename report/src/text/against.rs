//! What differs from results that were saved.

use brownout_scenarios::result::against::{Against, Difference};
use brownout_scenarios::result::{Estimate, ResultSet};

use crate::number::show;
use crate::promises::spell;

use super::TextOptions;
use super::rows::push_line;
use super::style::Role;
use super::wrap::wrap;

/// Writes the verdict of the gate and what differs, if there is a gate.
pub(super) fn write(results: &ResultSet, options: &TextOptions, out: &mut String) {
    let Some(against) = &results.against else { return };
    let (role, text) = verdict(against);
    out.push('\n');
    line(&text, role, 0, options, out);
    if !against.same_scenario {
        let text = "! the scenario, or what is set, is not what it was when they were saved";
        line(text, Role::Warning, 2, options, out);
    }
    for otherwise in &against.otherwise {
        line(&format!("! {otherwise}"), Role::Warning, 2, options, out);
    }
    for missing in &against.missing {
        line(&format!("✗ {missing}"), Role::Bad, 2, options, out);
    }
    for difference in &against.differences {
        line(&told(difference), Role::Bad, 2, options, out);
    }
    if options.verbose {
        for untold in &against.untold {
            line(&format!("? only one side can tell {untold}"), Role::Quiet, 2, options, out);
        }
    }
}

/// The verdict in one line.
fn verdict(against: &Against) -> (Role, String) {
    let Against { compared, differences, missing, tolerance, .. } = against;
    match differences.len() + missing.len() {
        0 => {
            let percent = show(100.0 * tolerance, None).value;
            let text = format!(
                "✓ no difference from the saved results: {compared} numbers, by more than {percent} % and more than chance"
            );
            (Role::Good, text)
        }
        1 => (Role::Bad, format!("✗ 1 difference from the saved results, of {compared} numbers")),
        some => (
            Role::Bad,
            format!("✗ {some} differences from the saved results, of {compared} numbers"),
        ),
    }
}

/// One difference on one line.
fn told(difference: &Difference) -> String {
    let Difference { point, window, metric, unit, better, before, now, .. } = difference;
    let direction = match better {
        Some(true) => " (better)",
        Some(false) => " (worse)",
        None => "",
    };
    let number = |estimate: &Estimate| spell(*unit, estimate);
    format!("✗ {metric} in {window} ({point}): {} → {}{direction}", number(before), number(now))
}

fn line(text: &str, role: Role, indent: usize, options: &TextOptions, out: &mut String) {
    for (index, line) in wrap(text, options.width.saturating_sub(indent + 2)).iter().enumerate() {
        let front = " ".repeat(if index == 0 { indent } else { indent + 2 });
        push_line(&format!("{front}{}", options.style.paint(role, line)), out);
    }
}
