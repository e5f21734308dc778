//! What lies in a value: items, entries, and the insides of variants. This is where reading goes on after a mistake.

use brownout_models::problem::Code;
use serde::Deserialize;
use serde::de::value::{BorrowedStrDeserializer, StrDeserializer};
use serde::de::{DeserializeSeed, EnumAccess, MapAccess, SeqAccess, VariantAccess, Visitor};

use super::failure::Failure;
use super::reader::Reader;
use super::stand_in::stand_in;
use super::{Sink, read};
use crate::document::source::Place;
use crate::document::tree::{Entry, Name, Node, Value};

/// Reads a value of its own, or lets a harmless one stand in for it.
fn whole<'de, T>(node: &'de Node, head: Place, sink: &Sink) -> Result<T, Failure>
where
    T: Deserialize<'de>,
{
    read(node, head, sink).ok_or(Failure::Told)
}

/// The items of a list.
pub(super) struct Series<'de, 's> {
    items: std::slice::Iter<'de, Node>,
    sink: &'s Sink,
}

impl<'de, 's> Series<'de, 's> {
    pub(super) fn new(items: &'de [Node], sink: &'s Sink) -> Series<'de, 's> {
        Series { items: items.iter(), sink }
    }
}

impl<'de> SeqAccess<'de> for Series<'de, '_> {
    type Error = Failure;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Failure> {
        let Some(node) = self.items.next() else { return Ok(None) };
        let value = seed.deserialize(Reader::new(node, self.sink));
        value.map(Some).map_err(|failure| failure.at(node.head()))
    }

    fn next_element<T: Deserialize<'de>>(&mut self) -> Result<Option<T>, Failure> {
        match self.items.next() {
            Some(node) => whole(node, node.head(), self.sink).map(Some),
            None => Ok(None),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.items.len())
    }
}

/// The entries of a map, or the fields of a struct.
pub(super) struct Entries<'de, 's> {
    node: &'de Node,
    sink: &'s Sink,
    rest: std::slice::Iter<'de, Entry>,
    /// Missing fields that are made up, after the others.
    made_up: std::slice::Iter<'s, String>,
    /// The entry whose key was read last; `None` when the field is made up.
    current: Option<&'de Entry>,
}

impl<'de, 's> Entries<'de, 's> {
    pub(super) fn new(node: &'de Node, sink: &'s Sink, made_up: &'s [String]) -> Entries<'de, 's> {
        let rest = node.entries().iter();
        Entries { node, sink, rest, made_up: made_up.iter(), current: None }
    }

    /// A mistake about a key: a field that nothing knows, or a key of the wrong kind.
    fn tell_key(&self, entry: &Entry, failure: Failure) {
        let by_path = entry.by_path && failure.code() == Some(Code::UnknownField);
        let Failure::Placed(mut mistake) = failure.at(entry.key.place) else { return };
        if by_path {
            mistake.code = Code::UnknownPath;
            let field = entry.key.word().unwrap_or_default();
            mistake.message = format!("the path names nothing: there is no field `{field}` here");
        }
        self.sink.tell(*mistake);
    }
}

impl<'de> MapAccess<'de> for Entries<'de, '_> {
    type Error = Failure;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Failure> {
        self.current = self.rest.next();
        if let Some(entry) = self.current {
            let key = key_reader(entry, self.node, self.sink, |reader| seed.deserialize(reader));
            return key.map(Some);
        }
        let Some(field) = self.made_up.next() else { return Ok(None) };
        seed.deserialize(StrDeserializer::new(field)).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Failure> {
        let Some(entry) = self.current else { return Err(Failure::Told) };
        let value = seed.deserialize(Reader::new(&entry.value, self.sink));
        value.map_err(|failure| failure.at(entry.value.head()))
    }

    fn next_key<K: Deserialize<'de>>(&mut self) -> Result<Option<K>, Failure> {
        while let Some(entry) = self.rest.next() {
            self.current = Some(entry);
            match key_reader(entry, self.node, self.sink, |reader| K::deserialize(reader)) {
                Ok(key) => return Ok(Some(key)),
                Err(failure) => self.tell_key(entry, failure),
            }
        }
        self.current = None;
        let Some(field) = self.made_up.next() else { return Ok(None) };
        K::deserialize(StrDeserializer::new(field)).map(Some)
    }

    fn next_value<V: Deserialize<'de>>(&mut self) -> Result<V, Failure> {
        match self.current {
            Some(entry) => {
                let head = entry.value.name().map_or(entry.key.place, |name| name.place);
                whole(&entry.value, head, self.sink)
            }
            None => stand_in().ok_or(Failure::Told),
        }
    }

    fn next_entry<K: Deserialize<'de>, V: Deserialize<'de>>(
        &mut self,
    ) -> Result<Option<(K, V)>, Failure> {
        while let Some(key) = self.next_key()? {
            if let Ok(value) = self.next_value() {
                return Ok(Some((key, value)));
            }
        }
        Ok(None)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.rest.len())
    }
}

/// Reads a key: the name of a field as it is, the key of a map as a value.
fn key_reader<'de, 's, K>(
    entry: &'de Entry,
    node: &Node,
    sink: &'s Sink,
    read: impl FnOnce(KeyReader<'de, 's>) -> Result<K, Failure>,
) -> Result<K, Failure> {
    let field = matches!(node.value, Value::Fields(_) | Value::Made(_));
    read(KeyReader { entry, sink, field }).map_err(|failure| failure.at(entry.key.place))
}

struct KeyReader<'de, 's> {
    entry: &'de Entry,
    sink: &'s Sink,
    field: bool,
}

impl<'de> serde::Deserializer<'de> for KeyReader<'de, '_> {
    type Error = Failure;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        match self.entry.key.word() {
            Some(word) if self.field => BorrowedStrDeserializer::new(word).deserialize_any(visitor),
            _ => Reader::new(&self.entry.key, self.sink).deserialize_str(visitor),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Failure> {
        visitor.visit_newtype_struct(self)
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option
        unit unit_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

/// A named value: the name and what stands in its parentheses.
pub(super) struct Variant<'de, 's> {
    pub(super) name: &'de Name,
    pub(super) body: Option<&'de Node>,
    pub(super) sink: &'s Sink,
}

impl<'de, 's> EnumAccess<'de> for Variant<'de, 's> {
    type Error = Failure;
    type Variant = Variant<'de, 's>;

    fn variant_seed<V: DeserializeSeed<'de>>(
        self,
        seed: V,
    ) -> Result<(V::Value, Self::Variant), Failure> {
        let name = seed.deserialize(BorrowedStrDeserializer::new(&self.name.text));
        Ok((name.map_err(|failure: Failure| failure.at(self.name.place))?, self))
    }
}

impl<'de> Variant<'de, '_> {
    /// What the variant holds: its one value, or all of its fields.
    fn payload(&self) -> Result<&'de Node, Failure> {
        let Some(body) = self.body else {
            let name = &self.name.text;
            let message = format!("`{name}` stands without parentheses, and needs them");
            let help = Some(format!("write `{name}(…)`, or `{name}()` where all has a default"));
            return Err(Failure::new(Code::WrongType, message, help).at(self.name.place));
        };
        match &body.value {
            Value::Items(items) if items.len() == 1 => Ok(&items[0]),
            _ => Ok(body),
        }
    }
}

impl<'de> VariantAccess<'de> for Variant<'de, '_> {
    type Error = Failure;

    fn unit_variant(self) -> Result<(), Failure> {
        let Some(body) = self.body else { return Ok(()) };
        let name = &self.name.text;
        let message = format!("`{name}` takes no parentheses");
        let help = Some(format!("write `{name}`"));
        Err(Failure::new(Code::WrongType, message, help).at(body.place))
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Failure> {
        let node = self.payload()?;
        seed.deserialize(Reader::new(node, self.sink)).map_err(|failure| failure.at(node.head()))
    }

    fn newtype_variant<T: Deserialize<'de>>(self) -> Result<T, Failure> {
        whole(self.payload()?, self.name.place, self.sink)
    }

    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, Failure> {
        let node = self.body.ok_or_else(|| self.payload().err().unwrap_or(Failure::Told))?;
        let reader = Reader::new(node, self.sink);
        serde::Deserializer::deserialize_tuple(reader, len, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Failure> {
        let node = self.payload()?;
        serde::Deserializer::deserialize_struct(Reader::new(node, self.sink), "", fields, visitor)
    }
}
