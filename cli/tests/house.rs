//! The rules of the house that a program can read. docs/ARCHITECTURE.md says why they are there.

use std::fs;
use std::path::{Path, PathBuf};

const FLOORS: [&str; 5] = ["sim-core", "models", "scenarios", "report", "cli"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// All source files below a folder of the repository, with their text.
fn sources(folder: &str) -> Vec<(String, String)> {
    let mut found = vec![];
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let name = path.strip_prefix(root()).unwrap().to_string_lossy().into_owned();
                found.push((name, fs::read_to_string(&path).unwrap()));
            }
        }
    }
    found.sort();
    assert!(!found.is_empty(), "nothing in {folder}");
    found
}

/// The lines of a file that are code: no comments, and nothing from its tests on.
fn code(text: &str) -> impl Iterator<Item = &str> {
    text.lines()
        .take_while(|line| !line.starts_with("#[cfg(test)]"))
        .filter(|line| !line.trim_start().starts_with("//"))
}

fn has_word(line: &str, word: &str) -> bool {
    line.split(|c: char| !(c.is_alphanumeric() || c == '_')).any(|part| part == word)
}

fn offenders(folder: &str, offends: impl Fn(&str, &str) -> bool) -> Vec<String> {
    let all = sources(folder).into_iter();
    let lines = all.flat_map(|(name, text)| {
        let bad: Vec<String> = code(&text)
            .filter(|line| offends(&name, line))
            .map(|line| format!("{name}: {}", line.trim()))
            .collect();
        bad
    });
    lines.collect()
}

#[test]
fn every_source_file_opens_with_a_sentence() {
    for floor in FLOORS {
        for (name, text) in sources(&format!("{floor}/src")) {
            assert!(text.starts_with("//!"), "{name} opens without a //! line");
        }
    }
}

#[test]
fn no_file_outgrows_one_story() {
    for floor in FLOORS {
        for (name, text) in sources(&format!("{floor}/src")) {
            let lines = text.lines().take_while(|line| !line.starts_with("#[cfg(test)]")).count();
            assert!(lines <= 400, "{name} has {lines} lines without its tests");
        }
    }
}

#[test]
fn the_ground_floor_has_never_heard_of_a_service() {
    let words = ["Service", "Instance", "Visit", "Attempt", "Edge", "Request", "Policy", "Probe"];
    let found = offenders("sim-core/src", |_, line| words.iter().any(|word| has_word(line, word)));
    assert_eq!(found, Vec::<String>::new());
}

#[test]
fn a_run_has_no_file_thread_clock_environment_or_output() {
    for floor in ["sim-core/src", "models/src"] {
        let found = offenders(floor, |_, line| {
            ["std::fs", "std::thread", "std::time", "std::env", "std::net", "println!", "eprintln!"]
                .iter()
                .any(|what| line.contains(what))
        });
        assert_eq!(found, Vec::<String>::new());
    }
}

#[test]
fn parallelism_stands_in_exactly_one_file() {
    let mut files = vec![];
    for floor in FLOORS {
        for (name, text) in sources(&format!("{floor}/src")) {
            if code(&text).any(|line| has_word(line, "rayon")) {
                files.push(name);
            }
        }
    }
    assert_eq!(files, ["scenarios/src/experiment/parallel.rs"]);
}

#[test]
fn a_policy_never_imports_a_sibling() {
    for seat in ["admission", "balance", "call", "health", "queue", "scale"] {
        let folder = format!("models/src/policy/{seat}");
        let ground = ["contract", "roster", "trial"];
        let names: Vec<String> = sources(&folder)
            .iter()
            .filter_map(|(name, _)| Path::new(name).file_stem()?.to_str().map(str::to_owned))
            .filter(|name| !ground.contains(&name.as_str()))
            .collect();
        let found = offenders(&folder, |file, line| {
            let own = Path::new(file).file_stem().and_then(|stem| stem.to_str()).unwrap_or("");
            let on_the_roof = own == "roster" || file.contains("/tests");
            let import = line.trim_start().starts_with("use ");
            !on_the_roof
                && import
                && names.iter().filter(|name| *name != own).any(|name| {
                    line.contains(&format!("super::{name}"))
                        || line.contains(&format!("policy::{seat}::{name}"))
                })
        });
        assert_eq!(found, Vec::<String>::new());
    }
}

#[test]
fn a_policy_sees_neither_calendar_nor_world_nor_probe() {
    let found = offenders("models/src/policy", |_, line| {
        ["calendar", "World", "Journey", "Moment", "Probe"].iter().any(|word| has_word(line, word))
    });
    assert_eq!(found, Vec::<String>::new());
}

#[test]
fn every_arrow_between_crates_points_down() {
    let packages =
        ["brownout-core", "brownout-models", "brownout-scenarios", "brownout-report", "brownout"];
    for (height, floor) in FLOORS.iter().enumerate() {
        let manifest = fs::read_to_string(root().join(floor).join("Cargo.toml")).unwrap();
        for above in &packages[height..] {
            let names = [format!("{above}.workspace"), format!("{above} =")];
            let own = format!("name = \"{above}\"");
            let bad = manifest
                .lines()
                .find(|line| names.iter().any(|name| line.starts_with(name)) && **line != own);
            assert_eq!(bad, None, "{floor} depends on a floor at or above its own");
        }
    }
}
