//! What is wrong, or at least suspicious, in a scenario: a code, a place, and what to do about it.

use std::fmt;

/// How bad a problem is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Severity {
    /// The scenario runs, but may not mean what its author thinks.
    Warning,
    /// The scenario does not run.
    Error,
}

/// A problem at a place of the scenario.
#[derive(Clone, PartialEq, Debug)]
pub struct Problem {
    /// What kind of problem.
    pub code: Code,
    /// Where, as a path of field names, map keys and list indices from the top of the document, joined by dots:
    /// `services.feed.calls.counts.policies.0.after`. A key with a dot in it stands in double quotes.
    pub path: String,
    /// What was found and what was expected: a sentence without its full stop.
    pub message: String,
    /// What to do, if that is not obvious: "did you mean `counter`?".
    pub help: Option<String>,
}

impl Problem {
    /// A problem of a kind at a place.
    pub fn new(code: Code, path: impl Into<String>, message: impl Into<String>) -> Problem {
        Problem { code, path: path.into(), message: message.into(), help: None }
    }

    /// The same problem with advice.
    pub fn help(mut self, help: impl Into<String>) -> Problem {
        self.help = Some(help.into());
        self
    }

    /// How bad it is.
    pub fn severity(&self) -> Severity {
        self.code.severity()
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}: {}: {}", self.code, self.path, self.message)
    }
}

/// What a spec finds wrong with itself: the code, the field (empty for the whole spec) and the message.
pub type Finding = (Code, &'static str, String);

/// A step of a path, quoted if it has a dot in it.
pub fn path_step(name: &str) -> String {
    if name.contains('.') { format!("\"{name}\"") } else { name.to_owned() }
}

macro_rules! codes {
    ($($code:ident = $number:literal, $severity:ident, $title:literal, $about:literal;)*) => {
        /// The kinds of problem that there are. Numbers never change their meaning.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub enum Code {
            $(#[doc = $title] $code = $number,)*
        }

        impl Code {
            /// All kinds, by number.
            pub const ALL: &'static [Code] = &[$(Code::$code,)*];

            /// How bad a problem of this kind is.
            pub fn severity(self) -> Severity {
                match self { $(Code::$code => Severity::$severity,)* }
            }

            /// The kind in a few words.
            pub fn title(self) -> &'static str {
                match self { $(Code::$code => $title,)* }
            }

            /// Why it is a problem, and what to do about it.
            pub fn about(self) -> &'static str {
                match self { $(Code::$code => $about,)* }
            }
        }
    };
}

codes! {
    Syntax = 1, Error, "The file is not valid RON.",
        "Nothing more can be said about the file before this is mended. Unit variants take no parentheses (`Full`), variants with fields need them (`Fallback()`).";
    UnknownField = 2, Error, "A field has a name that nothing knows.",
        "Nothing in a scenario is silently ignored. The message names the nearest field that exists.";
    UnknownVariant = 3, Error, "A variant has a name that nothing knows.",
        "Policies, distributions and faults are variants. The message lists those that exist here.";
    UnknownName = 4, Error, "A name refers to nothing.",
        "Services, operations, calls, clients, resources and lists of policies are referred to by the names that the file gives them.";
    DuplicateKey = 5, Error, "A key stands twice in one map.",
        "RON would silently take the later one. Remove or rename one of them.";
    BadValue = 6, Error, "A value cannot be what stands there.",
        "Quantities are texts with a unit: \"250us\", \"1.5k/s\", \"12%\". A bare number where a unit belongs is refused, because it would have to be guessed.";
    MissingField = 7, Error, "A field that is needed is not there.",
        "Only fields with a documented default may be left out.";
    WrongType = 8, Error, "A value has another type than the one expected.",
        "For example a text where a list belongs.";
    OutOfRange = 9, Error, "A value lies outside its bounds.",
        "Every field's documentation names its bounds: `brownout explain FIELD`.";
    Cycle = 10, Error, "The calls go round in a circle.",
        "A service that calls itself through others could wait for itself for ever. Model the way back as another service or operation.";
    UnknownPath = 11, Error, "A path names nothing in the file.",
        "Variants, axes and --set change values by their path, such as `services.feed.calls.counts.policies`. The message names the nearest path that exists.";
    Overlap = 12, Error, "Two changes of one layer touch the same place.",
        "One of them would win by accident. Put both into one change, or into two layers.";
    CannotAct = 13, Error, "A policy or a setting can have no effect where it stands.",
        "For example a hedge on an edge with one target, or a key that the chosen mode does not use.";
    FaultOutside = 14, Error, "A fault or window lies outside the run.",
        "It would never be seen. Times count from the start of the run, warm-up included.";
    Contradiction = 15, Error, "Two settings contradict each other.",
        "For example a warm-up that is longer than the run.";
    WrongFormat = 16, Error, "The file is of another format version.",
        "This version of brownout reads `format: 1`.";
    NotAScenario = 17, Error, "The file is no scenario.",
        "It is empty, binary, too large or too deeply nested.";
    DataFile = 18, Error, "A data file cannot be used.",
        "Paths of data files are relative to the scenario.";
    Expectation = 19, Error, "An expectation says something that makes no sense.",
        "An expectation reads `metric(selector) op value [during TIME] [in WINDOW] [for 'VARIANT']`, `always …`, `never …` or `recovers(client) within TIME`. `brownout explain metrics` lists the metrics.";
    UnboundedQueue = 101, Warning, "A queue has no bound.",
        "Under overload it grows until every visit waits longer than anybody waits for it. Give it a `room`; where visits wait for executors, an `in_flight` as well.";
    NoTimeout = 102, Warning, "A call has no time limit.",
        "A callee that hangs holds its caller for ever. Add a `Timeout`, or a `Deadline` where the request brings one along.";
    Overload = 103, Warning, "The offered load is above the capacity.",
        "There is no steady state: queues grow as long as the run lasts, and quantiles depend on its length.";
    FewSamples = 104, Warning, "A percentile rests on few samples, or on few bursts of them.",
        "Fewer than 100 samples lie beyond it, so that a few requests more or less move it; or those beyond it come in bursts. What is slow comes together, when a queue is long, and a burst is one event however many requests it holds: `312, as good as 12` means that the number beyond varies from replication to replication as that of 12 independent samples would, of which it takes 30. The interval is too narrow then. Run longer, or with more replications.";
    CutNormal = 105, Warning, "A normal distribution loses a part below zero.",
        "Times are never negative, so the distribution is truncated at zero and its mean moves.";
    NotYet = 106, Warning, "This version cannot act on a section yet.",
        "The section is read and checked, and nothing more.";
    Unreachable = 107, Warning, "Nobody asks for an operation, or uses a call, resource or list.",
        "It is checked and never runs.";
    LateTimeout = 108, Warning, "A time limit inside is not shorter than one outside.",
        "The outer limit always passes first, so that the inner one never acts.";
    NoEffect = 109, Warning, "A policy or a setting has no effect where it stands.",
        "It is read and runs, and whatever it is set to, nothing would be different. Take it out, or change what keeps it from acting.";
    NeverAsks = 110, Warning, "A client never asks for anything.",
        "Its rate is zero for the whole run, or its burst comes after the end. Nothing is measured of it.";
    NoSteps = 111, Warning, "An operation does nothing.",
        "It has no steps, so that it answers at once and costs nothing.";
    LateSlo = 112, Warning, "A client gives up before its `slo` has passed.",
        "Every answer that it hears is in time: goodput is the share of answers, and the `slo` decides nothing.";
    NeverOpens = 113, Warning, "A circuit breaker can hardly ever open.",
        "It takes more results than there are within its window. Look at the window, `min_calls`, and who shares the breaker: each instance of the caller has one of its own unless the edge's scope is PerService.";
    LateRetry = 114, Warning, "A retry is left no time.",
        "The limit around it has passed when a first attempt has used up its own. Make the outer limit longer, or the inner one shorter.";
    ShortRange = 115, Warning, "A range has fewer values than it asks for.",
        "Of whole numbers there may be fewer between its ends; each is taken once.";
    Unjudged = 116, Warning, "An expectation is not judged at some points of a sweep.",
        "What is walked through takes its object away, such as the fault that makes its window.";
}

impl Code {
    /// The kind that a text such as `BO012` names.
    pub fn parse(text: &str) -> Option<Code> {
        let number: u16 =
            text.strip_prefix("BO").or_else(|| text.strip_prefix("bo"))?.parse().ok()?;
        Code::ALL.iter().copied().find(|code| *code as u16 == number)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "BO{:03}", *self as u16)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_found_by_the_text_that_it_prints() {
        for &code in Code::ALL {
            assert_eq!(Code::parse(&code.to_string()), Some(code));
        }
        assert_eq!(Code::parse("BO999"), None);
    }

    #[test]
    fn errors_stand_below_one_hundred_and_warnings_above() {
        for &code in Code::ALL {
            assert_eq!(code.severity() == Severity::Warning, code as u16 > 100, "{code}");
        }
    }
}
