//! What is expected of results, what is saved of them, and what shape they have.

use std::fs;

use super::bench::{SMALL, directory, file, printed, told};

/// The small scenario with expectations.
fn small(expect: &str) -> String {
    format!("{}    expect: [{expect}],\n)", SMALL.trim_end().strip_suffix(')').unwrap())
}

/// The exit status, and what it says.
fn run(test: &str, expect: &str, args: &[&str]) -> (String, String, i32) {
    let path = file(test, "small.ron", small(expect));
    told(&[&["run", &path][..], args].concat(), "")
}

#[test]
fn a_kept_promise_ends_with_0_and_a_broken_one_with_99_after_everything_was_said() {
    let (out, err, exit) = run("kept", r#""success(users) >= 5%""#, &[]);
    assert_eq!(exit, 0, "{err}");
    assert!(out.contains("✓ all 2 expectations hold") && out.contains("measured "), "{out}");
    let expect = r#""success(users) >= 5%", "goodput(users) < 5% for 'wide'""#;
    let (out, err, exit) = run("broken", expect, &[]);
    assert_eq!(exit, 99, "{err}");
    assert!(out.contains("✗ 1 of 3 expectations failed"), "{out}");
    assert!(out.find("✗").unwrap() < out.find("The same again").unwrap(), "{out}");
}

#[test]
fn what_is_undecided_is_unmet_unless_that_is_allowed() {
    let (out, _, exit) = run("undecided", r#""success(users) >= 5%""#, &["-n", "1"]);
    assert_eq!(exit, 99);
    assert!(out.contains("? 2 of 2 expectations undecided"), "{out}");
    assert!(out.contains("one replication has no interval"), "{out}");
    let args = ["-n", "1", "--allow-undecided"];
    assert_eq!(run("allowed", r#""success(users) >= 5%""#, &args).2, 0);
    // What failed has failed all the same.
    assert_eq!(run("failed", r#""never success(users) > 5%""#, &args).2, 99);
}

#[test]
fn an_expectation_that_makes_no_sense_ends_with_3_before_anything_is_run() {
    let (out, err, exit) =
        run("nonsense", r#""goodputt(users) >= 5%", "goodput(users) >= 5""#, &[]);
    assert_eq!((out.as_str(), exit), ("", 3));
    assert!(err.contains("did you mean `goodput`?") && err.contains("has no unit"), "{err}");
    assert_eq!(err.matches("error[BO019]").count(), 2, "{err}");
}

#[test]
fn build_servers_read_what_became_of_the_expectations() {
    let junit = directory("junit").join("small.xml");
    let junit = junit.to_str().unwrap();
    let args = ["-n", "1", "--variant", "wide", "--export-junit", junit];
    let (_, err, exit) = run("junit-scenario", r#""success(users) >= 5%""#, &args);
    assert_eq!(exit, 99, "{err}");
    let text = fs::read_to_string(junit).unwrap();
    assert!(text.contains("<testsuite name=\"wide\" tests=\"1\" failures=\"1\""), "{text}");
}

#[test]
fn a_run_is_held_against_saved_results() {
    let path = file("golden", "small.ron", SMALL);
    let saved = directory("golden-saved").join("golden.json");
    let saved = saved.to_str().unwrap();
    let run =
        |args: &[&str]| told(&[&["run", &path, "--variant", "as built"][..], args].concat(), "");
    let (_, err, exit) = run(&["-n", "5", "--save-baseline", saved]);
    assert!(exit == 0 && err.contains("warning") && err.contains("on both sides"), "{err}");
    let (_, err, exit) = run(&["-n", "12", "--save-baseline", saved]);
    assert!(exit == 0 && !err.contains("warning"), "{err}");
    let (out, err, exit) = run(&["-n", "12", "--seed", "9", "--against", saved]);
    assert_eq!(exit, 0, "{out}{err}");
    assert!(out.contains("✓ no difference from the saved results"), "{out}");

    let worse = ["--set", "services.web.operations.page=[Work(\"14ms\")]"];
    let (out, _, exit) = run(&[&["-n", "12", "--against", saved][..], &worse].concat());
    assert_eq!(exit, 99, "{out}");
    assert!(out.contains("(worse)") && out.contains("mean(users) in all"), "{out}");
    for format in ["csv", "json", "jsonl"] {
        let args = ["-n", "12", "--against", saved, "--format", format];
        let (_, err, exit) = run(&[&args[..], &worse].concat());
        assert!(exit == 99 && err.contains("differs from `") && err.contains(" more"), "{err}");
    }
    let (out, _, _) = run(&["-n", "14", "--length", "3s", "--against", saved]);
    assert!(out.contains("the window `all` is") && out.contains("14 replications, and"), "{out}");

    let (_, err, exit) = run(&["-n", "2", "--against", saved]);
    assert!(
        exit == 2 && err.contains("can never show a difference") && err.contains("-n "),
        "{err}"
    );
    let (_, err, exit) = run(&["--against", "/no/such/file.json"]);
    assert!(exit == 1 && err.contains("cannot use"), "{err}");
}

#[test]
fn everything_that_is_written_has_the_published_shape() {
    let schema: serde_json::Value = serde_json::from_str(&printed(&["schema", "result"])).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let path = file(
        "shape",
        "small.ron",
        small(r#""success(users) >= 5%", "slower_than(users, 1ms) > 5%""#),
    );
    let faults = r#"faults=[Slow(at: "2s", lasts: "1s", target: "web", to: "1s")]"#;
    let saved = directory("shape-saved").join("saved.json");
    let saved = saved.to_str().unwrap();
    let runs: [&[&str]; 4] = [
        &["run", &path, "--format", "json", "-n", "1"],
        &["run", &path, "--format", "json", "--series", "--per-replication", "--set", faults],
        &["run", &path, "--format", "json", "-n", "12", "--save-baseline", saved],
        &["run", &path, "--format", "json", "-n", "12", "--against", saved],
    ];
    let mut results: Vec<String> = runs.iter().map(|args| told(args, "").0).collect();
    results.push(fs::read_to_string(saved).unwrap());
    for text in &results {
        let value: serde_json::Value = serde_json::from_str(text).unwrap();
        let wrong: Vec<String> =
            validator.iter_errors(&value).map(|error| error.to_string()).collect();
        assert_eq!(wrong, Vec::<String>::new());
    }
    let mut other: serde_json::Value = serde_json::from_str(&results[0]).unwrap();
    other["points"][0]["replications"] = "two".into();
    assert!(!validator.is_valid(&other), "a schema that everything satisfies says nothing");
}

#[test]
fn percentiles_are_saved_in_the_format_of_hdr_histogram() {
    let path = file("hgrm", "small.ron", SMALL);
    let there = directory("hgrm-out").join("latencies");
    let args = ["run", &path, "-n", "1", "--export-hgrm", there.to_str().unwrap()];
    assert_eq!(told(&args, "").2, 0);
    let mut names: Vec<String> = fs::read_dir(&there)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names, ["as-built-users.hgrm", "wide-users.hgrm"]);
    assert!(fs::read_to_string(there.join(&names[0])).unwrap().contains("1/(1-Percentile)"));
}
