//! CSV, JSON lines and Markdown.

mod fixture;

use brownout_report::review::{self, ReviewOptions};
use brownout_report::{csv, jsonl, markdown};

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
