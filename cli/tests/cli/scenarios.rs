//! Scenarios that are read, from wherever they come and whatever is wrong with them.

use std::fs;

use super::bench::{SMALL, brownout, directory, file, printed, told};

/// Fifteen mistakes of fifteen kinds.
const FIFTEEN: &str = include_str!("../../../scenarios/src/document/check/fifteen.ron");

#[test]
fn fifteen_mistakes_are_told_in_one_go() {
    let path = file("fifteen", "fifteen.ron", FIFTEEN);
    let (out, err, exit) = told(&["check", &path], "");
    assert_eq!((out.as_str(), exit), ("", 3), "{err}");
    assert_eq!(err.lines().filter(|line| line.starts_with("error[BO")).count(), 15, "{err}");
    assert_eq!(err.matches("fifteen.ron:").count(), 15, "{err}");
    assert!(err.contains("15 errors"), "{err}");
    let (_, again, exit) = told(&["run", &path], "");
    assert_eq!((again, exit), (err, 3));
}

#[test]
fn a_sound_scenario_is_said_to_be_sound() {
    let path = file("sound", "small.ron", SMALL);
    assert_eq!(printed(&["check", &path]), "small: sound, 2 variants; no warnings\n");
}

#[test]
fn a_resolved_scenario_holds_the_defaults_and_is_sound_itself() {
    let resolved = printed(&["check", "hello", "--resolved"]);
    assert!(resolved.contains("discipline: Fifo"), "{resolved}");
    let (out, _, exit) = told(&["check", "-"], &resolved);
    assert!(exit == 0 && out.contains("2 variants"), "{out}");
}

#[test]
fn a_path_that_names_nothing_is_told_with_the_nearest_one() {
    let path = file("bad-set", "small.ron", SMALL);
    let (_, err, exit) = told(&["run", &path, "--set", "services.web.wrokers=Threads(3)"], "");
    assert_eq!(exit, 3);
    assert!(err.contains("BO011") && err.contains("workers"), "{err}");
}

#[test]
fn an_incident_is_laid_over_a_scenario() {
    let path = file("incident", "small.ron", SMALL);
    let incident = directory("incident-file").join("slow.ron");
    fs::write(&incident, r#"(faults: [Slow(at: "2s", lasts: "2s", target: "web", to: "1s")])"#)
        .unwrap();
    let text = printed(&["check", &path, "--resolved", "--incident", incident.to_str().unwrap()]);
    assert!(text.contains("Slow("), "{text}");
}

#[test]
fn a_file_that_is_no_scenario_ends_with_3_and_one_clear_message() {
    let brackets = "[".repeat(20_000);
    let spaces = vec![b' '; 50_000_000];
    for (name, bytes, said) in [
        ("empty.ron", &b""[..], "empty"),
        ("binary.ron", b"\x7fELF\x02\x01\0\0", "binary"),
        ("brackets.ron", brackets.as_bytes(), "nested"),
        ("large.ron", &spaces, "MB"),
    ] {
        let path = file(&format!("odd-{name}"), name, bytes);
        let (out, err, exit) = told(&["check", &path], "");
        assert_eq!((out.as_str(), exit), ("", 3), "{name}: {err}");
        assert!(err.contains(said), "{name}: {err}");
        assert_eq!(err.matches("error[").count(), 1, "{name}: {err}");
        fs::remove_file(path).unwrap();
    }
}

#[test]
fn a_file_that_cannot_be_read_ends_with_1_and_one_clear_message() {
    let there = directory("no-file");
    let (missing, here) = (there.join("no.ron"), there.to_str().unwrap());
    for (path, said) in [(missing.to_str().unwrap(), "no such file"), (here, "directory")] {
        for command in ["run", "check"] {
            let (out, err, exit) = told(&[command, path], "");
            assert_eq!((out.as_str(), exit), ("", 1), "{err}");
            assert!(err.contains(said), "{err}");
        }
    }
    let (_, err, exit) = told(&["check", &format!("{here}/hello.ron")], "");
    assert!(exit == 1 && err.contains("without a path"), "{err}");
}

#[test]
fn a_bare_name_that_is_a_file_gets_a_hint() {
    let path = file("bare", "mine", SMALL);
    let there = std::path::Path::new(&path).parent().unwrap();
    let output = brownout(&["check", "mine"]).current_dir(there).output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(err.contains("./mine"), "{err}");
}
