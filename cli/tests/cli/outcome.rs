//! Runs: their results, their repetition, and how they end.

use std::fs;

use super::bench::{SMALL, brownout, directory, file, printed, told};

#[test]
fn a_run_tells_every_variant_and_how_to_run_it_again() {
    let path = file("summary", "small.ron", SMALL);
    let text = printed(&["run", &path, "-n", "2"]);
    assert!(text.contains("as built") && text.contains("wide"), "{text}");
    assert!(text.contains(&format!("brownout run {path} -n 2")), "{text}");
}

#[test]
fn only_the_chosen_variants_are_run() {
    let path = file("chosen", "small.ron", SMALL);
    let text = printed(&["run", &path, "--variant", "wide", "--format", "csv", "-n", "1"]);
    assert!(text.contains("wide") && !text.contains("as built"), "{text}");
    let (_, err, exit) = told(&["run", &path, "--variant", "wdie"], "");
    assert!(exit == 2 && err.contains("did you mean `wide`?"), "{err}");
}

#[test]
fn results_say_what_was_changed_on_the_command_line() {
    let path = file("changed", "small.ron", SMALL);
    let args = ["run", &path, "-n", "1", "--format", "json"];
    let change = ["--set", r#"clients.users.asks."web.page"=3"#, "--set", "run.length=5s"];
    let text = printed(&[&args[..], &change].concat());
    let results: serde_json::Value = serde_json::from_str(&text).unwrap();
    let set = serde_json::json!({r#"clients.users.asks."web.page""#: "3", "run.length": "5s"});
    assert_eq!(results["points"][0]["set"], set);
    assert_eq!(results["points"][0]["windows"][0]["spans_s"], serde_json::json!([[1.0, 5.0]]));
}

#[test]
fn a_scenario_comes_from_stdin_too() {
    let (out, err, exit) = told(&["run", "-", "--format", "json", "-n", "1"], SMALL);
    assert_eq!(exit, 0, "{err}");
    let results: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(results["scenario"], "stdin");
    assert_eq!(results["schema_version"], 1);
    assert_eq!(results["complete"], true);
    assert_eq!(results["points"][1]["variant"], "wide");
    assert_eq!(results["points"][1]["replications"], 1);
    assert!(results["points"][0].get("series").is_none());
}

#[test]
fn the_same_bytes_come_from_one_thread_and_from_two() {
    let path = file("threads", "small.ron", SMALL);
    let run = |jobs: &str| {
        let args = ["run", &path, "--format", "json", "--series", "--per-replication", "-n", "3"];
        printed(&[&args[..], &["-j", jobs]].concat())
    };
    assert_eq!(run("1"), run("2"));
}

#[test]
fn another_seed_gives_other_numbers_and_the_same_seed_the_same() {
    let path = file("seed", "small.ron", SMALL);
    let run = |seed: &str| printed(&["run", &path, "--format", "csv", "-n", "1", "--seed", seed]);
    assert_eq!(run("5"), run("5"));
    assert_ne!(run("5"), run("6"));
}

#[test]
fn every_form_has_its_shape() {
    let path = file("forms", "small.ron", SMALL);
    let run = |format: &str| printed(&["run", &path, "--format", format, "-n", "2", "-v"]);
    for line in run("jsonl").lines() {
        serde_json::from_str::<serde_json::Value>(line).unwrap();
    }
    assert!(run("csv").lines().next().unwrap().contains("variant,"));
    assert!(run("markdown").contains("| --"));
    assert!(run("text").contains("Small"));
}

#[test]
fn a_run_is_shortened_from_the_command_line() {
    let path = file("shortened", "small.ron", SMALL);
    let args = ["run", &path, "--length", "3s", "--warmup", "1s", "--format", "json", "-n", "1"];
    let results: serde_json::Value = serde_json::from_str(&printed(&args)).unwrap();
    assert_eq!(results["points"][0]["windows"][0]["spans_s"], serde_json::json!([[1.0, 3.0]]));
    let (_, err, exit) = told(&["run", &path, "--length", "3"], "");
    assert!(exit == 2 && err.contains("unit"), "{err}");
    // What makes no sense together is told as if the file said so.
    assert_eq!(told(&["run", &path, "--length", "1s", "--warmup", "2s"], "").2, 3);
}

#[test]
fn warnings_go_to_stderr_and_quiet_leaves_them_out() {
    let unbounded = SMALL.replace("queue: (room: 10), ", "");
    let path = file("warned", "small.ron", unbounded);
    let (loud, err, exit) = told(&["run", &path, "-n", "1", "--format", "csv"], "");
    assert!(exit == 0 && err.contains("warning[BO101]"), "{err}");
    let (quiet, err, _) = told(&["run", &path, "-n", "1", "--format", "csv", "-q"], "");
    assert_eq!((quiet, err.as_str()), (loud, ""));
}

#[test]
fn results_are_saved_and_plotted_later() {
    let path = file("plotted", "small.ron", SMALL);
    let there = directory("plotted-out");
    let place = |name: &str| there.join(name).to_str().unwrap().to_owned();
    let saved = place("small.json");
    let args = ["run", &path, "-n", "2", "--series", "--export-json", &saved];
    let (out, err, exit) = told(&[&args[..], &["--export-csv", &place("small.csv")]].concat(), "");
    assert_eq!(exit, 0, "{err}");
    assert!(err.contains("wrote ") && out.contains("Small"));
    assert!(fs::read_to_string(place("small.csv")).unwrap().contains("goodput"));

    brownout(&["plot", &saved, "--out", &place("charts/")]).assert().success();
    for chart in ["outcomes", "latency", "capacity", "workers", "arrivals", "distribution"] {
        let svg = fs::read_to_string(place(&format!("charts/{chart}.svg"))).unwrap();
        assert!(svg.starts_with("<svg"), "{chart}");
    }
    let one = ["plot", &saved, "--chart", "latency", "--format", "png", "--theme", "dark"];
    brownout(&[&one[..], &["--out", &place("night")]].concat()).assert().success();
    assert!(fs::read(place("night-latency.png")).unwrap().starts_with(b"\x89PNG"));
    let (_, err, exit) = told(&["plot", &saved, "--variant", "nosuch"], "");
    assert!(exit == 2 && err.contains("wide"), "{err}");

    // One that cannot be drawn takes nothing away from the others.
    let some = ["plot", &saved, "--chart", "heatmap", "--chart", "latency", "--chart", "lines"];
    let (_, err, exit) = told(&[&some[..], &["--out", &place("some")]].concat(), "");
    assert_eq!(exit, 1, "{err}");
    assert!(err.contains("no chart of heatmap") && err.contains("no chart of lines"), "{err}");
    assert!(there.join("some-latency.svg").is_file());
}

#[test]
fn charts_of_a_run_need_no_series_in_its_json() {
    let path = file("drawn", "small.ron", SMALL);
    let there = directory("drawn-out");
    let charts = format!("{}/", there.to_str().unwrap());
    let text = printed(&["run", &path, "-n", "2", "--export-svg", &charts, "--format", "json"]);
    assert!(there.join("outcomes.svg").is_file());
    let results: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert!(results["points"][0].get("series").is_none());
}

#[test]
fn nothing_is_written_before_every_chart_is_drawn() {
    let path = file("whole", "small.ron", SMALL);
    let there = directory("whole-out");
    let place = |name: &str| there.join(name).to_str().unwrap().to_owned();
    let saved = place("small.json");
    let args = ["run", &path, "-n", "1", "--series", "--export-json", &saved];
    printed(&args);
    let charts = place("charts/");
    let (_, err, exit) = told(&["plot", &saved, "--out", &charts, "--service", "nosuch"], "");
    assert!(exit == 2 && err.contains("no service `nosuch`"), "{err}");
    let (_, err, exit) = told(&["plot", &saved, "--out", &charts, "--chart", "lines"], "");
    assert!(exit == 1 && err.contains("shows a sweep"), "{err}");
    assert!(!there.join("charts").exists());
}

#[test]
fn no_folder_is_made_that_was_not_asked_for() {
    let path = file("folders", "small.ron", SMALL);
    let there = directory("folders-out");
    let deep = format!("{}/", there.join("not/there").display());
    let (out, err, exit) = told(&["run", &path, "-n", "1", "--export-svg", &deep], "");
    assert!(exit == 1 && out.is_empty() && err.contains("cannot be written"), "{err}");
    assert!(!there.join("not").exists());
    let prefix = there.join("small");
    printed(&["run", &path, "-n", "1", "--export-svg", prefix.to_str().unwrap()]);
    assert!(there.join("small-outcomes.svg").is_file() && !prefix.exists());
}

#[test]
fn only_the_charts_that_are_chosen_are_drawn() {
    let path = file("chosen-charts", "small.ron", SMALL);
    let there = directory("chosen-charts-out");
    let charts = format!("{}/", there.to_str().unwrap());
    printed(&["run", &path, "-n", "1", "--export-svg", &charts, "--chart", "distribution"]);
    let drawn: Vec<_> = fs::read_dir(&there).unwrap().map(|one| one.unwrap().file_name()).collect();
    assert_eq!(drawn, ["distribution.svg"]);
    let (_, err, exit) = told(&["run", &path, "-n", "1", "--chart", "lines"], "");
    assert!(exit == 2 && err.contains("--export-svg"), "{err}");
}

#[test]
fn a_dash_is_no_file_to_export_to() {
    let path = file("dash", "small.ron", SMALL);
    for export in ["--export-json", "--export-csv", "--export-svg"] {
        let (out, err, exit) = told(&["run", &path, "-n", "1", export, "-"], "");
        assert!(exit == 2 && out.is_empty() && err.contains("--format json"), "{err}");
    }
}

#[test]
fn what_is_no_result_cannot_be_plotted() {
    let path = file("no-result", "no.json", "{}");
    let (_, err, exit) = told(&["plot", &path], "");
    assert!(exit == 1 && err.contains("not a saved result"), "{err}");
    assert_eq!(told(&["plot", "/no/such/file.json"], "").2, 1);
}

#[test]
fn the_life_of_a_request_is_told() {
    let path = file("followed", "small.ron", SMALL);
    let text = printed(&["follow", &path, "--request", "users:3"]);
    assert!(text.starts_with("Request users:3 of small, seed 1"), "{text}");
    assert!(text.contains(" ms  "), "{text}");
    assert_eq!(text, printed(&["follow", &path, "--request", "users:3"]));
    let slowest = printed(&["follow", &path, "--slowest", "--variant", "wide"]);
    assert!(slowest.contains("variant \"wide\""), "{slowest}");

    assert_eq!(told(&["follow", &path], "").2, 2);
    let (_, err, exit) = told(&["follow", &path, "--request", "uesrs:3"], "");
    assert!(exit == 2 && err.contains("did you mean `users`?"), "{err}");
    assert_eq!(told(&["follow", &path, "--request", "users:99999"], "").2, 1);
    assert_eq!(told(&["follow", &path, "--retried"], "").2, 1);
}
