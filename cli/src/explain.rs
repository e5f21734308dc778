//! What can be said about every word of a scenario, from the documentation that the code itself carries.

mod codes;
mod file;
mod metrics;
mod page;
mod schema;
mod walk;
mod words;

use std::collections::BTreeSet;

use brownout_scenarios::document::nearest::nearest;

use self::page::Page;
use self::schema::Docs;
use self::walk::{Found, Place};

/// Words for what a reader looks for, and the place where all of its kind stand.
const GROUPS: [(&str, &str); 11] = [
    ("policies", "policies.any"),
    ("resources", "resources.any"),
    ("arrivals", "clients.any.arrivals"),
    ("steps", "services.any.operations.any.steps"),
    ("distributions", "services.any.operations.any.steps.Work.time"),
    ("workers", "services.any.workers"),
    ("disciplines", "services.any.queue.discipline"),
    ("admission", "services.any.admission"),
    ("balance", "services.any.calls.any.balance"),
    ("faults", "faults"),
    ("outcomes", "policies.any.Retry.on"),
];

/// All that can be explained, by kind.
pub(crate) fn topics() -> String {
    let docs = Docs::of_files();
    let mut page = Page::new();
    page.line("What can be explained, such as `brownout explain Retry`:");
    for (word, path) in GROUPS {
        let Ok(Place { node, .. }) = walk::to(&docs, path) else { continue };
        let names: Vec<&str> = node.innermost().variants().map(|variant| variant.name).collect();
        page.entry(word, &names.join(", "));
    }
    let fields: Vec<&str> = docs.root().fields().map(|field| field.name).collect();
    page.entry("fields", &format!("by path, such as services.feed.queue: {}", fields.join(", ")));
    page.entry("metrics", "everything that is measured; also one by one, such as goodput");
    page.entry(
        "words",
        "headings of summaries, words of expectations, windows; also one by one, such as always",
    );
    page.entry("codes", "mistakes and warnings; also one by one, such as BO012");
    page.finish()
}

/// All about one thing; `Err` is advice, if there is any.
pub(crate) fn about(what: &str) -> Result<String, Option<String>> {
    let what = what.trim();
    if what == "codes" {
        return Ok(codes::all());
    }
    if let Some(text) = codes::about(what) {
        return Ok(text);
    }
    if what == "metrics" {
        return Ok(metrics::all());
    }
    if what == "words" {
        return Ok(words::all());
    }
    let docs = Docs::of_files();
    if let Some((word, path)) = GROUPS.iter().find(|(word, _)| *word == what)
        && let Ok(place) = walk::to(&docs, path)
    {
        return Ok(page::group(word, &place.node));
    }
    let lost = match walk::to(&docs, what) {
        Ok(place) => return Ok(page::place(&place)),
        Err(lost) => lost,
    };
    let everything = walk::everything(&docs);
    let named: Vec<&Found<'_>> = everything.iter().filter(|found| found.name == what).collect();
    let pages: Vec<String> = named.iter().map(|found| page::found(found)).collect();
    let own = words::about(what);
    let pages: Vec<String> = pages.into_iter().chain(metrics::about(what)).chain(own).collect();
    if !pages.is_empty() {
        return Ok(pages.join("\n"));
    }
    if what.contains('.') {
        return Err(lost);
    }
    let words: Vec<&str> = words::names().collect();
    let names: BTreeSet<&str> = everything
        .iter()
        .map(|found| found.name)
        .chain(GROUPS.iter().map(|(word, _)| *word))
        .chain(["metrics", "codes", "words"])
        .chain(words)
        .collect();
    let metrics = metrics::names();
    let names = names.into_iter().chain(metrics.iter().map(String::as_str));
    Err(Some(match nearest(what, names) {
        Some(name) => format!("did you mean `{name}`?"),
        None => "`brownout explain` lists what there is".to_owned(),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_group_leads_to_something_that_has_variants() {
        let docs = Docs::of_files();
        for (word, path) in GROUPS {
            let place = walk::to(&docs, path).unwrap_or_else(|lost| panic!("{path}: {lost:?}"));
            assert!(place.node.innermost().variants().count() > 0, "{word}");
        }
    }

    #[test]
    fn every_field_and_variant_of_a_file_is_documented() {
        let docs = Docs::of_files();
        for found in walk::everything(&docs) {
            assert!(!found.node.says().is_empty(), "{} at {:?}", found.name, found.places);
        }
    }

    #[test]
    fn every_call_policy_says_why_one_would_want_it() {
        let docs = Docs::of_files();
        let place = walk::to(&docs, "policies.any").unwrap();
        for variant in place.node.innermost().variants() {
            assert!(variant.node.why().is_some(), "{}", variant.name);
        }
    }

    #[test]
    fn a_slip_is_told_what_was_meant_and_where() {
        assert_eq!(about("Retyr").unwrap_err().unwrap(), "did you mean `Retry`?");
        let help = about("services.feed.quue").unwrap_err().unwrap();
        assert!(help.contains("did you mean `queue`?"), "{help}");
    }

    #[test]
    fn a_field_is_told_with_its_kind_its_default_and_its_bounds() {
        let text = about("services.feed.queue.room").unwrap();
        assert!(text.contains("whole number"), "{text}");
        assert!(text.contains("Default: no bound"), "{text}");
        assert_eq!(about("services.\"a.b\".queue.room").unwrap(), text);
    }
}
