//! Histograms against sorted samples.

use super::*;
use crate::random::Key;

fn times(serials: std::ops::Range<u64>) -> impl Iterator<Item = Span> {
    // Spread over nine decades, as latencies of a system in trouble are.
    serials.map(|serial| {
        let draw = Key::root(7).draw(serial);
        Span::from_nanos_f64(libm::exp(draw * 20.0))
    })
}

fn histogram_of(serials: std::ops::Range<u64>) -> Histogram {
    let mut histogram = Histogram::new();
    times(serials).for_each(|time| histogram.record(time));
    histogram
}

#[test]
fn a_quantile_is_the_sorted_sample_of_its_rank_to_a_thousandth() {
    let mut sorted: Vec<Span> = times(0..10_000).collect();
    sorted.sort();
    let histogram = histogram_of(0..10_000);
    for per_mille in 1..=1000 {
        let exact = sorted[per_mille * 10 - 1];
        let found = histogram.quantile(per_mille as f64 / 1000.0).unwrap();
        assert!(found >= exact, "{found} is below {exact}");
        assert!(found.as_nanos() <= exact.as_nanos() + exact.as_nanos() / 1000);
    }
    assert_eq!(histogram.max(), sorted.last().copied());
    assert_eq!(histogram.min(), sorted.first().copied());
    assert_eq!(histogram.quantile(1.0), histogram.max());
}

#[test]
fn as_many_quantiles_as_samples_are_the_least_or_the_greatest_are_exact() {
    let ms = Span::from_millis;
    let mut histogram = Histogram::new();
    // Twenty milliseconds share their bucket with a little more.
    (0..70).for_each(|_| histogram.record(ms(20)));
    (0..29).for_each(|_| histogram.record(ms(20) + Span::from_micros(1)));
    histogram.record(ms(50));
    assert_eq!(histogram.quantiles(&[0.0, 0.5, 0.7, 1.0]), [ms(20), ms(20), ms(20), ms(50)]);
    let between = histogram.between(&[0.5, 0.8, 1.0]);
    assert_eq!((between[0], between[2]), ((ms(20), ms(20)), (ms(50), ms(50))));
    let (low, high) = between[1];
    assert!(low == ms(20) && high > low && high.as_nanos() < 20_020_000, "{low} to {high}");
    // The parts need not have the same least.
    let mut merged = Histogram::new();
    merged.record(ms(20));
    merged.record(ms(30));
    let mut longer = Histogram::new();
    longer.record(ms(30));
    for parts in [[&merged, &longer], [&longer, &merged]] {
        let mut sum = parts[0].clone();
        sum.merge(parts[1]);
        assert_eq!(sum.between(&[0.3, 1.0]), [(ms(20), ms(20)), (ms(30), ms(30))]);
        sum.merge(&merged);
        assert_eq!((sum.at_least, sum.quantile(0.4)), (2, Some(ms(20))));
    }
}

#[test]
fn what_is_known_of_a_quantile_holds_the_sample_of_its_rank() {
    let mut sorted: Vec<Span> = times(0..2000).collect();
    sorted.sort();
    let histogram = histogram_of(0..2000);
    let shares: Vec<f64> = (1..=1000).map(|n| f64::from(n) / 1000.0).collect();
    for (number, (low, high)) in histogram.between(&shares).into_iter().enumerate() {
        let exact = sorted[number * 2 + 1];
        assert!(low <= exact && exact <= high, "{exact} is not in {low} to {high}");
        assert!(high.as_nanos() - low.as_nanos() <= low.as_nanos() / 1000 + 1);
    }
}

#[test]
fn the_sum_of_times_is_exact_beyond_64_bits() {
    let mut histogram = Histogram::new();
    (0..5).for_each(|_| histogram.record(Span::MAX));
    let mut twice = histogram.clone();
    twice.merge(&histogram);
    assert_eq!(twice.sum_nanos(), u128::from(u64::MAX) * 10);
    assert_eq!(twice.mean(), Some(Span::MAX));
}

#[test]
fn several_quantiles_in_one_pass_are_those_of_one_pass_each() {
    let histogram = histogram_of(0..777);
    let shares = [0.0, 0.1, 0.5, 0.5, 0.99, 1.0];
    let each: Vec<Span> = shares.iter().filter_map(|&q| histogram.quantile(q)).collect();
    assert_eq!(histogram.quantiles(&shares), each);
}

#[test]
fn merging_gives_the_histogram_of_all_samples_in_any_order() {
    let whole = histogram_of(0..3000);
    let parts =
        [histogram_of(0..10), histogram_of(10..2000), Histogram::new(), histogram_of(2000..3000)];
    for order in [[0, 1, 2, 3], [3, 2, 1, 0], [2, 0, 3, 1]] {
        let mut merged = Histogram::new();
        order.iter().for_each(|&part| merged.merge(&parts[part]));
        assert!(merged.iter().eq(whole.iter()));
        assert_eq!(merged.mean(), whole.mean());
        assert_eq!(merged.sum_nanos(), whole.sum_nanos());
        assert_eq!((merged.min(), merged.max()), (whole.min(), whole.max()));
    }
}

#[test]
fn a_bucket_holds_more_than_32_bits_can_count() {
    let mut histogram = Histogram::new();
    histogram.record(Span::from_millis(7));
    (0..34).for_each(|_| histogram.merge(&histogram.clone()));
    histogram.record(Span::from_millis(9));
    let held = |histogram: &Histogram| histogram.iter().map(|(_, n)| n).collect::<Vec<_>>();
    assert_eq!(held(&histogram), [1 << 34, 1]);
    assert_eq!(histogram.quantiles(&[0.1, 1.0]), [7, 9].map(Span::from_millis));
    // One at a time, too.
    let mut nearly = Histogram::new();
    nearly.record(Span::from_millis(7));
    nearly.counts.iter_mut().for_each(|held| *held *= u32::MAX);
    nearly.record(Span::from_millis(7));
    assert_eq!(nearly.buckets().map(|(_, held)| held).collect::<Vec<_>>(), [1 << 32]);
    nearly.merge(&histogram);
    assert_eq!(held(&nearly), [5 << 32, 1]);
    assert_eq!(nearly.share_above(Span::from_millis(8)) * nearly.count() as f64, 1.0);
}

#[test]
fn one_time_so_many_times_is_that_time_so_often() {
    let spans = [0, 3, 7_000_000, 7_000_001].map(Span::from_nanos);
    let (mut one, mut many) = (Histogram::new(), Histogram::new());
    for (time, times) in spans.into_iter().zip([5, 0, 3, 1]) {
        (0..times).for_each(|_| one.record(time));
        many.record_many(time, times);
    }
    assert!(one.iter().eq(many.iter()));
    assert_eq!((one.count(), one.sum_nanos()), (many.count(), many.sum_nanos()));
    assert_eq!((one.min(), one.max()), (many.min(), many.max()));
    assert_eq!(one.between(&[0.5, 0.6]), many.between(&[0.5, 0.6]));
    many.record_many(Span::from_nanos(3), (3 << 32) + 2);
    assert_eq!(many.count(), (3 << 32) + 11);
    assert_eq!(many.iter().nth(1), Some((Span::from_nanos(3), (3 << 32) + 2)));
    assert_eq!(many.sum_nanos(), one.sum_nanos() + 3 * ((3 << 32) + 2));
}

#[test]
fn room_is_taken_between_the_least_and_the_greatest_only() {
    let ms = Span::from_millis;
    let mut histogram = Histogram::new();
    histogram.record(ms(50));
    assert_eq!(histogram.counts.len(), HALF);
    let mut shorter = histogram.clone();
    shorter.record(ms(3));
    assert_eq!(shorter.counts.len(), 5 * HALF, "2 to 4, 4 to 8, 8 to 16, 16 to 33 and 33 to 67 ms");
    // In either order, and with nothing.
    let mut both = [histogram.clone(), shorter.clone()];
    both[0].merge(&shorter);
    both[1].merge(&histogram);
    both.iter_mut().for_each(|one| one.merge(&Histogram::new()));
    for one in both {
        assert_eq!(one.counts.len(), 5 * HALF);
        assert_eq!(one.quantiles(&[0.3, 1.0]), [ms(3), ms(50)]);
        assert_eq!(one.iter().map(|(_, held)| held).collect::<Vec<_>>(), [1, 2]);
        assert_eq!((one.share_above(ms(2)), one.share_above(ms(4))), (1.0, 2.0 / 3.0));
    }
}

#[test]
fn samples_beyond_a_quantile_and_above_a_limit_are_counted() {
    let mut histogram = Histogram::new();
    (1..=1000).for_each(|ms| histogram.record(Span::from_millis(ms)));
    assert_eq!(histogram.beyond(0.99), 10);
    assert_eq!(histogram.beyond(0.999), 1);
    assert_eq!(histogram.beyond(1.0), 0);
    assert_eq!(histogram.share_above(Span::from_millis(800)), 0.2);
    assert_eq!(histogram.share_above(Span::from_secs(2)), 0.0);
    assert_eq!(histogram.share_above(Span::ZERO), 1.0);
    assert_eq!(histogram.mean(), Some(Span::from_micros(500_500)));
}

#[test]
fn an_empty_histogram_has_no_numbers_and_the_longest_time_is_no_panic() {
    let mut histogram = Histogram::new();
    assert_eq!((histogram.count(), histogram.mean(), histogram.quantile(0.5)), (0, None, None));
    assert_eq!((histogram.min(), histogram.max(), histogram.beyond(0.5)), (None, None, 0));
    histogram.record(Span::MAX);
    histogram.record(Span::ZERO);
    assert_eq!(histogram.max(), Some(Span::MAX));
    assert_eq!(histogram.quantile(0.5), Some(Span::ZERO));
    assert!(std::mem::size_of::<Histogram>() <= 64);
}
