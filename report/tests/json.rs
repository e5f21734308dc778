//! Results as JSON and back.

mod fixture;

use brownout_report::json::{JsonError, from_str, to_string, to_string_pretty};

#[test]
fn what_is_written_is_read_back_equal() {
    for results in [fixture::feed_cascade(), fixture::lone_queue(1), fixture::twelve_variants()] {
        assert!(from_str(&to_string(&results).unwrap()).unwrap() == results);
        assert!(from_str(&to_string_pretty(&results).unwrap()).unwrap() == results);
    }
}

#[test]
fn a_number_that_is_not_finite_is_refused_with_its_path() {
    for wrong in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let mut results = fixture::feed_cascade();
        results.points[1].windows[2].clients.get_mut("app").unwrap().goodput_per_s.mean = wrong;
        let error = to_string(&results).unwrap_err();
        assert_eq!(
            error.to_string(),
            "points[1].windows[2].clients.app.goodput_per_s.mean is not a finite number, so the results cannot be written as JSON"
        );
    }
}

#[test]
fn null_stands_only_where_a_step_has_no_answers() {
    let mut results = fixture::feed_cascade();
    assert!(to_string(&results).unwrap().contains("null"));
    for point in &mut results.points {
        point.series = None;
    }
    assert!(!to_string(&results).unwrap().contains("null"));
}

#[test]
fn another_version_and_another_file_are_refused_in_words() {
    let text = to_string(&fixture::lone_queue(1)).unwrap();
    let newer = text.replace("\"schema_version\":1", "\"schema_version\":2");
    assert!(matches!(from_str(&newer), Err(JsonError::Version { found: 2 })));
    assert_eq!(
        from_str("{\"a\": 1}").unwrap_err().to_string(),
        "this is not a saved result of brownout: missing field `schema_version` at line 1 column 8"
    );
    assert!(from_str("").is_err());
}

#[test]
fn the_shape_is_the_published_one() {
    insta::assert_snapshot!(
        to_string_pretty(&fixture::lone_queue(10)).unwrap().split("\"series\"").next().unwrap()
    );
}
