//! How the differences between two points are told: in words and rounded numbers, the same in text and Markdown.

use brownout_scenarios::metric::unit::Unit as Measured;
use brownout_scenarios::result::comparison::{Compared, Comparison, SameStates};
use brownout_scenarios::result::{Estimate, ResultSet};

use crate::number::{self, Shown};
use crate::unit::{Dimension, Unit};
use crate::{names, promises};

/// What is said of two points that have no number in common.
pub(crate) const NOTHING_IN_COMMON: &str =
    "Nothing can be compared: there is no number that both can tell.";

/// The names of both points: the baseline and the other.
pub(crate) fn sides(results: &ResultSet, comparison: &Comparison) -> (String, String) {
    let name = |at: usize| match results.points.get(at) {
        Some(point) => names::point(results, point),
        None => format!("point {at}"),
    };
    (name(comparison.baseline), name(comparison.other))
}

/// The windows of a comparison, in their order.
pub(crate) fn windows(comparison: &Comparison) -> Vec<&str> {
    let mut windows: Vec<&str> = Vec::new();
    let requests = comparison.requests.iter().map(|one| one.window.as_str());
    for window in comparison.measures.iter().map(|one| one.window.as_str()).chain(requests) {
        if !windows.contains(&window) {
            windows.push(window);
        }
    }
    windows
}

/// What the two points do not have in common of their windows, a sentence for each: numbers of different stretches of time
/// differ even if the systems do not, and a window that only one has is compared with nothing.
pub(crate) fn of_windows(results: &ResultSet, comparison: &Comparison) -> Vec<String> {
    let points = [comparison.baseline, comparison.other].map(|at| results.points.get(at));
    let [Some(ours), Some(theirs)] = points else { return Vec::new() };
    let (baseline, other) = sides(results, comparison);
    let mut told: Vec<String> = Vec::new();
    for window in &ours.windows {
        let name = &window.name;
        match names::window(theirs, name) {
            None => told.push(format!("{name} is no window of {other}")),
            Some(same) if same.spans_s == window.spans_s => {}
            Some(same) => {
                let [of, for_other] = [&window.spans_s, &same.spans_s].map(|all| names::spans(all));
                told.push(format!("{name} is {of} in {baseline} and {for_other} in {other}"));
            }
        }
    }
    let only_theirs = theirs.windows.iter().filter(|one| names::window(ours, &one.name).is_none());
    told.extend(only_theirs.map(|one| format!("{} is no window of {baseline}", one.name)));
    told
}

/// The numbers that only one of both points can tell, a sentence for each of the points; those of some windows.
pub(crate) fn one_sided(
    results: &ResultSet,
    comparison: &Comparison,
    windows: &[&str],
) -> Vec<String> {
    let (baseline, other) = sides(results, comparison);
    let of = |in_baseline: bool, name: &str| {
        let told = comparison.one_sided.iter().filter(|one| one.in_baseline == in_baseline);
        let told = told.filter(|one| windows.contains(&&*one.window)).map(|one| {
            let value = promises::spell(one.unit, &one.value);
            format!("{} in {} is {value}", one.metric, one.window)
        });
        let told: Vec<String> = told.collect();
        (!told.is_empty()).then(|| format!("Only {name} can tell: {}.", told.join("; ")))
    };
    [of(true, &baseline), of(false, &other)].into_iter().flatten().collect()
}

/// How often a client's system collapsed in the same replications, a sentence for each client: `app collapsed in 7 of 10
/// replications of as built and in 0 of breaker, in 0 of them in both: ✓ better; by chance in 1.6 % (sign test)`.
pub(crate) fn of_states(results: &ResultSet, comparison: &Comparison) -> Vec<String> {
    let (baseline, other) = sides(results, comparison);
    let told = |one: &SameStates| {
        let all = one.both + one.baseline_only + one.other_only + one.neither;
        let [in_baseline, in_other] = [one.baseline_only, one.other_only].map(|n| n + one.both);
        let SameStates { client, both, .. } = one;
        let chance = match one.p_value < 0.001 {
            true => "less than 1 in 1,000".to_owned(),
            false => format!("{} %", number::fixed(one.p_value * 100.0, 1)),
        };
        format!(
            "{client} collapsed in {in_baseline} of {all} replications of {baseline} and in {in_other} of {other}, in \
             {both} of them in both: {}; by chance in {chance} (sign test)",
            signed_word(&one.verdict)
        )
    };
    comparison.collapsed.iter().map(told).collect()
}

/// Whether either number is the mean of two states, so that there is no difference that anybody would see.
pub(crate) fn has_two_states(compared: &Compared) -> bool {
    compared.verdict == "two states"
}

/// The difference of a row with its sign, if it is one.
pub(crate) fn difference(compared: &Compared) -> Option<Shown> {
    (!has_two_states(compared)).then(|| signed(unit(compared), &compared.difference))
}

/// Whether every pair of replications has the same number.
pub(crate) fn is_same(compared: &Compared) -> bool {
    compared.difference.mean == 0.0 && compared.difference.half_width.is_none_or(|half| half == 0.0)
}

/// The unit in which a row is told.
pub(crate) fn unit(compared: &Compared) -> Unit {
    Dimension::of(compared.unit).unit([compared.baseline.mean, compared.other.mean])
}

/// A difference with its sign; that of two shares says that it is in percentage points.
pub(crate) fn signed(unit: Unit, difference: &Estimate) -> Shown {
    let shown = unit.show_difference(difference);
    let is_some = shown.value.chars().any(|digit| ('1'..='9').contains(&digit));
    let points = |text: String| if unit.name == "%" { format!("{text} pt") } else { text };
    let sign = if difference.mean > 0.0 && is_some { "+" } else { "" };
    let value = format!("{sign}{}", shown.value);
    match shown.half_width {
        Some(half) => Shown { value, half_width: Some(points(half)) },
        None => Shown { value: points(value), half_width: None },
    }
}

/// Whether a metric is about those alone who got an answer, while the share of those who get one moves against it for sure: what
/// became better or worse is who is asked, and not what they get. In words, if so.
pub(crate) fn of_others(compared: &Compared, all: &[Compared]) -> Option<String> {
    let (moved, words) = match compared.verdict.as_str() {
        "better" => ("worse", "of fewer answers"),
        "worse" => ("better", "of more answers"),
        _ => return None,
    };
    let subject = |metric: &str| metric.split_once('(').map(|(_, rest)| rest.to_owned());
    let whose = subject(&compared.metric);
    let moves = |one: &Compared| {
        one.window == compared.window
            && one.metric.starts_with("success(")
            && subject(&one.metric) == whose
            && one.verdict == moved
    };
    let direction = if compared.difference.mean < 0.0 { "lower" } else { "higher" };
    let is_so = compared.unit == Measured::Time && all.iter().any(moves);
    is_so.then(|| format!("{direction}, {words}"))
}

/// The ratio with its interval: `1.031 (1.028–1.034)`.
pub(crate) fn ratio(compared: &Compared) -> Option<String> {
    let ratio = compared.ratio?;
    let Some((low, high)) = ratio.low.zip(ratio.high) else {
        return Some(number::show(ratio.value, None).value);
    };
    let decimals = decimals((high - low) / 2.0);
    let [value, low, high] = [ratio.value, low, high].map(|one| number::fixed(one, decimals));
    Some(if low == high { value } else { format!("{value} ({low}–{high})") })
}

/// Two digits of what is not known, and no more than a reader can use.
fn decimals(half: f64) -> i32 {
    if half > 0.0 { (1 - number::exponent(half)).clamp(0, 5) } else { 3 }
}

/// The verdict with a sign that needs no colour, among `all` others of the comparison.
pub(crate) fn verdict(compared: &Compared, all: &[Compared]) -> String {
    if let Some(words) = of_others(compared, all) {
        let sign = if compared.difference.mean < 0.0 { "↓" } else { "↑" };
        return format!("{sign} {words}");
    }
    signed_word(&compared.verdict)
}

/// A verdict with its sign.
fn signed_word(verdict: &str) -> String {
    let (sign, words) = match verdict {
        "better" => ("✓", "better"),
        "worse" => ("✗", "worse"),
        "higher" => ("↑", "higher"),
        "lower" => ("↓", "lower"),
        "no difference" => ("=", "none seen"),
        "negligible" => ("≈", "below 0.1 %"),
        "two states" => ("↕", "two states"),
        other => ("?", other),
    };
    format!("{sign} {words}")
}

/// How many times as many replications independent seeds would need: `12×`. Where all pairs are equal and replications
/// are not, no number of them would do: `∞`.
pub(crate) fn saved(compared: &Compared) -> Option<String> {
    let varies = |estimate: &Estimate| estimate.half_width.is_some_and(|half| half > 0.0);
    if has_two_states(compared) {
        return None;
    }
    if is_same(compared) && compared.difference.half_width.is_some() && varies(&compared.baseline) {
        return Some("∞".to_owned());
    }
    let saved = compared.saved?;
    Some(format!("{}×", number::fixed(saved, if saved < 9.95 { 1 } else { 0 })))
}

#[cfg(test)]
mod tests {
    use super::*;
    use brownout_scenarios::result::comparison::Ratio;

    fn compared(mean: f64, half: f64) -> Compared {
        let estimate = |mean, half| Estimate::new(mean, Some(half));
        Compared {
            window: "all".to_owned(),
            metric: "goodput(app)".to_owned(),
            unit: Measured::Share,
            better: Some("higher".to_owned()),
            baseline: estimate(0.9, 0.01),
            other: estimate(0.9 + mean, 0.01),
            difference: estimate(mean, half),
            ratio: Some(Ratio { value: 1.0312, low: Some(1.0284), high: Some(1.034) }),
            verdict: "better".to_owned(),
            saved: Some(12.34),
        }
    }

    #[test]
    fn a_difference_has_its_sign_and_the_unit_of_its_row() {
        let one = compared(0.0281, 0.0022);
        assert_eq!(signed(unit(&one), &one.difference).joined(), "+2.8 ± 0.2 pt");
        let one = compared(-0.0281, 0.0022);
        assert_eq!(signed(unit(&one), &one.difference).joined(), "-2.8 ± 0.2 pt");
        let one = compared(0.0001, 0.0022);
        assert_eq!(signed(unit(&one), &one.difference).joined(), "0.0 ± 0.2 pt");
        assert!(is_same(&compared(0.0, 0.0)) && !is_same(&one));
    }

    #[test]
    fn windows_that_are_not_the_same_are_named() {
        use brownout_scenarios::result::{Point, WindowResult};
        let window = |name: &str, to| WindowResult {
            name: name.to_owned(),
            spans_s: vec![(1.0, to)],
            steady: None,
            clients: Default::default(),
            services: Default::default(),
            edges: Default::default(),
        };
        let point = |name: &str, windows| Point {
            variant: Some(name.to_owned()),
            set: Default::default(),
            replications: 2,
            precision: None,
            trace_hash: String::new(),
            events: 0,
            windows,
            series: None,
            expectations: vec![],
            warnings: vec![],
        };
        let results = ResultSet {
            schema_version: 1,
            tool: String::new(),
            scenario: String::new(),
            title: None,
            scenario_sha256: String::new(),
            seed: 1,
            warmup_s: None,
            complete: true,
            axes: vec![],
            points: vec![
                point("a", vec![window("all", 6.0), window("rush", 4.0)]),
                point("b", vec![window("all", 5.0), window("calm", 4.0)]),
                point("c", vec![window("all", 6.0), window("rush", 4.0)]),
            ],
            comparisons: vec![],
            against: None,
        };
        let told = |other| {
            let comparison = Comparison {
                baseline: 0,
                other,
                replications: 2,
                measures: vec![],
                one_sided: vec![],
                collapsed: vec![],
                requests: vec![],
            };
            of_windows(&results, &comparison)
        };
        let expected = [
            "all is 1–6 s in a and 1–5 s in b",
            "rush is no window of b",
            "calm is no window of a",
        ];
        assert_eq!(told(1), expected);
        assert!(told(2).is_empty());
    }

    #[test]
    fn who_still_gets_an_answer_may_get_it_sooner_and_that_is_not_better() {
        let row = |metric: &str, unit, verdict: &str| Compared {
            metric: metric.to_owned(),
            unit,
            verdict: verdict.to_owned(),
            ..compared(-0.1, 0.01)
        };
        let latency = row("p99(app)", Measured::Time, "better");
        let told = |all: &[Compared]| verdict(&latency, all);
        assert_eq!(told(&[row("success(app)", Measured::Share, "no difference")]), "✓ better");
        assert_eq!(told(&[row("success(other)", Measured::Share, "worse")]), "✓ better");
        let fell = row("success(app)", Measured::Share, "worse");
        assert_eq!(told(&[fell]), "↓ lower, of fewer answers");
        // The other way about it is the same.
        let longer = Compared {
            verdict: "worse".to_owned(),
            difference: Estimate::new(0.1, Some(0.01)),
            ..latency.clone()
        };
        let rose = row("success(app)", Measured::Share, "better");
        assert_eq!(verdict(&longer, &[rose]), "↑ higher, of more answers");
    }

    #[test]
    fn a_ratio_shows_its_interval_and_what_was_saved_two_digits() {
        let one = compared(0.0281, 0.0022);
        assert_eq!(ratio(&one).unwrap(), "1.0312 (1.0284–1.0340)");
        assert_eq!(
            (verdict(&one, &[]), saved(&one).unwrap()),
            ("✓ better".to_owned(), "12×".to_owned())
        );
        let same = Compared { saved: None, ..compared(0.0, 0.0) };
        assert_eq!(saved(&same).unwrap(), "∞", "every pair is equal, and replications are not");
        let exact =
            Compared { ratio: Some(Ratio { value: 2.0, low: Some(2.0), high: Some(2.0) }), ..one };
        assert_eq!(ratio(&exact).unwrap(), "2.000");
    }
}
