//! Comparisons, sweeps, and replications that go on until something is known.

use serde_json::Value;

use super::bench::{SMALL, directory, file, printed, told};

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&printed(&[args, &["--format", "json"]].concat())).unwrap()
}

#[test]
fn a_comparison_tells_differences_verdicts_and_the_same_requests() {
    let path = file("compared", "small.ron", SMALL);
    let text = printed(&["compare", &path, "-n", "4"]);
    for said in ["wide, against as built: 4 pairs", "✓ better", "The same requests", "saved"] {
        assert!(text.contains(said), "{said}: {text}");
    }
    let results = json(&["compare", &path, "-n", "4"]);
    let comparison = &results["comparisons"][0];
    assert_eq!((&comparison["baseline"], &comparison["other"]), (&0.into(), &1.into()));
    let mut measures = comparison["measures"].as_array().unwrap().iter();
    let mean = measures.find(|one| one["metric"] == "mean(users)").unwrap();
    assert_eq!((&mean["verdict"], &mean["better"]), (&"better".into(), &"lower".into()));
    assert_eq!(comparison["requests"][0]["client"], "users");
    assert_eq!(results["points"].as_array().unwrap().len(), 2);
    assert!(printed(&["compare", &path, "-n", "2", "--format", "csv"]).contains(",difference,"));
    assert!(
        printed(&["compare", &path, "-n", "2", "--format", "markdown"])
            .contains("against as built")
    );
}

#[test]
fn a_comparison_has_the_same_bytes_on_one_thread_and_on_two() {
    let path = file("compared-threads", "small.ron", SMALL);
    let run = |jobs: &str| json(&["compare", &path, "--precision", "20%", "-j", jobs]);
    assert_eq!(run("1"), run("2"));
}

#[test]
fn a_system_is_compared_with_itself_after_a_change() {
    let path = file("changed-with", "small.ron", SMALL);
    let change = ["--with", "services.web.workers=Threads(3); run.length=5s"];
    let results =
        json(&[&["compare", &path, "--variant", "wide", "-n", "2"], &change[..]].concat());
    let points = results["points"].as_array().unwrap();
    assert_eq!(points.len(), 2);
    assert_eq!(points[1]["set"]["services.web.workers"], "Threads(3)");
    assert_eq!((&points[0]["variant"], &points[1]["variant"]), (&"wide".into(), &"wide".into()));

    let (_, err, exit) = told(&["compare", &path, "--variant", "wide"], "");
    assert!(exit == 2 && err.contains("only one system"), "{err}");
    let (_, err, exit) = told(&["compare", &path, "--with", "services.web.wrokers=1"], "");
    assert!(exit == 3 && err.contains("--with") && err.contains("workers"), "{err}");
    assert_eq!(told(&["compare", &path, "--variant", "nosuch"], "").2, 2);
}

#[test]
fn sides_whose_windows_differ_say_so_and_those_of_other_seeds_are_refused() {
    let path = file("changed-run", "small.ron", SMALL);
    let with = |change: &str, more: &[&str]| {
        told(&[&["compare", &path, "--with", change, "-n", "2"], more].concat(), "")
    };
    let (out, _, _) = with("run.length=5s", &[]);
    assert!(out.contains("windows are not the same: all is 1–6 s in as built"), "{out}");
    let (out, _, _) = with("run.length=5s", &["--format", "markdown"]);
    assert!(out.contains("windows are not the same: all is 1–6 s"), "{out}");
    let (out, _, _) = with("run.series=2s", &[]);
    assert!(!out.contains("windows are not"), "{out}");
    for change in ["run.seed=5", "run=(seed: 5, length: \"6s\", warmup: \"1s\")"] {
        let (_, err, exit) = with(change, &[]);
        assert!(exit == 2 && err.contains("different seeds, 1 and 5"), "{err}");
        assert!(err.contains("--seed"), "{err}");
    }
    assert_eq!(with("services.web.workers=Threads(3)", &["--seed", "5"]).2, 0);
}

#[test]
fn a_comparison_takes_as_many_replications_as_the_scenario_asks_for_and_ten_at_least() {
    let asking = |n: &str| {
        let text = SMALL.replace("replications: 2", &format!("replications: {n}"));
        let path = file(&format!("compared-{n}"), "small.ron", text);
        told(&["compare", &path, "--format", "json", "--precision", "100%"], "")
    };
    let (out, err, _) = asking("13");
    assert!(out.contains("\"replications\": 13") && !err.contains("takes"), "{err}");
    let (out, err, _) = asking("3");
    assert!(out.contains("\"replications\": 10"), "{out}");
    assert!(err.contains("takes 10 replications of each at least, not the 3"), "{err}");
}

#[test]
fn files_are_compared_on_the_random_numbers_of_the_first() {
    let old = file("compared-files", "old.ron", SMALL);
    let new = old.replace("old.ron", "new.ron");
    std::fs::write(&new, SMALL.replace("replications: 2", "replications: 2, seed: 9")).unwrap();
    let sides = [format!("{old}:as built"), format!("{new}:as built")];
    let results = json(&["compare", &sides[0], &sides[1], "-n", "2"]);
    assert_eq!(results["scenario"], "old, new");
    assert_eq!(results["points"][1]["variant"], "new: as built");
    let mut measures = results["comparisons"][0]["measures"].as_array().unwrap().iter();
    assert!(measures.all(|one| one["verdict"] == "no difference"), "the same system twice");
    let (_, err, exit) = told(&["compare", &old, &new], "");
    assert!(exit == 2 && err.contains("old.ron:as built"), "{err}");
}

#[test]
fn a_sweep_has_a_row_for_each_point() {
    let path = file("swept", "small.ron", SMALL);
    let axes =
        ["--sweep", "services.web.workers=Threads(1..3 by 1)", "--sweep", "run.length=4s,5s"];
    let args = [&["sweep", &path, "-n", "2", "--variant", "as built"], &axes[..]].concat();
    let text = printed(&args);
    assert_eq!(text.matches("\n    Threads(").count(), 6, "{text}");
    let results = json(&args);
    assert_eq!(results["axes"][0]["scale"], "linear");
    let points = results["points"].as_array().unwrap();
    let lengths: Vec<&str> =
        points.iter().map(|one| one["set"]["run.length"].as_str().unwrap()).collect();
    assert_eq!(lengths, ["4s", "5s", "4s", "5s", "4s", "5s"]);
    assert_eq!(points[5]["set"]["services.web.workers"], "Threads(3)");
    assert!(points[5]["windows"][0]["steady"]["verdict"].is_string());
    let lines = printed(&[&args[..], &["--format", "jsonl"]].concat());
    assert!(lines.lines().all(|line| serde_json::from_str::<Value>(line).is_ok()));
    assert_eq!(lines, printed(&[&args[..], &["--format", "jsonl", "-j", "1"]].concat()));
    let zipped = json(
        &[
            &args[..2],
            &["-n", "1", "--zip", "--sweep", "run.length=4s,5s", "--sweep", "run.seed=3,4"],
        ]
        .concat(),
    );
    assert_eq!(zipped["points"].as_array().unwrap().len(), 4, "two settings of two variants");
}

#[test]
fn a_sweep_walks_the_axes_of_its_file_and_tells_what_it_would_do() {
    let with = |sweep: &str| SMALL.replace("variants:", &format!("sweep: {sweep},\n    variants:"));
    let path = file(
        "file-axes",
        "small.ron",
        with(r#"{"clients.users.arrivals": "Poisson(50/s..100/s by 25/s)"}"#),
    );
    let results = json(&["sweep", &path, "-n", "1", "--variant", "wide"]);
    assert_eq!(results["points"][1]["set"]["clients.users.arrivals"], "Poisson(\"75/s\")");
    let plan = printed(&["sweep", &path, "--plan"]);
    assert!(plan.contains("6 points, 12 runs") && plan.contains("a run takes"), "{plan}");

    let path = file(
        "zipped-axes",
        "small.ron",
        with(r#"{"run.seed & run.length": [(1, "4s"), (2, "5s")]}"#),
    );
    let results = json(&["sweep", &path, "-n", "1", "--variant", "wide"]);
    assert_eq!(
        results["points"][1]["set"],
        serde_json::json!({"run.length": "5s", "run.seed": "2"})
    );
    assert!(!told(&["check", &path], "").1.contains("BO106"), "a sweep is no longer left out");

    for (bad, said) in [
        (r#"{"services.web.wrokers": [1]}"#, "workers"),
        (r#"{"run.length": "1s..3s"}"#, "no steps"),
        (r#"{"run.length": []}"#, "empty"),
        (r#"{"run.seed & run.length": [(1, "4s", 3)]}"#, "as many values"),
    ] {
        let path = file("bad-axes", "small.ron", with(bad));
        let (_, err, exit) = told(&["sweep", &path], "");
        assert!(exit == 3 && err.contains(said) && err.contains("small.ron:"), "{bad}: {err}");
    }
}

#[test]
fn a_sweep_that_makes_no_sense_is_refused() {
    let path = file("bad-sweep", "small.ron", SMALL);
    for (args, code, said) in [
        (&[][..], 2, "nothing to sweep"),
        (&["--sweep", "run.length"], 2, "path=value"),
        (&["--sweep", "run.length=1s..3s by 1"], 2, "step like"),
        (&["--sweep", "run.lenght=5s,6s"], 3, "no field `lenght`"),
        (&["--sweep", "run.length=5s,6s", "--sweep", "run.seed=1", "--zip"], 2, "as many values"),
        (&["--sweep", "run.seed=1..9999 by 1", "--sweep", "run.length=5s,6s"], 2, "more than"),
    ] {
        let (_, err, exit) = told(&[&["sweep", &path], args].concat(), "");
        assert!(exit == code && err.contains(said), "{args:?} ends with {exit}: {err}");
    }
}

#[test]
fn values_that_stand_twice_are_refused_and_those_that_are_missing_told() {
    let path = file("repeated", "small.ron", SMALL);
    let sweep = |axis: &str| told(&["sweep", &path, "-n", "1", "--sweep", axis], "");
    let (_, err, exit) = sweep("services.web.workers=Threads(2),Threads(3),Threads(2)");
    assert!(exit == 2 && err.contains("`Threads(2)` stands twice"), "{err}");
    let (out, err, exit) = sweep("services.web.workers=Threads(1..4 log 9)");
    assert!(exit == 0 && err.contains("`1..4 log 9` has 4 different values, not 9"), "{err}");
    assert_eq!(out.matches("\n    Threads(").count(), 8, "{out}");
    let with = |sweep: &str| SMALL.replace("variants:", &format!("sweep: {sweep},\n    variants:"));
    let path = file("repeated-in-file", "small.ron", with(r#"{"run.length": ["4s", "5s", "4s"]}"#));
    let (_, err, exit) = told(&["sweep", &path, "-n", "1"], "");
    assert!(
        exit == 3 && err.contains("stands twice on its axis") && err.contains("small.ron:9"),
        "{err}"
    );
    let path = file(
        "short-in-file",
        "small.ron",
        with(r#"{"services.web.workers": "Threads(1..4 log 9)"}"#),
    );
    let (_, err, exit) = told(&["sweep", &path, "-n", "1"], "");
    assert!(exit == 0 && err.contains("BO115") && err.contains("4 different"), "{err}");
}

#[test]
fn warnings_of_single_points_are_told_once_with_the_points() {
    let path = file("overloaded-point", "small.ron", SMALL);
    let args = [
        "sweep",
        &path,
        "-n",
        "1",
        "--sweep",
        "clients.users.arrivals=Poisson(100/s..300/s by 50/s)",
    ];
    let (_, err, exit) = told(&[&args[..], &["--variant", "as built"]].concat(), "");
    assert!(exit == 0 && err.matches("BO103").count() == 1, "{err}");
    assert!(err.contains("at 3 of 5 points") && err.contains("1.50×"), "{err}");
    let (_, err, _) = told(&args, "");
    assert!(err.contains("at 3 of 10 points"), "{err}");
    let (_, err, _) = told(&[&args[..], &["-q"]].concat(), "");
    assert_eq!(err, "");
}

#[test]
fn a_promise_that_a_point_takes_its_window_is_told_not_to_be_judged_there() {
    let more = r#"faults: [Hang(at: "3s", lasts: "1s", target: "web")], expect: ["offered_per_s(users) >= 5/s in fault"])"#;
    let text = format!("{}{more}", SMALL.trim_end().strip_suffix(')').unwrap());
    let path = file("unjudged", "small.ron", text);
    let args = [
        "sweep",
        &path,
        "-n",
        "2",
        "--sweep",
        r#"faults=[],[Hang(at: "3s", lasts: "2s", target: "web")]"#,
    ];
    let (out, err, exit) = told(&args, "");
    assert!(exit == 0, "{err}");
    assert!(err.contains("BO116") && err.contains("there is no window `fault`"), "{err}");
    assert!(err.contains("at 2 of 4 points") && out.contains("expected"), "{err}");
}

#[test]
fn systems_that_are_the_same_under_two_names_are_told() {
    let path = file("twins", "small.ron", SMALL);
    let set = "services.web.workers=Threads(3)";
    let (_, err, exit) = told(&["run", &path, "-n", "1", "--set", set], "");
    let said = "\"wide\" is the same system as \"as built\"";
    assert!(exit == 0 && err.contains(said), "{err}");
    let sweep =
        ["sweep", &path, "-n", "1", "--sweep", "services.web.workers=Threads(2),Threads(3)"];
    let (_, err, _) = told(&sweep, "");
    assert!(err.contains(said), "{err}");
    let (_, err, _) = told(&["compare", &path, "-n", "2", "--set", set], "");
    assert!(err.contains("same system as"), "{err}");
    assert!(!told(&["run", &path, "-n", "1"], "").1.contains("same system"));
}

#[test]
fn replications_go_on_until_the_precision_is_reached() {
    let path = file("precise", "small.ron", SMALL);
    let args =
        ["run", &path, "--variant", "wide", "--precision", "3%", "--precision-of", "mean(users)"];
    let results = json(&args);
    let point = &results["points"][0];
    let replications = point["replications"].as_u64().unwrap();
    assert!(replications >= 10 && replications.is_multiple_of(10));
    assert!(point["precision"]["reached"].as_f64().unwrap() <= 0.03);
    assert_eq!(point["precision"]["of"], "mean(users) in all");
    for (more, said) in [
        (&["--precision-of", "goodptu(users)"][..], "goodput"),
        (&["-n", "5"], "cannot be used with"),
        (&["--max-replications", "5"], "10"),
    ] {
        let (_, err, exit) = told(&[&args[..], more].concat(), "");
        assert!(exit == 2 && err.contains(said), "{more:?}: {err}");
    }
    let (_, err, exit) = told(&["run", &path, "--max-replications", "50"], "");
    assert!(exit == 2 && err.contains("--precision 2%"), "{err}");
}

#[test]
fn a_warm_up_is_found_and_told_or_refused() {
    let path = file("warmed-up", "small.ron", SMALL);
    let args = ["run", &path, "-n", "1", "--warmup", "auto", "--length", "60s"];
    let (out, err, exit) = told(&args, "");
    assert!(
        exit == 0 && out.contains("found by MSER-5") && err.contains("the warm-up is"),
        "{err}"
    );
    let grows =
        SMALL.replace("100/s", "900/s").replace("room: 10", "").replace("Timeout(\"1s\")", "");
    let path = file("grows", "small.ron", grows);
    let (_, err, exit) = told(&["run", &path, "-n", "1", "--warmup", "auto"], "");
    assert!(exit == 1 && err.contains("does not settle"), "{err}");
}

#[cfg(unix)]
#[test]
fn an_interrupted_comparison_tells_the_pairs_that_are_done() {
    use std::process::{Command, Stdio};
    let path = file("interrupted-compare", "small.ron", SMALL);
    let saved = directory("interrupted-compare-out").join("part.json");
    let mut child = Command::new(assert_cmd::cargo::cargo_bin("brownout"))
        .args(["compare", &path, "-n", "4000000", "--format", "jsonl", "--export-json"])
        .arg(&saved)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_millis(1500));
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let results: Value = serde_json::from_str(&std::fs::read_to_string(saved).unwrap()).unwrap();
    assert_eq!(results["complete"], false);
    let points = results["points"].as_array().unwrap();
    let replications = points[0]["replications"].as_u64().unwrap();
    assert!(replications > 0 && points[1]["replications"] == replications);
    assert_eq!(results["comparisons"][0]["replications"], replications);
}

#[test]
fn verdicts_of_comparisons_and_sweeps_are_saved_as_junit() {
    let expect = r#"expect: ["success(users) >= 5%", "success(users) < 5% for 'wide'"])"#;
    let text = format!("{}{expect}", SMALL.trim_end().strip_suffix(')').unwrap());
    let path = file("junit-of-all", "small.ron", text);
    let there = directory("junit-of-all-out").join("verdicts.xml");
    let out = there.to_str().unwrap();
    let sweep = "services.web.workers=Threads(2),Threads(3)";
    let runs: [(&[&str], &str); 2] = [
        (&["compare", &path, "-n", "3"], "tests=\"3\" failures=\"1\""),
        (
            &["sweep", &path, "-n", "3", "--sweep", sweep, "--format", "jsonl"],
            "tests=\"6\" failures=\"2\"",
        ),
    ];
    for (args, said) in runs {
        let (_, err, exit) = told(&[args, &["--export-junit", out]].concat(), "");
        assert_eq!(exit, 99, "{err}");
        let xml = std::fs::read_to_string(&there).unwrap();
        assert!(xml.contains(said), "{xml}");
    }
}

#[test]
fn a_comparison_judges_what_is_expected_whatever_is_exported() {
    let with = |name: &str, expect: &str| {
        let text = SMALL.trim_end().strip_suffix(')').unwrap();
        file(name, "small.ron", format!("{text}expect: [{expect}])"))
    };
    let path = with("judged", r#""success(users) >= 5%", "success(users) < 5% for 'wide'""#);
    let (out, err, exit) = told(&["compare", &path, "-n", "3"], "");
    assert_eq!(exit, 99, "{err}");
    assert!(out.contains("✗ 1 of 3 expectations failed"), "{out}");
    assert!(out.contains("success(users) < 5% for 'wide'"), "{out}");
    assert!(!out.contains("success(users) >= 5%"), "what is kept takes no room: {out}");
    assert_eq!(
        told(&["compare", &path, "-n", "3", "--variant", "as built", "--variant", "as built"], "")
            .2,
        0
    );

    let path = with("judged-undecided", r#""success(users) >= 5%""#);
    let alone = ["compare", &path, "-n", "1"];
    assert_eq!(told(&alone, "").2, 99);
    assert_eq!(told(&[&alone[..], &["--allow-undecided"]].concat(), "").2, 0);
}

#[test]
fn where_nothing_differs_a_sentence_says_so() {
    let path = file("compared-same", "small.ron", SMALL);
    let with = "run.series=\"2s\"";
    let args = ["compare", &path, "--variant", "as built", "--with", with, "-n", "3"];
    let text = printed(&args);
    assert!(text.contains("Nothing differs"), "{text}");
    assert!(printed(&[&args[..], &["-v"]].concat()).contains("∞"));
    assert!(
        printed(&[&args[..], &["--format", "markdown"]].concat())
            .contains("every number is the same")
    );
}
