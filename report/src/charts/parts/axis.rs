//! Scales and the ticks on them: nice numbers, few of them, each with its unit.

use crate::number;
use crate::unit::Dimension;

/// How values become heights.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(in crate::charts) enum Scale {
    /// From 0 to a value.
    Linear { most: f64 },
    /// Between two values, the lesser not 0.
    Between { least: f64, most: f64 },
    /// Between two values above 0, by their ratio.
    Log { least: f64, most: f64 },
}

impl Scale {
    /// Where a value stands between the bottom (0) and the top (1).
    pub(in crate::charts) fn share(self, value: f64) -> f64 {
        let share = match self {
            Scale::Linear { most } => value / most,
            Scale::Between { least, most } => (value - least) / (most - least),
            Scale::Log { least, most } => {
                (libm::log10(value.max(least)) - libm::log10(least))
                    / (libm::log10(most) - libm::log10(least))
            }
        };
        if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.0 }
    }

    /// A linear scale with room for some values; one of only zeros goes to 1.
    pub(in crate::charts) fn linear(values: impl IntoIterator<Item = f64>) -> Scale {
        let most = values.into_iter().filter(|value| value.is_finite()).fold(0.0, f64::max);
        Scale::Linear { most: if most > 0.0 { most * 1.04 } else { 1.0 } }
    }

    /// A linear scale that ends a little beyond the least and the greatest of some values.
    pub(in crate::charts) fn around(values: impl IntoIterator<Item = f64>) -> Scale {
        let finite = values.into_iter().filter(|value| value.is_finite());
        let (least, most) = finite
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), value| (a.min(value), b.max(value)));
        if least > most {
            return Scale::Linear { most: 1.0 };
        }
        // A value alone stands in the middle.
        let width = if most > least { most - least } else { least.abs().max(1.0) };
        Scale::Between { least: least - 0.05 * width, most: most + 0.05 * width }
    }

    /// A logarithmic scale with room for some values; those that are not above 0 have no place on it.
    pub(in crate::charts) fn log(values: impl IntoIterator<Item = f64>) -> Scale {
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

    /// A logarithmic scale that ends a little beyond some values above 0, however close they are.
    pub(in crate::charts) fn log_around(values: impl IntoIterator<Item = f64>) -> Scale {
        let logs = values.into_iter().filter(|value| *value > 0.0).map(libm::log10);
        let around = match Scale::around(logs) {
            Scale::Between { least, most } => (least, most),
            _ => (0.0, 1.0),
        };
        Scale::Log { least: libm::exp10(around.0), most: libm::exp10(around.1) }
    }

    /// Ticks from the bottom up, at most about `most` of them.
    pub(in crate::charts) fn ticks(self, most: usize) -> Vec<f64> {
        match self {
            Scale::Linear { most: top } => linear_ticks(0.0, top, most),
            Scale::Between { least, most: top } => linear_ticks(least, top, most),
            Scale::Log { least, most: top } => log_ticks(least, top, most),
        }
    }
}

/// Multiples of 1, 2 or 5 times a power of ten between two values: about as many as `most`, and two where one alone would
/// say nothing of how long the axis is.
fn linear_ticks(least: f64, top: f64, most: usize) -> Vec<f64> {
    let rough = (top - least) / most.max(1) as f64;
    let power = 10f64.powi(number::exponent(rough));
    let steps = [0.5, 1.0, 2.0, 5.0, 10.0].map(|digit| digit * power);
    let at = (1..steps.len()).find(|&at| steps[at] >= rough).unwrap_or(steps.len() - 1);
    let ticks = multiples(least, top, steps[at]);
    if ticks.len() > 1 { ticks } else { multiples(least, top, steps[at - 1]) }
}

/// The multiples of a step between two values.
fn multiples(least: f64, top: f64, step: f64) -> Vec<f64> {
    let first = (least / step - 1e-6).ceil();
    (0..)
        .map(|index| (first + f64::from(index)) * step)
        .take_while(|tick| *tick <= top + 1e-6 * step)
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
pub(in crate::charts) fn linear_label(value: f64, step: f64) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    if value.abs() >= 1e6 {
        let (size, name) = if value.abs() >= 1e9 { (1e9, "G") } else { (1e6, "M") };
        return format!("{} {name}", trimmed(value / size, 3));
    }
    if value.abs() < 1e-4 {
        return by_power(value);
    }
    let decimals = (-number::exponent(step)).max(0);
    number::fixed(value, decimals)
}

/// A time in milliseconds with the unit that makes it short: `50 ms`, `2 s`.
pub(in crate::charts) fn latency_label(ms: f64) -> String {
    match ms {
        _ if ms >= 1e9 => format!("{} s", by_power(ms / 1_000.0)),
        _ if ms >= 1_000.0 => format!("{} s", trimmed(ms / 1_000.0, 3)),
        _ if ms >= 1.0 => format!("{} ms", trimmed(ms, 3)),
        _ if ms >= 1e-3 => format!("{} us", trimmed(ms * 1e3, 3)),
        _ => format!("{} ns", trimmed(ms * 1e6, 3)),
    }
}

/// A tick of an axis among others, with its unit.
pub(in crate::charts) fn label(dimension: Dimension, value: f64, among: &[f64]) -> String {
    let gaps = among.windows(2).map(|two| (two[1] - two[0]).abs()).filter(|gap| *gap > 0.0);
    let step = gaps.fold(f64::INFINITY, f64::min);
    let step = if step.is_finite() { step } else { value.abs() };
    match dimension {
        Dimension::Time if value == 0.0 => "0".to_owned(),
        Dimension::Time => latency_label(value),
        Dimension::Share => {
            let percent = value * 100.0;
            let decimals = (1 - number::exponent(step.min(value.abs()) * 100.0)).clamp(1, 6);
            format!("{} %", trimmed(percent, decimals))
        }
        Dimension::Rate | Dimension::RatePerInstance => format!("{}/s", plain_label(value, step)),
        Dimension::Count => plain_label(value, step),
        Dimension::Ratio => format!("{}×", plain_label(value, step)),
    }
}

/// A value on its own in few letters: three digits and its unit.
pub(in crate::charts) fn short(dimension: Dimension, value: f64) -> String {
    let step = 10f64.powi(number::exponent(value) - 2);
    let rounded = if value == 0.0 { 0.0 } else { (value / step).round() * step };
    label(dimension, rounded, &[])
}

fn plain_label(value: f64, step: f64) -> String {
    if value.abs() >= 1e6 || value.abs() < 1e-4 || step >= 1.0 && value.fract() == 0.0 {
        return linear_label(value, 1.0);
    }
    trimmed(value, (1 - number::exponent(step.min(value.abs()))).clamp(0, 6))
}

/// A value as a digit or two and a power of ten.
fn by_power(value: f64) -> String {
    let power = number::exponent(value);
    format!("{}e{power}", trimmed(value / 10f64.powi(power), 1))
}

fn trimmed(value: f64, decimals: i32) -> String {
    let text = number::fixed(value, decimals);
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    }
}

/// Ticks of a time axis of some length in seconds, each with its label; the last label has the unit.
pub(in crate::charts) fn time_ticks(length: f64, most: usize) -> Vec<(f64, String)> {
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
        _ => linear_ticks(0.0, length, most),
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
        assert_eq!(linear_ticks(0.0, 5_240.0, 5), [0.0, 2_000.0, 4_000.0]);
        assert_eq!(
            linear_ticks(0.0, 5_240.0, 6),
            [0.0, 1_000.0, 2_000.0, 3_000.0, 4_000.0, 5_000.0]
        );
        assert_eq!(linear_ticks(0.0, 420.0, 1), [0.0, 200.0, 400.0], "and not 0 alone");
        assert_eq!(linear_ticks(-3.0, 4.2, 4), [-2.0, 0.0, 2.0, 4.0]);
        assert_eq!(linear_ticks(98.2, 100.0, 4), [98.5, 99.0, 99.5, 100.0]);
        assert_eq!(log_ticks(50.0, 2_500.0, 6), [50.0, 100.0, 200.0, 500.0, 1_000.0, 2_000.0]);
        assert_eq!(log_ticks(50.0, 2_500.0, 4), [100.0, 300.0, 1_000.0]);
        let labels: Vec<String> =
            time_ticks(180.0, 4).into_iter().map(|(_, label)| label).collect();
        assert_eq!(labels, ["0", "60", "120", "180 s"]);
    }

    #[test]
    fn labels_say_their_units_and_no_more_digits_than_they_need() {
        let labels = |dimension, values: &[f64]| -> Vec<String> {
            values.iter().map(|value| label(dimension, *value, values)).collect()
        };
        assert_eq!(labels(Dimension::Share, &[0.0, 0.5, 1.0]), ["0 %", "50 %", "100 %"]);
        assert_eq!(labels(Dimension::Share, &[0.995, 0.9975]), ["99.5 %", "99.75 %"]);
        assert_eq!(labels(Dimension::Share, &[1e-6]), ["0.0001 %"]);
        assert_eq!(labels(Dimension::Time, &[0.0, 0.25, 2_500.0]), ["0", "250 us", "2.5 s"]);
        assert_eq!(labels(Dimension::Rate, &[0.0, 2_000.0]), ["0/s", "2,000/s"]);
        assert_eq!(labels(Dimension::Count, &[1.0, 1.5]), ["1", "1.5"]);
        assert_eq!(labels(Dimension::Count, &[2e6]), ["2 M"]);
        assert_eq!(labels(Dimension::Rate, &[0.0, 2e-9]), ["0/s", "2e-9/s"]);
        assert_eq!(short(Dimension::Time, 1_234.5), "1.23 s");
        assert_eq!(short(Dimension::Share, 0.999), "99.9 %");
        assert_eq!(short(Dimension::Rate, 1_234.5), "1,230/s");
    }

    #[test]
    fn an_axis_without_data_still_has_ticks() {
        assert_eq!(Scale::linear([]).ticks(4).len(), 3);
        assert_eq!(Scale::log([0.0, f64::NAN]).ticks(4).len(), 4);
        assert!(!time_ticks(0.5, 4).is_empty());
        assert_eq!(time_ticks(0.0, 4).len(), 1);
    }
}
