//! Our histogram against HdrHistogram: the same buckets, so the same quantiles, whatever is counted.

use brownout_core::random::Key;
use brownout_core::stats::Histogram;
use brownout_core::time::Span;

/// Times over all magnitudes, each power of two and its neighbours among them.
fn times() -> Vec<u64> {
    let edges = (0..53).flat_map(|bits| [(1_u64 << bits) - 1, 1 << bits, (1 << bits) + 1]);
    let spread = (0..20_000).map(|serial| {
        let key = Key::root(3).with(serial);
        key.with(0).as_u64() >> (11 + key.with(1).below(53))
    });
    edges.chain(spread).collect()
}

#[test]
fn the_buckets_are_those_of_an_hdr_histogram_of_three_digits() {
    let mut ours = Histogram::new();
    let mut theirs = hdrhistogram::Histogram::<u64>::new(3).unwrap();
    for time in times() {
        ours.record(Span::from_nanos(time));
        theirs.record(time).unwrap();
    }
    let max = ours.max().unwrap();
    let recorded = theirs.iter_recorded();
    let recorded =
        recorded.map(|b| (Span::from_nanos(b.value_iterated_to()).min(max), b.count_at_value()));
    assert!(ours.iter().eq(recorded));
    assert_eq!(ours.count(), theirs.len());
}
