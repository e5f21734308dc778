//! Expectations as JUnit XML, as build servers read it: a suite for each point, a case for each expectation.

use std::fmt::Write;

use brownout_scenarios::result::{Expectation, Point, ResultSet, Verdict};

use crate::names;
use crate::promises::measured;

/// All expectations. Undecided ones are skipped cases if they are `allowed`, and failures otherwise.
pub fn to_string(results: &ResultSet, allowed: bool) -> String {
    let all = results.points.iter().flat_map(|point| &point.expectations);
    let total = counted(all, allowed);
    let name = escaped(&results.scenario);
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let Counted { tests, failures, skipped } = total;
    let _ = writeln!(
        out,
        "<testsuites name=\"{name}\" tests=\"{tests}\" failures=\"{failures}\" skipped=\"{skipped}\">"
    );
    for point in &results.points {
        suite(results, point, allowed, &mut out);
    }
    out.push_str("</testsuites>\n");
    out
}

/// How many expectations there are, and how many of them are no success.
#[derive(Default)]
struct Counted {
    tests: usize,
    failures: usize,
    skipped: usize,
}

fn counted<'a>(all: impl Iterator<Item = &'a Expectation>, allowed: bool) -> Counted {
    all.fold(Counted::default(), |mut sum, one| {
        sum.tests += 1;
        match one.verdict {
            Verdict::Pass => {}
            Verdict::Undecided if allowed => sum.skipped += 1,
            Verdict::Fail | Verdict::Undecided => sum.failures += 1,
        }
        sum
    })
}

fn suite(results: &ResultSet, point: &Point, allowed: bool, out: &mut String) {
    let Counted { tests, failures, skipped } = counted(point.expectations.iter(), allowed);
    let suite = escaped(&names::point(results, point));
    let _ = writeln!(
        out,
        "  <testsuite name=\"{suite}\" tests=\"{tests}\" failures=\"{failures}\" skipped=\"{skipped}\">"
    );
    for one in &point.expectations {
        let (text, told) = (escaped(&one.text), escaped(&measured(one)));
        let _ = write!(out, "    <testcase classname=\"{suite}\" name=\"{text}\"");
        let _ = match one.verdict {
            Verdict::Pass => writeln!(out, "><system-out>{told}</system-out></testcase>"),
            Verdict::Undecided if allowed => {
                writeln!(out, "><skipped message=\"{told}\"/></testcase>")
            }
            Verdict::Fail => {
                writeln!(out, "><failure type=\"fail\" message=\"{told}\"/></testcase>")
            }
            Verdict::Undecided => {
                writeln!(out, "><failure type=\"undecided\" message=\"{told}\"/></testcase>")
            }
        };
    }
    out.push_str("  </testsuite>\n");
}

/// A text as XML holds it, in an attribute or between tags; characters that XML cannot hold become spaces.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\u{fffe}' | '\u{ffff}' => out.push(' '),
            letter if letter.is_control() => out.push(' '),
            letter => out.push(letter),
        }
    }
    out
}
