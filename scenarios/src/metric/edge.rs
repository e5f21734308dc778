//! What happened on edges.

use super::reading::{Read, maybe, share, some_of, statistic, sure};
use super::unit::{Better, Unit};
use super::{Metric, Takes, metric, one};

const FAILED: Takes = Takes::Outcome { answers: 1, others: &["Dropped", "Unanswered"] };
const ATTEMPTS_FAILED: Takes = Takes::Outcome { answers: 1, others: &["GivenUp", "Unanswered"] };

pub(super) const METRICS: &[Metric] = &[
    one(
        "amplification",
        Unit::Ratio,
        Better::Lower,
        Read::Edge(|edge, _| maybe(&edge.amplification)),
    ),
    one("calls_per_s", Unit::Rate, Better::Neither, Read::Edge(|edge, _| sure(&edge.calls_per_s))),
    one(
        "attempts_per_s",
        Unit::Rate,
        Better::Neither,
        Read::Edge(|edge, _| sure(&edge.attempts_per_s)),
    ),
    one("in_flight", Unit::Count, Better::Neither, Read::Edge(|edge, _| sure(&edge.in_flight))),
    one(
        "in_flight_max",
        Unit::Count,
        Better::Neither,
        Read::Edge(|edge, _| sure(&edge.in_flight_max)),
    ),
    one(
        "unheard_answers_per_s",
        Unit::Rate,
        Better::Lower,
        Read::Edge(|edge, _| sure(&edge.unheard_answers_per_s)),
    ),
    one("opens", Unit::Count, Better::Neither, Read::Edge(|edge, _| maybe(&edge.opens))),
    metric(
        ("opened_after", "opened_after_ms"),
        Takes::Nothing,
        Unit::Time,
        Better::Neither,
        Read::Edge(|edge, _| maybe(&edge.opened_after_ms)),
    ),
    one("success", Unit::Share, Better::Higher, Read::Edge(|edge, _| maybe(&edge.success))),
    metric(
        ("failed", "failed_by"),
        FAILED,
        Unit::Share,
        Better::Lower,
        Read::Edge(|edge, detail| share(&edge.failed_by, detail, edge.success.as_ref())),
    ),
    metric(
        ("attempts_failed", "attempts_failed_by"),
        ATTEMPTS_FAILED,
        Unit::Share,
        Better::Neither,
        Read::Edge(|edge, detail| {
            share(&edge.attempts_failed_by, detail, some_of(&edge.attempts_per_s))
        }),
    ),
    metric(
        ("", "latency_ms"),
        Takes::Statistic,
        Unit::Time,
        Better::Lower,
        Read::Edge(|edge, detail| statistic(&edge.latency_ms, detail)),
    ),
];
