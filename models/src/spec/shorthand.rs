//! One value or its fields: `Bulkhead(30)` and `Bulkhead(max: 30, wait: "50ms")` are the same policy.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};

/// A spec that can be written as one value instead of its fields.
///
/// The default answers refuse; a type overrides the kinds of value that it accepts. `expects` completes the sentence
/// "expected …" in the error.
pub trait Shorthand: Sized {
    /// What to write, for the error message: "a duration, or fields".
    const EXPECTS: &'static str;

    /// The spec that a text stands for; `Err` says what is wrong with the text.
    fn from_text(_text: &str) -> Option<Result<Self, String>> {
        None
    }

    /// The spec that a whole number stands for.
    fn from_number(_number: u64) -> Option<Result<Self, String>> {
        None
    }

    /// The spec that empty parentheses stand for.
    fn from_nothing() -> Option<Self> {
        None
    }
}

/// Reads a `T` from one value, from its fields, or from nothing: for `#[serde(deserialize_with = …)]`.
pub fn value_or_fields<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Shorthand + Deserialize<'de>,
{
    deserializer.deserialize_any(ValueOrFields(PhantomData))
}

struct ValueOrFields<T>(PhantomData<T>);

impl<'de, T: Shorthand + Deserialize<'de>> Visitor<'de> for ValueOrFields<T> {
    type Value = T;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(T::EXPECTS)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        match T::from_text(text) {
            Some(read) => read.map_err(E::custom),
            None => {
                Err(E::custom(format_args!("found the text \"{text}\", expected {}", T::EXPECTS)))
            }
        }
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<T, E> {
        match T::from_number(number) {
            Some(read) => read.map_err(E::custom),
            None => {
                Err(E::custom(format_args!("found the number {number}, expected {}", T::EXPECTS)))
            }
        }
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<T, E> {
        Err(E::custom(format_args!("found the number {number}, expected {}", T::EXPECTS)))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<T, E> {
        Err(E::custom(format_args!("found the number {number}, expected {}", T::EXPECTS)))
    }

    fn visit_unit<E: Error>(self) -> Result<T, E> {
        T::from_nothing()
            .ok_or_else(|| E::custom(format_args!("found nothing, expected {}", T::EXPECTS)))
    }

    fn visit_map<A: MapAccess<'de>>(self, fields: A) -> Result<T, A::Error> {
        T::deserialize(MapAccessDeserializer::new(fields))
    }
}
