//! The bits of draws are the same on every machine and in every version: any change of them is seen here.
//!
//! A change on purpose is made by pasting what the failing test prints into `golden_bits.txt`; it changes the results
//! of every scenario, and the commit should say why.

use brownout_core::dist::Spec;
use brownout_core::random::Key;
use brownout_core::stats::Confidence;

const COMMITTED: &str = include_str!("golden_bits.txt");

const FAMILIES: &[(&str, &str)] = &[
    ("exponential", r#"Exponential("10ms")"#),
    ("uniform", r#"Uniform(from: "1ms", to: "5ms")"#),
    ("normal", r#"Normal(mean: "10ms", sd: "5ms")"#),
    ("lognormal", r#"LogNormal(median: "5ms", sigma: 0.8)"#),
    ("lognormal by moments", r#"LogNormal(mean: "7ms", sd: "6ms")"#),
    ("lognormal by percentiles", r#"LogNormal(p50: "5ms", p99: "40ms")"#),
    ("gamma below 1", r#"Gamma(mean: "10ms", shape: 0.3)"#),
    ("gamma", r#"Gamma(mean: "10ms", shape: 2.5)"#),
    ("erlang", r#"Erlang(mean: "10ms", stages: 40)"#),
    ("weibull", r#"Weibull(scale: "5ms", shape: 0.7)"#),
    ("weibull by percentiles", r#"Weibull(p50: "5ms", p99: "90ms")"#),
    ("pareto", r#"Pareto(min: "1ms", alpha: 1.5)"#),
    ("pareto, bounded", r#"Pareto(min: "1ms", alpha: 1.5, max: "1s")"#),
    (
        "hyperexponential",
        r#"Hyperexponential([(weight: "90%", mean: "1ms"), (weight: "10%", mean: "20ms")])"#,
    ),
    ("mixture", r#"Mixture([(weight: 99, of: Exponential("10ms")), (weight: 1, of: "1s")])"#),
    ("values", r#"Values(["1ms", "2ms", "5ms", "20ms"])"#),
    ("histogram", r#"Histogram(edges: ["0ms", "1ms", "5ms", "20ms"], counts: [700, 250, 50])"#),
    ("quantiles", r#"Quantiles({"50%": "4ms", "99%": "35ms", "99.9%": "80ms"})"#),
    ("shifted", r#"Shifted(by: "1ms", of: Exponential("3ms"))"#),
    ("scaled", r#"Scaled(by: 1.7, of: LogNormal(median: "5ms", sigma: 0.8))"#),
    (
        "truncated",
        r#"Truncated(min: "2ms", max: "30ms", of: LogNormal(median: "5ms", sigma: 0.8))"#,
    ),
];

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
    use ron::extensions::Extensions;
    let ron = ron::Options::default()
        .with_default_extension(Extensions::UNWRAP_NEWTYPES | Extensions::UNWRAP_VARIANT_NEWTYPES)
        .with_default_extension(Extensions::IMPLICIT_SOME);
    let mut text = String::new();
    for (name, written) in FAMILIES {
        let dist = ron.from_str::<Spec>(written).unwrap().build().unwrap();
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
