//! Incident files: what goes wrong, apart from the system that it happens to.
//!
//! An incident adds to the system and takes nothing away: its faults come after those of the system, its clients,
//! windows and variants beside them. A name that both have is an error, because one would silently win; what exists is
//! changed by path, in a variant.

use brownout_models::problem::Code;

use super::Document;
use super::mistake::Mistake;
use super::nearest::suggestion;
use super::sections::{Sections, fields};
use super::tree::{Entry, Node, Value};

/// What an incident file can hold.
const CAN_HOLD: [&str; 8] =
    ["format", "title", "about", "faults", "clients", "windows", "variants", "expect"];

/// Lays an incident over the document; `Err` if it is none.
pub(super) fn lay_over(document: &mut Document, root: Node) -> Result<Vec<Mistake>, Box<Mistake>> {
    const EXPECTED: &str = "an incident: fields in parentheses, as in `(faults: […])`";
    let mut mistakes = Vec::new();
    let fields = fields(root, EXPECTED)?;
    for entry in &fields {
        match entry.key.word().unwrap_or_default() {
            "faults" => append(&mut document.system, entry, &mut mistakes),
            "clients" | "windows" => add_named(&mut document.system, entry, &mut mistakes),
            known if CAN_HOLD.contains(&known) => {}
            other => {
                let message = format!("an incident file has no field `{other}`");
                let help = suggestion(other, CAN_HOLD);
                let mistake = Mistake::new(Code::UnknownField, entry.key.place, message);
                mistakes.push(mistake.help(help));
            }
        }
    }
    let own = Sections::new(&fields, &mut mistakes);
    let sections = &mut document.sections;
    sections.expect.extend(own.expect);
    for variant in own.variants {
        if sections.variants.iter().any(|known| known.name == variant.name) {
            mistakes.push(twice(&variant.name, "variant", variant.place));
        } else {
            sections.variants.push(variant);
        }
    }
    Ok(mistakes)
}

fn twice(name: &str, what: &str, place: super::source::Place) -> Mistake {
    let message = format!("the system has a {what} `{name}` already");
    let help = "choose another name, or change what exists by its path, in a variant".to_owned();
    Mistake::new(Code::Overlap, place, message).help(help)
}

/// Adds the items of a list after those that are there.
fn append(system: &mut Node, entry: &Entry, mistakes: &mut Vec<Mistake>) {
    let Some(there) = section(system, entry) else { return };
    match (&mut there.value, &entry.value.value) {
        (Value::List(there), Value::List(items)) => there.extend(items.iter().cloned()),
        _ => mistakes.push(wrong(entry, "a list in square brackets")),
    }
}

/// Adds the entries of a map beside those that are there.
fn add_named(system: &mut Node, entry: &Entry, mistakes: &mut Vec<Mistake>) {
    let Some(there) = section(system, entry) else { return };
    let (Value::Map(there), Value::Map(entries)) = (&mut there.value, &entry.value.value) else {
        mistakes.push(wrong(entry, "a map in braces"));
        return;
    };
    let what = entry.key.word().unwrap_or_default().trim_end_matches('s');
    for added in entries {
        let name = added.key.word();
        if there.iter().any(|known| name.is_some() && known.key.word() == name) {
            mistakes.push(twice(name.unwrap_or_default(), what, added.key.place));
        } else {
            there.push(added.clone());
        }
    }
}

/// The same section of the system; if it has none, the incident's is taken over whole.
fn section<'a>(system: &'a mut Node, entry: &Entry) -> Option<&'a mut Node> {
    let Value::Fields(fields) = &mut system.value else { return None };
    let key = entry.key.word();
    match fields.iter().position(|known| known.key.word() == key) {
        Some(number) => Some(&mut fields[number].value),
        None => {
            fields.push(entry.clone());
            None
        }
    }
}

fn wrong(entry: &Entry, expected: &str) -> Mistake {
    let message = format!("found {}, expected {expected}", entry.value.what());
    Mistake::new(Code::WrongType, entry.value.head(), message)
}
