//! What a reader should know before trusting a point's numbers.

use brownout_models::plan::{Caller, Plan};
use brownout_models::problem::Code;

use super::point::WindowFold;
use super::times::{Beyond, TimesFold};
use crate::expect::{Claim, Expectation};
use crate::metric::reading::Reading;
use crate::metric::subject::Subject;
use crate::result::ResultWarning;

/// Samples beyond a percentile that it takes to trust it.
const ENOUGH: u64 = 100;

/// Independent ones among them that it takes to trust its interval: with fewer, 95 % intervals of p99 contained the
/// exact value in 91 % of experiments (docs/statistics.md).
const INDEPENDENT: f64 = 30.0;

/// The percentiles from here on lie in a tail, of which single bursts decide.
const TAIL: f64 = 0.9;

/// The percentile of services and edges that a summary shows.
const SHOWN: &str = "p99";

/// Percentiles of clients' latencies that rest on few samples, or on few independent ones; one warning for each
/// client and window. Of all others those that are shown, or that something is expected of.
pub(super) fn few_samples(
    plan: &Plan,
    windows: &[WindowFold],
    expect: &[Expectation],
) -> Vec<ResultWarning> {
    let mut warnings = vec![];
    for (window, fold) in plan.windows.iter().zip(windows) {
        for (client, fold) in plan.clients.iter().zip(&fold.clients) {
            let few: Vec<String> = fold.beyond().filter_map(few).collect();
            // Two states are no bursts, and are told as such.
            let burst = fold.beyond().filter(|_| !fold.has_two_states()).filter_map(bursts);
            let burst: Vec<String> = burst.collect();
            let (window, client) = (&window.name, &client.name);
            let (fewer, bursts) = (few.join(", "), burst.join(", "));
            let told = match (few.is_empty(), burst.is_empty()) {
                (true, true) => continue,
                (true, false) => format!("samples of \"{client}\" come in bursts beyond {bursts}"),
                (false, all_independent) => {
                    let first =
                        format!("fewer than {ENOUGH} samples of \"{client}\" lie beyond {fewer}");
                    let rest = format!("{first}, and others come in bursts beyond {bursts}");
                    if all_independent { first } else { rest }
                }
            };
            let message = format!("in \"{window}\", {told}");
            warnings.push(ResultWarning { code: Code::FewSamples.to_string(), message });
        }
        let few = others(plan, &window.name, fold, expect);
        if !few.is_empty() {
            let (window, few) = (&window.name, few.join(", "));
            let message = format!("in \"{window}\", fewer than {ENOUGH} samples lie beyond {few}");
            warnings.push(ResultWarning { code: Code::FewSamples.to_string(), message });
        }
    }
    warnings
}

/// Percentiles other than those of clients in a window that rest on few samples, as an expectation writes them.
fn others(plan: &Plan, window: &str, fold: &WindowFold, expect: &[Expectation]) -> Vec<String> {
    let told = |times: &TimesFold, statistic: &str, name: String| {
        let beyond = times.beyond().find(|beyond| beyond.name == statistic)?;
        (beyond.samples < ENOUGH).then(|| format!("{name} ({})", beyond.samples))
    };
    let mut few: Vec<String> = Vec::new();
    // A summary tells services and edges of one window: the fault, or else the first.
    let main = plan.windows.iter().find(|one| one.name == "fault").or(plan.windows.first());
    if main.is_some_and(|main| main.name == window) {
        let services = plan.services.iter().zip(&fold.services);
        few.extend(services.filter_map(|(service, fold)| {
            told(fold.waiting(), SHOWN, format!("waiting_{SHOWN}({})", service.name))
        }));
        let edges = plan.edges.iter().zip(&fold.edges);
        let inner = edges.filter(|(edge, _)| matches!(edge.caller, Caller::Service(_)));
        few.extend(inner.filter_map(|(edge, fold)| {
            told(fold.latency(), SHOWN, format!("{SHOWN}({})", edge.name))
        }));
    }
    for expectation in expect.iter().filter(|one| one.window == window) {
        let Claim::Mean { reading, .. } = &expectation.claim else { continue };
        let found = reading.statistic().zip(times(reading, plan, fold));
        let one = found.and_then(|(name, times)| told(times, name, reading.to_string()));
        few.extend(one.filter(|one| !few.contains(one)));
    }
    few
}

/// The times that a reading is a statistic of, unless they are those of all answers of a client, which are told anyway.
fn times<'f>(reading: &Reading, plan: &Plan, fold: &'f WindowFold) -> Option<&'f TimesFold> {
    let key = reading.metric.key;
    match &reading.subject {
        Subject::Client(name) if key != "latency_ms" => {
            let at = plan.clients.iter().position(|one| one.name == *name)?;
            Some(fold.clients[at].failures())
        }
        Subject::Client(_) => None,
        Subject::Operation { client, operation } => {
            let at = plan.clients.iter().position(|one| one.name == *client)?;
            fold.clients[at].times_of(operation, key != "latency_ms")
        }
        Subject::Service(name) => {
            let at = plan.services.iter().position(|one| one.name == *name)?;
            let fold = &fold.services[at];
            Some(if key == "waiting_ms" { fold.waiting() } else { fold.sojourn() })
        }
        Subject::Edge(name) => {
            let at = plan.edges.iter().position(|one| one.name == *name)?;
            Some(fold.edges[at].latency())
        }
    }
}

fn few(beyond: Beyond<'_>) -> Option<String> {
    let Beyond { name, samples, .. } = beyond;
    (samples < ENOUGH).then(|| format!("{name} ({samples})"))
}

fn bursts(beyond: Beyond<'_>) -> Option<String> {
    let Beyond { name, q, samples, independent } = beyond;
    let independent = independent.filter(|n| q >= TAIL && samples >= ENOUGH && *n < INDEPENDENT)?;
    Some(format!("{name} ({samples}, as good as {independent:.0})"))
}
