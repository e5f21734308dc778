//! What holds for every family of times, whatever its shape.

mod common;
#[path = "common/families.rs"]
mod families;

use brownout_core::dist::Dist;
use brownout_core::random::Key;
use brownout_core::time::Span;
use common::read;
use families::FAMILIES;
use proptest::prelude::*;

fn families() -> impl Iterator<Item = (&'static str, Dist)> {
    FAMILIES.iter().map(|(name, text)| (*name, read(text).build().unwrap()))
}

/// Only these spend part of the uniform number on a choice.
fn chooses(name: &str) -> bool {
    name == "mixture" || name == "hyperexponential"
}

/// The distance of neighbouring results that rounding may swap.
const ROUNDING: f64 = 1e-12;

proptest! {
    #[test]
    fn more_luck_is_never_a_shorter_time(one in 1e-15..1.0_f64, other in 1e-15..1.0_f64) {
        let (low, high) = (one.min(other).min(1.0 - 1e-15), one.max(other).min(1.0 - 1e-15));
        for (name, dist) in families() {
            let room = 1.0 + ROUNDING;
            prop_assert!(dist.quantile(low) <= dist.quantile(high) * room, "{name}: {low} and {high}");
            prop_assert!(chooses(name) || dist.draw_at(low) <= dist.draw_at(high) * room, "{name}: {low} and {high}");
        }
    }

    #[test]
    fn a_quantile_has_its_probability_below_it_and_no_earlier_time_has(p in 1e-9..0.999_999_999_f64) {
        for (name, dist) in families() {
            let time = dist.quantile(p);
            prop_assert!(dist.cdf(time * (1.0 + ROUNDING)) >= p - 1e-10, "{name}: {time} at {p}");
            prop_assert!(dist.cdf(time * (1.0 - ROUNDING)) <= p + 1e-10, "{name}: {time} at {p}");
        }
    }

    #[test]
    fn a_draw_is_the_inversion_of_its_keys_uniform_number_in_whole_nanoseconds(seed: u64) {
        let key = Key::root(seed);
        for (name, dist) in families() {
            prop_assert_eq!(dist.draw(key), Span::from_nanos_f64(dist.draw_at(key.uniform())), "{}", name);
        }
    }

    #[test]
    fn a_scaled_or_shifted_distribution_draws_the_same_luck(
        seed: u64,
        factor in 0.01..100.0_f64,
        shift in 0..1_000_000_u64,
    ) {
        let u = Key::root(seed).uniform();
        for (name, dist) in families() {
            let draw = dist.draw_at(u);
            let scaled = dist.scaled(factor).draw_at(u);
            prop_assert!((scaled - factor * draw).abs() <= ROUNDING * scaled, "{name}: {scaled}");
            let shifted = dist.shifted(Span::from_nanos(shift)).draw_at(u);
            prop_assert!((shifted - draw - shift as f64).abs() <= ROUNDING * shifted, "{name}: {shifted}");
        }
    }
}

#[test]
fn the_mean_of_many_draws_is_the_mean() {
    const DRAWS: u64 = 100_000;
    for (name, dist) in families() {
        let Some(variance) = dist.variance() else { continue };
        let draws = (0..DRAWS).map(|serial| dist.draw(Key::root(1).with(serial)).as_nanos() as f64);
        let off = draws.sum::<f64>() / DRAWS as f64 - dist.mean();
        assert!(
            off.abs() < 4.0 * (variance / DRAWS as f64).sqrt(),
            "{name}: off by {off} ns of {}",
            dist.mean()
        );
    }
}
