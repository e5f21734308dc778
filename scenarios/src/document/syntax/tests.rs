//! The grammar, held against that of ron itself.

use super::*;
use crate::document::print::one_line;

fn printed(text: &str) -> String {
    one_line(&parse(0, text).unwrap().root)
}

#[test]
fn every_form_of_ron_that_a_scenario_can_have_is_read() {
    assert_eq!(
        printed("#![enable(implicit_some)] /* a /* b */ */ (a: 1, /* c */ b: [],) // d"),
        "(a: 1, b: [])"
    );
    assert_eq!(printed(r##"[r"\", r#"a"b"#, "\u{3bb}\x41\n"]"##), r#"["\\", "a\"b", "λA\n"]"#);
    assert_eq!(printed("(jitter: r#None)"), "(jitter: None)");
    assert_eq!(
        printed("[0x1F, 1_000, -5, 1e3, .5, +2, -0.25]"),
        "[31, 1000, -5, 1000.0, 0.5, 2, -0.25]"
    );
    assert_eq!(
        printed("{\"a\": B, c: D(e: true), 1: (2, 3)}"),
        "{\"a\": B, c: D(e: true), 1: (2, 3)}"
    );
}

#[test]
fn whatever_reads_here_is_ron_and_whatever_is_ron_reads_here() {
    let texts = [
        "()",
        "(a: 1)",
        "A(1, 2)",
        "{}",
        "[[], {}]",
        "(a: B(c: \"d\"))",
        "[1,, 2]",
        "(a 1)",
        "(a: )",
        "[1 2]",
        "\"x",
        "(a: 1",
        "[)",
        "{\"a\"}",
        "(1, a: 2)",
        "'c'",
        "5ms",
        "/* x",
        "(a: 1) b",
        "\"\\q\"",
        "--1",
        "1.2.3",
        "r#\"x\"",
    ];
    for text in texts {
        let ron = ron::from_str::<&ron::value::RawValue>(text).is_ok();
        // A scenario has no use for characters in single quotes.
        let here = parse(0, text).is_ok() || text == "'c'";
        assert_eq!(here, ron, "{text}");
    }
}

#[test]
fn deep_nesting_is_refused_before_it_can_hurt() {
    for open in ["(", "[", "{", "A(", "(a: ", "{\"a\": "] {
        let mistake = parse(0, &open.repeat(20_000)).unwrap_err();
        assert_eq!(mistake.code, Code::NotAScenario, "{open}");
    }
}
