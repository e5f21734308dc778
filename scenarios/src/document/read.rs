//! Tree in, typed values out: all mistakes of a document in one go.
//!
//! serde stops at the first error. Here the reader steps in wherever serde asks it for a whole value: a value that
//! cannot be read is told, and a harmless one of its type stands in for it, so that everything around it is read all
//! the same. What failed is remembered by place, so that nobody complains about the stand-in.

mod access;
mod failure;
mod reader;
mod stand_in;

use std::cell::RefCell;

use brownout_models::problem::Code;
use serde::Deserialize;

use self::failure::Failure;
use self::reader::Reader;
use super::mistake::{MOST, Mistake};
use super::source::Place;
use super::tree::{Node, Value};

/// Where mistakes are told while a document is read.
#[derive(Default, Debug)]
pub struct Sink {
    mistakes: RefCell<Vec<Mistake>>,
    failed: RefCell<Vec<Failed>>,
}

/// A value that is not what was meant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failed {
    /// Where it stands, or where that of which it is a field stands.
    pub place: Place,
    /// The field that is missing, if it does not stand at all.
    pub field: Option<String>,
}

impl Sink {
    /// Tells a mistake, once; after very many the rest is not told.
    pub fn tell(&self, mistake: Mistake) {
        let mut mistakes = self.mistakes.borrow_mut();
        if mistakes.len() < MOST && !mistakes.contains(&mistake) {
            mistakes.push(mistake);
        }
    }

    /// Remembers that what stands here is not what was meant.
    fn failed(&self, place: Place, field: Option<String>) {
        self.failed.borrow_mut().push(Failed { place, field });
    }

    /// All mistakes, and the values that were not read as written.
    pub fn into_parts(self) -> (Vec<Mistake>, Vec<Failed>) {
        (self.mistakes.into_inner(), self.failed.into_inner())
    }
}

/// Reads a value; if it cannot be read, the mistakes are told and a harmless value stands in for it, if there is one.
/// `head` is what names the value: the place to point at when something is missing in it.
pub fn read<'de, T: Deserialize<'de>>(node: &'de Node, head: Place, sink: &Sink) -> Option<T> {
    let mut made_up: Vec<String> = Vec::new();
    loop {
        let reader = Reader { node, sink, made_up: &made_up };
        let failure = match T::deserialize(reader) {
            Ok(value) => return Some(value),
            Err(failure) => better::<T>(node, failure),
        };
        let field = failure.field().map(str::to_owned);
        let missing = field.clone().filter(|_| failure.code() == Some(Code::MissingField));
        let key = field.and_then(|field| Some(node.entry(&field)?.key.place));
        let head = if missing.is_some() { head } else { node.head() };
        if let Failure::Placed(mistake) = failure.at(key.unwrap_or(head)) {
            sink.tell(*mistake);
        }
        sink.failed(node.place, missing.clone());
        match missing {
            // Once more with the field made up: there may be other mistakes behind it.
            Some(field) if !made_up.contains(&field) => made_up.push(field),
            _ => return stand_in::stand_in(),
        }
    }
}

/// Words for a mistake that only the type of the value can find.
fn better<'de, T: Deserialize<'de>>(node: &Node, failure: Failure) -> Failure {
    let Value::Number(number) = node.value else { return failure };
    if failure.code() != Some(Code::WrongType) {
        return failure;
    }
    let written = number.to_string();
    match stand_in::from_text::<T>(&written) {
        // The type takes texts and says what is wrong with a number in quotes: mostly that it has no unit.
        Err(reason) if reason.code().is_some_and(|code| code != Code::WrongType) => {
            let message = reason.message().replacen(&format!("\"{written}\""), &written, 1);
            Failure::new(Code::BadValue, message, None)
        }
        Ok(_) if failure.message().ends_with("a text in quotes") => {
            let help = format!("write \"{written}\"");
            Failure::new(Code::WrongType, failure.message().to_owned(), Some(help))
        }
        _ => failure,
    }
}

#[cfg(test)]
mod tests;
