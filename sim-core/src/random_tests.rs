//! Keys must look like chance: what a poor mix would fail.

use super::*;
use rand_core::Rng;

/// Pearson's statistic of counts that should all be equal.
fn chi_square(counts: &[u32]) -> f64 {
    let expected = counts.iter().map(|&n| f64::from(n)).sum::<f64>() / counts.len() as f64;
    counts.iter().map(|&n| (f64::from(n) - expected) * (f64::from(n) - expected) / expected).sum()
}

/// Asserts that `counts` look uniform: the statistic within five standard deviations of its mean.
fn assert_uniform(counts: &[u32], what: &str) {
    let degrees = counts.len() as f64 - 1.0;
    let statistic = chi_square(counts);
    let off = (statistic - degrees) / (2.0 * degrees).sqrt();
    assert!(off.abs() < 5.0, "{what}: chi-square {statistic} on {degrees} degrees of freedom");
}

/// The correlation of pairs of uniform numbers, times the square root of their number: standard normal if unrelated.
fn correlation(pairs: impl Iterator<Item = (f64, f64)>) -> f64 {
    let (mut sum, mut n) = (0.0, 0.0_f64);
    for (x, y) in pairs {
        sum += (x - 0.5) * (y - 0.5) * 12.0;
        n += 1.0;
    }
    sum / n.sqrt()
}

#[test]
fn uniform_numbers_fill_every_bin_alike_and_stay_inside() {
    let mut counts = vec![0; 1000];
    for serial in 0..1_000_000 {
        let u = Key::root(1).draw(serial);
        assert!(0.0 < u && u < 1.0);
        counts[(u * 1000.0) as usize] += 1;
    }
    assert_uniform(&counts, "consecutive parts");
    assert!(Key(0).uniform() > 0.0 && Key(u64::MAX).uniform() < 1.0);
    assert_eq!(Key(0).uniform(), 1.0 - Key(u64::MAX).uniform());
}

#[test]
fn the_low_bits_are_as_good_as_the_high_ones() {
    for shift in [0, 8, 24, 40, 56] {
        let mut counts = vec![0; 256];
        for serial in 0..200_000 {
            counts[(Key::root(2).with(serial).as_u64() >> shift) as usize & 255] += 1;
        }
        assert_uniform(&counts, &format!("bits from {shift}"));
    }
}

#[test]
fn sparse_parts_and_neighbouring_seeds_are_as_good_as_counters() {
    let mut counts = vec![0; 256];
    (0..100_000).for_each(|seed| counts[(Key::root(seed).uniform() * 256.0) as usize] += 1);
    assert_uniform(&counts, "seeds");
    for step in [1 << 20, 1 << 32, 1 << 44, STEP, STEP.wrapping_neg(), u64::MAX / 3] {
        let mut counts = vec![0; 256];
        for serial in 0..100_000_u64 {
            counts[(Key::root(3).draw(serial.wrapping_mul(step)) * 256.0) as usize] += 1;
        }
        assert_uniform(&counts, &format!("parts {step} apart"));
    }
}

#[test]
fn every_bit_of_part_or_parent_moves_every_bit_of_the_child_half_the_time() {
    const SAMPLES: u64 = 4096;
    type Flip = fn(Key, u64, u32) -> (Key, Key);
    let flips: [Flip; 2] = [
        |key, part, bit| (key.with(part), key.with(part ^ 1 << bit)),
        |key, part, bit| (key.with(part), Key(key.0 ^ 1 << bit).with(part)),
    ];
    for flip in flips {
        for bit in 0..64 {
            let mut moved = [0_u32; 64];
            for sample in 0..SAMPLES {
                let (one, other) = flip(Key::root(4).with(sample % 64), sample / 64, bit);
                let difference = one.0 ^ other.0;
                (0..64).for_each(|out| moved[out] += (difference >> out & 1) as u32);
            }
            for (out, &count) in moved.iter().enumerate() {
                // Six standard deviations of 4,096 fair coins, over 8,192 pairs of bits.
                let off = f64::from(count) - 2048.0;
                assert!(
                    off.abs() < 6.0 * 32.0,
                    "bit {bit} moved bit {out} in {count} of {SAMPLES}"
                );
            }
        }
    }
}

#[test]
fn neighbouring_children_are_unrelated() {
    let parent = Key::root(5);
    for distance in [1, 2, 3, 16, 1 << 32] {
        let pairs = (0..200_000).map(|part| (parent.draw(part), parent.draw(part + distance)));
        let off = correlation(pairs);
        assert!(off.abs() < 4.0, "distance {distance}: {off} standard deviations");
    }
}

#[test]
fn a_child_is_unrelated_to_its_parent_and_to_its_cousins() {
    let root = Key::root(6);
    let generations = (0..200_000).map(|part| (root.draw(part), root.with(part).draw(0)));
    assert!(correlation(generations).abs() < 4.0);
    let cousins = (0..200_000).map(|part| (root.with(part).draw(1), root.with(part + 1).draw(1)));
    assert!(correlation(cousins).abs() < 4.0);
    let swapped = (0..200_000).map(|part| (root.with(part).draw(9), root.with(9).draw(part)));
    assert!(correlation(swapped).abs() < 4.0);
}

#[test]
fn pairs_of_nested_draws_fill_the_square_alike() {
    let mut counts = vec![0; 64 * 64];
    for request in 0..1000 {
        for call in 0..500 {
            let key = Key::root(7).with(request).with(call);
            let (x, y) = (key.draw(0), key.draw(1));
            counts[(x * 64.0) as usize * 64 + (y * 64.0) as usize] += 1;
        }
    }
    assert_uniform(&counts, "nested pairs");
}

#[test]
fn nested_keys_do_not_collide() {
    let root = Key::root(8);
    let mut seen: Vec<u64> = (0..500)
        .flat_map(|a| (0..500).map(move |b| root.with(a).with(b).as_u64()))
        .chain((0..500).map(|a| root.with(a).as_u64()))
        .collect();
    let all = seen.len();
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen.len(), all);
}

#[test]
fn a_choice_is_fair_and_within_its_bounds() {
    for n in [1, 2, 3, 7, 200] {
        let mut counts = vec![0; n as usize];
        (0..100_000).for_each(|serial| counts[Key::root(9).with(serial).below(n) as usize] += 1);
        if n > 1 {
            assert_uniform(&counts, &format!("choice of {n}"));
        }
    }
    assert_eq!(Key(u64::MAX).below(u32::MAX), u32::MAX - 1);
}

#[test]
fn names_that_differ_by_a_letter_or_by_order_are_different_parts() {
    assert_ne!(Key::name("feed"), Key::name("feec"));
    assert_ne!(Key::name("ab"), Key::name("ba"));
    assert_ne!(Key::name(""), Key::name("\0"));
    let root = Key::root(1);
    assert_ne!(root.with(1).with(2), root.with(2).with(1));
}

#[test]
fn a_stream_repeats_itself_and_its_bytes_are_its_words() {
    let mut words = Key::root(10).stream();
    let mut bytes = [0; 24];
    Key::root(10).stream().fill_bytes(&mut bytes);
    for chunk in bytes.chunks_exact(8) {
        assert_eq!(chunk, words.next_u64().to_le_bytes());
    }
    assert_ne!(Key::root(10).stream().next_u64(), Key::root(10).with(0).as_u64());
}

#[test]
fn keys_are_the_same_on_every_machine_and_in_every_version() {
    assert_eq!(Key::root(1).with(2).with(Key::name("work")).as_u64(), 0xfe62_3d44_bba3_14dd);
}
