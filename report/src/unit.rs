//! What a number measures, and the unit in which a column of such numbers is shown.

use brownout_scenarios::result::Estimate;
use brownout_scenarios::result::estimate::Part;

use crate::number::{self, Shown};

/// What a number measures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Dimension {
    /// Things per second.
    Rate,
    /// Things per second and instance.
    RatePerInstance,
    /// A share, shown in per cent.
    Share,
    /// A time, held in milliseconds and shown in the unit that fits its column.
    Time,
    /// A mean number of things.
    Count,
    /// How many for each one.
    Ratio,
}

/// The unit of a column: what to multiply by, and the name.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Unit {
    factor: f64,
    /// The name as it is printed; empty for plain counts.
    pub(crate) name: &'static str,
}

/// Units of time, from the largest to the smallest, with the factor from milliseconds.
const TIMES: [Unit; 4] = [
    Unit { factor: 1e-3, name: "s" },
    Unit { factor: 1.0, name: "ms" },
    Unit { factor: 1e3, name: "us" },
    Unit { factor: 1e6, name: "ns" },
];

/// The largest time that is shown before a larger unit is taken.
const LARGEST_TIME: f64 = 100_000.0;

impl Dimension {
    /// The unit for a column that holds these values: for times the largest unit in which the smallest value is at
    /// least 1 and the largest value still readable.
    pub(crate) fn unit(self, values: impl IntoIterator<Item = f64>) -> Unit {
        match self {
            Dimension::Rate => Unit { factor: 1.0, name: "/s" },
            Dimension::RatePerInstance => Unit { factor: 1.0, name: "/s per instance" },
            Dimension::Share => Unit { factor: 100.0, name: "%" },
            Dimension::Count => Unit { factor: 1.0, name: "" },
            Dimension::Ratio => Unit { factor: 1.0, name: "×" },
            Dimension::Time => time_unit(values),
        }
    }
}

fn time_unit(values: impl IntoIterator<Item = f64>) -> Unit {
    let (mut smallest, mut largest) = (f64::INFINITY, 0.0f64);
    for value in values.into_iter().filter(|value| value.is_finite() && *value > 0.0) {
        smallest = smallest.min(value);
        largest = largest.max(value);
    }
    if largest == 0.0 {
        return TIMES[1];
    }
    let fits_below = TIMES.iter().position(|unit| smallest * unit.factor >= 1.0).unwrap_or(3);
    let fits_above =
        TIMES.iter().rposition(|unit| largest * unit.factor < LARGEST_TIME).unwrap_or(0);
    TIMES[fits_below.min(fits_above)]
}

impl Unit {
    /// An estimate in this unit, rounded for print; where it is the mean of two states, both of them: `2.9 or 99.4`.
    pub(crate) fn show(self, estimate: &Estimate) -> Shown {
        if let Some(split) = &estimate.split {
            let value = |part: &Part| self.round(part.mean, part.half_width, number::show).value;
            let value = format!("{} or {}", value(&split.collapsed), value(&split.others));
            return Shown { value, half_width: None };
        }
        self.round(estimate.mean, estimate.half_width, number::show)
    }

    /// A difference in this unit, rounded for print.
    pub(crate) fn show_difference(self, difference: &Estimate) -> Shown {
        self.round(difference.mean, difference.half_width, number::difference)
    }

    fn round(
        self,
        mean: f64,
        half_width: Option<f64>,
        show: fn(f64, Option<f64>) -> Shown,
    ) -> Shown {
        let half_width = half_width.map(|half| half * self.factor);
        match self.name {
            "" => number::level_as(mean, half_width, show),
            _ => show(mean * self.factor, half_width),
        }
    }

    /// An estimate in this unit, with the unit: `64.5 ± 0.2 /s`.
    pub(crate) fn spell(self, estimate: &Estimate) -> String {
        let number = self.show(estimate).joined();
        if self.name.is_empty() { number } else { format!("{number} {}", self.name) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use brownout_scenarios::result::estimate::Split;

    fn name(values: &[f64]) -> &'static str {
        Dimension::Time.unit(values.iter().copied()).name
    }

    #[test]
    fn the_mean_of_two_states_is_told_as_both() {
        let part = |mean, half| Part { replications: 5, mean, half_width: Some(half) };
        let split = Split { collapsed: part(0.0291, 0.001), others: part(0.9942, 0.0003) };
        let estimate = Estimate { split: Some(Box::new(split)), ..Estimate::new(0.41, Some(0.2)) };
        let told = Dimension::Share.unit([]).spell(&estimate);
        assert_eq!(told, "2.91 or 99.42 %");
    }

    #[test]
    fn a_column_of_times_takes_the_unit_that_fits_its_smallest_and_its_largest() {
        assert_eq!(name(&[12.0, 3_000.0]), "ms");
        assert_eq!(name(&[0.25, 0.9]), "us");
        assert_eq!(name(&[0.25, 3_000.0]), "ms");
        assert_eq!(name(&[1_240.0, 30_000.0]), "s");
        assert_eq!(name(&[12.0, 3_000_000.0]), "s");
        assert_eq!(name(&[]), "ms");
        assert_eq!(name(&[0.0, f64::NAN]), "ms");
    }
}
