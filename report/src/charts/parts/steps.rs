//! Values that hold for a step of time each, as areas and as lines.

use brownout_scenarios::result::Series;

use super::canvas::At;
use super::plot::Plot;

/// The length of the longest series in seconds.
pub(in crate::charts) fn length(series: &[&Series]) -> f64 {
    let of_one = |one: &Series| {
        let clients =
            one.clients.values().flat_map(|client| client.outcomes_per_s.values().map(Vec::len));
        let services = one.services.values().map(|service| service.workers_busy.len());
        clients.chain(services).max().unwrap_or(0) as f64 * one.window_s
    };
    series.iter().map(|one| of_one(one)).fold(0.0, f64::max)
}

/// The outlines of steps of some height, from the bottom up, where `here` says that there is something.
pub(in crate::charts) fn outlines(
    heights: &[f64],
    here: &[bool],
    step: f64,
    plot: &Plot,
) -> Vec<Vec<At>> {
    let mut outlines = Vec::new();
    let mut start = 0;
    for run in here.chunk_by(|one, next| one == next) {
        let end = (start + run.len()).min(heights.len());
        if run[0] && start < end {
            let x = |index: usize| plot.x(index as f64 * step);
            let mut points = vec![(x(start), plot.bottom)];
            for (index, height) in heights.iter().enumerate().take(end).skip(start) {
                let y = plot.y(*height);
                points.extend([(x(index), y), (x(index + 1), y)]);
            }
            points.push((x(end), plot.bottom));
            outlines.push(points);
        }
        start += run.len();
    }
    outlines
}

/// Lines that are level over each step, broken where a step has no value.
pub(in crate::charts) fn stairs(values: &[Option<f64>], step: f64, plot: &Plot) -> Vec<Vec<At>> {
    let mut lines = Vec::new();
    let mut line: Vec<At> = Vec::new();
    for (index, value) in values.iter().enumerate() {
        let x = |index: usize| plot.x(index as f64 * step);
        match value {
            Some(value) => {
                let y = plot.y(*value);
                line.extend([(x(index), y), (x(index + 1), y)]);
            }
            None => lines.extend((!line.is_empty()).then(|| std::mem::take(&mut line))),
        }
    }
    lines.extend((!line.is_empty()).then_some(line));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::charts::parts::axis::Scale;

    #[test]
    fn a_step_keeps_its_value_until_the_next_begins() {
        let scale = Scale::Linear { most: 10.0 };
        let plot = Plot { left: 0.0, right: 40.0, top: 0.0, bottom: 10.0, length: 4.0, scale };
        let lines = stairs(&[Some(1.0), Some(5.0), None, Some(2.0)], 1.0, &plot);
        let first = vec![(0.0, 9.0), (10.0, 9.0), (10.0, 5.0), (20.0, 5.0)];
        assert_eq!(lines, [first, vec![(30.0, 8.0), (40.0, 8.0)]]);
    }
}
