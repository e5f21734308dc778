//! Where some replications collapsed and some did not: which numbers are told for both kinds.
//!
//! What is told of one client, service or edge in one window is told in one way: if any of its numbers differs between
//! the two kinds of replications for sure, all of them are told for both, however few collapsed. A mean of both next to
//! them would be a state that nobody ever sees, and not less so because its intervals are wide. Only what is the same
//! in both for sure stays one number, such as how much is asked for.

use crate::result::estimate::{Part, Split};
use crate::result::{ClientResult, EdgeResult, Estimate, ServiceResult};

/// The part of a number by which two states differ at least, and below which they are the same.
const MUCH: f64 = 0.1;

/// Settles how the numbers of a client and of its operations are told.
pub(super) fn of_client(mut result: ClientResult) -> ClientResult {
    settle(numbers_of_client(&mut result));
    result
}

/// Settles how the numbers of a service are told.
pub(super) fn of_service(mut result: ServiceResult) -> ServiceResult {
    let ServiceResult {
        arriving_per_s,
        completed_per_s,
        completed_per_s_per_instance,
        capacity,
        offered_over_capacity,
        steady: _,
        wasted_work,
        utilisation,
        workers_busy,
        queue_length,
        waiting_ms,
        sojourn_ms,
        instances_up,
        amplification,
        turned_away_by,
    } = &mut result;
    let sure = [arriving_per_s, completed_per_s, completed_per_s_per_instance, workers_busy];
    let levels = [queue_length, instances_up];
    let perhaps = [capacity, offered_over_capacity, wasted_work, utilisation, amplification];
    let by_name =
        [waiting_ms, sojourn_ms, turned_away_by].into_iter().flat_map(|one| one.values_mut());
    let all = sure.into_iter().chain(levels).chain(perhaps.into_iter().flatten()).chain(by_name);
    settle(all.collect());
    result
}

/// Settles how the numbers of an edge are told.
pub(super) fn of_edge(mut result: EdgeResult) -> EdgeResult {
    let EdgeResult {
        to: _,
        calls_per_s,
        attempts_per_s,
        amplification,
        in_flight,
        in_flight_max,
        unheard_answers_per_s,
        opens,
        opened_after_ms,
        success,
        failed_by,
        attempts_failed_by,
        latency_ms,
    } = &mut result;
    let sure = [calls_per_s, attempts_per_s, in_flight, in_flight_max, unheard_answers_per_s];
    let perhaps = [amplification, opens, opened_after_ms, success];
    let by_name =
        [failed_by, attempts_failed_by, latency_ms].into_iter().flat_map(|one| one.values_mut());
    settle(sure.into_iter().chain(perhaps.into_iter().flatten()).chain(by_name).collect());
    result
}

/// All numbers of a client that belong to its requests, and not to whole runs.
fn numbers_of_client(result: &mut ClientResult) -> Vec<&mut Estimate> {
    let ClientResult {
        offered_per_s,
        goodput_per_s,
        goodput,
        success,
        degraded,
        failed_by,
        latency_ms,
        failure_latency_ms,
        slower_than,
        histogram: _,
        recovered: _,
        recovery_s: _,
        collapsed: _,
        collapsed_in: _,
        operations,
    } = result;
    let by_name = [failed_by, latency_ms, failure_latency_ms, slower_than];
    let by_name = by_name.into_iter().flat_map(|one| one.values_mut());
    let shares = [goodput, success, degraded].into_iter().flatten();
    let own = [offered_per_s, goodput_per_s].into_iter().chain(shares).chain(by_name);
    own.chain(operations.values_mut().flat_map(numbers_of_client)).collect()
}

/// Keeps both states of all numbers that may differ if one of them does for sure, and else of none.
fn settle(mut numbers: Vec<&mut Estimate>) {
    let two = numbers.iter().filter_map(|one| one.split.as_deref()).any(differs);
    for number in &mut numbers {
        number.split = number.split.take().filter(|split| two && !is_one(split));
    }
}

/// Whether a number differs between the two kinds of replications for sure and by much.
pub(super) fn differs(split: &Split) -> bool {
    let apart = apart(split);
    apart > halves(split).unwrap_or(0.0) && apart > MUCH * larger(split)
}

/// Whether it is the same in both for sure: the whole interval of the difference is less than much.
fn is_one(split: &Split) -> bool {
    halves(split).is_some_and(|halves| apart(split) + halves <= MUCH * larger(split))
}

fn apart(split: &Split) -> f64 {
    (split.collapsed.mean - split.others.mean).abs()
}

fn larger(split: &Split) -> f64 {
    split.collapsed.mean.abs().max(split.others.mean.abs())
}

/// How far both means may be off together. A single replication is off by as much as one of the other kind may be; with
/// one of each kind nobody knows.
fn halves(Split { collapsed, others }: &Split) -> Option<f64> {
    let one_of = |part: &Part| Some(part.half_width? * (part.replications as f64).sqrt());
    let half = |part: &Part, other: &Part| part.half_width.or_else(|| one_of(other));
    Some(half(collapsed, others)? + half(others, collapsed)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A number with its mean and half-width in four replications that collapsed, and in sixteen that did not.
    fn number(collapsed: (f64, f64), others: (f64, f64)) -> Estimate {
        let part = |replications, (mean, half): (f64, f64)| Part {
            replications,
            mean,
            half_width: Some(half),
        };
        let split = Split { collapsed: part(4, collapsed), others: part(16, others) };
        Estimate { split: Some(Box::new(split)), ..Estimate::new(0.0, Some(1.0)) }
    }

    fn client(goodput: Estimate) -> ClientResult {
        let latency = |name: &str, one| (name.to_owned(), one);
        let median = latency("p50", number((900.0, 1_400.0), (15.0, 0.2)));
        let inner = ClientResult { latency_ms: [median.clone()].into(), ..Default::default() };
        ClientResult {
            offered_per_s: number((50.2, 0.8), (49.9, 0.3)),
            goodput: Some(goodput),
            latency_ms: [median].into(),
            operations: [("do".to_owned(), inner)].into(),
            ..Default::default()
        }
    }

    #[test]
    fn one_number_that_differs_for_sure_splits_all_that_may_differ() {
        let told = of_client(client(number((0.1, 0.05), (0.99, 0.001))));
        assert!(told.goodput.unwrap().split.is_some());
        assert!(
            told.latency_ms["p50"].split.is_some(),
            "few collapsed, and nobody knows their median"
        );
        assert!(told.operations["do"].latency_ms["p50"].split.is_some());
        assert!(told.offered_per_s.split.is_none(), "as much is asked for in both");
    }

    #[test]
    fn where_nothing_differs_for_sure_nothing_is_split() {
        let told = of_client(client(number((0.9, 0.3), (0.99, 0.001))));
        assert_eq!(
            (told.goodput.unwrap().split, told.latency_ms["p50"].split.as_ref()),
            (None, None)
        );
    }

    #[test]
    fn a_single_replication_is_as_uncertain_as_one_of_the_others() {
        let alone = |mean, half_width| Part { replications: 1, mean, half_width };
        let others = Part { replications: 16, mean: 100.0, half_width: Some(5.0) };
        let split = |mean| Split { collapsed: alone(mean, None), others: others.clone() };
        // One of sixteen may be off by 5 √16, and their mean by 5.
        assert!(!differs(&split(120.0)) && differs(&split(126.0)));
        assert!(!is_one(&split(100.0)), "it may differ by a quarter");
        let both = Split { collapsed: alone(1.0, None), others: alone(2.0, None) };
        assert!(differs(&both) && !is_one(&both));
    }
}
