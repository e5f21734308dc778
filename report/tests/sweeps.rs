//! Charts of sweeps and of herds: that they show what they are about, and that no result makes them panic.

mod fixture;

use brownout_report::charts::{
    Chart, ChartError, ChartOptions, Theme, arrivals, distribution, heatmap, is_sweep, knee, lines,
    utilisation,
};
use brownout_scenarios::result::{Expectation, Point, ResultSet, Verdict};

use fixture::drawn::{overprinted, texts};
use fixture::herd::herd;
use fixture::pairs::split;
use fixture::sweep::{TIMEOUT, loads, timeouts, timeouts_and_workers};

type Draw = fn(&ResultSet, &ChartOptions) -> Result<Chart, ChartError>;

const LIMITS: [f64; 7] = [2.0, 5.0, 20.0, 50.0, 100.0, 1_000.0, 3_000.0];

const RATES: [f64; 6] = [50.0, 150.0, 250.0, 350.0, 380.0, 600.0];

/// Each chart with results of all sizes.
fn all() -> Vec<(Draw, ResultSet)> {
    vec![
        (lines, timeouts(&[""], &LIMITS)),
        (lines, timeouts(&[""], &[20.0, 100.0])),
        (lines, timeouts(&["as built", "breaker"], &LIMITS)),
        (
            lines,
            timeouts(
                &["a variant whose name is far too long for any legend that there is"; 12],
                &LIMITS,
            ),
        ),
        (lines, timeouts_and_workers(&LIMITS, &[50, 100, 200])),
        (heatmap, timeouts_and_workers(&LIMITS, &[50, 100, 200])),
        (knee, loads(&[""], &RATES, 4)),
        (knee, loads(&["as built", "breaker"], &RATES, 4)),
        (utilisation, loads(&["as built", "breaker"], &RATES, 4)),
        (arrivals, herd()),
    ]
}

fn joined(draw: Draw, results: &ResultSet, options: &ChartOptions) -> String {
    texts(&draw(results, options).unwrap()).join("\n")
}

#[test]
fn every_chart_is_well_formed_at_every_size_and_in_every_theme() {
    for (draw, results) in all() {
        for (width, theme) in
            [(320, Theme::Auto), (640, Theme::Light), (960, Theme::Dark), (1_600, Theme::Auto)]
        {
            let options = ChartOptions { width, theme, ..ChartOptions::default() };
            let chart = draw(&results, &options).unwrap();
            assert!(texts(&chart).len() > 5);
            assert_eq!(chart.svg, draw(&results, &options).unwrap().svg);
        }
    }
}

#[test]
fn charts_without_intervals_without_values_and_with_wild_values_are_drawn() {
    for (draw, results) in all() {
        let mut alone = results.clone();
        fixture::without_intervals(&mut alone);
        texts(&draw(&alone, &ChartOptions::default()).unwrap());
        for value in [0.0, -1.0, 1e-9, 1e12, f64::NAN, f64::INFINITY] {
            let mut wild = results.clone();
            for (index, point) in wild.points.iter_mut().enumerate() {
                let Some(client) = point.windows[0].clients.get_mut("app") else { continue };
                if index % 3 == 1 {
                    client.goodput = None;
                    client.latency_ms.clear();
                } else if index % 3 == 2 {
                    client.goodput.as_mut().unwrap().mean = value;
                    client.latency_ms.values_mut().for_each(|one| one.mean = value);
                }
            }
            texts(&draw(&wild, &ChartOptions::default()).unwrap());
        }
    }
}

#[test]
fn lines_show_the_axis_the_limit_and_where_it_holds() {
    let results = timeouts(&[""], &LIMITS);
    let text = joined(lines, &results, &ChartOptions::default());
    for expected in ["Timeout swept", "Goodput of app", "Success of app", "Latency p99 of app"] {
        assert!(text.contains(expected), "{text}");
    }
    assert!(
        text.contains("\n≥ 95 %\n")
            && text.contains(TIMEOUT)
            && text.contains("all that is expected holds")
    );
    // Whatever else something is expected of has a panel of its own.
    let mut further = results.clone();
    for point in &mut further.points {
        point.expectations[0].text = "utilisation(feed) <= 80%".to_owned();
    }
    let text = joined(lines, &further, &ChartOptions::default());
    assert!(text.contains("\nutilisation(feed)\n") && text.contains("\n≤ 80 %\n"), "{text}");
    let metrics = vec!["mean(app)".to_owned(), "amplification(feed.counts)".to_owned()];
    let asked = ChartOptions { metrics, ..ChartOptions::default() };
    let text = joined(lines, &results, &asked);
    assert!(text.contains("\nmean(app)\n") && !text.contains("Goodput"), "{text}");
    let unknown = ChartOptions { metrics: vec!["mean(web)".to_owned()], ..ChartOptions::default() };
    let error = lines(&results, &unknown).unwrap_err().to_string();
    assert!(error.starts_with("there is no metric `mean(web)` in the results"), "{error}");
    let mut unexpected = results;
    unexpected.points.iter_mut().for_each(|point| point.expectations.clear());
    assert!(!joined(lines, &unexpected, &ChartOptions::default()).contains("expected"));
}

/// Sentences that are expected of the points of some variant.
fn expect(results: &mut ResultSet, variant: &str, sentences: &[&str]) {
    let of = |point: &&mut Point| point.variant.as_deref() == Some(variant);
    for point in results.points.iter_mut().filter(of) {
        let one = point.expectations[0].clone();
        let said = |text: &&str| Expectation { text: (*text).to_owned(), ..one.clone() };
        point.expectations = sentences.iter().map(said).collect();
    }
}

#[test]
fn a_limit_of_some_variants_is_named_by_their_marks_and_words_stand_clear_of_each_other() {
    let dashes = |results: &ResultSet, ink: &str| {
        let svg = lines(results, &ChartOptions::default()).unwrap().svg;
        svg.matches(&format!("class=\"stroke-{ink}\"")).count()
    };
    let mut results = timeouts(&["as built", "breaker"], &LIMITS);
    let without = dashes(&results, "series-2");
    assert!(dashes(&results, "text") > 10, "a limit for all has the ink of words");
    expect(&mut results, "as built", &["goodput(app) >= 95%"]);
    expect(&mut results, "breaker", &["goodput(app) >= 94%"]);
    assert_eq!(dashes(&results, "text"), 0);
    assert!(dashes(&results, "series-2") > without + 10);

    let close = ["goodput(app) >= 95%", "goodput(app) >= 94%", "goodput(app) >= 93.5%"];
    expect(&mut results, "breaker", &close);
    for width in [320, 960] {
        let options = ChartOptions { width, ..ChartOptions::default() };
        let chart = lines(&results, &options).unwrap();
        assert_eq!(overprinted(&chart), []);
        let text = texts(&chart).join("\n");
        for words in ["\n≥ 95 %\n", "\n≥ 94 %\n", "\n≥ 93.5 %\n"] {
            assert_eq!(text.matches(words).count(), 1, "{text}");
        }
    }
}

#[test]
fn each_variant_and_each_value_of_another_axis_is_a_line() {
    let text =
        joined(lines, &timeouts(&["as built", "breaker"], &LIMITS), &ChartOptions::default());
    assert!(text.contains("\nas built\nbreaker\n"), "{text}");
    let both = timeouts_and_workers(&LIMITS, &[50, 100]);
    let text = joined(lines, &both, &ChartOptions::default());
    assert!(text.contains("workers = Threads(50)\nworkers = Threads(100)"), "{text}");
    let along =
        |axis: &str| ChartOptions { axis: Some(axis.to_owned()), ..ChartOptions::default() };
    let text = joined(lines, &both, &along("workers"));
    assert!(text.contains("workers swept") && text.contains("Timeout = \"5ms\""), "{text}");
    let error = lines(&both, &along("worker")).unwrap_err().to_string();
    assert!(
        error.starts_with("there is no axis `worker` in the results; there is `services."),
        "{error}"
    );
}

#[test]
fn a_heat_map_has_a_cell_for_each_point_an_edge_and_hatching_where_nobody_knows() {
    let results = timeouts_and_workers(&[5.0, 20.0, 336.0], &[50, 100]);
    let text = joined(heatmap, &results, &ChartOptions::default());
    assert!(
        text.contains("edge of Goodput of app ≥ 95 %")
            && text.contains("upward: services.feed.workers"),
        "{text}"
    );
    assert!(text.contains("\n50\n100\n") && text.contains("99.2 %"), "{text}");

    let mut verdicts = results.points.iter().map(|point| point.expectations[0].verdict);
    assert!(verdicts.any(|verdict| verdict == Verdict::Undecided));
    let lines = |results: &ResultSet| {
        let svg = heatmap(results, &ChartOptions::default()).unwrap().svg;
        svg.matches("<polyline").count()
    };
    // Without an interval nothing is hatched, and the lines of hatching are missing.
    let mut sure = results.clone();
    fixture::without_intervals(&mut sure);
    assert!(lines(&sure) + 10 < lines(&results), "{} {}", lines(&sure), lines(&results));

    let mut holes = results;
    holes.points[0].windows[0].clients.clear();
    let fewer = joined(heatmap, &holes, &ChartOptions::default());
    assert_eq!(fewer.matches(" %").count() + 1, text.matches(" %").count());
    let one = timeouts(&[""], &LIMITS);
    assert!(matches!(heatmap(&one, &ChartOptions::default()), Err(ChartError::Unfit { .. })));
}

#[test]
fn a_heat_map_shows_the_window_in_which_something_is_expected() {
    let mut results = timeouts_and_workers(&[5.0, 20.0, 336.0], &[50, 100]);
    let usual = joined(heatmap, &results, &ChartOptions::default());
    for point in &mut results.points {
        let mut end = point.windows[0].clone();
        end.name = "the end".to_owned();
        point.windows.push(end);
        point.expectations[0].text = "goodput(app) >= 95% in 'the end'".to_owned();
    }
    let text = joined(heatmap, &results, &ChartOptions::default());
    assert!(text.contains("edge of Goodput of app ≥ 95 %") && text.contains("the end"), "{text}");
    assert!(!usual.contains("the end"), "{usual}");
    // Who asks for another window gets it, without an edge.
    let window = Some(results.points[0].windows[0].name.clone());
    let asked = joined(heatmap, &results, &ChartOptions { window, ..ChartOptions::default() });
    assert!(!asked.contains("edge of") && !asked.contains("the end"), "{asked}");
}

#[test]
fn a_heat_map_has_no_edge_of_what_is_promised_for_another_variant() {
    let mut results = timeouts_and_workers(&[5.0, 20.0, 336.0], &[50, 100]);
    let edges = |results: &ResultSet| {
        let svg = heatmap(results, &ChartOptions::default()).unwrap().svg;
        svg.lines().filter(|line| line.contains("stroke-text") && line.contains("\"20\"")).count()
    };
    let alone = edges(&results);
    let mut other = results.points.clone();
    results.points.iter_mut().for_each(|point| point.variant = Some("as built".to_owned()));
    for point in &mut other {
        point.variant = Some("breaker".to_owned());
        point.expectations.clear();
    }
    results.points.extend(other);
    assert!(alone > 1);
    assert_eq!(edges(&results), alone);
    for point in &mut results.points[6..] {
        point.expectations = expected("goodput(app) >= 40%");
    }
    let text = joined(heatmap, &results, &ChartOptions::default());
    assert!(text.contains("edge of Goodput of app ≥ 95 % or ≥ 40 %"), "{text}");
    assert!(edges(&results) > alone);
}

/// What is expected, without a verdict.
fn expected(text: &str) -> Vec<Expectation> {
    let mut one = timeouts(&[""], &[5.0]).points.remove(0).expectations.remove(0);
    one.text = text.to_owned();
    vec![one]
}

#[test]
fn the_knee_marks_the_capacity_that_the_results_tell() {
    let text = joined(knee, &loads(&[""], &RATES, 4), &ChartOptions::default());
    assert!(text.contains("\n400/s\n") && text.contains("capacity"), "{text}");
    let steady = loads(&[""], &[100.0, 101.0], 4);
    assert!(matches!(knee(&steady, &ChartOptions::default()), Err(ChartError::Unfit { .. })));
}

/// Variants that differ in their workers, each of which could serve 100 requests a second.
fn pools(workers: &[(&str, u32)], rates: &[f64]) -> ResultSet {
    let mut results = loads(&[], rates, 1);
    for (name, workers) in workers {
        results.points.extend(loads(&[name], rates, *workers).points);
    }
    results
}

#[test]
fn the_knee_marks_the_capacity_of_each_line_unless_all_have_the_same() {
    let rates: Vec<f64> = RATES.iter().map(|rate| rate * 25.0).collect();
    let workers = [("a", 100), ("b", 103), ("c", 106), ("d", 30), ("e", 103)];
    for width in [320, 960] {
        let options = ChartOptions { width, ..ChartOptions::default() };
        let chart = knee(&pools(&workers, &rates), &options).unwrap();
        let text = texts(&chart).join("\n");
        for capacity in ["3,000/s", "10,000/s", "10,300/s", "10,600/s"] {
            assert!(text.matches(capacity).count() >= 2, "{capacity}: {text}");
        }
        assert_eq!(text.matches("10,300/s").count(), 2, "one for both lines in each panel: {text}");
        assert!(text.contains("capacity of the lines whose marks it has"), "{text}");
        assert_eq!(overprinted(&chart), []);
    }
    let equal = joined(knee, &pools(&[("a", 103), ("b", 103)], &rates), &ChartOptions::default());
    assert_eq!(equal.matches("10,300/s").count(), 2, "{equal}");
    assert!(equal.contains("\ncapacity\n"), "{equal}");
}

#[test]
fn retries_and_a_backlog_move_no_mark_and_overload_hides_none() {
    // Three times as many visits for the same requests, as long as they are tried again.
    let rates: Vec<f64> = RATES.iter().map(|rate| rate * 25.0).collect();
    let mut results = pools(&[("once", 103), ("three times", 103)], &rates);
    for point in results.points.iter_mut().filter(|one| one.variant.as_deref() != Some("once")) {
        let window = &mut point.windows[0];
        let shop = window.services.get_mut("shop").unwrap();
        shop.arriving_per_s.mean *= 3.0;
        let steady = window.steady.as_mut().unwrap();
        *steady.offered_over_capacity.get_mut("shop").unwrap() *= 3.0;
    }
    let text = joined(knee, &results, &ChartOptions::default());
    assert_eq!(text.matches("10,300/s").count(), 2, "one mark in each panel: {text}");
    assert!(text.contains("\ncapacity\n") && !text.contains("3,433/s"), "{text}");
    // A line of which all is overloaded, and one that is hardly busy.
    for rates in [[12_000.0, 15_000.0, 20_000.0], [20.0, 40.0, 60.0]] {
        let text = joined(knee, &loads(&[""], &rates, 103), &ChartOptions::default());
        assert_eq!(text.matches("10,300/s").count(), 2, "{rates:?}: {text}");
    }
}

#[test]
fn a_run_that_climbs_and_falls_has_a_line_for_each_way() {
    let mut results = fixture::lone_queue(10);
    assert!(matches!(knee(&results, &ChartOptions::default()), Err(ChartError::Unfit { .. })));
    let window = results.points[0].windows[0].clone();
    for (step, rate) in [100.0, 200.0, 300.0, 200.0, 100.0].into_iter().enumerate() {
        let mut one = window.clone();
        one.name = format!("step {step}");
        one.spans_s = vec![(step as f64 * 10.0, step as f64 * 10.0 + 10.0)];
        one.clients.get_mut("app").unwrap().offered_per_s.mean = rate;
        results.points[0].windows.push(one);
    }
    let text = joined(knee, &results, &ChartOptions::default());
    assert!(text.contains("load climbing\nload falling"), "{text}");
}

#[test]
fn response_times_stand_beside_the_theory_of_the_workers_that_were_seen() {
    let text = joined(utilisation, &loads(&[""], &RATES, 4), &ChartOptions::default());
    assert!(text.contains("simulated\ntheory: M/M/4, mean service 10 ms as seen"), "{text}");
    let flat = loads(&[""], &[100.0, 101.0], 4);
    assert!(matches!(utilisation(&flat, &ChartOptions::default()), Err(ChartError::Unfit { .. })));
}

#[test]
fn points_beside_the_curve_of_theory_say_which_they_are() {
    let text = joined(utilisation, &loads(&[""], &RATES[..4], 4), &ChartOptions::default());
    for rate in ["50/s", "150/s", "250/s", "350/s"] {
        assert!(text.contains(&format!("\n{rate}")), "{rate}: {text}");
    }
    let both = utilisation(&loads(&["a", "b"], &RATES, 4), &ChartOptions::default()).unwrap();
    assert!(overprinted(&both).is_empty());
}

#[test]
fn points_beside_the_curve_of_theory_are_not_joined() {
    let results = loads(&["as built", "breaker"], &RATES, 4);
    let longest = |results: &ResultSet| {
        let svg = utilisation(results, &ChartOptions::default()).unwrap().svg;
        let lines = svg.lines().filter(|line| line.contains("\"stroke-series-1\""));
        lines.map(|line| line.matches(',').count()).max().unwrap_or(0)
    };
    assert_eq!(longest(&results), 2, "nothing but the two ends of intervals");
    // Workers that are not the same everywhere have no theory, and points that belong together are joined.
    let mut changing = results;
    let shop = changing.points[0].windows[0].services.get_mut("shop").unwrap();
    shop.workers_busy.mean *= 3.0;
    assert_eq!(longest(&changing), RATES.len());

    let mut bimodal = loads(&[""], &RATES, 4);
    let shop = bimodal.points[3].windows[0].services.get_mut("shop").unwrap();
    split(shop.sojourn_ms.get_mut("mean").unwrap(), (3, 80.0), (7, 11.0));
    let text = joined(utilisation, &bimodal, &ChartOptions::default());
    assert!(text.contains("hollow: the replications that collapsed"), "{text}");
}

#[test]
fn what_is_no_sweep_has_no_axis_to_draw_along() {
    let results = fixture::feed_cascade();
    assert!(!is_sweep(&results) && is_sweep(&timeouts(&[""], &LIMITS)));
    assert!(matches!(lines(&results, &ChartOptions::default()), Err(ChartError::Unfit { .. })));
}

#[test]
fn arrivals_are_those_of_the_edge_that_varies_most_unless_one_is_asked_for() {
    let text = joined(arrivals, &herd(), &ChartOptions::default());
    assert!(text.contains("attempts on app") && text.contains("steps of 0.1 s"), "{text}");
    assert!(text.contains("no jitter\nat most 100,000 /s, at 0 s"), "{text}");
    let asked = ChartOptions { edge: Some("shop.prices".to_owned()), ..ChartOptions::default() };
    assert!(joined(arrivals, &herd(), &asked).contains("attempts on shop.prices"));
    let unknown = ChartOptions { edge: Some("shop".to_owned()), ..ChartOptions::default() };
    assert!(matches!(arrivals(&herd(), &unknown), Err(ChartError::Unknown { what: "edge", .. })));
}

#[test]
fn a_lone_spike_is_cut_off_and_scales_follow_what_is_left() {
    let text = joined(arrivals, &herd(), &ChartOptions::default());
    assert!(text.contains("a scale of its own") && text.contains("cut off"), "{text}");
    // Everybody's first attempts are cut off where something else is to be seen: not where all that there is are spikes.
    let tips = |results: &ResultSet| {
        let svg = arrivals(results, &ChartOptions::default()).unwrap().svg;
        let corners = |polygon: &str| {
            Some(polygon.split_once("points=\"")?.1.split_once('"')?.0.split(' ').count())
        };
        svg.split("<polygon").skip(1).filter(|polygon| corners(polygon) == Some(3)).count()
    };
    assert_eq!(tips(&herd()), 3);
    let mut alike = herd();
    for point in &mut alike.points {
        let edges = &mut point.series.as_mut().unwrap().edges;
        edges.get_mut("app").unwrap().attempts_per_s = (1..50).map(f64::from).collect();
    }
    let text = joined(arrivals, &alike, &ChartOptions::default());
    assert!(!text.contains("a scale of its own") && !text.contains("cut off"), "{text}");
}

#[test]
fn times_of_a_distribution_begin_where_a_curve_begins_to_fall() {
    let mut results = fixture::feed_cascade();
    let usual = joined(distribution, &results, &ChartOptions::default());
    for point in &mut results.points {
        let clients = point.windows.iter_mut().flat_map(|window| window.clients.values_mut());
        clients.for_each(|client| client.histogram.insert(0, (1e-4, 1)));
    }
    let text = joined(distribution, &results, &ChartOptions::default());
    assert!(text.contains("times begin at the least p5"), "{text}");
    assert!(!text.contains(" ns\n") && !text.contains(" us\n"), "{text}");
    // One answer that was quicker than all others changes nothing in the axis.
    let axis =
        |text: &str| text.lines().filter(|line| line.ends_with("s")).collect::<Vec<_>>().join(" ");
    assert_eq!(axis(&text), axis(&usual));
}

#[test]
fn variants_without_the_window_of_a_distribution_are_named() {
    let mut results = fixture::feed_cascade();
    assert!(!joined(distribution, &results, &ChartOptions::default()).contains("Without answers"));
    results.points[1].windows.retain(|window| window.name != "fault");
    results.points[3].windows[2].clients.get_mut("app").unwrap().histogram.clear();
    let text = joined(distribution, &results, &ChartOptions::default());
    let told: Vec<&str> = text.split_whitespace().collect();
    assert!(told.join(" ").contains("Without answers in the fault: timeout; breaker"), "{text}");
    let mut many = fixture::twelve_variants();
    for point in &mut many.points[1..] {
        point.windows.retain(|window| window.name != "fault");
    }
    let text = joined(distribution, &many, &ChartOptions::default());
    assert!(text.replace('\n', " ").contains("and 7 more"), "{text}");
}

#[test]
fn a_distribution_is_drawn_of_each_variant_or_of_each_window_of_one() {
    let text = joined(distribution, &fixture::feed_cascade(), &ChartOptions::default());
    assert!(
        text.contains("\nas built\ntimeout\n") && text.contains("as built before the fault"),
        "{text}"
    );
    assert!(text.contains("p99.9") && text.contains("0.1 %"), "{text}");
    let one = fixture::results_of(&fixture::fates()[..1]);
    assert!(
        joined(distribution, &one, &ChartOptions::default()).contains("\nbefore\nfault\nafter\n")
    );
    let mut none = one;
    for client in none.points[0].windows.iter_mut().flat_map(|window| window.clients.values_mut()) {
        client.histogram.clear();
    }
    assert!(matches!(
        distribution(&none, &ChartOptions::default()),
        Err(ChartError::Nothing { .. })
    ));
}
