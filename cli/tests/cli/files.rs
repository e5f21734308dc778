//! Pipes, files and signals: the program among others.

use std::fs;
use std::process::{Command, Stdio};
use std::time::Duration;

use super::bench::{SMALL, directory, file, told};

#[cfg(unix)]
#[test]
fn a_reader_that_leaves_early_is_no_failure() {
    let program = assert_cmd::cargo::cargo_bin("brownout");
    let path = file("pipe", "small.ron", SMALL);
    for command in ["list".to_owned(), "explain Retry".to_owned(), format!("run {path} -n 1")] {
        let pipe =
            format!("{{ '{}' {command}; echo \"exit $?\" >&2; }} | head -c 1", program.display());
        let output = Command::new("sh").args(["-c", &pipe]).output().unwrap();
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "exit 0\n", "{command}");
    }
}

#[cfg(unix)]
#[test]
fn a_reader_that_leaves_early_saves_nobody_from_a_broken_promise() {
    let program = assert_cmd::cargo::cargo_bin("brownout");
    let broken = SMALL.trim_end().trim_end_matches(')').to_owned()
        + "expect: [\"goodput(users) <= 1% in all\"],\n)\n";
    let path = file("pipe-promise", "small.ron", &broken);
    let junit = directory("pipe-promise-out").join("junit.xml");
    let pipe = format!(
        "{{ '{}' run {path} -n 3 -q --export-junit '{}'; echo \"exit $?\" >&2; }} | true",
        program.display(),
        junit.display()
    );
    let output = Command::new("sh").args(["-c", &pipe]).output().unwrap();
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "exit 99\n");
    assert!(fs::read_to_string(junit).unwrap().contains("<failure"));
}

#[test]
fn a_file_that_cannot_be_written_is_told_before_the_run() {
    let path = file("unwritable", "small.ron", SMALL);
    let there = directory("unwritable-out");
    for goal in [there.join("no/such/x.json"), there.clone(), there.join("file/x.json")] {
        fs::write(there.join("file"), "").unwrap();
        let goal = goal.to_str().unwrap();
        let (out, err, exit) = told(&["run", &path, "--export-json", goal], "");
        assert_eq!((out.as_str(), exit), ("", 1), "{err}");
        assert!(err.contains("cannot be written"), "{err}");
    }
}

#[cfg(unix)]
#[test]
fn a_device_takes_results_and_stays_a_device() {
    let path = file("device", "small.ron", SMALL);
    let (_, err, exit) = told(&["run", &path, "-n", "1", "--export-csv", "/dev/null"], "");
    assert_eq!(exit, 0, "{err}");
    assert!(!fs::metadata("/dev/null").unwrap().is_file());
}

#[test]
fn a_file_is_replaced_as_a_whole_and_nothing_is_left_beside_it() {
    let path = file("replaced", "small.ron", SMALL);
    let there = directory("replaced-out");
    let goal = there.join("x.json");
    fs::write(&goal, "old").unwrap();
    let args = ["run", &path, "-n", "1", "--export-json", goal.to_str().unwrap()];
    assert_eq!(told(&args, "").2, 0);
    assert!(fs::read_to_string(&goal).unwrap().ends_with("}\n"));
    assert_eq!(fs::read_dir(&there).unwrap().count(), 1);
}

#[cfg(unix)]
#[test]
fn whoever_interrupts_gets_what_there_is() {
    let path = file("interrupted", "small.ron", SMALL);
    let saved = directory("interrupted-out").join("part.json");
    let mut child = Command::new(assert_cmd::cargo::cargo_bin("brownout"))
        .args(["run", &path, "-n", "4000000", "-j", "1", "--format", "json", "--export-json"])
        .arg(&saved)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_millis(1500));
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success() && child.try_wait().unwrap().is_none());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    for text in [String::from_utf8(output.stdout).unwrap(), fs::read_to_string(saved).unwrap()] {
        let results: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(results["complete"], false);
        assert!(results["points"][0]["replications"].as_u64().unwrap() > 0);
    }
}
