//! Why a value could not be read: serde's complaints in the words of this program.

use std::fmt;

use brownout_models::problem::Code;
use serde::de::{self, Expected, Unexpected};

use crate::document::mistake::Mistake;
use crate::document::nearest::{listed, suggestion};
use crate::document::source::Place;
use crate::document::tree::short;

/// Why a value could not be read.
#[derive(Debug)]
pub(super) enum Failure {
    /// The mistake has been told already.
    Told,
    /// A mistake whose place is not known yet; whoever holds the value knows it.
    Unplaced(Box<Complaint>),
    /// A mistake at its place.
    Placed(Box<Mistake>),
}

/// A mistake without a place.
#[derive(Debug)]
pub(super) struct Complaint {
    code: Code,
    message: String,
    help: Option<String>,
    /// The field that is unknown, missing or double.
    pub(super) field: Option<String>,
}

impl Failure {
    /// A complaint without a place.
    pub(super) fn new(code: Code, message: String, help: Option<String>) -> Failure {
        Failure::Unplaced(Box::new(Complaint { code, message, help, field: None }))
    }

    fn about_field(code: Code, field: &str, message: String, help: Option<String>) -> Failure {
        let field = Some(field.to_owned());
        Failure::Unplaced(Box::new(Complaint { code, message, help, field }))
    }

    /// The same failure, at this place unless it has one.
    pub(super) fn at(self, place: Place) -> Failure {
        match self {
            Failure::Unplaced(complaint) => Failure::Placed(Box::new(
                Mistake::new(complaint.code, place, complaint.message).help(complaint.help),
            )),
            placed => placed,
        }
    }

    /// The kind of problem, if it has not been told yet.
    pub(super) fn code(&self) -> Option<Code> {
        match self {
            Failure::Told => None,
            Failure::Unplaced(complaint) => Some(complaint.code),
            Failure::Placed(mistake) => Some(mistake.code),
        }
    }

    /// The field that it is about, if it has no place yet.
    pub(super) fn field(&self) -> Option<&str> {
        match self {
            Failure::Unplaced(complaint) => complaint.field.as_deref(),
            _ => None,
        }
    }

    /// The sentence, for probing; empty if it has been told.
    pub(super) fn message(&self) -> &str {
        match self {
            Failure::Told => "",
            Failure::Unplaced(complaint) => &complaint.message,
            Failure::Placed(mistake) => &mistake.message,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.message())
    }
}

impl std::error::Error for Failure {}

impl de::Error for Failure {
    /// What a type of ours says about its own value.
    fn custom<T: fmt::Display>(message: T) -> Failure {
        let message = message.to_string();
        let beyond = ["is too large", "is too small", "is negative"];
        let out_of_range = beyond.iter().any(|words| message.contains(words));
        let code = if out_of_range { Code::OutOfRange } else { Code::BadValue };
        Failure::new(code, message, None)
    }

    fn invalid_type(unexpected: Unexpected<'_>, expected: &dyn Expected) -> Failure {
        let expected = match (unexpected, plain(&expected.to_string())) {
            // A number that has room in no whole number is held as a fraction; how it was meant is plain all the same.
            (Unexpected::Float(number), expected)
                if number.fract() == 0.0 && expected == UNBOUNDED =>
            {
                whole(0, u64::MAX)
            }
            (_, expected) => expected,
        };
        let found = found(unexpected);
        Failure::new(Code::WrongType, format!("found {found}, expected {expected}"), None)
    }

    fn invalid_value(unexpected: Unexpected<'_>, expected: &dyn Expected) -> Failure {
        let (found, expected) = (found(unexpected), plain(&expected.to_string()));
        Failure::new(Code::OutOfRange, format!("found {found}, expected {expected}"), None)
    }

    fn invalid_length(length: usize, expected: &dyn Expected) -> Failure {
        let expected = plain(&expected.to_string());
        let message = format!("found {length} values, expected {expected}");
        Failure::new(Code::WrongType, message, None)
    }

    fn unknown_variant(variant: &str, expected: &'static [&'static str]) -> Failure {
        let message = format!("`{}` is not known here", short(variant));
        let help = suggestion(variant, expected.iter().copied());
        Failure::new(Code::UnknownVariant, message, help)
    }

    fn unknown_field(field: &str, expected: &'static [&'static str]) -> Failure {
        let message = format!("the field `{}` is not known here", short(field));
        let help = suggestion(field, expected.iter().copied());
        Failure::about_field(Code::UnknownField, field, message, help)
    }

    fn missing_field(field: &'static str) -> Failure {
        let message = format!("the field `{field}` is missing");
        Failure::about_field(Code::MissingField, field, message, None)
    }

    fn duplicate_field(field: &'static str) -> Failure {
        let message = format!("the field `{field}` stands here twice");
        Failure::about_field(Code::DuplicateKey, field, message, None)
    }
}

/// One of the names was expected where something else stands.
pub(super) fn expected_one_of(found: &str, names: &[&str]) -> Failure {
    let message = format!("found {found}, expected one of {}", listed(names.iter().copied()));
    Failure::new(Code::WrongType, message, None)
}

fn found(unexpected: Unexpected<'_>) -> String {
    match unexpected {
        Unexpected::Bool(truth) => format!("`{truth}`"),
        Unexpected::Unsigned(number) => format!("the number {number}"),
        Unexpected::Signed(number) => format!("the number {number}"),
        Unexpected::Float(number) => format!("the number {number}"),
        Unexpected::Str(text) => format!("the text \"{}\"", short(text)),
        Unexpected::Unit => "empty parentheses".to_owned(),
        Unexpected::Seq => "a list".to_owned(),
        Unexpected::Map => "fields".to_owned(),
        Unexpected::Enum => "a name".to_owned(),
        Unexpected::UnitVariant => "a name without parentheses".to_owned(),
        other => other.to_string(),
    }
}

/// Where so large a number may stand that its bound says nothing, unless it is passed.
const UNBOUNDED: &str = "a whole number that is not negative";

/// What serde expects, in plain words.
fn plain(expected: &str) -> String {
    match expected {
        "a string" | "str" => "a text in quotes".to_owned(),
        "a boolean" | "bool" => "`true` or `false`".to_owned(),
        "a sequence" => "a list in square brackets".to_owned(),
        "a map" => "a map in braces".to_owned(),
        "unit" => "empty parentheses".to_owned(),
        "f32" | "f64" => "a number".to_owned(),
        "u8" => whole(0, u64::from(u8::MAX)),
        "u16" => whole(0, u64::from(u16::MAX)),
        "u32" => whole(0, u64::from(u32::MAX)),
        "u64" | "usize" => UNBOUNDED.to_owned(),
        "a tuple of size 2" => "two values in parentheses".to_owned(),
        other => match other.strip_prefix("struct ") {
            Some(_) => "fields in parentheses".to_owned(),
            None => other.to_owned(),
        },
    }
}

fn whole(least: u64, most: u64) -> String {
    format!("a whole number from {least} to {most}")
}
