//! What clients saw.

use std::borrow::Cow;

use super::reading::{Detail, Read, maybe, nothing_of, share, statistic, sure};
use super::unit::{Better, Unit};
use super::{Metric, Takes, metric, one};

const FAILED: Takes = Takes::Outcome { answers: 2, others: &["Unanswered"] };

pub(super) const METRICS: &[Metric] = &[
    one("goodput", Unit::Share, Better::Higher, Read::Client(|client, _| maybe(&client.goodput))),
    one(
        "goodput_per_s",
        Unit::Rate,
        Better::Higher,
        Read::Client(|client, _| sure(&client.goodput_per_s)),
    ),
    one(
        "offered_per_s",
        Unit::Rate,
        Better::Neither,
        Read::Client(|client, _| sure(&client.offered_per_s)),
    ),
    one("success", Unit::Share, Better::Higher, Read::Client(|client, _| maybe(&client.success))),
    one(
        "degraded",
        Unit::Share,
        Better::Neither,
        Read::Client(|client, _| {
            let none = || client.goodput.as_ref().map(|whole| Cow::Owned(nothing_of(whole)));
            maybe(&client.degraded).or_else(none)
        }),
    ),
    metric(
        ("failed", "failed_by"),
        FAILED,
        Unit::Share,
        Better::Lower,
        Read::Client(|client, detail| share(&client.failed_by, detail, client.goodput.as_ref())),
    ),
    metric(
        ("", "latency_ms"),
        Takes::Statistic,
        Unit::Time,
        Better::Lower,
        Read::Client(|client, detail| statistic(&client.latency_ms, detail)),
    ),
    metric(
        ("failure_", "failure_latency_ms"),
        Takes::Statistic,
        Unit::Time,
        Better::Lower,
        Read::Client(|client, detail| statistic(&client.failure_latency_ms, detail)),
    ),
    metric(
        ("slower_than", "slower_than"),
        Takes::Limit,
        Unit::Share,
        Better::Lower,
        Read::Client(|client, detail| match detail {
            Detail::Limit(limit) => client.slower_than.get(&limit.to_string()).map(Cow::Borrowed),
            Detail::Only | Detail::Outcome(_) | Detail::Statistic(_) => None,
        }),
    ),
    Metric {
        only_in: Some("after"),
        ..one(
            "recovered",
            Unit::Share,
            Better::Higher,
            Read::Client(|client, _| maybe(&client.recovered)),
        )
    },
    Metric {
        only_in: Some("after"),
        ..metric(
            ("recovery", "recovery_s"),
            Takes::Nothing,
            Unit::Time,
            Better::Lower,
            // Times are held in milliseconds wherever they are compared; this key is in seconds.
            Read::Client(|client, _| {
                client.recovery_s.as_ref().map(|seconds| Cow::Owned(seconds.times(1e3)))
            }),
        )
    },
];
