//! Words of results and expectations that are no field, no policy and no metric: headings, outcomes that only results have,
//! windows, and the words of sentences.

use super::page::Page;

/// A word of some kind, and what it means.
type Word = (&'static str, &'static str);

/// How an expectation speaks of time.
const SENTENCES: [Word; 7] = [
    (
        "always",
        "In an expectation: it is so in each step of the window (`run.series` long) that can tell, in every replication. \
         What is measured is the share of steps in which it is so: 100 % if it always is.",
    ),
    (
        "never",
        "In an expectation: it is so in no step of the window, in any replication. What is measured is the share of steps \
         in which it is so: 0 % if it never is. With `during TIME` it may be so, but not that long on end.",
    ),
    (
        "steadily",
        "In an expectation: the mean over replications is so in each step of the window, with its whole interval. What is \
         measured is the step that lies nearest to the bound, or farthest beyond it. `= 5k/s to 7500/s` moves in a \
         straight line over the window.",
    ),
    (
        "during",
        "In an expectation: it is so for that long on end, in every replication. What is measured is the longest time on \
         end for which it is. `for 10s` says the same as `during 10s`.",
    ),
    (
        "recovers",
        "In an expectation: goodput is back at 95 % of what it was before the first fault, for five steps on end, in every \
         replication; with `within TIME` that soon after the last fault. What is measured is how long that takes.",
    ),
    ("within", "In an expectation: how long after the last fault something is back at the latest."),
    (
        "undecided",
        "The verdict on an expectation where the results do not decide: the interval lies on both sides of the bound, or \
         the number cannot be told. Exit status 99 counts it as unmet; --allow-undecided does not.",
    ),
];

/// How something ends that has no outcome of its own.
const ENDS: [Word; 5] = [
    ("Dropped", "Of calls: their visit gave them up, since it ended or no longer needed them."),
    ("GivenUp", "Of attempts: their caller no longer waited for them, whatever came of them."),
    (
        "Unanswered",
        "Without an answer when nothing was left to happen: a message was lost, and nobody had a time limit.",
    ),
    ("Late", "In series and charts: Ok or Degraded, beyond the client's `slo`."),
    (
        "collapsed",
        "A replication in which a client's goodput after the faults stays below half of what it was before.",
    ),
];

/// The windows that nobody has to ask for.
const WINDOWS: [Word; 4] = [
    ("all", "The window from the end of the warm-up to the end of the run."),
    ("before", "The window from the end of the warm-up to the beginning of the first fault."),
    (
        "fault",
        "The window while some fault lasts: of faults that follow one another, all their times together, without those \
         between them. The time between two faults belongs to `all` and to no other window of these; a section `windows` \
         of the file can name it.",
    ),
    ("after", "The window from the end of the last fault to the end of the run."),
];

/// The headings of summaries that are not called as their metric is: the heading, what it is, and the metric.
const HEADINGS: [Word; 34] = [
    ("offered", "Requests a second that were meant to start (offered_per_s)."),
    ("failures' p50", "The median time until a request failed (failure_p50)."),
    (
        "failed by",
        "The outcomes of requests without a usable answer, as shares of offered (failed).",
    ),
    (
        "completed",
        "Visits a second that held a worker and ended, whatever the outcome (completed_per_s).",
    ),
    ("workers busy", "The mean share of workers that are busy (utilisation)."),
    (
        "queue per instance",
        "Visits that wait for a worker in each instance, on average (queue_length).",
    ),
    ("waiting p99", "The 99th percentile of the time from arrival to a worker (waiting_p99)."),
    (
        "wasted work",
        "The share of worker-time spent after the client had left, or on answers that nobody heard (wasted_work).",
    ),
    ("arriving", "Visits a second that arrived, those turned away included (arriving_per_s)."),
    (
        "visits per request",
        "Visits that arrived for each request of a client (amplification of a service).",
    ),
    ("busy per instance", "Busy workers of each instance, on average (workers_busy)."),
    (
        "turned away by",
        "Arrivals that were turned away, as shares of arriving, by outcome (turned_away).",
    ),
    ("calls", "Calls a second that started (calls_per_s)."),
    ("Ok", "Calls that ended as Ok, as a share of calls (success of an edge)."),
    (
        "in flight at most",
        "The most attempts under way at once, all callers together (in_flight_max).",
    ),
    ("attempts", "Attempts a second that went on the wire (attempts_per_s)."),
    ("attempts per call", "Attempts for each call (amplification of an edge)."),
    (
        "unheard answers",
        "Answers a second that found nobody who waited for them (unheard_answers_per_s).",
    ),
    ("in flight", "Attempts under way, on average, all callers together (in_flight)."),
    (
        "ended otherwise",
        "Calls that ended otherwise than Ok, as shares of calls, by outcome (failed of an edge).",
    ),
    (
        "steady?",
        "In a sweep: the worst that is said of a service, and of which where there are several. The first that applies: the \
         99 % interval of offered load over capacity lies above 1, or all workers were always busy (saturated); the backlog \
         rises for sure and by more than half of its mean (growing); the interval lies below 1 (steady), or holds 1 \
         (critical); it cannot be told (unknown).",
    ),
    (
        "offered over capacity",
        "In a sweep with -v: the 99 % interval of offered load over capacity of the service that is said to be steady or \
         not (steady.load of a service).",
    ),
    (
        "backlog",
        "In a sweep with -v: visits that wait or hold a worker in each instance of that service, on average \
         (steady.backlog of a service).",
    ),
    (
        "it grows by",
        "In a sweep with -v: the 99 % interval of how far the backlog of that service rises over the \
         window (steady.growth of a service).",
    ),
    (
        "all busy",
        "In a sweep with -v: in how many replications all workers of that service were busy for at least 99 % of the time \
         (steady.saturated_in of a service).",
    ),
    (
        "steady_load",
        "In CSV and JSON lines: what \"offered over capacity\" shows in a sweep, as its mean and both ends.",
    ),
    (
        "steady_saturated_in",
        "In CSV and JSON lines: what \"all busy\" shows in a sweep. Where it is so in all replications the service is \
         saturated, whatever its load is.",
    ),
    ("backlog_per_instance", "In CSV and JSON lines: what \"backlog\" shows in a sweep."),
    (
        "backlog_growth_per_instance",
        "In CSV and JSON lines: what \"it grows by\" shows in a sweep, as its mean and both ends.",
    ),
    ("expected", "In a sweep: the verdicts on the expectations of a point, in their order."),
    (
        "difference",
        "In a comparison: the other system less the baseline, with its interval over pairs of replications.",
    ),
    ("ratio", "In a comparison: the other system over the baseline, with Fieller's interval."),
    (
        "verdict",
        "In a comparison: whether the interval of the difference leaves zero out, and on which side; `none seen` where it \
         does not. `below 0.1 %` where the difference is sure and at most a thousandth of the numbers; `two states` where a \
         number is that of replications that collapsed or that of the others, and its mean that of none.",
    ),
    (
        "saved",
        "In a comparison: how many times as many replications independent seeds would need for the same interval; ∞ where \
         all pairs are equal.",
    ),
];

/// What a sweep and a comparison say in one word.
const VERDICTS: [Word; 10] = [
    (
        "steady",
        "Of a point of a sweep: less is offered to each service than it can do, for sure: the 99 % interval of offered load \
         over capacity ends below 1. Numbers are those of a steady state, and a longer run would find the same.",
    ),
    (
        "saturated",
        "Of a point of a sweep: more is offered to some service than it can do, for sure, or all its workers were busy nearly \
         all the time in every replication. Queues grow, or what has no place is turned away; latency depends on the length \
         of the run.",
    ),
    (
        "critical",
        "Of a point of a sweep: the 99 % interval of offered load over capacity has 1 inside, and the backlog is not seen to \
         grow: the truth may lie on either side. The backlog may grow with the root of time, which no run shows reliably. More \
         replications, or longer ones, narrow the interval.",
    ),
    (
        "growing",
        "Of a point of a sweep: the backlog of some service rises for sure and by more than half of its mean, though it is not \
         saturated, whatever its load is: it is at its capacity, its callers wait elsewhere, or the warm-up is too short.",
    ),
    (
        "unknown",
        "Of a point of a sweep: whether there is a steady state cannot be told: some replication did not see how much worker-time \
         a visit takes, and so not what a service can do. A longer run sees it.",
    ),
    (
        "better",
        "Of a comparison: the interval of the difference leaves zero out, on the side that the metric calls better \
         (`brownout explain metrics`).",
    ),
    (
        "worse",
        "Of a comparison: the interval of the difference leaves zero out, on the other side than better.",
    ),
    (
        "none seen",
        "Of a comparison: the interval of the difference has zero inside. That is no proof that there is none: a difference as \
         large as the interval would not have been seen. More replications see smaller ones.",
    ),
    (
        "below 0.1 %",
        "Of a comparison: the difference is sure, and at most a thousandth of the numbers: too small to matter.",
    ),
    (
        "two states",
        "Of a comparison: one of the numbers is that of replications that collapsed or that of the others, and its mean that of \
         none of them, so that no difference of means is judged. How often each system collapses is told instead.",
    ),
];

/// The kinds of words.
const ALL: [(&str, &[Word]); 5] = [
    ("Words of expectations", &SENTENCES),
    ("Ends that only results have", &ENDS),
    ("Windows", &WINDOWS),
    ("Headings of summaries", &HEADINGS),
    ("Verdicts of sweeps and comparisons", &VERDICTS),
];

/// What there is to say of one word; a heading also in small letters.
pub(super) fn about(what: &str) -> Option<String> {
    let mut page = Page::new();
    let mut found = false;
    let words = ALL.iter().flat_map(|(_, words)| *words);
    for (word, text) in
        words.filter(|(word, _)| *word == what || word.trim_end_matches('?') == what)
    {
        found = true;
        page.heading(word);
        page.prose(2, text);
    }
    found.then(|| page.finish())
}

/// All words, by kind.
pub(super) fn all() -> String {
    let mut page = Page::new();
    for (kind, words) in ALL {
        page.heading(kind);
        words.iter().for_each(|(word, text)| page.entry(word, text));
    }
    page.finish()
}

/// The words themselves.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    ALL.iter().flat_map(|(_, words)| *words).map(|(word, _)| *word)
}

#[cfg(test)]
mod tests {
    use crate::explain;

    #[test]
    fn every_heading_of_a_summary_can_be_explained() {
        for heading in brownout_report::text::headings() {
            assert!(explain::about(heading).is_ok(), "{heading}");
        }
    }

    #[test]
    fn every_end_that_results_name_can_be_explained() {
        use brownout_scenarios::metric::{self, Takes};
        for metric in metric::all() {
            let Takes::Outcome { others, .. } = metric.takes else { continue };
            others.iter().for_each(|end| assert!(explain::about(end).is_ok(), "{end}"));
        }
    }
}
