//! What happened at services.

use super::reading::{Read, maybe, share, some_of, statistic, sure};
use super::unit::{Better, Unit};
use super::{Metric, Takes, metric, one};

const TURNED_AWAY: Takes = Takes::Outcome { answers: 2, others: &[] };

pub(super) const METRICS: &[Metric] = &[
    one(
        "capacity",
        Unit::RatePerInstance,
        Better::Higher,
        Read::Service(|service, _| maybe(&service.capacity)),
    ),
    one(
        "offered_over_capacity",
        Unit::Ratio,
        Better::Lower,
        Read::Service(|service, _| maybe(&service.offered_over_capacity)),
    ),
    one(
        "utilisation",
        Unit::Share,
        Better::Neither,
        Read::Service(|service, _| maybe(&service.utilisation)),
    ),
    one(
        "wasted_work",
        Unit::Share,
        Better::Lower,
        Read::Service(|service, _| maybe(&service.wasted_work)),
    ),
    one(
        "amplification",
        Unit::Ratio,
        Better::Lower,
        Read::Service(|service, _| maybe(&service.amplification)),
    ),
    one(
        "arriving_per_s",
        Unit::Rate,
        Better::Neither,
        Read::Service(|service, _| sure(&service.arriving_per_s)),
    ),
    one(
        "completed_per_s",
        Unit::Rate,
        Better::Neither,
        Read::Service(|service, _| sure(&service.completed_per_s)),
    ),
    one(
        "completed_per_s_per_instance",
        Unit::RatePerInstance,
        Better::Neither,
        Read::Service(|service, _| sure(&service.completed_per_s_per_instance)),
    ),
    one(
        "workers_busy",
        Unit::Count,
        Better::Neither,
        Read::Service(|service, _| sure(&service.workers_busy)),
    ),
    one(
        "queue_length",
        Unit::Count,
        Better::Lower,
        Read::Service(|service, _| sure(&service.queue_length)),
    ),
    metric(
        ("waiting_", "waiting_ms"),
        Takes::Statistic,
        Unit::Time,
        Better::Lower,
        Read::Service(|service, detail| statistic(&service.waiting_ms, detail)),
    ),
    metric(
        ("sojourn_", "sojourn_ms"),
        Takes::Statistic,
        Unit::Time,
        Better::Lower,
        Read::Service(|service, detail| statistic(&service.sojourn_ms, detail)),
    ),
    one(
        "instances_up",
        Unit::Count,
        Better::Neither,
        Read::Service(|service, _| sure(&service.instances_up)),
    ),
    metric(
        ("turned_away", "turned_away_by"),
        TURNED_AWAY,
        Unit::Share,
        Better::Neither,
        Read::Service(|service, detail| {
            share(&service.turned_away_by, detail, some_of(&service.arriving_per_s))
        }),
    ),
];
