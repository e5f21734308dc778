//! Times known by some of their percentiles, as a dashboard shows them.

use std::fmt;

use schemars::JsonSchema;
use serde::de::{self, Deserialize, Deserializer, MapAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, Serializer};

use super::family::Family;
use super::special::{normal_cdf, normal_quantile};
use super::{Dist, DistError};
use crate::time::Span;
use crate::units::Share;

/// Quantiles: a distribution that has the given percentiles and is lognormal in between.
///
/// `Quantiles({"50%": "4ms", "99%": "35ms", "99.9%": "80ms"})`
///
/// With z = Φ⁻¹(p), the logarithm of the time is a broken line through the given points (z, ln t). Below the first and
/// beyond the last point the outer stretches go on with the slope they have: the tail is the lognormal one of the last
/// two points, so the p99.99 of the example is 158 ms, and nothing bounds a draw. Use `Truncated` where
/// something does.
#[derive(Clone, PartialEq, Debug, JsonSchema)]
#[schemars(transparent)]
pub struct Quantiles {
    /// At least two points, shares above 0 % and below 100 %, in any order; the times above zero and not falling.
    #[schemars(with = "std::collections::BTreeMap<String, Span>")]
    pub points: Vec<(Share, Span)>,
}

const FAMILY: &str = "Quantiles";

impl Quantiles {
    pub(super) fn build(&self) -> Result<Dist, DistError> {
        let mut points = self.points.clone();
        points.sort_by(|one, other| one.0.get().total_cmp(&other.0.get()));
        if points.len() < 2 {
            return Err(DistError::whole(FAMILY, "fewer than two points", "at least two"));
        }
        for &(share, time) in &points {
            if share == Share::NONE || share == Share::ALL {
                let expected = "shares above 0% and below 100%";
                return Err(DistError::whole(FAMILY, format!("the share {share}"), expected));
            }
            if time.is_zero() {
                return Err(DistError::field(
                    FAMILY,
                    &share.to_string(),
                    time,
                    "a time above zero",
                ));
            }
        }
        for pair in points.windows(2) {
            let ((low_share, low), (share, time)) = (pair[0], pair[1]);
            if low_share == share {
                return Err(DistError::whole(FAMILY, format!("{share} twice"), "each share once"));
            }
            if time < low {
                let expected = format!("at least the {low_share}, which is {low}");
                return Err(DistError::field(FAMILY, &share.to_string(), time, expected));
            }
        }
        if points[0].1 == points[points.len() - 1].1 {
            return Ok(Dist::constant(points[0].1));
        }
        Ok(Dist::other(BrokenLine::through(&points)))
    }
}

/// ln t as a broken line over z.
#[derive(Debug)]
struct BrokenLine {
    /// From left to right; the first begins at −∞.
    stretches: Vec<Stretch>,
}

/// One stretch of the line: ln t = at_zero + slope z.
#[derive(Debug)]
struct Stretch {
    /// The probability at which it begins.
    from: f64,
    /// The z at which it begins.
    from_z: f64,
    /// The time at which it begins.
    from_nanos: f64,
    at_zero: f64,
    slope: f64,
}

impl BrokenLine {
    /// The line through two or more points, in order.
    fn through(points: &[(Share, Span)]) -> BrokenLine {
        let stretches = points.windows(2).map(|pair| {
            let [(p, low), (q, high)] =
                [pair[0], pair[1]].map(|(share, time)| (share.get(), time.as_nanos() as f64));
            let (z, log) = (normal_quantile(p), libm::log(low));
            let slope = (libm::log(high) - log) / (normal_quantile(q) - z);
            Stretch { from: p, from_z: z, from_nanos: low, at_zero: log - slope * z, slope }
        });
        let mut stretches: Vec<Stretch> = stretches.collect();
        let first = &mut stretches[0];
        (first.from, first.from_z, first.from_nanos) = (0.0, f64::NEG_INFINITY, 0.0);
        BrokenLine { stretches }
    }

    /// Each stretch with the z at which it ends.
    fn with_ends(&self) -> impl Iterator<Item = (&Stretch, f64)> {
        let ends = self.stretches.iter().skip(1).map(|next| next.from_z).chain([f64::INFINITY]);
        self.stretches.iter().zip(ends)
    }

    /// E Tⁿ: each stretch is a piece of a lognormal distribution.
    fn moment(&self, n: f64) -> f64 {
        let of_stretch = |(stretch, end): (&Stretch, f64)| {
            let shift = n * stretch.slope;
            let whole = libm::exp(n * stretch.at_zero + shift * shift / 2.0);
            // The mass between the ends, taken from the side where it is small.
            let (from, to) = (stretch.from_z - shift, end - shift);
            let mass = if from > 0.0 {
                normal_cdf(-from) - normal_cdf(-to)
            } else {
                normal_cdf(to) - normal_cdf(from)
            };
            whole * mass
        };
        self.with_ends().map(of_stretch).sum()
    }
}

impl Family for BrokenLine {
    fn draw_at(&self, u: f64) -> f64 {
        let at = self.stretches.partition_point(|stretch| stretch.from < u).max(1) - 1;
        let stretch = &self.stretches[at];
        libm::exp(stretch.at_zero + stretch.slope * normal_quantile(u))
    }

    fn cdf(&self, nanos: f64) -> f64 {
        if nanos <= 0.0 {
            return 0.0;
        }
        let at = self.stretches.partition_point(|stretch| stretch.from_nanos <= nanos).max(1) - 1;
        let stretch = &self.stretches[at];
        if stretch.slope == 0.0 {
            // Only a flat end is reached here: before the first slope all is above, on the last flat all is below.
            return if nanos < libm::exp(stretch.at_zero) { 0.0 } else { 1.0 };
        }
        let p = normal_cdf((libm::log(nanos) - stretch.at_zero) / stretch.slope);
        self.stretches.get(at + 1).map_or(p, |next| p.min(next.from))
    }

    fn mean(&self) -> f64 {
        self.moment(1.0)
    }

    fn variance(&self) -> Option<f64> {
        let mean = self.mean();
        Some(self.moment(2.0) - mean * mean)
    }
}

impl Serialize for Quantiles {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.points.len()))?;
        for (share, time) in &self.points {
            map.serialize_entry(share, time)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Quantiles {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Quantiles, D::Error> {
        deserializer.deserialize_map(Points)
    }
}

/// Reads a map and keeps a share that stands in it twice, so that it can be refused.
struct Points;

impl<'de> Visitor<'de> for Points {
    type Value = Quantiles;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a map from shares to times, such as {\"50%\": \"4ms\", \"99%\": \"35ms\"}")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Quantiles, A::Error> {
        let mut points: Vec<(Share, Span)> = Vec::new();
        while let Some((share, time)) = map.next_entry::<Share, Span>()? {
            if points.iter().any(|(earlier, _)| *earlier == share) {
                return Err(de::Error::custom(format!("the share {share} stands here twice")));
            }
            points.push((share, time));
        }
        Ok(Quantiles { points })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quantiles(points: &[(&str, &str)]) -> Result<Dist, DistError> {
        let points =
            points.iter().map(|(share, time)| (share.parse().unwrap(), time.parse().unwrap()));
        Quantiles { points: points.collect() }.build()
    }

    #[test]
    fn the_given_points_come_back_and_the_tail_is_the_one_the_docs_tell() {
        let dist = quantiles(&[("99.9%", "80ms"), ("50%", "4ms"), ("99%", "35ms")]).unwrap();
        for (p, nanos) in [(0.5, 4e6), (0.99, 35e6), (0.999, 80e6)] {
            assert!((dist.quantile(p) / nanos - 1.0).abs() < 1e-12, "{p}: {}", dist.quantile(p));
            assert!((dist.cdf(nanos) / p - 1.0).abs() < 1e-12);
        }
        assert_eq!((dist.quantile(0.9999) / 1e6).round(), 158.0);
    }

    #[test]
    fn two_points_are_a_lognormal_distribution_moments_and_all() {
        let dist = quantiles(&[("50%", "5ms"), ("99%", "40ms")]).unwrap();
        let sigma = libm::log(8.0) / normal_quantile(0.99);
        let mean = 5e6 * libm::exp(sigma * sigma / 2.0);
        assert!((dist.mean() / mean - 1.0).abs() < 1e-13);
        let variance = libm::expm1(sigma * sigma) * mean * mean;
        assert!((dist.variance().unwrap() / variance - 1.0).abs() < 1e-12);
    }

    #[test]
    fn a_flat_stretch_is_a_time_that_comes_often() {
        let dist =
            quantiles(&[("10%", "1ms"), ("50%", "4ms"), ("90%", "4ms"), ("99%", "9ms")]).unwrap();
        assert!((dist.quantile(0.7) / 4e6 - 1.0).abs() < 1e-14);
        assert!((dist.cdf(4e6 * (1.0 + 1e-12)) - 0.9).abs() < 1e-9);
        assert!((dist.cdf(4e6 * (1.0 - 1e-12)) - 0.5).abs() < 1e-9);
        let ends =
            quantiles(&[("10%", "2ms"), ("50%", "2ms"), ("90%", "4ms"), ("99%", "4ms")]).unwrap();
        assert_eq!((ends.cdf(1.9e6), ends.cdf(4.1e6)), (0.0, 1.0));
        assert!((ends.quantile(1e-9) / 2e6 - 1.0).abs() < 1e-14);
    }

    #[test]
    fn points_that_make_no_distribution_are_refused() {
        for (points, why) in [
            (&[("50%", "4ms")][..], "fewer than two points"),
            (
                &[("50%", "4ms"), ("99%", "3ms")],
                "`99%` of Quantiles is 3ms: expected at least the 50%",
            ),
            (&[("50%", "4ms"), ("100%", "9ms")], "the share 100%"),
            (&[("50%", "0ms"), ("99%", "9ms")], "a time above zero"),
            (&[("50%", "4ms"), ("50%", "9ms")], "50% twice"),
        ] {
            let error = quantiles(points).unwrap_err().to_string();
            assert!(error.contains(why), "{error}");
        }
    }
}
