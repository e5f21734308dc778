//! The terminal summary, as snapshots at several widths and for odd results.

mod fixture;

use brownout_report::text::{Style, TextOptions, summary};
use brownout_report::{markdown, review};
use brownout_scenarios::metric::unit::Unit;
use brownout_scenarios::result::{
    Axis, Estimate, Expectation, Precision, ResultSet, ServiceResult, Verdict,
};
use unicode_width::UnicodeWidthStr;

fn text(results: &ResultSet, width: usize) -> String {
    summary(results, &TextOptions { width, ..TextOptions::default() })
}

fn plain(coloured: &str) -> String {
    let mut parts = coloured.split('\u{1b}');
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        text.push_str(part.split_once('m').expect("a sequence ends in m").1);
    }
    text
}

#[test]
fn the_feed_at_60_columns() {
    insta::assert_snapshot!(text(&fixture::feed_cascade(), 60));
}

#[test]
fn the_feed_at_80_columns() {
    insta::assert_snapshot!(text(&fixture::feed_cascade(), 80));
}

#[test]
fn the_feed_at_160_columns() {
    insta::assert_snapshot!(text(&fixture::feed_cascade(), 160));
}

#[test]
fn the_feed_in_full() {
    let options = TextOptions { width: 120, verbose: true, ..TextOptions::default() };
    insta::assert_snapshot!(summary(&fixture::feed_cascade(), &options));
}

#[test]
fn two_variants_with_colour() {
    let results = fixture::results_of(&fixture::fates()[..2]);
    let options = TextOptions { width: 100, style: Style::Ansi, ..TextOptions::default() };
    insta::assert_snapshot!(summary(&results, &options).replace('\u{1b}', "␛"));
}

#[test]
fn twelve_variants_stand_one_under_the_other() {
    insta::assert_snapshot!(text(&fixture::twelve_variants(), 120));
}

#[test]
fn a_lone_queue_with_one_replication() {
    insta::assert_snapshot!(text(&fixture::lone_queue(1), 80));
}

#[test]
fn colour_changes_no_character() {
    for width in [60, 80, 160] {
        let results = with_expectations();
        let options = TextOptions { width, style: Style::Ansi, ..TextOptions::default() };
        let stripped = plain(&summary(&results, &options));
        let trimmed: String =
            stripped.lines().map(|line| format!("{}\n", line.trim_end())).collect();
        assert_eq!(trimmed, text(&results, width));
    }
}

#[test]
fn no_line_is_wider_than_the_terminal() {
    let sets = [
        fixture::feed_cascade(),
        fixture::twelve_variants(),
        fixture::lone_queue(10),
        with_expectations(),
        odd(),
    ];
    for results in &sets {
        for width in [60, 72, 80, 100, 160, 240] {
            for verbose in [false, true] {
                let options = TextOptions { width, verbose, ..TextOptions::default() };
                let text = summary(results, &options);
                let widest = text.lines().max_by_key(|line| line.width()).unwrap_or("");
                assert!(widest.width() <= width, "{} > {width}: {widest}", widest.width());
            }
        }
    }
}

#[test]
fn expectations_come_first_with_what_was_measured() {
    let text = text(&with_expectations(), 100);
    let head: Vec<&str> = text.lines().take(12).collect();
    insta::assert_snapshot!(head.join("\n"));
}

#[test]
fn a_precision_that_was_not_reached_is_told_at_once_and_one_that_was_is_not() {
    let mut results = fixture::lone_queue(20);
    let told = |reached| Precision {
        asked: 0.02,
        reached: Some(reached),
        of: "p99(users) in all".to_owned(),
        untold: vec![],
    };
    results.points[0].precision = Some(told(0.134));
    let line = "! p99(users) in all is known to ± 13.4 % and not to the 2.0 % asked for";
    assert!(text(&results, 80).lines().any(|said| said == line), "{}", text(&results, 80));
    results.points[0].precision = Some(told(0.02));
    assert!(!text(&results, 80).contains("asked for"));
}

#[test]
fn what_was_to_be_known_and_cannot_be_is_named_in_text_and_markdown() {
    let mut results = fixture::lone_queue(20);
    let untold = vec!["p99(users) in fault".to_owned()];
    results.points[0].precision =
        Some(Precision { asked: 0.02, reached: None, of: String::new(), untold });
    let line = "p99(users) in fault was to be known to ± 2.0 %, and has no interval";
    assert!(text(&results, 80).contains(&format!("! {line}\n")), "{}", text(&results, 80));
    let markdown = brownout_report::review::to_string(&results, &Default::default());
    assert!(markdown.contains(&format!("**Not known**: {line}.")), "{markdown}");
}

#[test]
fn where_not_everything_was_run_not_all_is_said_to_hold() {
    let mut results = with_expectations();
    results.points.iter_mut().for_each(|point| {
        point.expectations.iter_mut().for_each(|one| one.verdict = Verdict::Pass);
    });
    let count = results.points.iter().map(|point| point.expectations.len()).sum::<usize>();
    assert!(text(&results, 100).contains(&format!("✓ all {count} expectations hold")));
    results.complete = false;
    let line = format!("? {count} expectations hold, those of the rest were not judged");
    assert!(text(&results, 100).contains(&line), "{}", text(&results, 100));
}

#[test]
fn incomplete_results_say_so_at_once() {
    let mut results = fixture::lone_queue(10);
    results.complete = false;
    assert!(text(&results, 80).lines().nth(2).unwrap().starts_with("✗ incomplete"));
}

#[test]
fn nothing_at_all_is_no_panic() {
    let mut results = fixture::feed_cascade();
    results.points.clear();
    insta::assert_snapshot!("no_points", text(&results, 80));
    let mut results = fixture::feed_cascade();
    results.points.truncate(2);
    results.points[0].windows.clear();
    results.points[1].windows.iter_mut().for_each(|window| {
        window.clients.clear();
        window.services.clear();
        window.edges.clear();
        window.spans_s.clear();
    });
    results.points.iter_mut().for_each(|point| point.warnings.clear());
    insta::assert_snapshot!("empty_windows", text(&results, 80));
}

#[test]
fn zero_load_huge_and_tiny_numbers_and_wide_letters() {
    insta::assert_snapshot!(text(&odd(), 100));
}

#[test]
fn nothing_differs_only_if_nothing_differs_in_any_window() {
    let mut results = fixture::pairs::compared();
    results.comparisons.truncate(1);
    let told = |results: &ResultSet| (text(results, 100), markdown::to_string(results));
    // Where the whole run is all that both have in common, it is told.
    for row in &mut results.comparisons[0].measures {
        row.window = "all".to_owned();
    }
    let (text, _) = told(&results);
    assert!(text.contains("all, ") && text.contains("p99(app)"), "{text}");
    assert!(!text.contains("Nothing differs"), "{text}");

    for row in &mut results.comparisons[0].measures {
        row.difference = Estimate::new(0.0, Some(0.0));
    }
    assert!(told(&results).0.contains("Nothing differs"));
    // Of what cannot be compared nobody knows whether it differs.
    results.comparisons[0].measures.clear();
    let (text, markdown) = told(&results);
    assert!(
        text.contains("Nothing can be compared") && !text.contains("Nothing differs"),
        "{text}"
    );
    assert!(markdown.contains("Nothing can be compared"), "{markdown}");
    assert!(!markdown.contains("every number is the same"), "{markdown}");
}

/// The feed whom nobody asks, in some of its variants.
fn silent(variants: usize) -> ResultSet {
    let mut results = fixture::results_of(&fixture::fates()[..3]);
    for window in results.points[..variants].iter_mut().flat_map(|point| &mut point.windows) {
        window.clients.values_mut().for_each(|one| *one = Default::default());
        window.services.values_mut().for_each(|one| *one = Default::default());
        window.edges.values_mut().for_each(|one| *one = Default::default());
    }
    results
}

#[test]
fn where_nobody_asks_it_is_said_that_there_were_no_requests_and_not_that_all_went_well() {
    let none = silent(3);
    let (told, review) = (text(&none, 80), review::to_string(&none, &Default::default()));
    assert!(told.contains("! There were no requests, so that nothing can be told.\n"), "{told}");
    assert!(review.contains("**Note**: There were no requests,"), "{review}");
    assert!(
        told.contains("feed.counts, feed.ranking, feed.users: no calls (-v shows all)"),
        "{told}"
    );
    assert!(told.contains("counter, feed, ranking, users: no visits (-v shows all)"), "{told}");
    assert!(!told.contains("every call Ok") && !told.contains("workers busy"), "{told}");

    let told = text(&silent(1), 80);
    assert!(told.contains("! There were no requests of app (as built).\n"), "{told}");
    assert!(told.contains("feed.ranking, feed.users: every call Ok"), "{told}");
    assert!(!text(&silent(0), 80).contains("no requests"));
}

#[test]
fn an_interval_that_leaves_its_bounds_for_want_of_replications_is_noted() {
    let mut results = fixture::lone_queue(2);
    let noted = |results: &ResultSet| {
        let review = review::to_string(results, &Default::default());
        let line = "2 replications are too few: the interval of goodput(app) in all reaches beyond 0–100 %.";
        assert_eq!(text(results, 100).contains(&format!("! {line}\n")), review.contains(line));
        text(results, 100).contains("too few")
    };
    assert!(!noted(&results));
    let window = &mut results.points[0].windows[0];
    let client = window.clients.get_mut("app").unwrap();
    client.goodput = Some(Estimate::new(0.4, Some(6.0)));
    client.success = Some(Estimate::new(0.4, Some(6.0)));
    assert!(noted(&results));
    // It is the interval that is too wide with many of them, and not the number of replications.
    results.points[0].replications = 4;
    assert!(!noted(&results));
}

#[test]
fn a_sweep_through_a_fault_says_how_to_see_the_windows_around_it() {
    let mut results = fixture::feed_cascade();
    let paths = vec!["services.feed.workers".to_owned()];
    results.axes = vec![Axis { paths, scale: "list".to_owned(), values: vec![] }];
    let told = text(&results, 80);
    assert!(told.contains("more with -v: all, before, after\n"), "{told}");
    let options = TextOptions { verbose: true, ..TextOptions::default() };
    assert!(!summary(&results, &options).contains("more with -v: all"));
    results.points.iter_mut().for_each(|point| point.windows.truncate(1));
    assert!(!text(&results, 80).contains("more with -v"));
}

fn with_expectations() -> ResultSet {
    let mut results = fixture::feed_cascade();
    let one = |text: &str, mean: f64, unit: Unit, verdict: Verdict| Expectation {
        text: text.to_owned(),
        measured: Some(fixture::about(mean, 0.0004)),
        of: None,
        unit: Some(unit),
        verdict,
        reason: None,
    };
    let undecided = Expectation {
        reason: Some("the interval lies on both sides".to_owned()),
        ..one(
            "capacity(feed) = 64.5/s +- 2% in saturated for 'as built'",
            64.5,
            Unit::RatePerInstance,
            Verdict::Undecided,
        )
    };
    let (good, bad) = (Verdict::Pass, Verdict::Fail);
    results.points[0].expectations = vec![
        one("goodput(app) >= 99.9% in before for 'as built'", 0.9999, Unit::Share, good),
        one("goodput(app) >= 99% in fault for 'as built'", 0.0516, Unit::Share, bad),
        undecided,
    ];
    results.points[3].expectations = vec![
        one("p99(app) < 800ms in after for 'breaker'", 458.0, Unit::Time, good),
        Expectation {
            text: "recovers(app) within 30s".to_owned(),
            measured: None,
            of: None,
            unit: None,
            verdict: Verdict::Fail,
            reason: Some("held in 0 of 10 replications".to_owned()),
        },
    ];
    results
}

/// Three variants: without load, with numbers of extreme sizes, with a name in wide letters.
fn odd() -> ResultSet {
    let mut fates = fixture::fates();
    fates.truncate(3);
    fates[2].name = "遅いカウンタ 🐢".to_owned();
    let mut results = fixture::results_of(&fates);
    for window in &mut results.points[0].windows {
        let client = window.clients.get_mut("app").unwrap();
        *client = Default::default();
        for service in window.services.values_mut() {
            *service = Default::default();
        }
        for edge in window.edges.values_mut() {
            *edge = Default::default();
        }
    }
    for window in &mut results.points[1].windows {
        let client = window.clients.get_mut("app").unwrap();
        client.goodput_per_s = Estimate::new(1.234e13, Some(2.0e10));
        client.goodput = Some(Estimate::new(4.2e-9, Some(1.0e-10)));
        client.latency_ms.get_mut("p99").unwrap().mean = 8.64e7;
        client.latency_ms.get_mut("p50").unwrap().mean = f64::NAN;
    }
    results
}

/// A sweep over the load of a shop, beside which a service stands that is never busy.
fn swept() -> ResultSet {
    let mut results = fixture::sweep::loads(&[""], &[350.0, 600.0], 4);
    let values = ["Poisson(\"350/s\")", "Poisson(\"600/s\")"];
    results.axes = vec![Axis {
        paths: vec!["clients.app.arrivals".to_owned()],
        scale: "list".to_owned(),
        values: values.iter().map(|value| vec![(*value).to_owned()]).collect(),
    }];
    for point in &mut results.points {
        let idle = ServiceResult {
            steady: Some(fixture::sweep::told_of(0.1)),
            ..ServiceResult::default()
        };
        point.windows[0].services.insert("till_2".to_owned(), idle);
    }
    results
}

#[test]
fn a_sweep_says_whose_verdict_it_tells_and_in_full_with_which_numbers() {
    let results = swept();
    let brief = text(&results, 120);
    let row =
        |text: &str, rate: &str| text.lines().find(|line| line.contains(rate)).unwrap().to_owned();
    assert!(row(&brief, "350/s").contains("steady: shop"), "{brief}");
    assert!(row(&brief, "600/s").contains("saturated: shop"), "{brief}");
    assert!(!brief.contains("backlog"), "{brief}");
    let options = TextOptions { width: 160, verbose: true, ..TextOptions::default() };
    let full = summary(&results, &options);
    for said in [
        "offered over",
        "86.625 to 88.375",
        "148.500 to 151.500",
        "it grows by",
        "499.500 to 500.500",
    ] {
        assert!(full.contains(said), "{said}: {full}");
    }
    // Where only one could be meant, it is not named.
    let alone = text(&fixture::sweep::loads(&[""], &[350.0, 600.0], 4), 120);
    assert!(!alone.contains(": shop"), "{alone}");
}

#[test]
fn markdown_of_a_sweep_says_where_it_leaves_the_steady_state() {
    let mut results = swept();
    let saturated = results.points[1].windows[0].steady.as_mut().unwrap();
    saturated.service = Some("till_2".to_owned());
    let told = markdown::to_string(&results);
    assert!(told.contains("| steady? |\n") && told.contains("--: | :-- |\n"), "{told}");
    assert!(told.contains("| steady: shop |\n"), "{told}");
    assert!(told.contains("| saturated: till\\_2 |\n"), "{told}");
    assert!(!markdown::to_string(&fixture::feed_cascade()).contains("steady?"));
}

#[test]
fn rows_in_long_form_tell_what_a_verdict_rests_on() {
    let text = brownout_report::csv::to_string(&swept());
    for row in [
        ",service,shop,steady,saturated,,\n",
        ",service,shop,steady_load,mean,1.5,\n",
        ",service,shop,steady_load,low of 99 %,1.485,\n",
        ",service,shop,backlog_per_instance,mean,265,\n",
        ",service,shop,backlog_growth_per_instance,high of 99 %,500.5,\n",
        ",service,till_2,steady,steady,,\n",
    ] {
        assert!(text.contains(row), "{row}: {text}");
    }
}
