//! Percentiles of clients' latencies in the text format of HdrHistogram, which its plotter and others read.

use std::fmt::Write;

use brownout_scenarios::result::ClientResult;

use crate::names;

/// Steps in each halving of what lies beyond a percentile, as the format has them.
const STEPS_PER_HALVING: u32 = 5;

/// The latencies of Ok and Degraded of all replications together, in milliseconds; `None` if there were none.
///
/// Values are the upper edges of the buckets of the result, which are three per cent wide; mean and maximum are computed
/// from them.
pub fn to_string(client: &ClientResult) -> Option<String> {
    let total: u64 = client.histogram.iter().map(|(_, count)| count).sum();
    let &(most, _) = client.histogram.last()?;
    let mut out = format!(
        "{:>12} {:>14} {:>10} {:>14}\n\n",
        "Value", "Percentile", "TotalCount", "1/(1-Percentile)"
    );
    for (value, seen) in lines(client, total) {
        let share = seen as f64 / total as f64;
        let _ = match seen < total {
            true => {
                writeln!(out, "{value:12.3} {share:2.12} {seen:10} {:14.2}", 1.0 / (1.0 - share))
            }
            false => writeln!(out, "{value:12.3} {share:2.12} {seen:10}"),
        };
    }
    let (mean, deviation) = moments(client, total);
    let buckets = client.histogram.len();
    let _ = writeln!(out, "#[Mean    = {mean:12.3}, StdDeviation   = {deviation:12.3}]");
    let _ = writeln!(out, "#[Max     = {most:12.3}, Total count    = {total:12}]");
    let _ = writeln!(out, "#[Buckets = {buckets:12}, SubBuckets     = {:12}]", 32);
    Some(out)
}

/// The lines of the table: for each percentile of the format's ladder the value, and how many are not above it.
fn lines(client: &ClientResult, total: u64) -> Vec<(f64, u64)> {
    let mut lines: Vec<(f64, u64)> = Vec::new();
    let mut seen = 0;
    let mut target = 0.0f64;
    for &(value, count) in &client.histogram {
        seen += count;
        if seen as f64 / total as f64 >= target || seen == total {
            lines.push((value, seen));
            while seen < total && target <= seen as f64 / total as f64 {
                target += step(target);
            }
        }
    }
    lines
}

/// How far the next line's percentile lies beyond this one: five steps halve what is left.
fn step(percentile: f64) -> f64 {
    let mut left = 0.5;
    while 1.0 - percentile <= left {
        left /= 2.0;
    }
    left / f64::from(STEPS_PER_HALVING)
}

fn moments(client: &ClientResult, total: u64) -> (f64, f64) {
    let sum = |power: i32, about: f64| -> f64 {
        let terms = client.histogram.iter();
        terms.map(|&(value, count)| (value - about).powi(power) * count as f64).sum::<f64>()
            / total as f64
    };
    let mean = sum(1, 0.0);
    (mean, sum(2, mean).sqrt())
}

/// The part of a file's name that tells one point's client from another's.
pub fn file_stem(point: &str, client: &str) -> String {
    let plain = |text: &str| -> String {
        let letter = |c: char| if c.is_alphanumeric() || c == '.' { c } else { '-' };
        let text: String = text.chars().map(letter).collect();
        let parts: Vec<&str> = text.split('-').filter(|part| !part.is_empty()).collect();
        parts.join("-")
    };
    format!("{}-{}", plain(point), plain(client))
}

/// Every client of every point that has answers: a name for its file, and the text.
pub fn files(results: &brownout_scenarios::result::ResultSet) -> Vec<(String, String)> {
    let of_point = |point| {
        let name = names::point(results, point);
        let all = point.windows.iter().find(|window| window.name == "all");
        let clients = all.into_iter().flat_map(|window| &window.clients);
        let file = |(client, told): (&String, &ClientResult)| {
            Some((file_stem(&name, client), to_string(told)?))
        };
        clients.filter_map(file).collect::<Vec<_>>()
    };
    results.points.iter().flat_map(of_point).collect()
}
