//! How long to wait before trying again: constant, linear or exponential, with or without jitter.
//!
//! Without jitter, clients that failed together come back together. The names of the jitters are those of Brooker,
//! *Exponential Backoff and Jitter* (AWS Architecture Blog, 2015).

use brownout_core::time::Span;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::delay::{Delay, Delays};

/// How the wait between two attempts grows.
#[derive(Clone, Copy, PartialEq, Default, Debug, Serialize, Deserialize, JsonSchema)]
pub enum Backoff {
    /// No wait: the next attempt starts at the instant of the failure.
    #[default]
    None,
    /// The same wait each time.
    Constant(Constant),
    /// One step more each time.
    Linear(Linear),
    /// A factor more each time.
    Exponential(Exponential),
}

/// The same wait each time.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Constant {
    /// The wait before jitter.
    pub delay: Span,
    /// How the wait is spread. Default `None`.
    #[serde(default)]
    pub jitter: Jitter,
}

/// One step more each time: step, 2 × step, 3 × step …
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Linear {
    /// The first wait, and what each further one is longer.
    pub step: Span,
    /// The longest wait before jitter. Default: no cap.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cap: Option<Span>,
    /// How the wait is spread. Default `None`.
    #[serde(default)]
    pub jitter: Jitter,
}

/// A factor more each time: base, base × factor, base × factor² …
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Exponential {
    /// The first wait.
    pub base: Span,
    /// What each further wait is multiplied by; at least 1. Default 2.
    #[serde(default = "two")]
    pub factor: f64,
    /// The longest wait before jitter. Default: no cap.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cap: Option<Span>,
    /// How the wait is spread. Default `None`.
    #[serde(default)]
    pub jitter: Jitter,
}

/// How a wait of `v` is spread at random.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize, JsonSchema)]
pub enum Jitter {
    /// Exactly `v`.
    #[default]
    None,
    /// Half of it certain, half at random: `v/2 + U(0, v/2)`.
    Equal,
    /// All of it at random: `U(0, v)`.
    Full,
    /// From the base up to three times the wait before: `min(cap, U(base, 3 × previous))`.
    Decorrelated,
}

/// A backoff made ready: constant waits have their lanes.
#[derive(Clone, Debug)]
pub struct Ready {
    spec: Backoff,
    /// The waits before each further attempt, where no chance is involved.
    fixed: Box<[Delay]>,
}

impl Backoff {
    /// What is wrong with the fields, if anything.
    pub fn problem(&self) -> Option<String> {
        match self {
            Backoff::Exponential(e) if !(e.factor >= 1.0 && e.factor.is_finite()) => {
                Some(format!("factor is {}, expected a number of at least 1", e.factor))
            }
            _ => None,
        }
    }

    /// The shortest that the first wait may be.
    pub fn least(&self) -> Span {
        let first = self.before_jitter(1);
        match self.jitter() {
            Jitter::None | Jitter::Decorrelated => first,
            Jitter::Equal => Span::from_nanos(first.as_nanos() / 2),
            Jitter::Full => Span::ZERO,
        }
    }

    /// Makes the backoff ready for a policy that waits at most `waits` times.
    pub fn ready(self, waits: u32, delays: &mut Delays) -> Ready {
        const MOST_LANES: u32 = 64;
        let fixed = match self.jitter() {
            Jitter::None => (1..=waits.min(MOST_LANES))
                .map(|number| delays.constant(self.before_jitter(number)))
                .collect(),
            _ => Box::default(),
        };
        Ready { spec: self, fixed }
    }

    fn jitter(self) -> Jitter {
        match self {
            Backoff::None => Jitter::None,
            Backoff::Constant(Constant { jitter, .. })
            | Backoff::Linear(Linear { jitter, .. })
            | Backoff::Exponential(Exponential { jitter, .. }) => jitter,
        }
    }

    /// The wait number `number` (from 1) before jitter.
    fn before_jitter(self, number: u32) -> Span {
        match self {
            Backoff::None => Span::ZERO,
            Backoff::Constant(constant) => constant.delay,
            Backoff::Linear(linear) => {
                (linear.step * u64::from(number)).min(linear.cap.unwrap_or(Span::MAX))
            }
            Backoff::Exponential(exponential) => {
                let mut factor = 1.0;
                for _ in 1..number.min(1100) {
                    factor *= exponential.factor;
                }
                exponential.base.scale(factor).min(exponential.cap.unwrap_or(Span::MAX))
            }
        }
    }

    fn base_and_cap(self) -> (Span, Span) {
        match self {
            Backoff::None => (Span::ZERO, Span::ZERO),
            Backoff::Constant(c) => (c.delay, Span::MAX),
            Backoff::Linear(l) => (l.step, l.cap.unwrap_or(Span::MAX)),
            Backoff::Exponential(e) => (e.base, e.cap.unwrap_or(Span::MAX)),
        }
    }
}

impl Ready {
    /// The wait number `number` (from 1). `uniform` is drawn only where chance is involved; `previous` is the wait
    /// before, in nanoseconds, 0 at first, and is kept up to date.
    pub fn wait(&self, number: u32, uniform: impl FnOnce() -> f64, previous: &mut u64) -> Delay {
        if let Some(&delay) = self.fixed.get(number as usize - 1) {
            return delay;
        }
        let v = self.spec.before_jitter(number);
        let span = match self.spec.jitter() {
            Jitter::None => v,
            Jitter::Equal => v.scale(0.5 + 0.5 * uniform()),
            Jitter::Full => v.scale(uniform()),
            Jitter::Decorrelated => {
                let (base, cap) = self.spec.base_and_cap();
                let before = Span::from_nanos(*previous).max(base);
                let reach = (before * 3).saturating_sub(base);
                (base + reach.scale(uniform())).min(cap)
            }
        };
        *previous = span.as_nanos();
        Delay::once(span)
    }
}

fn two() -> f64 {
    2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exponential(jitter: Jitter) -> Backoff {
        let base = Span::from_millis(100);
        Backoff::Exponential(Exponential {
            base,
            factor: 2.0,
            cap: Some(Span::from_secs(2)),
            jitter,
        })
    }

    fn waits(backoff: Backoff, uniform: f64) -> Vec<u64> {
        let ready = backoff.ready(7, &mut Delays::default());
        let mut previous = 0;
        (1..=7)
            .map(|n| ready.wait(n, || uniform, &mut previous).span().as_nanos() / 1_000_000)
            .collect()
    }

    #[test]
    fn an_exponential_backoff_doubles_up_to_its_cap() {
        assert_eq!(waits(exponential(Jitter::None), 0.5), [100, 200, 400, 800, 1600, 2000, 2000]);
    }

    #[test]
    fn full_jitter_spreads_from_zero_and_equal_jitter_from_the_half() {
        assert_eq!(waits(exponential(Jitter::Full), 0.25), [25, 50, 100, 200, 400, 500, 500]);
        assert_eq!(waits(exponential(Jitter::Equal), 0.5), [75, 150, 300, 600, 1200, 1500, 1500]);
    }

    #[test]
    fn decorrelated_jitter_grows_from_the_wait_before() {
        // base 100: U(100, 300) at 1/2 = 200; U(100, 600) = 350; U(100, 1050) = 575 …
        assert_eq!(waits(exponential(Jitter::Decorrelated), 0.5)[..3], [200, 350, 575]);
        assert_eq!(waits(exponential(Jitter::Decorrelated), 1.0)[6], 2000);
    }

    #[test]
    fn a_linear_backoff_adds_a_step_each_time() {
        let step = Span::from_millis(10);
        let linear = Backoff::Linear(Linear { step, cap: None, jitter: Jitter::None });
        assert_eq!(waits(linear, 0.5), [10, 20, 30, 40, 50, 60, 70]);
    }

    #[test]
    fn waits_without_chance_have_lanes() {
        let mut delays = Delays::default();
        let ready = exponential(Jitter::None).ready(2, &mut delays);
        assert!(ready.wait(1, || 0.5, &mut 0).lane().is_some());
        assert_eq!(delays.spans().len(), 2);
    }
}
