//! What a file says about a distribution.

use std::fmt;

use schemars::JsonSchema;
use serde::de::value::EnumAccessDeserializer;
use serde::de::{self, Deserialize, Deserializer, EnumAccess, Visitor};
use serde::{Serialize, Serializer};

use super::{
    Binned, Dist, DistError, Erlang, Exponential, Gamma, Hyperexponential, LogNormal, Mixture,
    Normal, Pareto, Quantiles, Scaled, Shifted, Truncated, Uniform, Values, Weibull,
};
use crate::time::Span;

/// A distribution of times as it is written down.
///
/// In a file it is a bare duration, which is a constant, or the name of a family with its fields: `"1ms"`,
/// `Exponential("99ms")`, `LogNormal(p50: "5ms", p99: "40ms")`. Families that take others, take them in any of these
/// forms: `Shifted(by: "1ms", of: Exponential("3ms"))`.
#[derive(Clone, PartialEq, Debug, Serialize, serde::Deserialize, JsonSchema)]
#[serde(remote = "Self")]
#[schemars(rename = "Distribution")]
pub enum Spec {
    /// Always the same time; in a file a bare duration: `"1ms"`.
    Constant(Span),
    /// Equally likely between two ends.
    Uniform(Uniform),
    /// No memory: the gaps between independent events.
    Exponential(Exponential),
    /// Symmetric about a mean, cut off at zero.
    Normal(Normal),
    /// Skewed to the right, the usual shape of latencies.
    LogNormal(LogNormal),
    /// A sum of stages, told by its shape.
    Gamma(Gamma),
    /// A sum of so many exponential stages.
    Erlang(Erlang),
    /// A stretched exponential: lifetimes, tails of any weight.
    Weibull(Weibull),
    /// A heavy tail without a scale, bounded or not.
    Pareto(Pareto),
    /// Exponential with one of several means.
    Hyperexponential(Hyperexponential),
    /// One of several distributions, by weight.
    Mixture(Mixture),
    /// One of the listed times.
    Values(Values),
    /// Measured times, counted in bins.
    Histogram(Binned),
    /// Known by some percentiles.
    Quantiles(Quantiles),
    /// Another distribution on top of a fixed time.
    Shifted(Shifted),
    /// Another distribution times a factor.
    Scaled(Scaled),
    /// Another distribution, given that it stays within bounds.
    Truncated(Truncated),
}

impl Spec {
    /// The distribution to draw from, or why there is none.
    pub fn build(&self) -> Result<Dist, DistError> {
        match self {
            Spec::Constant(span) => Ok(Dist::constant(*span)),
            Spec::Uniform(spec) => spec.build(),
            Spec::Exponential(spec) => spec.build(),
            Spec::Normal(spec) => spec.build(),
            Spec::LogNormal(spec) => spec.build(),
            Spec::Gamma(spec) => spec.build(),
            Spec::Erlang(spec) => spec.build(),
            Spec::Weibull(spec) => spec.build(),
            Spec::Pareto(spec) => spec.build(),
            Spec::Hyperexponential(spec) => spec.build(),
            Spec::Mixture(spec) => spec.build(),
            Spec::Values(spec) => spec.build(),
            Spec::Histogram(spec) => spec.build(),
            Spec::Quantiles(spec) => spec.build(),
            Spec::Shifted(spec) => spec.build(),
            Spec::Scaled(spec) => spec.build(),
            Spec::Truncated(spec) => spec.build(),
        }
    }

    /// What a reader should know before trusting the numbers: a sentence each, in the order written.
    pub fn warnings(&self) -> Vec<String> {
        match self {
            Spec::Normal(spec) => spec.warning().into_iter().collect(),
            Spec::Pareto(spec) => spec.warning().into_iter().collect(),
            Spec::Mixture(spec) => spec.parts.iter().flat_map(|part| part.of.warnings()).collect(),
            Spec::Shifted(spec) => spec.of.warnings(),
            Spec::Scaled(spec) => spec.of.warnings(),
            // An upper bound takes away the tail that there is to warn of.
            Spec::Truncated(spec) if spec.max.is_none() => spec.of.warnings(),
            _ => Vec::new(),
        }
    }

    /// Reads the name of a family with its fields, and no bare duration; as does the `Spec::deserialize` that serde
    /// derives, whereas the trait [`Deserialize`] reads both.
    ///
    /// A reader that sees which of the two forms it has before it uses this keeps the exact position of an error;
    /// where [`Deserialize`] finds out by itself, errors stand at the end of the distribution.
    pub fn named<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Spec, D::Error> {
        Spec::deserialize(deserializer)
    }
}

impl Serialize for Spec {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Spec::Constant(span) => span.serialize(serializer),
            named => Spec::serialize(named, serializer),
        }
    }
}

/// The name under which a [`Spec`] asks for itself, as a newtype. A format that tells a text from the name of a family
/// can know it and answer with either, so that errors keep their exact position; for all others it means nothing.
pub const TEXT_OR_FAMILY: &str = "brownout::dist::Spec";

impl<'de> Deserialize<'de> for Spec {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Spec, D::Error> {
        deserializer.deserialize_newtype_struct(TEXT_OR_FAMILY, TextOrFamily)
    }
}

fn constant<E: de::Error>(text: &str) -> Result<Spec, E> {
    text.parse().map(Spec::Constant).map_err(E::custom)
}

struct TextOrFamily;

impl<'de> Visitor<'de> for TextOrFamily {
    type Value = Spec;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(
            "a duration such as \"5ms\", or a distribution such as `Exponential(\"5ms\")`",
        )
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Spec, E> {
        constant(text)
    }

    fn visit_enum<A: EnumAccess<'de>>(self, family: A) -> Result<Spec, A::Error> {
        Spec::named(EnumAccessDeserializer::new(family))
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<Spec, D::Error> {
        match Written::deserialize(deserializer)? {
            Written::Bare(text) => constant(&text),
            // Always an error, which names the unit that a number lacks.
            Written::Number(number) => constant(&number.to_string()),
            Written::Named(Reading(Ok(spec))) => Ok(spec),
            Written::Named(Reading(Err(why))) => Err(de::Error::custom(why)),
        }
    }
}

/// Both forms of a distribution. Only an untagged enum can look at either without losing the names.
#[derive(serde::Deserialize)]
#[serde(untagged)]
enum Written {
    Bare(String),
    Number(f64),
    Named(Reading),
}

/// A reading that keeps its error for itself, as an untagged enum would replace it by "no variant matched".
struct Reading(Result<Spec, String>);

impl<'de> Deserialize<'de> for Reading {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Reading, D::Error> {
        Ok(Reading(Spec::named(deserializer).map_err(|error| error.to_string())))
    }
}
