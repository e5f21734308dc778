//! The bits of draws are the same on every machine and in every version: any change of them is seen here.
//!
//! A change on purpose is made by pasting what the failing test prints into `golden_bits.txt`; it changes the results
//! of every scenario, and the commit should say why.

mod common;
#[path = "common/families.rs"]
mod families;

use brownout_core::random::Key;
use brownout_core::stats::Confidence;
use common::read;
use families::FAMILIES;

const COMMITTED: &str = include_str!("golden_bits.txt");

/// Both ends of what a key can draw, the middle, and seventeen in between.
fn uniform_numbers() -> impl Iterator<Item = f64> {
    let least = 1.0 / (1_u64 << 53) as f64;
    [least, 0.5, 1.0 - least].into_iter().chain((0..17).map(|serial| Key::root(1).draw(serial)))
}

fn line(name: &str, numbers: impl Iterator<Item = f64>) -> String {
    let bits: Vec<String> = numbers.map(|number| format!("{:016x}", number.to_bits())).collect();
    format!("{name}: {}\n", bits.join(" "))
}

fn found() -> String {
    let mut text = String::new();
    for (name, written) in FAMILIES {
        let dist = read(written).build().unwrap();
        text += &line(name, uniform_numbers().map(|u| dist.draw_at(u)));
        text += &line(
            &format!("{name}, quantile"),
            [0.1, 0.5, 0.999].into_iter().map(|p| dist.quantile(p)),
        );
        let moments = [dist.mean(), dist.variance().unwrap_or(f64::INFINITY)];
        text += &line(&format!("{name}, moments"), moments.into_iter());
    }
    for (name, confidence) in [("t at 95 %", Confidence::P95), ("t at 99 %", Confidence::P99)] {
        text += &line(name, (1..=20).map(|degrees| confidence.t_quantile(degrees)));
    }
    text
}

#[test]
fn no_bit_of_any_draw_has_changed() {
    let found = found();
    for (found, committed) in found.lines().zip(COMMITTED.lines()) {
        assert_eq!(found, committed);
    }
    assert_eq!(found.lines().count(), COMMITTED.lines().count(), "all there is now:\n{found}");
}
