//! Scales and the ticks on them: nice numbers, few of them, each with its unit.

use crate::number;

/// How values become heights.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Scale {
    /// From 0 to a value.
    Linear { most: f64 },
    /// Between two values above 0, by their ratio.
    Log { least: f64, most: f64 },
}

impl Scale {
    /// Where a value stands between the bottom (0) and the top (1).
    pub(super) fn share(self, value: f64) -> f64 {
        let share = match self {
            Scale::Linear { most } => value / most,
            Scale::Log { least, most } => {
                (libm::log10(value.max(least)) - libm::log10(least))
                    / (libm::log10(most) - libm::log10(least))
            }
        };
        if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.0 }
    }

    /// A linear scale with room for some values; one of only zeros goes to 1.
    pub(super) fn linear(values: impl IntoIterator<Item = f64>) -> Scale {
        let most = values.into_iter().filter(|value| value.is_finite()).fold(0.0, f64::max);
        Scale::Linear { most: if most > 0.0 { most * 1.04 } else { 1.0 } }
    }

    /// A logarithmic scale with room for some values; those that are not above 0 have no place on it.
    pub(super) fn log(values: impl IntoIterator<Item = f64>) -> Scale {
        let (mut least, mut most) = (f64::INFINITY, 0.0f64);
        for value in values.into_iter().filter(|value| value.is_finite() && *value > 0.0) {
            least = least.min(value);
            most = most.max(value);
        }
        if most == 0.0 {
            return Scale::Log { least: 1.0, most: 1_000.0 };
        }
        // At least one decade, so that a steady latency looks steady.
        let widen = (10.0 / (most / least)).max(1.0).sqrt();
        Scale::Log { least: least / widen / 1.15, most: most * widen * 1.15 }
    }

    /// Ticks from the bottom up, at most about `most` of them.
    pub(super) fn ticks(self, most: usize) -> Vec<f64> {
        match self {
            Scale::Linear { most: top } => linear_ticks(top, most),
            Scale::Log { least, most: top } => log_ticks(least, top, most),
        }
    }
}

/// Multiples of 1, 2 or 5 times a power of ten from 0 up to a value.
fn linear_ticks(top: f64, most: usize) -> Vec<f64> {
    let rough = top / most.max(1) as f64;
    let power = 10f64.powi(number::exponent(rough));
    let step =
        [1.0, 2.0, 5.0, 10.0].into_iter().map(|digit| digit * power).find(|step| *step >= rough);
    let step = step.unwrap_or(10.0 * power);
    (0..)
        .map(|index| f64::from(index) * step)
        .take_while(|tick| *tick <= top * 1.000_001)
        .take(100)
        .collect()
}

/// Powers of ten, with 2 and 5 (or 3) between them where there is room.
fn log_ticks(least: f64, top: f64, most: usize) -> Vec<f64> {
    let (low, high) = (number::exponent(least), number::exponent(top));
    let all = |digits: &[f64]| -> Vec<f64> {
        let decades = low..=high;
        let ticks =
            decades.flat_map(|power| digits.iter().map(move |digit| digit * 10f64.powi(power)));
        ticks.filter(|tick| (least..=top).contains(tick)).collect()
    };
    for digits in [&[1.0, 2.0, 5.0][..], &[1.0, 3.0], &[1.0]] {
        let ticks = all(digits);
        if ticks.len() <= most {
            return ticks;
        }
    }
    let ticks = all(&[1.0]);
    let every = ticks.len().div_ceil(most.max(1));
    ticks.into_iter().step_by(every).collect()
}

/// A tick of a linear axis; the last one of an axis also says the unit.
pub(super) fn linear_label(value: f64, step: f64) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    if value >= 1e6 {
        let (size, name) = if value >= 1e9 { (1e9, "G") } else { (1e6, "M") };
        return format!("{} {name}", trimmed(value / size, 3));
    }
    let decimals = (-number::exponent(step)).max(0);
    number::fixed(value, decimals)
}

/// A time in milliseconds with the unit that makes it short: `50 ms`, `2 s`.
pub(super) fn latency_label(ms: f64) -> String {
    match ms {
        _ if ms >= 1_000.0 => format!("{} s", trimmed(ms / 1_000.0, 3)),
        _ if ms >= 1.0 => format!("{} ms", trimmed(ms, 3)),
        _ if ms >= 1e-3 => format!("{} us", trimmed(ms * 1e3, 3)),
        _ => format!("{} ns", trimmed(ms * 1e6, 3)),
    }
}

fn trimmed(value: f64, decimals: i32) -> String {
    let text = number::fixed(value, decimals);
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    }
}

/// Ticks of a time axis of some length in seconds, each with its label; the last label has the unit.
pub(super) fn time_ticks(length: f64, most: usize) -> Vec<(f64, String)> {
    const STEPS: [f64; 17] = [
        1.0, 2.0, 5.0, 10.0, 15.0, 20.0, 30.0, 60.0, 120.0, 300.0, 600.0, 900.0, 1_800.0, 3_600.0,
        7_200.0, 21_600.0, 86_400.0,
    ];
    let (size, name) = match length {
        _ if length >= 10_800.0 => (3_600.0, "h"),
        _ if length >= 900.0 => (60.0, "min"),
        _ => (1.0, "s"),
    };
    let rough = length / most.max(2) as f64;
    let ticks = match STEPS.into_iter().find(|step| *step >= rough) {
        Some(step) if length >= 2.0 => (0..)
            .map(|index| f64::from(index) * step)
            .take_while(|tick| *tick <= length)
            .take(100)
            .collect(),
        _ => linear_ticks(length, most),
    };
    let last = ticks.len().saturating_sub(1);
    let label = |(index, tick): (usize, f64)| {
        let number = trimmed(tick / size, 3);
        (tick, if index == last { format!("{number} {name}") } else { number })
    };
    ticks.into_iter().enumerate().map(label).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_few_and_round() {
        assert_eq!(linear_ticks(5_240.0, 5), [0.0, 2_000.0, 4_000.0]);
        assert_eq!(linear_ticks(5_240.0, 6), [0.0, 1_000.0, 2_000.0, 3_000.0, 4_000.0, 5_000.0]);
        assert_eq!(log_ticks(50.0, 2_500.0, 6), [50.0, 100.0, 200.0, 500.0, 1_000.0, 2_000.0]);
        assert_eq!(log_ticks(50.0, 2_500.0, 4), [100.0, 300.0, 1_000.0]);
        let labels: Vec<String> =
            time_ticks(180.0, 4).into_iter().map(|(_, label)| label).collect();
        assert_eq!(labels, ["0", "60", "120", "180 s"]);
    }

    #[test]
    fn an_axis_without_data_still_has_ticks() {
        assert_eq!(Scale::linear([]).ticks(4).len(), 3);
        assert_eq!(Scale::log([0.0, f64::NAN]).ticks(4).len(), 4);
        assert!(!time_ticks(0.5, 4).is_empty());
        assert_eq!(time_ticks(0.0, 4).len(), 1);
    }
}
