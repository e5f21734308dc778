//! Systems that collapse in some replications and not in others, held against those that do not, and numbers that one
//! system alone can tell; and runs that are stopped.

use super::bench::{SMALL, file, printed, told};

/// Clients that ask again and again while one server is slow for about as long as it takes to be stuck.
const TIPPING: &str = r#"(
    format: 1,
    run: (length: "60s", replications: 20, seed: 3),
    services: {
        "web": (workers: Threads(1), operations: {"page": [Work(Exponential("10ms"))]}),
    },
    clients: {"app": (
        arrivals: Poisson("50/s"), asks: {"web.page": 1},
        policies: [Retry(attempts: 3), Timeout("1s")],
    )},
    faults: [Slow(at: "20s", lasts: "1500ms", target: "web", to: "200ms")],
    variants: {"long": {}, "short": {"faults.Slow.lasts": "200ms"}},
)"#;

#[test]
fn a_comparison_of_two_states_tells_how_often_and_no_difference_of_means() {
    let path = file("tipping", "tipping.ron", TIPPING);
    let text = printed(&["compare", &path, "-n", "20", "--allow-undecided"]);
    let row = text.lines().filter(|line| line.contains("goodput(app)"));
    let row = row.filter(|line| line.contains("two states")).count();
    assert!(row > 0, "{text}");
    let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        flat.contains("replications of long and in 0 of short, in 0 of them in both"),
        "{text}"
    );
    let markdown = printed(&["compare", &path, "-n", "20", "--format", "markdown"]);
    assert!(markdown.contains("| ↕ two states | – | – |"), "{markdown}");
    assert!(markdown.contains("app collapsed in"), "{markdown}");
    let csv = printed(&["compare", &path, "-n", "20", "--format", "csv"]);
    assert!(csv.lines().any(|line| line.contains("same states")), "{csv}");
}

#[test]
fn what_one_system_alone_can_tell_is_named() {
    let other = SMALL.replace(r#""web": (workers"#, r#""site": (workers"#);
    let other = other.replace("web.page", "site.page").replace("services.web", "services.site");
    let [one, other] = [("one", SMALL), ("other", &other)]
        .map(|(name, text)| file(&format!("one-sided-{name}"), "small.ron", text) + ":wide");
    let text = printed(&["compare", &one, &other, "-n", "2"]);
    let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(flat.contains("Only small: wide can tell: utilisation(web) in all is"), "{text}");
    assert!(flat.contains("utilisation(site) in all is"), "{text}");
}

#[test]
fn a_warm_up_is_that_of_the_first_system_that_is_run() {
    // As the file stands the server is asked for half as much again as it can do, and its clients wait for ever.
    let text =
        SMALL.replace("100/s", "300/s").replace("room: 10", "").replace("Timeout(\"1s\")", "");
    let text = text
        .replace(r#""as built": {}"#, r#""as built": {"clients.users.arrivals": Poisson("50/s")}"#);
    let path = file("warm-variant", "small.ron", text);
    let args =
        ["run", path.as_str(), "-n", "1", "--warmup", "auto", "--length", "60s", "--variant"];
    let (_, err, exit) = told(&[&args[..], &["as built"]].concat(), "");
    assert!(exit == 0 && err.contains("without faults of as built"), "{err}");
    let text =
        SMALL.replace("100/s", "50/s").replace("room: 10", "").replace("Timeout(\"1s\")", "");
    let over = r#""wide": {"clients.users.arrivals": Poisson("300/s")}"#;
    let path = file(
        "warm-over",
        "small.ron",
        text.replace(r#""wide": {"services.web.workers": Threads(4)}"#, over),
    );
    let args = ["run", path.as_str(), "-n", "1", "--warmup", "auto", "--variant", "wide"];
    let (_, err, exit) = told(&args, "");
    assert!(exit == 1 && err.contains("does not settle"), "{err}");
}

#[cfg(unix)]
#[test]
fn a_run_that_was_stopped_replaces_no_baseline() {
    use std::process::{Command, Stdio};
    let path = file("stopped-baseline", "small.ron", SMALL);
    let saved = file("stopped-baseline-out", "saved.json", "what was saved before");
    let mut child = Command::new(assert_cmd::cargo::cargo_bin("brownout"))
        .args(["run", &path, "-n", "4000000", "-q", "--save-baseline", &saved])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_millis(1500));
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert_eq!(std::fs::read_to_string(saved).unwrap(), "what was saved before");
}

#[test]
fn a_number_that_was_to_be_known_and_never_is_does_not_pass_in_silence() {
    let path = file("untold", "small.ron", SMALL);
    let of = ["--precision", "5%", "--precision-of", "failure_p50(users)"];
    let args = [&["run", path.as_str(), "--variant", "wide"], &of[..]].concat();
    let (text, _, exit) = told(&args, "");
    assert_eq!(exit, 0);
    assert!(text.contains("! failure_p50(users) was to be known to ± 5.0 %"), "{text}");
}
