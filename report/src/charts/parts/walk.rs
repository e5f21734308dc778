//! Points in order along one axis of a sweep; what else differs between them makes lines.

use brownout_scenarios::result::{Point, Verdict};

use crate::setting::{self, Axis};

use super::page::Mark;
use super::select::{self, Chosen};
use crate::charts::{ChartError, ChartOptions};

/// Lines of points along an axis.
#[derive(Clone, Debug)]
pub(in crate::charts) struct Walk<'a> {
    pub(in crate::charts) axis: Axis,
    pub(in crate::charts) lines: Vec<Line<'a>>,
}

/// Points that differ in nothing but the axis.
#[derive(Clone, Debug)]
pub(in crate::charts) struct Line<'a> {
    /// What tells it from the other lines: its variant where there are several, and its values on other axes, each with
    /// the path of the axis.
    pub(in crate::charts) labels: Vec<(String, String)>,
    /// The points in the order of the axis.
    pub(in crate::charts) stops: Vec<Stop<'a>>,
}

/// A point and where it stands on the axis.
#[derive(Clone, Copy, Debug)]
pub(in crate::charts) struct Stop<'a> {
    /// Which of the axis' values it has.
    pub(in crate::charts) place: usize,
    /// That value as a number, if it is one.
    pub(in crate::charts) number: f64,
    pub(in crate::charts) point: &'a Point,
}

/// What is said where no sweep is seen.
pub(in crate::charts) const NO_SWEEP: ChartError =
    ChartError::Unfit { shows: "a sweep, and nothing is set in which these points differ" };

impl<'a> Walk<'a> {
    /// The points along the axis asked for, or else along the one with the most values, numbers first.
    pub(in crate::charts) fn of(
        chosen: &[Chosen<'a>],
        options: &ChartOptions,
    ) -> Result<Walk<'a>, ChartError> {
        let points: Vec<&Point> = chosen.iter().map(|one| one.point).collect();
        let mut axes = setting::axes(&points);
        let at = match &options.axis {
            Some(asked) => select::axis(&axes, asked)?,
            None if axes.is_empty() => return Err(NO_SWEEP),
            None => {
                let rank = |axis: &Axis| (axis.dimension.is_some(), axis.values.len());
                let most = axes.iter().map(rank).max();
                axes.iter().position(|axis| Some(rank(axis)) == most).unwrap_or(0)
            }
        };
        let axis = axes.remove(at);
        let mut lines: Vec<Line<'a>> = Vec::new();
        for point in points {
            let Some(place) = axis.place(point) else { continue };
            let stop = Stop { place, number: axis.values[place].number, point };
            let labels = labels(point, &axes, chosen);
            match lines.iter_mut().find(|line| line.labels == labels) {
                Some(line) => line.stops.push(stop),
                None => lines.push(Line { labels, stops: vec![stop] }),
            }
        }
        for line in &mut lines {
            line.stops.sort_by_key(|stop| stop.place);
        }
        Ok(Walk { axis, lines })
    }

    /// All points of all lines.
    pub(in crate::charts) fn stops(&self) -> impl Iterator<Item = &Stop<'a>> {
        self.lines.iter().flat_map(|line| &line.stops)
    }

    /// The lines for a legend; nothing where there is only one.
    pub(in crate::charts) fn legend(&self) -> Vec<(Mark, String)> {
        if self.lines.len() < 2 {
            return Vec::new();
        }
        let numbered = self.lines.iter().enumerate();
        numbered.map(|(number, line)| (Mark::Series(number), line.name(""))).collect()
    }
}

/// What a point has besides the axis.
fn labels(point: &Point, others: &[Axis], chosen: &[Chosen<'_>]) -> Vec<(String, String)> {
    let several = chosen.iter().any(|one| one.point.variant != point.variant);
    let variant = point.variant.iter().filter(|_| several).cloned();
    let settings = others.iter().filter_map(|axis| {
        let setting = format!("{} = {}", select::last(&axis.path), point.set.get(&axis.path)?);
        Some((axis.path.clone(), setting))
    });
    variant.map(|name| (String::new(), name)).chain(settings).collect()
}

impl Line<'_> {
    /// The name that tells it from the other lines, without what it says about one path; empty where there is only one.
    pub(in crate::charts) fn name(&self, without: &str) -> String {
        let told = self.labels.iter().filter(|(path, _)| path.is_empty() || path != without);
        told.map(|(_, label)| label.as_str()).collect::<Vec<_>>().join(", ")
    }
}

impl Stop<'_> {
    /// Whether everything that is expected came true; nothing where nothing is expected.
    pub(in crate::charts) fn verdict(&self) -> Option<Verdict> {
        let verdicts = || self.point.expectations.iter().map(|one| one.verdict);
        match () {
            () if verdicts().next().is_none() => None,
            () if verdicts().any(|verdict| verdict == Verdict::Fail) => Some(Verdict::Fail),
            () if verdicts().all(|verdict| verdict == Verdict::Pass) => Some(Verdict::Pass),
            () => Some(Verdict::Undecided),
        }
    }
}
