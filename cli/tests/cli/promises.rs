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
fn results_of_another_scenario_are_no_baseline_and_that_is_all_that_is_said() {
    let path = file("golden-other", "small.ron", SMALL);
    let saved = directory("golden-other-saved").join("golden.json");
    let saved = saved.to_str().unwrap();
    printed(&["run", &path, "-n", "12", "--save-baseline", saved]);
    let other = SMALL.replace("as built", "old").replace("wide", "new");
    let other = file("golden-another", "other.ron", other);
    let (out, err, exit) = told(&["run", &other, "-n", "12", "--against", saved], "");
    assert!(exit == 1 && out.is_empty(), "{out}{err}");
    assert!(err.contains("they are results of `small`, and this is `other`"), "{err}");
    assert_eq!(err.matches("error").count(), 1, "{err}");
    // A scenario that was renamed still is the same, and one that was renamed and changed may be.
    let renamed = file("golden-renamed", "other.ron", SMALL);
    let (out, err, exit) = told(&["run", &renamed, "-n", "12", "--against", saved], "");
    assert!(exit == 0 && !out.contains("`small`"), "{out}{err}");
    let changed = file("golden-changed", "other.ron", SMALL.replace("Small", "Other"));
    let (out, err, exit) = told(&["run", &changed, "-n", "12", "--against", saved], "");
    assert!(
        exit == 0 && out.contains("! they are results of `small`, and this is `other`"),
        "{out}{err}"
    );
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

#[test]
fn what_is_measured_of_steps_is_labelled() {
    let expect = r#""never success(users) < 5%", "success(users) >= 5% during 3s""#;
    let (out, err, exit) = run("labelled", expect, &[]);
    assert_eq!(exit, 0, "{err}");
    assert!(out.contains("measured 0 ± 0 % of steps"), "{out}");
    assert!(out.contains("on end at most"), "{out}");
}

#[test]
fn a_file_that_holds_no_results_is_no_baseline_and_says_so_in_words() {
    let path = file("no-baseline", "small.ron", SMALL);
    let against = |file: &str| told(&["run", &path, "-n", "2", "--against", file], "");
    let (_, err, exit) = against("/no/such/file.json");
    assert!(
        exit == 1 && err.contains("there is no such file") && !err.contains("os error"),
        "{err}"
    );
    assert!(err.contains("--save-baseline"), "{err}");
    let (_, err, exit) = against(directory("no-baseline-dir").to_str().unwrap());
    assert!(exit == 1 && err.contains("it is a directory"), "{err}");
    let bytes = file("no-baseline-bytes", "bytes.json", [0xff, 0xfe, 0x00]);
    let (_, err, exit) = against(&bytes);
    assert!(exit == 1 && err.contains("it is not a text"), "{err}");
}

#[test]
fn a_metric_that_results_do_not_have_is_refused_whatever_is_drawn() {
    let path = file("bogus-metric", "small.ron", SMALL);
    let there = directory("bogus-metric-out").join("small.json");
    let saved = there.to_str().unwrap();
    printed(&["run", &path, "-n", "2", "--series", "--export-json", saved]);
    let out = directory("bogus-metric-charts");
    let out = out.to_str().unwrap();
    for metric in ["bogus(users)", "p99(nobody)", "p99"] {
        let (_, err, exit) = told(&["plot", saved, "--out", out, "--metric", metric], "");
        assert!(exit == 2 && err.contains("of the clients users: goodput"), "{metric}: {err}");
        assert!(err.contains("of the services web: "), "{err}");
    }
    assert_eq!(fs::read_dir(out).unwrap().count(), 0, "nothing is drawn");
    assert_eq!(told(&["plot", saved, "--out", out, "--metric", "p99(users)"], "").2, 0);
}

#[test]
fn a_flag_and_a_setting_of_one_value_are_told_by_their_names() {
    let path = file("both-ways", "small.ron", SMALL);
    let (_, err, exit) = told(&["run", &path, "-n", "2", "--set", "run.replications=3"], "");
    assert!(exit == 2 && err.contains("--replications and --set run.replications"), "{err}");
    let (_, err, exit) = told(&["run", &path, "--seed", "99999999999999999999999"], "");
    assert!(exit == 2 && err.contains("from 0 to 18446744073709551615"), "{err}");
    let (_, err, exit) = told(&["run", &path, "--set", "run.seed=99999999999999999999999"], "");
    assert!(exit == 3 && err.contains("from 0 to 18446744073709551615"), "{err}");
    let both = [format!("{path}:wide"), format!("{path}:as built")];
    let args = ["compare", &both[0], &both[1], "-n", "2", "--set", "run.seed=7"];
    assert_eq!(told(&args, "").2, 0, "what is set is set for all");
}
