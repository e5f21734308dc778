//! One distribution of each family, as a file would have it.

/// A name and a text for each family.
pub(crate) const FAMILIES: &[(&str, &str)] = &[
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
    ("uniform by percentiles", r#"Uniform(p10: "2ms", p90: "8ms")"#),
    ("normal by percentiles", r#"Normal(p50: "100ms", p99: "120ms")"#),
    ("gamma by percentiles", r#"Gamma(p50: "8ms", p99: "40ms")"#),
    ("pareto by percentiles", r#"Pareto(p50: "2ms", p99: "20ms")"#),
];
