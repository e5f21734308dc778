//! What a reader should know before trusting a point's numbers.

use brownout_models::plan::Plan;
use brownout_models::problem::Code;

use super::point::WindowFold;
use crate::result::ResultWarning;

/// Samples beyond a percentile that it takes to trust it.
const ENOUGH: u64 = 100;

/// Percentiles of clients' latencies that rest on few samples, a warning for each client and window.
pub(super) fn few_samples(plan: &Plan, windows: &[WindowFold]) -> Vec<ResultWarning> {
    let mut warnings = vec![];
    for (window, fold) in plan.windows.iter().zip(windows) {
        for (client, fold) in plan.clients.iter().zip(&fold.clients) {
            let few: Vec<String> = fold
                .resting_on_fewer(ENOUGH)
                .map(|(name, beyond)| format!("{name} ({beyond})"))
                .collect();
            if few.is_empty() {
                continue;
            }
            let message = format!(
                "in \"{}\", fewer than {ENOUGH} samples of \"{}\" lie beyond {}",
                window.name,
                client.name,
                few.join(", ")
            );
            warnings.push(ResultWarning { code: Code::FewSamples.to_string(), message });
        }
    }
    warnings
}
