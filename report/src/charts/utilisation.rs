//! Response time against utilisation along a sweep over the load, with the curve of queueing theory beside it.
//!
//! The curve is that of M/M/c: Poisson arrivals, exponential service, c workers that share one queue (Erlang, 1917). Its
//! number of workers and its mean service time are those that were seen; nothing else is fitted. What was simulated stands
//! as points: straight lines between them would lie above a curve that bends upward, and seem to say that theory is wrong.

use brownout_scenarios::result::estimate::{Part, Split};
use brownout_scenarios::result::{Estimate, Point, ResultSet, ServiceResult};

use crate::names;
use crate::unit::Dimension;

use super::parts::axis::{self, Scale};
use super::parts::band;
use super::parts::canvas::{At, Canvas};
use super::parts::fates;
use super::parts::field::{Across, Field};
use super::parts::house::{BAND, HAIR, Ink};
use super::parts::label::{Label, ROW, Taken};
use super::parts::marker;
use super::parts::measure::Measure;
use super::parts::multiples::{self, Head, Layout};
use super::parts::page::{Mark, Page};
use super::parts::select;
use super::parts::walk::{Stop, Walk};
use super::{Chart, ChartError, ChartOptions};

/// A line of a sweep: the service at each point, and the queue of theory that is most like it.
struct Track<'a> {
    name: String,
    seen: Vec<&'a ServiceResult>,
    /// The value on the axis of each of them.
    at: Vec<String>,
    theory: Option<Queue>,
}

/// A queue of theory.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Queue {
    workers: u32,
    service_ms: f64,
}

/// Draws how long visits of a service take, the busier it is.
pub fn utilisation(results: &ResultSet, options: &ChartOptions) -> Result<Chart, ChartError> {
    let chosen = select::points(results, options)?;
    let walk = Walk::of(&chosen, options)?;
    let window = select::window(results, options)?.ok_or(ChartError::Nothing { what: "window" })?;
    let service = service(&walk, window, options)?;
    let tracks: Vec<Track<'_>> = walk
        .lines
        .iter()
        .map(|line| {
            let points = line.stops.iter().map(|stop| (spell(&walk, stop), stop.point));
            Track::of(line.name(""), points, window, service)
        })
        .collect();

    let title = select::title(results, &format!("response time of {service}"));
    let told = format!(
        "Mean time from arrival to the end of a visit, each point {} {}, named by its {}{}",
        select::replications(&chosen),
        select::during(window),
        select::last(&walk.axis.path),
        select::bands(&chosen).replace("bands", "bars")
    );
    let mut page = Page::new(options.pixels(), &title, &told);
    let mut entries = legend(&tracks);
    let points = tracks.iter().flat_map(|track| &track.seen).filter_map(|one| seen(one));
    if points.filter(|(_, collapsed)| collapsed.is_some()).count() > 0 {
        let text =
            "hollow: the replications that collapsed; full: the others, where there are both";
        entries.push((Mark::Apart(Ink::QUIET), text.to_owned()));
    }
    page.legend(&entries);
    let across = Across::Values {
        scale: Scale::Linear { most: 1.0 },
        dimension: Dimension::Share,
        ticks: (0..=10).map(|tenth| f64::from(tenth) / 10.0).collect(),
    };
    let measure =
        Measure::of_service("", "", service, Dimension::Time, |one| one.sojourn_ms.get("mean"));
    let times =
        || tracks.iter().flat_map(|track| &track.seen).filter_map(|one| one.sojourn_ms.get("mean"));
    // The curve begins at the service time, whether a point is so quiet or not.
    let mut values = band::values(times());
    values.extend(tracks.iter().filter_map(|track| track.theory).map(|queue| queue.service_ms));
    let layout = Layout {
        plots: vec![(280.0, measure.scale(&values))],
        own_axes: true,
        band: BAND,
        foot: across.foot(),
        length: 0.0,
        right: 8.0,
        least: 300.0,
    };
    let head = Head { name: String::new(), note: String::new() };
    multiples::draw(&mut page, &[head], &layout, |page, _, panel| {
        let plot = panel.plots[0];
        let field = Field { plot, across: &across };
        let canvas = &mut page.canvas;
        plot.across(&measure.ticks(plot.scale, plot.most_ticks()), true, canvas);
        for (number, track) in tracks.iter().enumerate() {
            if let Some(queue) = track.theory {
                canvas.dashed(&curve(queue, &field), theory_ink(&tracks, number), 1.4);
            }
        }
        for (number, track) in tracks.iter().enumerate() {
            draw_points(track, number, &field, canvas);
        }
        name_points(&tracks, &field, canvas);
        field.along(&format!("utilisation of {service}: share of workers busy"), canvas);
    });
    Ok(page.finish(options.theme, &title, &told))
}

/// A point: the share of workers that is busy, and the response time.
type Seen = [Estimate; 2];

/// What was seen at a point, and in the replications that collapsed, where both numbers or one of them have two states.
fn seen(one: &ServiceResult) -> Option<(Seen, Option<Seen>)> {
    busy(one)?;
    let both = [
        one.utilisation.as_ref()?,
        one.sojourn_ms.get("mean").filter(|time| time.mean.is_finite())?,
    ];
    let of = |pick: fn(&Split) -> &Part| {
        both.map(|one| match one.split.as_deref() {
            Some(split) => fates::estimate(pick(split)),
            None => one.clone(),
        })
    };
    let has_two = both.iter().any(|one| one.split.is_some());
    Some((of(|split| &split.others), has_two.then(|| of(|split| &split.collapsed))))
}

/// What was seen, point by point, with the intervals of both numbers; joined lightly where there is no curve to compare
/// with.
fn draw_points(track: &Track<'_>, number: usize, field: &Field<'_>, canvas: &mut Canvas) {
    let ink = Ink::series(number);
    let points: Vec<(Seen, Option<Seen>)> = track.seen.iter().filter_map(|one| seen(one)).collect();
    let at = |[busy, time]: &Seen| (field.at(busy.mean), field.y(time.mean));
    if track.theory.is_none() {
        canvas.line(points.iter().map(|(one, _)| at(one)).collect(), ink, HAIR);
    }
    let ends = |one: &Estimate| {
        let half = one.half_width.filter(|half| half.is_finite()).unwrap_or(0.0);
        [one.mean - half, one.mean + half]
    };
    let crossed = |one: &Seen, canvas: &mut Canvas| {
        let ((x, y), [busy, time]) = (at(one), one);
        canvas.line(ends(time).map(|end| (x, field.y(end))).to_vec(), ink, 1.4);
        canvas.line(ends(busy).map(|end| (field.at(end), y)).to_vec(), ink, 1.4);
        (x, y)
    };
    for (one, collapsed) in &points {
        let at = crossed(one, canvas);
        marker::draw(canvas, at, number, marker::HALF);
        if let Some(collapsed) = collapsed {
            let at = crossed(collapsed, canvas);
            marker::hollow(canvas, at, number, marker::HALF);
        }
    }
}

/// The value of a point on the axis.
fn spell(walk: &Walk<'_>, stop: &Stop<'_>) -> String {
    match walk.axis.dimension {
        Some(dimension) => axis::short(dimension, stop.number),
        None => walk.axis.values[stop.place].text.clone(),
    }
}

/// Says at which value of the axis each point was seen, where there is room.
fn name_points(tracks: &[Track<'_>], field: &Field<'_>, canvas: &mut Canvas) {
    let mut taken = Taken::default();
    let spot = |(share, time): (f64, f64)| (field.at(share), field.y(time));
    let points = tracks.iter().flat_map(|track| track.seen.iter().zip(&track.at));
    let points = points.filter_map(|(one, name)| {
        let ([busy, time], _) = seen(one)?;
        Some((spot((busy.mean, time.mean)), name))
    });
    let points: Vec<_> = points.collect();
    points.iter().for_each(|(at, _)| taken.mark(*at, marker::HALF));
    let plot = field.plot;
    for ((x, y), name) in points {
        let label = Label { lines: Vec::new(), text: name.clone() };
        let width = label.width();
        // The curve bends upward: there is room below it at the right, and above it at the left.
        let (right, left) = (x + 9.0, x - 9.0 - width);
        let places = [(right, y + ROW / 2.0), (left, y - ROW / 2.0), (right, y), (left, y)];
        let is_inside = |at: &At| {
            let (beside, over) =
                (at.0 >= plot.left && at.0 + width <= plot.right, at.1 - ROW / 2.0);
            beside && over >= plot.top && over + ROW <= plot.bottom
        };
        if let Some(at) = taken.place(width, places.into_iter().filter(is_inside)) {
            label.draw(at, canvas);
        }
    }
}

/// The share of workers that is busy, where workers are limited.
fn busy(service: &ServiceResult) -> Option<f64> {
    service.utilisation.as_ref().map(|share| share.mean).filter(|share| share.is_finite())
}

/// The service asked for, or else the one that is busiest somewhere; its load has to vary.
fn service<'a>(
    walk: &Walk<'a>,
    window: &str,
    options: &ChartOptions,
) -> Result<&'a str, ChartError> {
    let windows = || walk.stops().filter_map(|stop| names::window(stop.point, window));
    let asked = options.service.as_deref();
    let all = || windows().flat_map(|window| window.services.keys());
    let named = select::one_of("service", asked, all())?;
    let levels = |name: &str| -> (f64, f64) {
        let levels = windows().filter_map(|window| busy(window.services.get(name)?));
        levels.fold((f64::INFINITY, 0.0), |(a, b), level| (a.min(level), b.max(level)))
    };
    let most = |name: &&String| levels(name).1;
    let busiest = all().max_by(|one, other| most(one).total_cmp(&most(other)).then(other.cmp(one)));
    let chosen = if asked.is_some() { named } else { busiest.map_or(named, String::as_str) };
    let (least, most) = levels(chosen);
    if most - least > 0.05 {
        return Ok(chosen);
    }
    Err(ChartError::Unfit {
        shows: "a service that is busier at some points of a sweep than at others",
    })
}

impl<'a> Track<'a> {
    fn of(
        name: String,
        points: impl Iterator<Item = (String, &'a Point)>,
        window: &str,
        service: &str,
    ) -> Track<'a> {
        let found = points.filter_map(|(at, point)| {
            let one = names::window(point, window)?.services.get(service)?;
            Some((busy(one)?, at, one))
        });
        let mut found: Vec<(f64, String, &ServiceResult)> = found.collect();
        found.sort_by(|one, other| one.0.total_cmp(&other.0));
        let (at, seen): (Vec<_>, Vec<_>) = found.into_iter().map(|(_, at, one)| (at, one)).unzip();
        Track { name, theory: Queue::like(&seen), seen, at }
    }
}

impl Queue {
    /// The queue of theory with the workers of one instance and the mean service time of these results: by Little's
    /// law, busy workers over completions. `None` if the workers are not the same everywhere.
    fn like(seen: &[&ServiceResult]) -> Option<Queue> {
        let workers = |one: &&ServiceResult| {
            let workers = one.workers_busy.mean / busy(one).filter(|share| *share > 0.0)?;
            Some(workers.round()).filter(|workers| (1.0..1e5).contains(workers))
        };
        let service = |one: &&ServiceResult| {
            let rate = one.completed_per_s_per_instance.mean;
            let time = 1_000.0 * one.workers_busy.mean / rate;
            Some(time).filter(|time| rate > 0.0 && time.is_finite() && *time > 0.0)
        };
        let counts: Vec<f64> = seen.iter().filter_map(workers).collect();
        let mut times: Vec<f64> = seen.iter().filter_map(service).collect();
        times.sort_by(f64::total_cmp);
        let first = *counts.first()?;
        let service_ms = *times.get(times.len() / 2)?;
        counts
            .iter()
            .all(|count| *count == first)
            .then_some(Queue { workers: first as u32, service_ms })
    }

    /// The mean time from arrival to the end of service at a utilisation below 1, in ms.
    fn response_ms(self, utilisation: f64) -> f64 {
        let workers = f64::from(self.workers);
        let offered = utilisation * workers;
        // Erlang B by its recursion, and C from it.
        let blocked = (1..=self.workers)
            .fold(1.0, |blocked, count| offered * blocked / (f64::from(count) + offered * blocked));
        let waits = blocked / (1.0 - utilisation * (1.0 - blocked));
        self.service_ms * (1.0 + waits / (workers * (1.0 - utilisation)))
    }

    fn words(self) -> String {
        let service = axis::short(Dimension::Time, self.service_ms);
        format!("theory: M/M/{}, mean service {service} as seen", self.workers)
    }
}

/// The curve of theory up to where it leaves the plot.
fn curve(queue: Queue, field: &Field<'_>) -> Vec<At> {
    const STEPS: u32 = 240;
    let Scale::Log { most, .. } = field.plot.scale else { return Vec::new() };
    let utilisations = (0..STEPS).map(|step| f64::from(step) / f64::from(STEPS));
    let spots = utilisations.map(|share| (share, queue.response_ms(share)));
    spots
        .take_while(|(_, time)| *time <= most)
        .map(|(share, time)| (field.at(share), field.y(time)))
        .collect()
}

/// The ink of a curve of theory: that of its line where there are several.
fn theory_ink(tracks: &[Track<'_>], number: usize) -> Ink {
    let first = tracks.first().and_then(|track| track.theory);
    let same = tracks.iter().all(|track| track.theory == first);
    if same { Ink::TEXT } else { Ink::series(number) }
}

fn legend(tracks: &[Track<'_>]) -> Vec<(Mark, String)> {
    let mut entries = Vec::new();
    for (number, track) in tracks.iter().enumerate() {
        let name = if track.name.is_empty() { "simulated".to_owned() } else { track.name.clone() };
        entries.push((Mark::Point(number), name));
        let entry =
            track.theory.map(|queue| (Mark::Dashes(theory_ink(tracks, number)), queue.words()));
        entries.extend(entry.filter(|entry| !entries.contains(entry)));
    }
    entries
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_curve_is_that_of_the_books() {
        let single = Queue { workers: 1, service_ms: 10.0 };
        assert!((single.response_ms(0.5) - 20.0).abs() < 1e-9);
        assert!((single.response_ms(0.9) - 100.0).abs() < 1e-9);
        // M/M/2 at ρ = 0.5: the wait is a third of the service time (Gross and Harris, 2.3).
        let two = Queue { workers: 2, service_ms: 30.0 };
        assert!((two.response_ms(0.5) - 40.0).abs() < 1e-9);
        let many = Queue { workers: 200, service_ms: 30.0 };
        assert!((many.response_ms(0.5) - 30.0).abs() < 1e-6);
    }
}
