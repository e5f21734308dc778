//! How it is told whether a system can have a steady state: whose verdict it is, and the numbers that it rests on.

use brownout_scenarios::result::steady::{Interval, ServiceSteady};
use brownout_scenarios::result::{ResultSet, WindowResult};

use crate::number;

/// The column of verdicts.
pub(crate) const TITLE: &str = "steady?";

/// What is said of a window: the verdict, and whose it is where several services could have it.
pub(crate) fn verdict(results: &ResultSet, window: &WindowResult) -> Option<String> {
    let steady = window.steady.as_ref()?;
    let service = steady.service.as_ref().filter(|_| is_several(results));
    Some(match service {
        Some(service) => format!("{}: {service}", steady.verdict),
        None => steady.verdict.clone(),
    })
}

/// The service that a window's verdict is about, with what is known of it.
pub(crate) fn worst(window: &WindowResult) -> Option<&ServiceSteady> {
    let service = window.steady.as_ref()?.service.as_ref()?;
    window.services.get(service)?.steady.as_ref()
}

/// Whether any window could be told of more than one service.
fn is_several(results: &ResultSet) -> bool {
    let mut windows = results.points.iter().flat_map(|point| &point.windows);
    windows.any(|window| window.services.values().filter(|one| one.steady.is_some()).count() > 1)
}

/// The interval of a load in per cent of the capacity: `93.1 to 95.2`; its mean where there is no interval.
pub(crate) fn load(load: &Interval) -> String {
    told(load, 100.0)
}

/// The interval by which a backlog grows: `-0.3 to 1.2`; its mean where there is no interval.
pub(crate) fn growth(growth: &Interval) -> String {
    told(growth, 1.0)
}

/// Both ends to a thousandth of their distance, so that it can be seen on which side of 1 or 0 they lie.
fn told(interval: &Interval, factor: f64) -> String {
    match interval.low.zip(interval.high) {
        Some((low, high)) => {
            let (low, high) = (low * factor, high * factor);
            let decimals = match high - low {
                0.0 => 2,
                distance => (3 - number::exponent(distance)).clamp(0, 5),
            };
            format!("{} to {}", number::fixed(low, decimals), number::fixed(high, decimals))
        }
        None => number::show(interval.mean * factor, None).value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_has_the_digits_that_tell_its_ends_apart() {
        let of =
            |low, high| Interval { mean: (low + high) / 2.0, low: Some(low), high: Some(high) };
        assert_eq!(load(&of(0.9312, 0.9521)), "93.120 to 95.210");
        assert_eq!(load(&of(0.99912, 1.00013)), "99.9120 to 100.0130");
        assert_eq!(growth(&of(-0.25, 120.0)), "-0.2 to 120.0");
        assert_eq!(growth(&of(0.0, 0.0)), "0.00 to 0.00");
        assert_eq!(load(&Interval { mean: 0.5, low: None, high: None }), "50");
    }
}
