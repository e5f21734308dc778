//! CSV, JSON lines and Markdown.

mod fixture;

use brownout_report::review::{self, ReviewOptions};
use brownout_report::{csv, hgrm, jsonl, junit, markdown};
use brownout_scenarios::metric::unit::Unit;
use brownout_scenarios::result::{Expectation, ResultSet, Verdict};

#[test]
fn csv_has_a_line_for_each_estimate_and_as_many_fields_as_names() {
    let text = csv::to_string(&fixture::lone_queue(10));
    insta::assert_snapshot!(text);
    let commas = csv::HEADER.matches(',').count();
    assert!(text.lines().all(|line| line.matches(',').count() == commas));
}

#[test]
fn csv_quotes_what_would_break_it() {
    let mut results = fixture::lone_queue(1);
    results.points[0].variant = Some("one, \"two\"".to_owned());
    results.points[0].set.insert("services.feed.workers".to_owned(), "Threads(100)".to_owned());
    let second = csv::to_string(&results).lines().nth(1).unwrap().to_owned();
    assert_eq!(
        second,
        "\"one, \"\"two\"\"\",services.feed.workers=Threads(100),all,client,app,offered_per_s,mean,5000.6,"
    );
}

#[test]
fn csv_and_json_lines_tell_the_same() {
    let results = fixture::feed_cascade();
    let lines = jsonl::to_string(&results).unwrap();
    assert_eq!(lines.lines().count() + 1, csv::to_string(&results).lines().count());
    let first: serde_json::Value = serde_json::from_str(lines.lines().next().unwrap()).unwrap();
    assert_eq!(first["variant"], "as built");
    assert_eq!(first["metric"], "offered_per_s");
    assert!(!lines.contains("null"));
}

#[test]
fn markdown_is_a_table_for_each_window() {
    insta::assert_snapshot!(markdown::to_string(&fixture::feed_cascade()));
}

#[test]
fn markdown_of_odd_names_and_of_nothing() {
    let mut results = fixture::lone_queue(10);
    results.points[0].variant = Some("a|b <c> *d*".to_owned());
    insta::assert_snapshot!(markdown::to_string(&results));
    results.points.clear();
    assert_eq!(markdown::to_string(&results), "");
}

#[test]
fn a_review_has_its_parts_in_order_and_the_graph_as_it_was_given() {
    let mut results = fixture::sweep::timeouts(&[""], &[2.0, 20.0]);
    results.points[0].warnings = fixture::feed_cascade().points[0].warnings.clone();
    results.title = Some("A <b> `title`".to_owned());
    let options =
        ReviewOptions { graph: Some("flowchart LR\n"), command: Some("brownout run '```'") };
    let text = review::to_string(&results, &options);
    let parts = [
        "# feed-cascade: A &lt;b> \\`title\\`".replace(">", "&gt;"),
        "## ✗ 1 of 2 expectations failed".to_owned(),
        "| ✗ | goodput(app) &gt;= 95% |".to_owned(),
        "| variant |".to_owned(),
        "## Warnings".to_owned(),
        "```mermaid\nflowchart LR\n```\n".to_owned(),
        "````sh\nbrownout run '```'\n````\n".to_owned(),
    ];
    let places: Vec<usize> = parts
        .iter()
        .map(|part| text.find(part).unwrap_or_else(|| panic!("{part} in {text}")))
        .collect();
    assert!(places.is_sorted(), "{text}");

    let bare = review::to_string(&fixture::lone_queue(10), &ReviewOptions::default());
    assert!(
        !bare.contains("mermaid")
            && !bare.contains("expectation")
            && bare.contains("```sh\nbrownout run mm1 ")
    );
}

/// The feed with one expectation of each verdict.
fn expecting() -> ResultSet {
    let mut results = fixture::lone_queue(10);
    let one = |text: &str, verdict, measured| Expectation {
        text: text.to_owned(),
        measured,
        of: None,
        unit: Some(Unit::Share),
        verdict,
        reason: None,
    };
    let about = |mean| Some(fixture::about(mean, 0.001));
    results.points[0].expectations = vec![
        one("goodput(app) >= 99% & more", Verdict::Pass, about(0.995)),
        one("goodput(app) < \"5%\"", Verdict::Fail, about(0.995)),
        one("p99(app) < 5ms in fault", Verdict::Undecided, None),
    ];
    results
}

#[test]
fn expectations_are_in_every_form() {
    let results = expecting();
    let lines = csv::to_string(&results);
    let told: Vec<&str> = lines.lines().filter(|line| line.contains(",expectation,")).collect();
    assert_eq!(told[0], ",,,expectation,goodput(app) >= 99% & more,pass,measured,0.995,0.000995");
    assert_eq!(told[2], ",,,expectation,p99(app) < 5ms in fault,undecided,measured,,");
    let lines = jsonl::to_string(&results).unwrap();
    assert_eq!(lines.lines().filter(|line| line.contains("\"kind\":\"expectation\"")).count(), 3);
    let text = review::to_string(&results, &ReviewOptions::default());
    assert!(text.contains("| ✓ | goodput(app) &gt;= 99% &amp; more |"), "{text}");
    assert!(text.contains("| ✗ | ") && text.contains("| ? | "), "{text}");
}

#[test]
fn junit_is_xml_in_which_what_is_undecided_fails_unless_it_is_allowed() {
    let count = |allowed: bool, name: &str| {
        let text = junit::to_string(&expecting(), allowed);
        let xml = roxmltree::Document::parse(&text).unwrap();
        let all = xml.root_element();
        let told = all.attribute(name).unwrap().parse::<usize>().unwrap();
        let tag = [("tests", "testcase"), ("failures", "failure"), ("skipped", "skipped")];
        let tag = tag.iter().find(|(attribute, _)| *attribute == name).unwrap().1;
        assert_eq!(xml.descendants().filter(|node| node.has_tag_name(tag)).count(), told);
        told
    };
    assert_eq!(["tests", "failures", "skipped"].map(|name| count(false, name)), [3, 2, 0]);
    assert_eq!(["tests", "failures", "skipped"].map(|name| count(true, name)), [3, 1, 1]);
    insta::assert_snapshot!(junit::to_string(&expecting(), false));
}

#[test]
fn percentiles_have_the_format_of_hdr_histogram() {
    let mut results = fixture::lone_queue(10);
    let client = results.points[0].windows[0].clients.get_mut("app").unwrap();
    client.histogram = (1..=100).map(|ms| (f64::from(ms), 100)).collect();
    let files = hgrm::files(&results);
    let (name, text) = files.first().unwrap();
    assert!(name.ends_with("-app"), "{name}");
    insta::assert_snapshot!(text);
    let rows: Vec<Vec<f64>> = text
        .lines()
        .filter(|line| line.starts_with(' '))
        .map(|line| line.split_whitespace().filter_map(|word| word.parse().ok()).collect())
        .filter(|row: &Vec<f64>| row.len() >= 3)
        .collect();
    assert!(rows.len() > 20);
    assert!(rows.windows(2).all(|two| two[0][0] < two[1][0] && two[0][2] < two[1][2]));
    assert!(rows.iter().all(|row| (row[1] - row[2] / 10_000.0).abs() < 1e-9));
    assert_eq!(rows.last().unwrap()[1], 1.0);
}
