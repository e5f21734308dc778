//! Help, lists, explanations: what is said about the program and its scenarios.

use std::collections::BTreeSet;

use super::bench::{SMALL, brownout, directory, file, printed, told};

#[test]
fn alone_it_shows_two_examples() {
    let text = printed(&[]);
    assert_eq!(text.matches("\n  brownout ").count(), 2, "{text}");
}

#[test]
fn help_shows_examples_before_anything_else() {
    for args in [&["--help"][..], &["run", "--help"], &["plot", "-h"], &["help", "follow"]] {
        let text = printed(args);
        let examples = text.find("Examples:").unwrap();
        assert!(examples < text.find("Usage:").unwrap(), "{args:?}");
    }
}

#[test]
fn the_version_is_told() {
    assert_eq!(printed(&["--version"]), format!("brownout {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn every_bundled_scenario_is_listed_and_shown() {
    let list = printed(&["list"]);
    for bundled in brownout_scenarios::library::ALL {
        let name = bundled.name;
        assert!(list.lines().any(|line| line.starts_with(name)), "{list}");
        assert!(printed(&["show", name]).contains("format: 1"));
    }
}

#[test]
fn an_unknown_scenario_is_told_with_the_nearest_name() {
    for args in [&["show", "fedd-cascade"], &["run", "fedd-cascade"], &["check", "fedd-cascade"]] {
        let (out, err, exit) = told(args, "");
        assert_eq!((out.as_str(), exit), ("", 2));
        assert!(err.contains("did you mean `feed-cascade`?"), "{err}");
    }
}

#[test]
fn nonsense_on_the_command_line_ends_with_2() {
    for args in [&["rnu"][..], &["run"], &["run", "mm1", "-n", "0"], &["run", "mm1", "--set", "x"]]
    {
        brownout(args).assert().code(2);
    }
}

#[test]
fn to_be_quiet_and_to_tell_everything_is_refused_wherever_it_is_said() {
    for args in [
        &["-q", "-v", "list"][..],
        &["list", "-q", "-v"],
        &["-q", "list", "-v"],
        &["-v", "list", "-q"],
    ] {
        let (_, err, exit) = told(args, "");
        assert!(
            exit == 2 && err.contains("'--quiet' cannot be used with '--verbose'"),
            "{args:?}: {err}"
        );
    }
}

#[test]
fn what_there_is_can_be_explained() {
    for (what, said) in [
        ("CircuitBreaker", "min_calls"),
        ("services.feed.queue", "discipline"),
        ("services.feed.calls.counts.policies.Retry.backoff", "Exponential"),
        ("Poisson", "rate"),
        ("LogNormal", "median"),
        ("Slow", "stretches"),
        ("distributions", "Weibull"),
        ("Gamma", "Gamma(p50: \"8ms\", p99: \"40ms\")"),
        ("metrics", "goodput"),
        ("goodput", "in time"),
        ("metrics", "failed(edge, outcome)"),
        ("waiting_p99", "lower is better"),
        ("BO019", "metric(selector)"),
        ("BO012", "layer"),
        ("codes", "BO101"),
        ("variants", "path"),
        ("always", "share of steps"),
        ("never", "share of steps"),
        ("Dropped", "gave them up"),
        ("Unanswered", "nothing was left"),
        ("fault", "between them"),
        ("workers busy", "utilisation"),
        ("saved", "independent seeds"),
        ("words", "ended otherwise"),
        ("BO104", "come in bursts"),
        ("steady", "less is offered"),
        ("saturated", "more is offered"),
        ("critical", "either side"),
        ("growing", "backlog"),
        ("unknown", "cannot be told"),
        ("none seen", "interval of the difference"),
        ("two states", "collapsed"),
        ("latency_p99_ms", "p99(client)"),
    ] {
        let text = printed(&["explain", what]);
        assert!(text.contains(said), "{what}: {text}");
    }
    assert!(printed(&["explain"]).contains("CircuitBreaker"));
}

#[test]
fn every_name_that_a_csv_has_can_be_explained() {
    let path = file("csv-names", "small.ron", SMALL);
    let csv = printed(&["run", &path, "-n", "2", "--variant", "wide", "--format", "csv"]);
    let names: BTreeSet<&str> =
        csv.lines().skip(1).filter_map(|line| line.split(',').nth(5)).collect();
    assert!(names.contains("latency_p99_ms") && names.len() > 20, "{names:?}");
    let unknown: Vec<&str> =
        names.into_iter().filter(|name| told(&["explain", name], "").2 != 0).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
}

#[test]
fn what_cannot_be_explained_is_told_with_what_may_be_meant() {
    let (_, err, exit) = told(&["explain", "CircuitBraker"], "");
    assert_eq!(exit, 2);
    assert!(err.contains("did you mean `CircuitBreaker`?"), "{err}");
}

#[test]
fn completions_and_manual_name_every_command() {
    let (bash, man) = (printed(&["completions", "bash"]), printed(&["man"]));
    let commands =
        ["run", "compare", "sweep", "check", "list", "show", "init", "explain", "follow"];
    for command in commands.into_iter().chain(["plot", "schema"]) {
        assert!(bash.contains(command) && man.contains(command), "{command}");
        assert!(printed(&["man", command]).contains(".SH EXAMPLES"));
    }
}

#[test]
fn init_writes_a_scenario_that_is_sound_and_never_writes_over_one() {
    let file = directory("init").join("my.ron");
    let file = file.to_str().unwrap();
    brownout(&["init", file]).assert().success();
    brownout(&["check", file]).assert().success();
    std::fs::write(file, "mine").unwrap();
    let (_, err, exit) = told(&["init", file], "");
    assert_eq!(exit, 1);
    assert!(err.contains("exists already") && err.contains("--force"), "{err}");
    assert_eq!(std::fs::read_to_string(file).unwrap(), "mine");
    brownout(&["init", file, "--force"]).assert().success();
    assert!(std::fs::read_to_string(file).unwrap().contains("format: 1"));
}

#[test]
fn colour_is_there_when_it_is_asked_for_and_else_only_on_a_terminal() {
    let plain = |text: &str| !text.contains('\u{1b}');
    assert!(plain(&printed(&["explain", "Retry"])));
    assert!(!plain(&printed(&["explain", "Retry", "--color", "always"])));
    let forced = brownout(&["explain", "Retry"]).env("CLICOLOR_FORCE", "1").output().unwrap();
    assert!(!plain(&String::from_utf8(forced.stdout).unwrap()));
    let never = brownout(&["explain", "Retry", "--color", "never"]);
    let never = { never }.env("CLICOLOR_FORCE", "1").output().unwrap();
    assert!(plain(&String::from_utf8(never.stdout).unwrap()));
}
