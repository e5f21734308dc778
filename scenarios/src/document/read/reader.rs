//! A value of the tree as serde sees it.

use brownout_models::problem::Code;
use serde::de::{self, Deserializer, Visitor};
use serde::forward_to_deserialize_any;

use super::Sink;
use super::access::{Entries, Series, Variant};
use super::failure::{Failure, expected_one_of};
use crate::document::nearest::listed;
use crate::document::tree::{Node, Number, Value};

/// A value of the tree as serde sees it.
#[derive(Clone, Copy)]
pub(super) struct Reader<'de, 's> {
    /// The value.
    pub(super) node: &'de Node,
    /// Where mistakes within it are told.
    pub(super) sink: &'s Sink,
    /// Fields that are missing, have been told, and are made up.
    pub(super) made_up: &'s [String],
}

impl<'de, 's> Reader<'de, 's> {
    pub(super) fn new(node: &'de Node, sink: &'s Sink) -> Reader<'de, 's> {
        Reader { node, sink, made_up: &[] }
    }

    fn entries(self) -> Entries<'de, 's> {
        Entries::new(self.node, self.sink, self.made_up)
    }

    /// A number or a truth, or else something that only its own words can tell.
    fn plain<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        match &self.node.value {
            Value::Named(..) | Value::Items(_) | Value::Fields(_) | Value::Map(_) => {
                let what = self.node.what();
                Err(de::Error::invalid_type(de::Unexpected::Other(&what), &visitor))
            }
            _ => self.deserialize_any(visitor),
        }
    }

    fn wrong_type(self, expected: &str) -> Failure {
        let message = format!("found {}, expected {expected}", self.node.what());
        Failure::new(Code::WrongType, message, None)
    }
}

macro_rules! plain {
    ($($kind:ident)*) => {$(
        fn $kind<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
            self.plain(visitor)
        }
    )*};
}

impl<'de> Deserializer<'de> for Reader<'de, '_> {
    type Error = Failure;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        let Reader { node, sink, .. } = self;
        match &node.value {
            Value::Text(text) => visitor.visit_borrowed_str(text),
            Value::Number(Number::Whole(number)) => visitor.visit_u64(*number),
            Value::Number(Number::Negative(number)) => visitor.visit_i64(*number),
            Value::Number(Number::Fraction(number)) => visitor.visit_f64(*number),
            Value::Truth(truth) => visitor.visit_bool(*truth),
            Value::List(items) => visitor.visit_seq(Series::new(items, sink)),
            Value::Items(items) if items.is_empty() => visitor.visit_unit(),
            Value::Items(items) => visitor.visit_seq(Series::new(items, sink)),
            Value::Map(_) | Value::Fields(_) | Value::Made(_) => visitor.visit_map(self.entries()),
            Value::Named(name, body) => {
                visitor.visit_enum(Variant { name, body: body.as_deref(), sink })
            }
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        match &self.node.value {
            Value::Named(name, None) if name.text == "None" => visitor.visit_none(),
            Value::Named(name, Some(body)) if name.text == "Some" => match &body.value {
                Value::Items(items) if items.len() == 1 => {
                    visitor.visit_some(Reader::new(&items[0], self.sink))
                }
                _ => Err(self.wrong_type("`Some` with one value")),
            },
            _ => visitor.visit_some(self),
        }
    }

    /// Newtypes are transparent.
    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Failure> {
        if name == brownout_core::dist::TEXT_OR_FAMILY {
            return self.deserialize_any(visitor);
        }
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        match &self.node.value {
            Value::List(items) => visitor.visit_seq(Series::new(items, self.sink)),
            _ => Err(self.wrong_type("a list in square brackets")),
        }
    }

    fn deserialize_tuple<V: Visitor<'de>>(
        self,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, Failure> {
        match &self.node.value {
            Value::Items(items) if items.len() == length => {
                visitor.visit_seq(Series::new(items, self.sink))
            }
            _ => Err(self.wrong_type(&format!("{length} values in parentheses"))),
        }
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, Failure> {
        self.deserialize_tuple(length, visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        match &self.node.value {
            Value::Map(_) | Value::Made(_) => visitor.visit_map(self.entries()),
            _ => Err(self.wrong_type("a map in braces")),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Failure> {
        match &self.node.value {
            Value::Fields(_) | Value::Made(_) => visitor.visit_map(self.entries()),
            Value::Items(items) if items.is_empty() => visitor.visit_map(self.entries()),
            _ => {
                let fields = listed(fields.iter().copied());
                Err(self.wrong_type(&format!("fields in parentheses: {fields}")))
            }
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Failure> {
        match &self.node.value {
            Value::Named(..) => self.deserialize_any(visitor),
            Value::Text(text) if variants.contains(&text.as_str()) => {
                let message = format!("found the text \"{text}\", expected a name without quotes");
                Err(Failure::new(Code::WrongType, message, Some(format!("write `{text}`"))))
            }
            _ => Err(expected_one_of(&self.node.what(), variants)),
        }
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        match &self.node.value {
            Value::Text(text) => visitor.visit_borrowed_str(text),
            Value::Named(name, None) => {
                let help = format!("write \"{}\"", name.text);
                let message = format!("found `{}`, expected a text in quotes", name.text);
                Err(Failure::new(Code::WrongType, message, Some(help)))
            }
            _ => Err(self.wrong_type("a text in quotes")),
        }
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        self.deserialize_str(visitor)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        match self.node.word() {
            Some(word) => visitor.visit_borrowed_str(word),
            None => Err(self.wrong_type("a name")),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        visitor.visit_unit()
    }

    plain! {
        deserialize_bool deserialize_i32 deserialize_i64 deserialize_u8 deserialize_u16
        deserialize_u32 deserialize_u64 deserialize_f32 deserialize_f64
    }

    forward_to_deserialize_any! { i8 i16 i128 u128 char bytes byte_buf unit unit_struct }
}
