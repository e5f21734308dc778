//! One value or its fields: `Bulkhead(30)` and `Bulkhead(max: 30, wait: "50ms")` are the same policy.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{
    DeserializeOwned, Deserializer, EnumAccess, Error, MapAccess, SeqAccess, Unexpected, Visitor,
};

/// A spec that can be written as one value instead of its fields.
///
/// The default answers refuse; a type overrides the kinds of value that it accepts.
pub trait Shorthand: DeserializeOwned {
    /// What to write; completes the sentence "expected …".
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

    /// The spec that a list stands for.
    fn from_list<'de, A: SeqAccess<'de>>(_items: A) -> Result<Self, A::Error> {
        Err(Error::invalid_type(Unexpected::Seq, &Self::EXPECTS))
    }

    /// The spec that a name stands for, with whatever it holds.
    fn from_named<'de, A: EnumAccess<'de>>(_named: A) -> Result<Self, A::Error> {
        Err(Error::invalid_type(Unexpected::Enum, &Self::EXPECTS))
    }

    /// The spec by its fields.
    fn from_fields<'de, A: MapAccess<'de>>(fields: A) -> Result<Self, A::Error> {
        Self::deserialize(MapAccessDeserializer::new(fields))
    }
}

/// Reads a `T` from one value, from its fields, or from nothing: for `#[serde(deserialize_with = …)]`.
pub fn value_or_fields<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Shorthand,
{
    deserializer.deserialize_any(ValueOrFields(PhantomData))
}

struct ValueOrFields<T>(PhantomData<T>);

impl<'de, T: Shorthand> Visitor<'de> for ValueOrFields<T> {
    type Value = T;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(T::EXPECTS)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        match T::from_text(text) {
            Some(read) => read.map_err(E::custom),
            None => Err(E::invalid_type(Unexpected::Str(text), &T::EXPECTS)),
        }
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<T, E> {
        match T::from_number(number) {
            Some(read) => read.map_err(E::custom),
            None => Err(E::invalid_type(Unexpected::Unsigned(number), &T::EXPECTS)),
        }
    }

    fn visit_unit<E: Error>(self) -> Result<T, E> {
        T::from_nothing().ok_or_else(|| E::invalid_type(Unexpected::Unit, &T::EXPECTS))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<T, A::Error> {
        T::from_list(items)
    }

    fn visit_enum<A: EnumAccess<'de>>(self, named: A) -> Result<T, A::Error> {
        T::from_named(named)
    }

    fn visit_map<A: MapAccess<'de>>(self, fields: A) -> Result<T, A::Error> {
        T::from_fields(fields)
    }
}
