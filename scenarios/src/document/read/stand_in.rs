//! Harmless values of any type: what stands in for a value that could not be read.

use serde::Deserialize;
use serde::de::value::StrDeserializer;
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, MapAccess, SeqAccess, VariantAccess, Visitor,
};

use super::failure::Failure;

/// What to offer a type that takes anything; the first that it takes is used. Times, rates, shares and names are all
/// texts, so several are tried.
const OFFERS: [Offer; 7] = [
    Offer::Text("1s"),
    Offer::Text("1/s"),
    Offer::Text("1%"),
    Offer::Number,
    Offer::Nothing,
    Offer::List,
    Offer::Fields,
];

/// Types nest, and a made-up value of a type that holds itself must end somewhere.
const DEEPEST: u32 = 12;

/// A harmless value of the type, if one can be made up.
pub(super) fn stand_in<'de, T: Deserialize<'de>>() -> Option<T> {
    made_up(0).ok()
}

/// What the type makes of a text.
pub(super) fn from_text<'de, T: Deserialize<'de>>(text: &str) -> Result<T, Failure> {
    T::deserialize(StandIn { offer: Offer::Text(text), depth: 0, optional: true })
}

fn made_up<'de, T: Deserialize<'de>>(depth: u32) -> Result<T, Failure> {
    if depth == DEEPEST {
        return Err(Failure::Told);
    }
    let made = |offer| T::deserialize(StandIn { offer, depth, optional: false });
    OFFERS.into_iter().find_map(|offer| made(offer).ok()).ok_or(Failure::Told)
}

#[derive(Clone, Copy)]
enum Offer<'a> {
    Text(&'a str),
    Number,
    Nothing,
    List,
    Fields,
}

#[derive(Clone, Copy)]
struct StandIn<'a> {
    offer: Offer<'a>,
    depth: u32,
    /// Whether an optional value is there.
    optional: bool,
}

impl<'a> StandIn<'a> {
    fn parts(self, names: &'static [&'static str]) -> Parts {
        Parts { names: names.iter(), count: 0, depth: self.depth + 1 }
    }

    fn items(self, count: usize) -> Parts {
        Parts { names: [].iter(), count, depth: self.depth + 1 }
    }
}

impl<'de> Deserializer<'de> for StandIn<'_> {
    type Error = Failure;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        match self.offer {
            Offer::Text(text) => visitor.visit_str(text),
            Offer::Number => visitor.visit_u64(1),
            Offer::Nothing => visitor.visit_unit(),
            Offer::List => visitor.visit_seq(self.items(0)),
            Offer::Fields => visitor.visit_map(self.parts(&[])),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        visitor.visit_bool(false)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        if self.optional { visitor.visit_some(self) } else { visitor.visit_none() }
    }

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
        visitor.visit_seq(self.items(0))
    }

    fn deserialize_tuple<V: Visitor<'de>>(
        self,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, Failure> {
        visitor.visit_seq(self.items(length))
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        visitor.visit_map(self.parts(&[]))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Failure> {
        visitor.visit_map(self.parts(fields))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Failure> {
        let first = variants.first().ok_or(Failure::Told)?;
        visitor.visit_enum(Variant { name: first, depth: self.depth + 1 })
    }

    serde::forward_to_deserialize_any! {
        i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct tuple_struct identifier ignored_any
    }
}

/// Made-up items and fields.
struct Parts {
    names: std::slice::Iter<'static, &'static str>,
    count: usize,
    depth: u32,
}

impl<'de> SeqAccess<'de> for Parts {
    type Error = Failure;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        _: T,
    ) -> Result<Option<T::Value>, Failure> {
        Ok(None)
    }

    fn next_element<T: Deserialize<'de>>(&mut self) -> Result<Option<T>, Failure> {
        if self.count == 0 {
            return Ok(None);
        }
        self.count -= 1;
        made_up(self.depth).map(Some)
    }
}

impl<'de> MapAccess<'de> for Parts {
    type Error = Failure;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Failure> {
        match self.names.next() {
            Some(name) => seed.deserialize(StrDeserializer::new(name)).map(Some),
            None => Ok(None),
        }
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, _: V) -> Result<V::Value, Failure> {
        Err(Failure::Told)
    }

    fn next_value<V: Deserialize<'de>>(&mut self) -> Result<V, Failure> {
        made_up(self.depth)
    }
}

/// A made-up variant: the first one, which may hold something.
struct Variant {
    name: &'static str,
    depth: u32,
}

impl<'de> EnumAccess<'de> for Variant {
    type Error = Failure;
    type Variant = Variant;

    fn variant_seed<V: DeserializeSeed<'de>>(
        self,
        seed: V,
    ) -> Result<(V::Value, Variant), Failure> {
        Ok((seed.deserialize(StrDeserializer::new(self.name))?, self))
    }
}

impl<'de> VariantAccess<'de> for Variant {
    type Error = Failure;

    fn unit_variant(self) -> Result<(), Failure> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, _: T) -> Result<T::Value, Failure> {
        Err(Failure::Told)
    }

    fn newtype_variant<T: Deserialize<'de>>(self) -> Result<T, Failure> {
        made_up(self.depth)
    }

    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, Failure> {
        let made = StandIn { offer: Offer::Nothing, depth: self.depth, optional: false };
        made.deserialize_tuple(len, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Failure> {
        let made = StandIn { offer: Offer::Nothing, depth: self.depth, optional: false };
        made.deserialize_struct("", fields, visitor)
    }
}
