//! Families that are made of others, or of measurements: their moments, quantiles and draws against distributions of
//! `statrs` and samples of `rand_distr` that are put together by hand.

use brownout_core::dist::{
    Binned, Dist, Gamma, LogNormal, Mixture, Part, Scaled, Shifted, Spec, Truncated, Uniform,
    Values, Weibull, Weight,
};
use brownout_core::random::{Key, Stream};
use brownout_core::time::Span;
use brownout_oracles::{ONCE_IN_A_THOUSAND, distance_between, distance_to};
use rand_distr::Distribution as Sampled;
use statrs::distribution::{self as statrs_of, ContinuousCDF, DiscreteCDF};
use statrs::statistics::{Distribution as Moments, Statistics};

const SAMPLES: u64 = 20_000;
const PROBABILITIES: [f64; 12] =
    [1e-6, 0.001, 0.01, 0.13, 0.27, 0.5, 0.71, 0.86, 0.97, 0.99, 0.9999, 0.999_999];

/// A distribution of ours, and what it should be.
struct Case {
    name: &'static str,
    dist: Dist,
    cdf: Box<dyn Fn(f64) -> f64>,
    quantile: Box<dyn Fn(f64) -> f64>,
    mean: f64,
    variance: f64,
    sample: Box<dyn Fn(&mut Stream) -> f64>,
}

fn ms(millis: u64) -> Span {
    Span::from_millis(millis)
}

/// Mean and variance of a distribution of `statrs`.
fn moments(of: &impl Moments<f64>) -> (f64, f64) {
    (of.mean().unwrap(), of.variance().unwrap())
}

/// Mean and variance of a mixture of parts, each with its weight of a whole of 1, its mean and its variance.
fn mixed(parts: &[(f64, (f64, f64))]) -> (f64, f64) {
    let mean: f64 = parts.iter().map(|(weight, (mean, _))| weight * mean).sum();
    let square: f64 =
        parts.iter().map(|(weight, (mean, variance))| weight * (variance + mean * mean)).sum();
    (mean, square - mean * mean)
}

/// The time at which a distribution function that grows reaches a probability, by bisection.
fn reaches(cdf: impl Fn(f64) -> f64, p: f64) -> f64 {
    let (mut low, mut high) = (0.0_f64, 1e12_f64);
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if cdf(middle) < p { low = middle } else { high = middle }
    }
    high
}

/// A case without jumps, whose quantiles follow from its distribution function.
fn smooth<C, S>(
    name: &'static str,
    spec: &Spec,
    cdf: C,
    (mean, variance): (f64, f64),
    sample: S,
) -> Case
where
    C: Fn(f64) -> f64 + Clone + 'static,
    S: Fn(&mut Stream) -> f64 + 'static,
{
    let again = cdf.clone();
    Case {
        name,
        dist: spec.build().unwrap(),
        cdf: Box::new(cdf),
        quantile: Box::new(move |p| reaches(&again, p)),
        mean,
        variance,
        sample: Box::new(sample),
    }
}

fn chance(stream: &mut Stream) -> f64 {
    Sampled::<f64>::sample(&rand_distr::StandardUniform, stream)
}

fn cases() -> Vec<Case> {
    vec![values(), histogram(), mixture(), shifted(), scaled(), truncated()]
}

/// Measured times, one of them three times.
fn values() -> Case {
    const TIMES: [u64; 7] = [40, 5, 12, 5, 90, 7, 5];
    let spec = Spec::Values(Values { times: TIMES.map(ms).to_vec() });
    let nanos = TIMES.map(|time| time as f64 * 1e6);
    let distinct = [5e6, 7e6, 12e6, 40e6, 90e6];
    let oracle = statrs_of::Categorical::new(&[3.0, 1.0, 1.0, 1.0, 1.0]).unwrap();
    let inverse = oracle.clone();
    let index = rand_distr::Uniform::new(0, TIMES.len()).unwrap();
    Case {
        name: "values",
        dist: spec.build().unwrap(),
        cdf: Box::new(move |x| match distinct.iter().rposition(|time| *time <= x) {
            Some(at) => oracle.cdf(at as u64),
            None => 0.0,
        }),
        quantile: Box::new(move |p| distinct[inverse.inverse_cdf(p) as usize]),
        mean: nanos.iter().mean(),
        variance: nanos.iter().population_variance(),
        sample: Box::new(move |stream| nanos[index.sample(stream)]),
    }
}

/// Measured times in bins, one of them empty.
fn histogram() -> Case {
    const EDGES: [u64; 5] = [1, 2, 5, 20, 100];
    const COUNTS: [u64; 4] = [400, 500, 0, 100];
    let spec = Spec::Histogram(Binned { edges: EDGES.map(ms).to_vec(), counts: COUNTS.to_vec() });
    let bins: Vec<(f64, f64, f64)> = (0..4)
        .map(|at| (COUNTS[at] as f64 / 1e3, EDGES[at] as f64 * 1e6, EDGES[at + 1] as f64 * 1e6))
        .collect();
    let parts: Vec<(f64, statrs_of::Uniform)> = bins
        .iter()
        .map(|&(weight, low, high)| (weight, statrs_of::Uniform::new(low, high).unwrap()))
        .collect();
    let told: Vec<_> = parts.iter().map(|(weight, part)| (*weight, moments(part))).collect();
    let cdf = move |x: f64| parts.iter().map(|(weight, part)| weight * part.cdf(x)).sum();
    smooth("histogram", &spec, cdf, mixed(&told), move |stream| {
        let mut u = chance(stream);
        for &(weight, low, high) in &bins {
            if u < weight {
                return rand_distr::Uniform::new(low, high).unwrap().sample(stream);
            }
            u -= weight;
        }
        unreachable!("the weights sum to one")
    })
}

/// Unlike families by weight.
fn mixture() -> Case {
    let part = |weight, of| Part { weight: Weight(weight), of };
    let spec = Spec::Mixture(Mixture {
        parts: vec![
            part(7.0, Spec::LogNormal(LogNormal::Median { median: ms(5), sigma: 0.6 })),
            part(2.0, Spec::Uniform(Uniform::Ends { from: ms(20), to: ms(60) })),
            part(1.0, Spec::Gamma(Gamma::Mean { mean: ms(300), shape: 4.0 })),
        ],
    });
    let often = statrs_of::LogNormal::new((5e6_f64).ln(), 0.6).unwrap();
    let seldom = statrs_of::Uniform::new(20e6, 60e6).unwrap();
    let rare = statrs_of::Gamma::new(4.0, 4.0 / 300e6).unwrap();
    let told = [(0.7, moments(&often)), (0.2, moments(&seldom)), (0.1, moments(&rare))];
    let cdf = move |x: f64| 0.7 * often.cdf(x) + 0.2 * seldom.cdf(x) + 0.1 * rare.cdf(x);
    smooth("mixture", &spec, cdf, mixed(&told), |stream| match chance(stream) {
        u if u < 0.7 => rand_distr::LogNormal::new((5e6_f64).ln(), 0.6).unwrap().sample(stream),
        u if u < 0.9 => rand_distr::Uniform::new(20e6, 60e6).unwrap().sample(stream),
        _ => rand_distr::Gamma::new(4.0, 75e6).unwrap().sample(stream),
    })
}

/// A time on top of another one.
fn shifted() -> Case {
    let of = Box::new(Spec::Gamma(Gamma::Mean { mean: ms(10), shape: 2.5 }));
    let spec = Spec::Shifted(Shifted { by: ms(4), of });
    let oracle = statrs_of::Gamma::new(2.5, 2.5 / 10e6).unwrap();
    let (mean, variance) = moments(&oracle);
    let cdf = move |x: f64| if x <= 4e6 { 0.0 } else { oracle.cdf(x - 4e6) };
    smooth("shifted", &spec, cdf, (mean + 4e6, variance), |stream| {
        4e6 + rand_distr::Gamma::new(2.5, 4e6).unwrap().sample(stream)
    })
}

/// A time so many times as long.
fn scaled() -> Case {
    let of = Box::new(Spec::Weibull(Weibull::Scale { scale: ms(5), shape: 0.8 }));
    let spec = Spec::Scaled(Scaled { by: 3.5, of });
    let oracle = statrs_of::Weibull::new(0.8, 5e6).unwrap();
    let (mean, variance) = moments(&oracle);
    let cdf = move |x: f64| oracle.cdf(x / 3.5);
    smooth("scaled", &spec, cdf, (mean * 3.5, variance * 3.5 * 3.5), |stream| {
        3.5 * rand_distr::Weibull::new(5e6, 0.8).unwrap().sample(stream)
    })
}

/// A time within bounds: its moments are those of gamma distributions of one and two stages more.
fn truncated() -> Case {
    const SHAPE: f64 = 3.0;
    let (scale, bounds) = (10e6 / SHAPE, (3e6, 25e6));
    let of = Box::new(Spec::Gamma(Gamma::Mean { mean: ms(10), shape: SHAPE }));
    let spec = Spec::Truncated(Truncated { min: Some(ms(3)), max: Some(ms(25)), of });
    let gamma = move |more: f64| statrs_of::Gamma::new(SHAPE + more, 1.0 / scale).unwrap();
    let within = move |more: f64| gamma(more).cdf(bounds.1) - gamma(more).cdf(bounds.0);
    let mean = SHAPE * scale * within(1.0) / within(0.0);
    let square = SHAPE * (SHAPE + 1.0) * scale * scale * within(2.0) / within(0.0);
    let cdf = move |x: f64| {
        let whole = gamma(0.0);
        (whole.cdf(x.clamp(bounds.0, bounds.1)) - whole.cdf(bounds.0)) / within(0.0)
    };
    smooth("truncated", &spec, cdf, (mean, square - mean * mean), move |stream| {
        loop {
            let draw = rand_distr::Gamma::new(SHAPE, scale).unwrap().sample(stream);
            if (bounds.0..=bounds.1).contains(&draw) {
                return draw;
            }
        }
    })
}

/// The draws of consecutive keys, in nanoseconds.
fn draws(dist: &Dist, seed: u64) -> Vec<f64> {
    (0..SAMPLES).map(|serial| dist.draw(Key::root(seed).with(serial)).as_nanos() as f64).collect()
}

#[test]
fn mean_and_variance_are_those_of_the_parts_put_together() {
    for Case { name, dist, mean, variance, .. } in cases() {
        let (found, spread) = (dist.mean(), dist.variance().unwrap());
        assert!((found / mean - 1.0).abs() < 1e-9, "{name}: mean {found}, not {mean}");
        assert!(
            (spread / variance - 1.0).abs() < 1e-8,
            "{name}: variance {spread}, not {variance}"
        );
    }
}

#[test]
fn quantiles_are_where_the_distribution_function_of_the_oracle_reaches_them() {
    for case in cases() {
        for p in PROBABILITIES {
            let (found, expected) = (case.dist.quantile(p), (case.quantile)(p));
            let off = (found / expected - 1.0).abs();
            assert!(off < 1e-8, "{}: {found} at {p}, not {expected}", case.name);
            let (own, theirs) = (case.dist.cdf(expected), (case.cdf)(expected));
            assert!(
                (own - theirs).abs() < 1e-9,
                "{}: {own} at {expected}, not {theirs}",
                case.name
            );
        }
    }
}

#[test]
fn draws_have_the_moments_and_the_distribution_of_the_oracle() {
    for (seed, case) in cases().iter().enumerate() {
        let mut drawn = draws(&case.dist, 300 + seed as u64);
        let n = SAMPLES as f64;
        let mean = drawn.iter().mean();
        // Five standard errors: once in two million.
        let most = 5.0 * (case.variance / n).sqrt();
        assert!((mean - case.mean).abs() < most, "{}: mean {mean}, not {}", case.name, case.mean);
        let fourth = drawn.iter().map(|x| (x - mean).powi(4)).mean();
        let error = ((fourth - case.variance * case.variance).max(0.0) / n).sqrt();
        let spread = drawn.iter().variance();
        let off = (spread - case.variance).abs();
        assert!(off < 5.0 * error + 1.0, "{}: variance {spread}, not {}", case.name, case.variance);
        let distance = distance_to(&mut drawn, &case.cdf);
        assert!(distance < ONCE_IN_A_THOUSAND, "{}: {distance}", case.name);
    }
}

#[test]
fn draws_look_like_samples_that_are_put_together_by_hand() {
    for (seed, case) in cases().iter().enumerate() {
        let mut stream = Key::root(2000).with(seed as u64).stream();
        let mut samples: Vec<f64> = (0..SAMPLES).map(|_| (case.sample)(&mut stream)).collect();
        let distance = distance_between(&mut draws(&case.dist, 400 + seed as u64), &mut samples);
        assert!(distance < ONCE_IN_A_THOUSAND, "{}: {distance}", case.name);
    }
}

#[test]
fn the_judges_do_condemn_what_is_slightly_wrong() {
    for case in cases() {
        // Of a few times a jump at the wrong place is no distance; one time more or less is.
        let wrong = match case.name {
            "values" => {
                let times = [40, 5, 12, 5, 90, 7].map(ms).to_vec();
                Spec::Values(Values { times }).build().unwrap()
            }
            _ => case.dist.scaled(1.05),
        };
        assert!((wrong.mean() / case.mean - 1.0).abs() > 1e-3, "{}", case.name);
        let distance = distance_to(&mut draws(&wrong, 7), &case.cdf);
        assert!(distance > ONCE_IN_A_THOUSAND, "{}: not seen: {distance}", case.name);
    }
}
