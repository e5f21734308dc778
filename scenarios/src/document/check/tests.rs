//! A whole file with many mistakes, and what is said of each.

use brownout_models::fault::roster::FaultSpec;

use super::*;
use crate::document::render::render;

const FIFTEEN: &str = include_str!("fifteen.ron");

fn problems(text: &str) -> Vec<Located> {
    match Document::read("test.ron", text.as_bytes()) {
        Ok(document) => document.check().map_or_else(|problems| problems, |sound| sound.warnings),
        Err(problems) => problems,
    }
}

#[test]
fn fifteen_mistakes_of_fifteen_kinds_are_told_in_one_go() {
    let told = problems(FIFTEEN);
    insta::assert_snapshot!(render(&told, false));
    assert_eq!(told.len(), 15);
    // Each is announced by a comment at the end of the line in which it is made.
    let announced = (1..).zip(FIFTEEN.lines()).filter(|(_, line)| line.contains("// wrong: "));
    let lines: Vec<u32> = announced.map(|(number, _)| number).collect();
    assert_eq!(told.iter().map(|problem| problem.line).collect::<Vec<_>>(), lines);
}

/// A sound scenario; `more` stands at its end.
fn small(more: &str) -> String {
    format!(
        r#"(
    format: 1,
    services: {{"feed": (workers: Threads(2), queue: (room: 5), operations: {{"home": [Work("1ms")]}})}},
    clients: {{"app": (arrivals: Poisson("5/s"), asks: {{"feed.home": 1}}, policies: [Timeout("1s")])}},
    {more}
)"#
    )
}

fn shown(text: &str) -> String {
    render(&problems(text), false)
}

#[test]
fn mistakes_are_shown_in_the_words_of_the_file() {
    assert_eq!(shown(&small("")), "");
    let cases = [
        "[1, 2]".to_owned(),
        "(services: {})".to_owned(),
        "(format: 2, nonsense: 1)".to_owned(),
        small("servces: {},"),
        small("varaints: {},"),
        small("run: (length: 20),"),
        small("run: {\"length\": \"20s\"},"),
        small("faults: [Slow(at: 10s)],"),
        small("faults: [Slow(at: \"10s\", target: \"feed[x]\", to: \"1s\")],"),
        small("faults: [Slow(\"10s\"), Hang],"),
        small("faults: [Crash(at: \"1s\" target: \"feed\")],"),
        small("title: \"never closed),"),
        small("network: (hop: \"1ms\")],"),
        small("variants: {\"a.b\": {\"clients.app.slo\": 5}, \"c\": [\"x\"]},"),
        small("variants: {\"a\": {\"services.feed.wrokers\": Threads(3)}},"),
        small("variants: {\"a\": {\"clients.app.asks\": {\"feed.hoem\": 1}}},"),
        small("variants: {\"a\": {\"services.feed.operations\": {\"page\": [Answer]}}},"),
        small("sweep: {\"services.feed.workers\": [Threads(1), Treads(2)], \"serv\": 1},"),
        small("windows: {\"a.b\": (from: \"1s\", to: \"2s\")},"),
        small(
            "policies: {\"p\": [Retry, Timeout(), Hedge(12), CircuitBreaker(window: \"1s\", last: \"2\")]},",
        ),
    ];
    let shown: Vec<String> = cases.iter().map(|text| shown(text)).collect();
    insta::assert_snapshot!(shown.join("\n\n=====\n\n"));
}

#[test]
fn more_instances_or_shards_than_can_be_numbered_are_refused() {
    let such =
        |fields: &str| problems(&small("").replace("workers:", &format!("{fields}, workers:")));
    for (fields, message) in [
        ("shards: 65536", "there are more than 65,535 shards: expected at most that many"),
        ("replicas: 100001", "there are more than 100,000 instances: expected at most that many"),
    ] {
        let told = such(fields);
        assert_eq!(told.iter().map(|problem| &*problem.message).collect::<Vec<_>>(), [message]);
    }
    assert!(such("shards: 65535").is_empty());
    let users = |users: u32| {
        let text = small("");
        let arrivals = format!("arrivals: Closed(users: {users}, think: \"1s\")");
        let from = text.find("arrivals: ").unwrap();
        let to = from + text[from..].find("),").unwrap() + 1;
        problems(&format!("{}{arrivals}{}", &text[..from], &text[to..]))
    };
    let message = "there are more than 1,000,000 users: expected at most that many";
    assert_eq!(users(1_000_001).iter().map(|one| &*one.message).collect::<Vec<_>>(), [message]);
    assert!(users(1_000_000).is_empty());
}

#[test]
fn a_mistake_on_the_command_line_is_told_there() {
    let mut document = Document::read("small.ron", small("").as_bytes()).unwrap();
    document.set("services.feed.workers=Threads(x)");
    document.set("clients.ap.slo=1s");
    document.set("run.length=20s");
    document.set("nonsense");
    let mut shown = render(&document.check().unwrap_err(), false);
    shown.push_str("\n\n");
    let axis = [("services.feed.wrokers".to_owned(), "Threads(1)".to_owned())];
    let document = Document::read("small.ron", small("").as_bytes()).unwrap();
    shown += &render(&document.point(None, &axis).unwrap_err(), false);
    insta::assert_snapshot!(shown);
}

#[test]
fn what_a_setting_breaks_elsewhere_is_told_at_the_setting() {
    let text = small(r#"run: (warmup: "5s", length: "20s"),"#);
    let read = || Document::read("small.ron", text.as_bytes()).unwrap();
    let told = |document: &Document| render(&document.check().unwrap_err(), false);
    let mut document = read();
    document.set("run.seed=7");
    document.set("run.length=4s");
    let shown = told(&document);
    assert!(shown.contains("--> --set:1:12") && shown.contains("warmup is 5s"), "{shown}");
    assert!(shown.contains("note: what it breaks stands at small.ron:5:19"), "{shown}");
    let axis = [("run.length".to_owned(), "4s".to_owned())];
    let shown = render(&read().point(None, &axis).unwrap_err(), false);
    assert!(shown.contains("--> --sweep:1:12") && shown.contains("warmup is 5s"), "{shown}");
    // What is wrong without it is told where it stands.
    let mut document =
        Document::read("small.ron", text.replace("\"20s\"", "\"3s\"").as_bytes()).unwrap();
    document.set("run.length=4s");
    let shown = told(&document);
    assert!(shown.contains("--> small.ron:5:19"), "{shown}");
}

#[test]
fn a_variant_has_a_name_that_can_be_told() {
    let named =
        |name: &str| shown(&small(&format!("variants: {{\"{name}\": {{}}, \"a [b]. c\": {{}}}},")));
    for (name, said) in [
        ("", "a name must not be empty"),
        ("  ", "a name must not be empty"),
        ("a\\nb", "a name must not hold `\\n`"),
        ("\\u{1b}[31m", "a name must not hold `\\u{1b}`"),
    ] {
        let told = named(name);
        assert!(told.contains("error[BO006]") && told.contains(said), "{name}: {told}");
        assert!(told.contains("--> test.ron:5:16"), "{told}");
    }
    assert_eq!(named("breaker"), "");
}

#[test]
fn later_layers_win() {
    let text =
        small(r#"variants: {"slow": {"clients.app.slo": "2s", "services.feed.replicas": 2}},"#);
    let mut document = Document::read("small.ron", text.as_bytes()).unwrap();
    let replicas = |document: &Document, variant, axes: &[(String, String)]| {
        document.point(variant, axes).unwrap().system.services["feed"].replicas
    };
    let axis = [("services.feed.replicas".to_owned(), "3".to_owned())];
    assert_eq!(replicas(&document, None, &[]), 1);
    assert_eq!(replicas(&document, Some("slow"), &[]), 2);
    assert_eq!(replicas(&document, Some("slow"), &axis), 3);
    document.set("services.feed.replicas=4");
    assert_eq!(replicas(&document, Some("slow"), &axis), 4);
    let told = render(&document.point(Some("slwo"), &[]).unwrap_err(), false);
    assert!(told.contains("did you mean `slow`?"), "{told}");
}

#[test]
fn what_is_set_need_not_fit_the_variants_that_are_not_run() {
    let text = small(
        r#"variants: {
            "patient": {"clients.app.policies": [Retry(attempts: 2), Timeout("1s")]},
            "hurried": {"clients.app.policies": [Timeout("2s"), Timeout("1s")]},
        },"#,
    );
    let mut document = Document::read("small.ron", text.as_bytes()).unwrap();
    document.set("clients.app.policies.Retry.attempts=3");
    assert_eq!(document.check().unwrap_err().len(), 2, "in the system and in one variant");
    assert!(document.check_for(&["patient".to_owned()]).is_ok());
    assert!(document.check_for(&["hurried".to_owned()]).is_err());
    assert!(document.check_for(&["patient", "hurried"].map(str::to_owned)).is_err());
    let system = document.point(Some("patient"), &[]).unwrap().system;
    assert!(format!("{system:?}").contains("attempts: 3"));
}

#[test]
fn what_is_set_from_outside_breaks_the_promises_of_those_that_are_run_and_no_others() {
    let text = small(
        r#"windows: {"early": (from: "0s", to: "1s")}, variants: {"a": {}, "b": {}},
        expect: ["goodput(app) >= 1% in early for b"],"#,
    );
    let mut document = Document::read("small.ron", text.as_bytes()).unwrap();
    assert!(document.check().is_ok());
    document.set("windows={}");
    assert!(document.check().is_ok());
    assert!(document.point(Some("a"), &[]).is_ok());
    assert!(document.point(Some("b"), &[]).is_err());
}

#[test]
fn an_incident_adds_to_the_system_and_takes_nothing_away() {
    let base = small(r#"faults: [Pause(at: "1s", lasts: "1s", target: "feed")],"#);
    let incident = r#"(
        title: "The feed hangs",
        faults: [Hang(at: "5s", lasts: "2s", target: "feed")],
        windows: {"late": (from: "10s", to: "20s")},
        variants: {"short": {"run.length": "30s"}},
    )"#;
    let mut document = Document::read("small.ron", base.as_bytes()).unwrap();
    let alone = document.sha256();
    document.add_incident("hang.ron", incident.as_bytes()).unwrap();
    assert_ne!(document.sha256(), alone);
    let system = document.check().unwrap().system;
    let faults: Vec<_> = system.faults.iter().map(FaultSpec::name).collect();
    assert_eq!(faults, ["Pause", "Hang"]);
    assert!(system.windows.contains_key("late"));
    assert!(document.point(Some("short"), &[]).is_ok());

    let bad = r#"(
        faults: [Hang(at: "5s", target: "fed")],
        clients: {"app": (arrivals: Poisson("1/s"), asks: {"feed.home": 1})},
        services: {},
        windows: [],
    )"#;
    let mut document = Document::read("small.ron", base.as_bytes()).unwrap();
    document.add_incident("bad.ron", bad.as_bytes()).unwrap();
    insta::assert_snapshot!(render(&document.check().unwrap_err(), false));
}

#[test]
fn a_curve_takes_the_place_of_its_file_and_its_mistakes_are_told_in_it() {
    let text = small(r#"variants: {"curve": {"clients.app.arrivals": Csv("day.csv")}},"#);
    let read = |content: Result<&'static str, &'static str>| {
        let mut document = Document::read("dir/small.ron", text.as_bytes()).unwrap();
        document.read_data(|named_in, file| {
            assert_eq!((named_in, file), ("dir/small.ron", "day.csv"));
            content.map(|text| text.as_bytes().to_vec()).map_err(str::to_owned)
        });
        document
    };
    let good = read(Ok("time_s,rate_per_s\n0,5\n60,10\n"));
    good.check().unwrap();
    let arrivals = good.point(Some("curve"), &[]).unwrap().system.clients["app"].arrivals.clone();
    assert!(
        matches!(arrivals, brownout_models::spec::arrivals::Arrivals::Ramp(points) if points.len() == 2)
    );
    assert_ne!(good.sha256(), read(Ok("time_s,rate_per_s\n0,5\n60,11\n")).sha256());

    let told = |document: Document| render(&document.check().unwrap_err(), false);
    let missing = told(read(Err("there is no such file")));
    let bad = told(read(Ok("time_s,rate_per_s\n0,5\n60,-1\nx\n")));
    insta::assert_snapshot!(format!("{missing}\n\n{bad}"));
}

#[test]
fn a_hash_is_that_of_the_contents_and_not_of_the_name() {
    let read = |name, text: &str| Document::read(name, text.as_bytes()).unwrap().sha256();
    let hash = read("small.ron", &small(""));
    assert!(hash.len() == 64 && hash.chars().all(|c| c.is_ascii_hexdigit()));
    assert_eq!(hash, read("other.ron", &small("")));
    assert_ne!(hash, read("small.ron", &small("title: \"x\",")));
}

#[test]
fn what_would_take_for_ever_is_cut_short() {
    let read = |text: String| problems(&text).len();
    assert_eq!(read("(".repeat(20_000)), 1);
    assert_eq!(read("x".repeat(50_000_000)), 1);
    assert_eq!(read(small(&format!("faults: [{}],", "Hang(), ".repeat(100_000)))), 100);
    let twice = (0..100_000).map(|number| format!("\"p\": [], \"{number}\": [],"));
    assert_eq!(read(small(&format!("policies: {{{}}},", twice.collect::<String>()))), 100);
}

/// Everything that a scenario can have, in one small file.
const EVERYTHING: &str = include_str!("everything.ron");

#[test]
fn no_slip_of_the_finger_makes_the_reader_panic_or_keep_silent() {
    let check = |text: &str| {
        let told = problems(text);
        let lines = text.lines().count().max(1) as u32;
        for problem in &told {
            assert!((1..=lines + 1).contains(&problem.line), "{problem}");
            assert!(problem.bytes.0 <= problem.bytes.1 && problem.bytes.1 <= text.len());
        }
        drop(render(&told, false));
    };
    assert_eq!(shown(EVERYTHING), "", "the example itself is sound");
    for (at, c) in EVERYTHING.trim_end().char_indices() {
        let (before, after) = (&EVERYTHING[..at], &EVERYTHING[at + c.len_utf8()..]);
        assert!(!problems(before).is_empty(), "half a file is never sound: {before}");
        check(&format!("{before}{after}"));
        for instead in ["\"", "(", "5", "λ"] {
            check(&format!("{before}{instead}{after}"));
        }
    }
}
