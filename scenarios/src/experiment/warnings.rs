//! What a reader should know before trusting a point's numbers.

use brownout_models::plan::Plan;
use brownout_models::problem::Code;

use super::point::WindowFold;
use super::times::Beyond;
use crate::result::ResultWarning;

/// Samples beyond a percentile that it takes to trust it.
const ENOUGH: u64 = 100;

/// Independent ones among them that it takes to trust its interval: with fewer, 95 % intervals of p99 contained the
/// exact value in 91 % of experiments (docs/statistics.md).
const INDEPENDENT: f64 = 30.0;

/// The percentiles from here on lie in a tail, of which single bursts decide.
const TAIL: f64 = 0.9;

/// Percentiles of clients' latencies that rest on few samples, or on few independent ones; a warning of each kind for
/// each client and window.
pub(super) fn few_samples(plan: &Plan, windows: &[WindowFold]) -> Vec<ResultWarning> {
    let mut warnings = vec![];
    for (window, fold) in plan.windows.iter().zip(windows) {
        for (client, fold) in plan.clients.iter().zip(&fold.clients) {
            let whose = |what: &str, found: &[String]| {
                let (window, client) = (&window.name, &client.name);
                let found = found.join(", ");
                let message = format!(
                    "in \"{window}\", fewer than {what} of \"{client}\" lie beyond {found}"
                );
                ResultWarning { code: Code::FewSamples.to_string(), message }
            };
            let few: Vec<String> = fold.beyond().filter_map(few).collect();
            if !few.is_empty() {
                warnings.push(whose(&format!("{ENOUGH} samples"), &few));
            }
            let bursts: Vec<String> = fold.beyond().filter_map(bursts).collect();
            // Two states are no bursts, and are told as such.
            if !bursts.is_empty() && !fold.has_two_states() {
                warnings.push(whose(&format!("{INDEPENDENT} independent samples"), &bursts));
            }
        }
    }
    warnings
}

fn few(beyond: Beyond<'_>) -> Option<String> {
    let Beyond { name, samples, .. } = beyond;
    (samples < ENOUGH).then(|| format!("{name} ({samples})"))
}

fn bursts(beyond: Beyond<'_>) -> Option<String> {
    let Beyond { name, q, samples, independent } = beyond;
    let independent = independent.filter(|n| q >= TAIL && samples >= ENOUGH && *n < INDEPENDENT)?;
    Some(format!("{name} ({samples} in bursts, worth {independent:.0})"))
}
