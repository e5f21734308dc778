//! What a scenario says about itself, beside the system: format, title, variants, what to sweep and to expect.

use brownout_models::problem::Code;

use super::axes::{Axis, axes};
use super::edit::Change;
use super::mistake::Mistake;
use super::names::unfit_variant;
use super::read::{Sink, read};
use super::source::Place;
use super::tree::{Entry, Node, Value};

/// The sections that are read here; all others belong to the system.
pub const OWN: [&str; 6] = ["format", "title", "about", "variants", "sweep", "expect"];

/// The version of the format that is read here.
pub const FORMAT: u64 = 1;

/// What a scenario says about itself.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Sections {
    /// The scenario in a few words.
    pub title: Option<String>,
    /// What happens in it, and why it is worth a look.
    pub about: Option<String>,
    /// Named sets of changes, in the order of the file.
    pub variants: Vec<Variant>,
    /// What `sweep` walks by default.
    pub sweep: Vec<Axis>,
    /// What the results should show.
    pub expect: Vec<Expected>,
}

/// A named set of changes.
#[derive(Clone, PartialEq, Debug)]
pub struct Variant {
    /// Its name.
    pub name: String,
    /// Where the name stands.
    pub place: Place,
    /// What it changes.
    pub changes: Vec<Change>,
}

/// A sentence about the results.
#[derive(Clone, PartialEq, Debug)]
pub struct Expected {
    /// The sentence.
    pub text: String,
    /// Where it stands.
    pub place: Place,
}

/// Takes a scenario apart: what it says about itself, and the system.
pub fn scenario(root: Node, mistakes: &mut Vec<Mistake>) -> Result<(Sections, Node), Box<Mistake>> {
    let place = root.place;
    let fields =
        fields(root, "a scenario: fields in parentheses, as in `(format: 1, services: …)`")?;
    let (own, system): (Vec<Entry>, Vec<Entry>) = fields
        .into_iter()
        .partition(|entry| entry.key.word().is_some_and(|key| OWN.contains(&key)));
    format(place, &own)?;
    let sections = Sections::new(&own, mistakes);
    Ok((sections, Node { place, value: Value::Fields(system) }))
}

/// The fields of the whole document.
pub fn fields(root: Node, expected: &str) -> Result<Vec<Entry>, Box<Mistake>> {
    let (place, what) = (root.head(), root.what());
    // A name before the parentheses says nothing, but some write one.
    let body = match root.value {
        Value::Named(_, Some(body)) => body.value,
        value => value,
    };
    match body {
        Value::Fields(fields) => Ok(fields),
        Value::Items(items) if items.is_empty() => Ok(Vec::new()),
        _ => {
            let message = format!("found {what}, expected {expected}");
            Err(Box::new(Mistake::new(Code::WrongType, place, message)))
        }
    }
}

/// Another format is another language: nothing else is said about such a file.
fn format(root: Place, own: &[Entry]) -> Result<(), Box<Mistake>> {
    let entry = own.iter().find(|entry| entry.key.word() == Some("format"));
    let Some(entry) = entry else {
        let place = Place { end: root.start + 1, ..root };
        let mistake = Mistake::new(Code::WrongFormat, place, "the field `format` is missing");
        return Err(Box::new(mistake.help(format!("write `format: {FORMAT}`"))));
    };
    match &entry.value.value {
        Value::Number(super::tree::Number::Whole(FORMAT)) => Ok(()),
        _ => {
            let message = format!(
                "found {}: this version of brownout reads format {FORMAT}",
                entry.value.what()
            );
            Err(Box::new(Mistake::new(Code::WrongFormat, entry.value.head(), message)))
        }
    }
}

impl Sections {
    /// Reads the sections that are there; those that are not are empty.
    pub fn new(own: &[Entry], mistakes: &mut Vec<Mistake>) -> Sections {
        let sink = Sink::default();
        let find = |name: &str| own.iter().find(|entry| entry.key.word() == Some(name));
        let text = |name| find(name).and_then(|entry| read(&entry.value, entry.key.place, &sink));
        let sections = Sections {
            title: text("title"),
            about: text("about"),
            variants: find("variants")
                .map(|entry| variants(&entry.value, mistakes))
                .unwrap_or_default(),
            sweep: find("sweep").map(|entry| axes(&entry.value, mistakes)).unwrap_or_default(),
            expect: find("expect")
                .map(|entry| expected(&entry.value, mistakes))
                .unwrap_or_default(),
        };
        mistakes.extend(sink.into_parts().0);
        sections
    }
}

/// The keys of a map that are texts, with their values.
pub(super) fn named<'a>(
    node: &'a Node,
    expected: &'static str,
    mistakes: &mut Vec<Mistake>,
) -> Vec<(&'a str, &'a Entry)> {
    let Value::Map(entries) = &node.value else {
        mistakes.push(wrong(node, expected));
        return Vec::new();
    };
    let mut named = Vec::new();
    for entry in entries {
        match &entry.key.value {
            Value::Text(key) => named.push((key.as_str(), entry)),
            _ => mistakes.push(wrong(&entry.key, "a text in quotes")),
        }
    }
    named
}

/// Something else stands there than what was expected.
pub(super) fn wrong(node: &Node, expected: &str) -> Mistake {
    let message = format!("found {}, expected {expected}", node.what());
    Mistake::new(Code::WrongType, node.head(), message)
}

fn variants(node: &Node, mistakes: &mut Vec<Mistake>) -> Vec<Variant> {
    const EXPECTED: &str = "a map from names to changes, as in `{\"slow\": {\"path\": value}}`";
    let mut variants = Vec::new();
    for (name, entry) in named(node, EXPECTED, mistakes) {
        mistakes.extend(unfit_variant(entry));
        let changes = named(&entry.value, "a map from paths to values", mistakes);
        let change = |(path, change): (&str, &Entry)| Change {
            path: path.to_owned(),
            path_place: change.key.place,
            value: change.value.clone(),
        };
        let changes = changes.into_iter().map(change).collect();
        variants.push(Variant { name: name.to_owned(), place: entry.key.place, changes });
    }
    variants
}

fn expected(node: &Node, mistakes: &mut Vec<Mistake>) -> Vec<Expected> {
    let Value::List(items) = &node.value else {
        mistakes.push(wrong(node, "a list of texts"));
        return Vec::new();
    };
    let mut texts = Vec::new();
    for item in items {
        match &item.value {
            Value::Text(text) => texts.push(Expected { text: text.clone(), place: item.place }),
            _ => mistakes.push(wrong(item, "a text in quotes")),
        }
    }
    texts
}
