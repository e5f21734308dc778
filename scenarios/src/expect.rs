//! What the results should show: sentences such as `goodput(app) >= 99% in fault for 'breaker'`, judged on intervals.
//!
//! A sentence is [read](phrase) into its words, [bound](bind) to the system of a variant, and [judged](verdict) on the
//! results. What is said of a mean passes or fails only if the whole 95 % interval says so; what is said of every step,
//! or of recovery, is said of every replication, and only `steadily` speaks of the means of steps.
//!
//! ```text
//! expectation = claim { clause }
//! claim       = number op value [ "+-" tolerance ]
//!             | ("always" | "never") number op value
//!             | "steadily" number op value [ "to" value ] [ "+-" tolerance ]
//!             | "recovers(client)" [ "within" time ]
//! number      = metric(selector) | metric(selector, argument)
//! op          = "<" | "<=" | ">" | ">=" | "="
//! clause      = "during" time | "in" window | "for" variant
//! ```
//!
//! Without a window an expectation is about `all`; without a variant it holds in every one. `for 10s` says the same as
//! `during 10s`.

pub mod accept;
pub mod bind;
pub mod course;
pub mod phrase;
pub mod steps;
#[cfg(test)]
mod tests;
pub mod verdict;

use brownout_core::time::Span;

use self::accept::Accept;
use self::course::Course;
use self::steps::StepReading;
use crate::metric::reading::{Detail, Reading};
use crate::metric::subject::Subject;

/// One expectation of one variant, in the terms of its system.
#[derive(Clone, PartialEq, Debug)]
pub struct Expectation {
    /// The sentence, as the file has it.
    pub text: String,
    /// What is claimed.
    pub claim: Claim,
    /// In which window.
    pub window: String,
}

/// What is claimed.
#[derive(Clone, PartialEq, Debug)]
pub enum Claim {
    /// The mean over replications is such.
    Mean {
        /// Of which number.
        reading: Reading,
        /// Such as what.
        accept: Accept,
    },
    /// The mean over replications is such in each step.
    Steadily {
        /// Of which number.
        reading: StepReading,
        /// Such as what, from the beginning of the window to its end.
        course: Course,
    },
    /// The number is such over time, in every replication.
    Steps {
        /// Which number.
        reading: StepReading,
        /// Such as what.
        accept: Accept,
        /// How often.
        span: Stretch,
    },
    /// A client's goodput comes back after the last fault, in every replication.
    Recovers {
        /// Which client.
        client: String,
        /// How long after the end of the fault at most.
        within: Option<Span>,
    },
}

/// In which steps of a window something holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stretch {
    /// In each of them that can tell.
    Always,
    /// In none of them.
    Never,
    /// In neighbouring ones that last so long together.
    During(Span),
    /// In no neighbouring ones that last so long together.
    NeverDuring(Span),
    /// In each of them that can tell, and these last so long on end.
    AlwaysDuring(Span),
}

/// The times for which an expectation asks how many answers took longer, with whose answers these are.
pub fn limits(expect: &[Expectation]) -> impl Iterator<Item = (&Subject, Span)> {
    expect.iter().filter_map(|expectation| match &expectation.claim {
        Claim::Mean { reading: Reading { subject, detail: Detail::Limit(limit), .. }, .. } => {
            Some((subject, *limit))
        }
        _ => None,
    })
}

/// Whether an expectation asks how often or when a circuit breaker opens.
pub fn asks_for_openings(expect: &[Expectation]) -> bool {
    expect.iter().any(|expectation| match &expectation.claim {
        Claim::Mean { reading, .. } => matches!(reading.metric.name, "opens" | "opened_after"),
        _ => false,
    })
}

/// Whether an expectation asks for something over time.
pub fn asks_for_steps(expect: &[Expectation]) -> bool {
    expect.iter().any(|one| matches!(one.claim, Claim::Steps { .. } | Claim::Steadily { .. }))
}
