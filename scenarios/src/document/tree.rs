//! A document as it was written: values and names, each with the place where it stands.
//!
//! The tree keeps what a typed value forgets: names of variants, order, and places. Overrides are edits of the tree, so
//! that a value knows the file it came from wherever it ends up.

use super::source::Place;

/// A value and where it stands.
#[derive(Clone, PartialEq, Debug)]
pub struct Node {
    /// Where it stands.
    pub place: Place,
    /// What it is.
    pub value: Value,
}

/// What can stand in a document.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// `"100ms"`.
    Text(String),
    /// `30`, `0.5`.
    Number(Number),
    /// `true`, `false`.
    Truth(bool),
    /// `[…]`.
    List(Vec<Node>),
    /// `{"name": …}`.
    Map(Vec<Entry>),
    /// `(field: …)`.
    Fields(Vec<Entry>),
    /// What a path puts where nothing stood: a map or fields, whichever belongs there.
    Made(Vec<Entry>),
    /// `(…, …)` without field names, `()` among them.
    Items(Vec<Node>),
    /// `Name`, `Name(…)`: the name's place, the name, and the parentheses behind it if there are any.
    Named(Name, Option<Box<Node>>),
}

/// A number as exactly as it can be held.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Number {
    /// A whole number that is not negative.
    Whole(u64),
    /// A negative whole number.
    Negative(i64),
    /// Any other number.
    Fraction(f64),
}

/// A name without quotes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name {
    /// Where it stands.
    pub place: Place,
    /// The name.
    pub text: String,
}

/// A key or field with its value.
#[derive(Clone, PartialEq, Debug)]
pub struct Entry {
    /// The key: a text in a map, a bare name among fields.
    pub key: Node,
    /// The value.
    pub value: Node,
    /// Whether a path put it here, and not the file; a field that is not known is then a wrong path.
    pub by_path: bool,
}

impl Node {
    /// The text of a text, the name of a bare name.
    pub fn word(&self) -> Option<&str> {
        match &self.value {
            Value::Text(text) => Some(text),
            Value::Named(name, None) => Some(&name.text),
            _ => None,
        }
    }

    /// The name of a named value.
    pub fn name(&self) -> Option<&Name> {
        match &self.value {
            Value::Named(name, _) => Some(name),
            _ => None,
        }
    }

    /// The entries of a map or of fields.
    pub fn entries(&self) -> &[Entry] {
        match &self.value {
            Value::Map(entries) | Value::Fields(entries) | Value::Made(entries) => entries,
            _ => &[],
        }
    }

    /// Whether what lies in it has keys or field names.
    pub fn is_keyed(&self) -> bool {
        matches!(&self.value, Value::Map(_) | Value::Fields(_) | Value::Made(_))
    }

    /// Whether it is fields, or the empty parentheses that leave all of them to their defaults.
    pub fn has_fields(&self) -> bool {
        match &self.value {
            Value::Fields(_) | Value::Made(_) => true,
            Value::Items(items) => items.is_empty(),
            _ => false,
        }
    }

    /// The value of a key or field.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.entry(key).map(|entry| &entry.value)
    }

    /// The entry of a key or field.
    pub fn entry(&self, key: &str) -> Option<&Entry> {
        self.entries().iter().find(|entry| entry.key.word() == Some(key))
    }

    /// The values directly below, in order.
    pub fn children(&self) -> Vec<&Node> {
        match &self.value {
            Value::List(items) | Value::Items(items) => items.iter().collect(),
            Value::Map(entries) | Value::Fields(entries) | Value::Made(entries) => {
                entries.iter().map(|entry| &entry.value).collect()
            }
            Value::Named(_, Some(body)) => vec![body],
            _ => Vec::new(),
        }
    }

    /// The value directly below, to be changed, by its number among the children.
    pub fn child_mut(&mut self, number: usize) -> Option<&mut Node> {
        match &mut self.value {
            Value::List(items) | Value::Items(items) => items.get_mut(number),
            Value::Map(entries) | Value::Fields(entries) | Value::Made(entries) => {
                entries.get_mut(number).map(|entry| &mut entry.value)
            }
            Value::Named(_, Some(body)) if number == 0 => Some(body),
            _ => None,
        }
    }

    /// The place that stands for the value in a message: all of a small one, the head of one that goes over lines.
    pub fn head(&self) -> Place {
        match &self.value {
            Value::Named(name, Some(_)) => name.place,
            Value::List(_) | Value::Map(_) | Value::Fields(_) | Value::Items(_) => {
                Place { end: self.place.end.min(self.place.start + 1), ..self.place }
            }
            _ => self.place,
        }
    }

    /// What it is, in the words of messages.
    pub fn what(&self) -> String {
        match &self.value {
            Value::Text(text) => format!("the text \"{}\"", short(text)),
            Value::Number(number) => format!("the number {number}"),
            Value::Truth(truth) => format!("`{truth}`"),
            Value::List(_) => "a list".to_owned(),
            Value::Map(_) => "a map".to_owned(),
            Value::Fields(_) | Value::Made(_) => "fields".to_owned(),
            Value::Items(items) if items.is_empty() => "empty parentheses".to_owned(),
            Value::Items(_) => "values in parentheses".to_owned(),
            Value::Named(name, None) => format!("`{}`", short(&name.text)),
            Value::Named(name, Some(_)) => format!("`{}(…)`", short(&name.text)),
        }
    }
}

impl std::fmt::Display for Number {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Number::Whole(number) => write!(out, "{number}"),
            Number::Negative(number) => write!(out, "{number}"),
            Number::Fraction(number) => write!(out, "{number}"),
        }
    }
}

/// A text that a message can quote without filling the screen.
pub fn short(text: &str) -> String {
    const MOST: usize = 40;
    let clean: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    if clean.chars().count() <= MOST {
        return clean;
    }
    clean.chars().take(MOST - 1).chain(['…']).collect()
}
