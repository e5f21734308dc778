//! Choosing from the results what is drawn: variants, client, services, window.

use brownout_scenarios::result::{Point, ResultSet, Series};

use crate::names;
use crate::setting::Axis;

use crate::charts::{ChartError, ChartOptions};

/// A point that is drawn, with its name.
#[derive(Clone, Debug)]
pub(in crate::charts) struct Chosen<'a> {
    pub(in crate::charts) name: String,
    /// The name that stands over its panel: nothing where there is nothing to tell it from.
    pub(in crate::charts) head: String,
    pub(in crate::charts) point: &'a Point,
}

/// The points that are drawn, in order.
pub(in crate::charts) fn points<'a>(
    results: &'a ResultSet,
    options: &ChartOptions,
) -> Result<Vec<Chosen<'a>>, ChartError> {
    let all: Vec<Chosen<'a>> = results
        .points
        .iter()
        .map(|point| {
            let name = names::point(results, point);
            let alone = results.points.len() == 1 && name == results.scenario;
            Chosen { head: if alone { String::new() } else { name.clone() }, name, point }
        })
        .collect();
    if all.is_empty() {
        return Err(ChartError::Empty);
    }
    if options.variants.is_empty() {
        return Ok(all);
    }
    let mut chosen = Vec::new();
    for name in &options.variants {
        let before = chosen.len();
        let is_meant = |one: &&Chosen<'a>| {
            one.name == *name || one.point.variant.as_deref() == Some(name.as_str())
        };
        chosen.extend(all.iter().filter(is_meant).cloned());
        if chosen.len() == before {
            return Err(unknown("variant", name, all.iter().map(|one| one.name.as_str())));
        }
    }
    Ok(chosen)
}

/// The series of the points that are drawn; an error if any has none.
pub(in crate::charts) fn series<'a>(chosen: &[Chosen<'a>]) -> Result<Vec<&'a Series>, ChartError> {
    chosen.iter().map(|one| one.point.series.as_ref().ok_or(ChartError::NoSeries)).collect()
}

/// One of some names: the one asked for, or else the first.
pub(in crate::charts) fn one_of<'a>(
    what: &'static str,
    asked: Option<&str>,
    names: impl IntoIterator<Item = &'a String>,
) -> Result<&'a str, ChartError> {
    let mut names: Vec<&str> = names.into_iter().map(String::as_str).collect();
    names.sort_unstable();
    names.dedup();
    match asked {
        None => names.first().copied().ok_or(ChartError::Nothing { what }),
        Some(asked) => match names.iter().find(|name| **name == asked) {
            Some(name) => Ok(name),
            None => Err(unknown(what, asked, names)),
        },
    }
}

/// The client that is drawn.
pub(in crate::charts) fn client<'a>(
    results: &'a ResultSet,
    options: &ChartOptions,
) -> Result<&'a str, ChartError> {
    one_of("client", options.client.as_deref(), clients(results))
}

/// What to say of the clients besides the one that is drawn, unless it was asked for.
pub(in crate::charts) fn others<'a>(
    drawn: &str,
    names: impl IntoIterator<Item = &'a String>,
    options: &ChartOptions,
) -> String {
    let mut others: Vec<&str> = names.into_iter().map(String::as_str).collect();
    others.sort_unstable();
    others.dedup();
    others.retain(|name| *name != drawn);
    match (options.client.is_some(), others.len()) {
        (true, _) | (_, 0) => String::new(),
        (_, 1) => format!("; not drawn: the client {}", others[0]),
        _ => format!("; not drawn: the clients {}", others.join(", ")),
    }
}

/// All clients of all windows.
pub(in crate::charts) fn clients(results: &ResultSet) -> impl Iterator<Item = &String> {
    let windows = results.points.iter().flat_map(|point| &point.windows);
    windows.flat_map(|window| window.clients.keys())
}

/// Which of some axes is asked for, by its path or the end of it.
pub(in crate::charts) fn axis(axes: &[Axis], asked: &str) -> Result<usize, ChartError> {
    let is_meant = |path: &String| {
        path == asked || path.strip_suffix(asked).is_some_and(|rest| rest.ends_with('.'))
    };
    let found = axes.iter().position(|axis| is_meant(&axis.path) || axis.with.iter().any(is_meant));
    found.ok_or_else(|| unknown("axis", asked, axes.iter().map(|axis| axis.path.as_str())))
}

/// The last part of a path.
pub(in crate::charts) fn last(path: &str) -> &str {
    path.rsplit('.').next().unwrap_or(path)
}

/// How much the numbers rest on: `10 replications together`; a percentile is that of all of them and no mean.
pub(in crate::charts) fn replications(chosen: &[Chosen<'_>]) -> String {
    let counts = || chosen.iter().map(|one| one.point.replications);
    match (counts().min().unwrap_or(0), counts().max().unwrap_or(0)) {
        (1, 1) => "one replication".to_owned(),
        (least, most) if least == most => format!("{most} replications together"),
        (least, most) => format!("{least} to {most} replications together"),
    }
}

/// What to say of bands around lines, where there are intervals.
pub(in crate::charts) fn bands(chosen: &[Chosen<'_>]) -> &'static str {
    let several = chosen.iter().any(|one| one.point.replications > 1);
    if several { "; bands are 95 % intervals" } else { "" }
}

/// The window that numbers are told of.
pub(in crate::charts) fn window<'a>(
    results: &'a ResultSet,
    options: &ChartOptions,
) -> Result<Option<&'a str>, ChartError> {
    let Some(asked) = &options.window else { return Ok(names::main_window(results)) };
    let all = names::windows(results);
    match all.iter().find(|name| **name == asked.as_str()) {
        Some(name) => Ok(Some(name)),
        None => Err(unknown("window", asked, all)),
    }
}

fn unknown<'a>(
    what: &'static str,
    name: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> ChartError {
    let known: Vec<String> = known.into_iter().map(|name| format!("`{name}`")).collect();
    let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
    ChartError::Unknown { what, name: name.to_owned(), known }
}

/// How time is put: `in the fault`, `in saturated`, `over the whole run`.
pub(in crate::charts) fn during(window: &str) -> String {
    match window {
        "all" => "after the warm-up".to_owned(),
        "before" => "before the fault".to_owned(),
        "fault" => "in the fault".to_owned(),
        "after" => "after the fault".to_owned(),
        other => format!("in {other}"),
    }
}

/// A chart's title: what the scenario is about, and what is seen of it.
pub(in crate::charts) fn title(results: &ResultSet, seen: &str) -> String {
    format!("{}: {seen}", results.title.as_deref().unwrap_or(&results.scenario))
}

/// What to say of the dimmed stretch at the left, if there is one.
pub(in crate::charts) fn dimmed(series: &[&Series]) -> &'static str {
    if series.iter().any(|one| one.warmup_s > 0.0) { "; dimmed: warm-up" } else { "" }
}
