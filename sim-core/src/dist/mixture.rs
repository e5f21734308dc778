//! Mixtures: most draws from one distribution, some from another.

use std::fmt;

use schemars::JsonSchema;
use serde::de::{self, Deserialize, Deserializer, Visitor};
use serde::{Serialize, Serializer};

use super::family::Family;
use super::{Dist, DistError, Spec};
use crate::time::Span;

/// Mixture: each draw comes from one of several distributions, chosen by weight.
///
/// `Mixture([(weight: 99, of: "10ms"), (weight: 1, of: "1s")])`: one call in a hundred takes a second.
#[derive(Clone, PartialEq, Debug, Serialize, serde::Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Mixture {
    /// The parts, at least one.
    pub parts: Vec<Part>,
}

/// One part of a [`Mixture`].
#[derive(Clone, PartialEq, Debug, Serialize, serde::Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// How often it is chosen, against the sum of all weights.
    pub weight: Weight,
    /// What is drawn then.
    pub of: Spec,
}

/// Hyperexponential: each draw is exponential with one of several means, chosen by weight. Burstier than exponential.
///
/// `Hyperexponential([(weight: "90%", mean: "1ms"), (weight: "10%", mean: "20ms")])`
#[derive(Clone, PartialEq, Debug, Serialize, serde::Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Hyperexponential {
    /// The phases, at least one.
    pub phases: Vec<Phase>,
}

/// One phase of a [`Hyperexponential`].
#[derive(Clone, PartialEq, Debug, Serialize, serde::Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Phase {
    /// How often it is chosen, against the sum of all weights.
    pub weight: Weight,
    /// The mean then, above zero.
    pub mean: Span,
}

/// How often something is chosen, against the sum of all weights: a number, or a share in quotes such as `"90%"`.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug, JsonSchema)]
pub struct Weight(pub f64);

impl Mixture {
    pub(super) fn build(&self) -> Result<Dist, DistError> {
        let parts = self.parts.iter().enumerate().map(|(at, part)| {
            let dist = part
                .of
                .build()
                .map_err(|error| error.within(format!("part {} of Mixture", at + 1)))?;
            Ok((part.weight, dist))
        });
        OneOf::build("Mixture", parts.collect::<Result<_, DistError>>()?)
    }
}

impl Hyperexponential {
    pub(super) fn build(&self) -> Result<Dist, DistError> {
        const FAMILY: &str = "Hyperexponential";
        let phases = self.phases.iter().enumerate().map(|(at, phase)| {
            if phase.mean.is_zero() {
                let error = DistError::field(FAMILY, "mean", phase.mean, "a time above zero");
                return Err(error.within(format!("phase {}", at + 1)));
            }
            Ok((phase.weight, Dist::exponential(phase.mean)))
        });
        OneOf::build(FAMILY, phases.collect::<Result<_, DistError>>()?)
    }
}

/// Several distributions and the probability of each.
///
/// One uniform number picks the part, and its place within the part's stretch of (0, 1) is the uniform number of the
/// draw. So draws grow with the uniform number within a part, not from part to part, and a part of weight w keeps the
/// finest 2⁻⁵³ / w of its tail.
#[derive(Debug)]
struct OneOf {
    parts: Vec<Chosen>,
}

#[derive(Debug)]
struct Chosen {
    /// The probability of this part.
    weight: f64,
    /// Where its stretch of (0, 1) begins.
    from: f64,
    dist: Dist,
}

impl OneOf {
    fn build(family: &str, parts: Vec<(Weight, Dist)>) -> Result<Dist, DistError> {
        let mut total = 0.0;
        for &(Weight(weight), _) in &parts {
            if !(weight.is_finite() && weight >= 0.0) {
                return Err(DistError::field(
                    family,
                    "weight",
                    weight,
                    "a number of at least zero",
                ));
            }
            total += weight;
        }
        if !(total.is_finite() && total > 0.0) {
            let found = format!("{} parts with a total weight of {total}", parts.len());
            return Err(DistError::whole(
                family,
                found,
                "at least one part with a weight above zero",
            ));
        }
        let mut from = 0.0;
        let weighty = parts.into_iter().filter(|(weight, _)| weight.0 > 0.0);
        let mut parts: Vec<Chosen> = weighty
            .map(|(weight, dist)| {
                let part = Chosen { weight: weight.0 / total, from: from / total, dist };
                from += weight.0;
                part
            })
            .collect();
        if parts.len() == 1 {
            return Ok(parts.remove(0).dist);
        }
        Ok(Dist::other(OneOf { parts }))
    }

    fn sum(&self, term: impl Fn(&Dist) -> f64) -> f64 {
        self.parts.iter().map(|part| part.weight * term(&part.dist)).sum()
    }
}

impl Family for OneOf {
    fn draw_at(&self, u: f64) -> f64 {
        const LEAST: f64 = 1.0 / (1_u64 << 53) as f64;
        let at = self.parts.partition_point(|part| part.from < u).max(1) - 1;
        let part = &self.parts[at];
        part.dist.draw_at(((u - part.from) / part.weight).clamp(LEAST, 1.0 - LEAST))
    }

    /// By bisection between the quantiles of the parts, to the last bit.
    fn quantile(&self, p: f64) -> f64 {
        let ends = self.parts.iter().map(|part| part.dist.quantile(p));
        let (mut low, mut high) =
            ends.fold((f64::INFINITY, 0.0_f64), |(low, high), end| (low.min(end), high.max(end)));
        loop {
            let middle = low + (high - low) / 2.0;
            if middle <= low || middle >= high {
                return if self.cdf(low) >= p { low } else { high };
            }
            if self.cdf(middle) >= p { high = middle } else { low = middle }
        }
    }

    fn cdf(&self, nanos: f64) -> f64 {
        self.sum(|dist| dist.cdf(nanos))
    }

    fn mean(&self) -> f64 {
        self.sum(Dist::mean)
    }

    fn variance(&self) -> Option<f64> {
        let mean = self.mean();
        let within: f64 = self
            .parts
            .iter()
            .map(|part| Some(part.weight * part.dist.variance()?))
            .sum::<Option<f64>>()?;
        Some(within + self.sum(|dist| (dist.mean() - mean) * (dist.mean() - mean)))
    }
}

impl Serialize for Weight {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.0)
    }
}

impl<'de> Deserialize<'de> for Weight {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Weight, D::Error> {
        deserializer.deserialize_any(WeightVisitor)
    }
}

struct WeightVisitor;

impl Visitor<'_> for WeightVisitor {
    type Value = Weight;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a weight: a number, or a share such as \"90%\"")
    }

    fn visit_f64<E: de::Error>(self, weight: f64) -> Result<Weight, E> {
        Ok(Weight(weight))
    }

    fn visit_u64<E: de::Error>(self, weight: u64) -> Result<Weight, E> {
        Ok(Weight(weight as f64))
    }

    fn visit_i64<E: de::Error>(self, weight: i64) -> Result<Weight, E> {
        Ok(Weight(weight as f64))
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Weight, E> {
        let share: crate::units::Share = text.parse().map_err(de::Error::custom)?;
        Ok(Weight(share.get()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Key;

    fn millis(weight: f64, millis: u64) -> Part {
        Part { weight: Weight(weight), of: Spec::Constant(Span::from_millis(millis)) }
    }

    #[test]
    fn each_part_comes_as_often_as_its_weight_says() {
        let dist = Mixture { parts: vec![millis(99.0, 10), millis(1.0, 1000)] }.build().unwrap();
        let slow = (0..100_000)
            .filter(|&serial| dist.draw(Key::root(1).with(serial)) == Span::from_secs(1))
            .count();
        assert!(
            (slow as f64 - 1000.0).abs() < 5.0 * (990.0_f64).sqrt(),
            "{slow} of 100,000 were slow"
        );
        assert!((dist.mean() / 19.9e6 - 1.0).abs() < 1e-15);
        assert_eq!((dist.quantile(0.98), dist.quantile(0.995)), (10e6, 1e9));
    }

    #[test]
    fn two_phases_have_the_textbook_variance() {
        let phase = |weight, mean| Phase { weight: Weight(weight), mean: Span::from_millis(mean) };
        let dist =
            Hyperexponential { phases: vec![phase(0.9, 1), phase(0.1, 20)] }.build().unwrap();
        let (mean, square) = (0.9 + 2.0, 2.0 * (0.9 + 40.0));
        assert!((dist.mean() / (mean * 1e6) - 1.0).abs() < 1e-14);
        assert!((dist.variance().unwrap() / ((square - mean * mean) * 1e12) - 1.0).abs() < 1e-14);
        for p in [1e-9, 0.3, 0.9, 0.999] {
            assert!((dist.cdf(dist.quantile(p)) / p - 1.0).abs() < 1e-12);
        }
    }

    #[test]
    fn weights_that_choose_nothing_are_refused_and_errors_name_the_part() {
        assert!(Mixture { parts: vec![] }.build().is_err());
        assert!(
            Mixture { parts: vec![millis(0.0, 1)] }
                .build()
                .unwrap_err()
                .to_string()
                .contains("above zero")
        );
        assert!(Mixture { parts: vec![millis(-1.0, 1), millis(2.0, 1)] }.build().is_err());
        let phases = vec![Phase { weight: Weight(1.0), mean: Span::ZERO }];
        let error = Hyperexponential { phases }.build().unwrap_err().to_string();
        assert!(error.starts_with("in phase 1: `mean` of Hyperexponential is 0s"), "{error}");
    }
}
