//! Reading and writing a family that can be told in several ways: by parameters, by percentiles, or by one bare time.

use std::fmt;

use serde::de::{self, Deserialize, Deserializer, MapAccess, Visitor};
use serde::ser::{SerializeStruct, Serializer};

use super::percentile::Percentile;
use crate::time::Span;

/// What one field holds: a text is a time, a number is a number.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Value {
    Time(Span),
    Number(f64),
}

/// The fields of `family` as they were written: `names` in their order, then percentiles in theirs.
pub(super) type Fields = Vec<(&'static str, Value)>;

/// What a family can be told by.
pub(super) struct Form {
    /// Its name, for messages.
    pub(super) family: &'static str,
    /// Its parameters; percentiles are understood besides.
    pub(super) names: &'static [&'static str],
    /// The parameter that a bare time stands for, if one does.
    pub(super) bare: Option<&'static str>,
    /// The ways to tell it, for messages.
    pub(super) expected: &'static str,
}

impl Form {
    /// Reads the fields, refusing unknown and double ones; `understand` says which sets of fields mean something.
    pub(super) fn read<'de, D, T>(
        &self,
        deserializer: D,
        understand: impl Fn(&[(&'static str, Value)]) -> Option<T>,
    ) -> Result<T, D::Error>
    where
        D: Deserializer<'de>,
    {
        let fields = deserializer.deserialize_any(self)?;
        understand(&fields).ok_or_else(|| {
            let found: Vec<String> = fields.iter().map(|(name, _)| format!("`{name}`")).collect();
            let found = if found.is_empty() { "nothing".into() } else { found.join(" and ") };
            de::Error::custom(format!("{} has {found}: expected {}", self.family, self.expected))
        })
    }

    /// The place of a field in the order of this form, and its name for good.
    fn place(&self, name: &str) -> Option<(usize, &'static str)> {
        let known =
            self.names.iter().position(|known| *known == name).map(|at| (at, self.names[at]));
        known.or_else(|| {
            let percentile = Percentile::named(name)?;
            Some((self.names.len() + percentile as usize, percentile.name()))
        })
    }
}

/// The two percentiles that `fields` are, if they are that.
pub(super) fn two_percentiles(fields: &[(&'static str, Value)]) -> Option<[(Percentile, Span); 2]> {
    match fields {
        [low, high] => Some([one_percentile(&[*low])?, one_percentile(&[*high])?]),
        _ => None,
    }
}

/// The one percentile that `fields` are, if they are that.
pub(super) fn one_percentile(fields: &[(&'static str, Value)]) -> Option<(Percentile, Span)> {
    match fields {
        [(name, Value::Time(span))] => Some((Percentile::named(name)?, *span)),
        _ => None,
    }
}

/// Writes `fields` as [`Form::read`] reads them.
pub(super) fn write<S: Serializer>(
    serializer: S,
    family: &'static str,
    fields: &[(&'static str, Value)],
) -> Result<S::Ok, S::Error> {
    let mut fields_out = serializer.serialize_struct(family, fields.len())?;
    for (name, value) in fields {
        match value {
            Value::Time(span) => fields_out.serialize_field(name, span)?,
            Value::Number(number) => fields_out.serialize_field(name, number)?,
        }
    }
    fields_out.end()
}

impl<'de> Visitor<'de> for &Form {
    type Value = Fields;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} with {}", self.family, self.expected)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Fields, E> {
        let unexpected = || de::Error::invalid_type(de::Unexpected::Str(text), &self);
        let name = self.bare.ok_or_else(unexpected)?;
        Ok(vec![(name, Value::Time(text.parse().map_err(de::Error::custom)?))])
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Fields, A::Error> {
        let mut found: Vec<(usize, &'static str, Value)> = Vec::new();
        while let Some(name) = map.next_key::<String>()? {
            let (place, name) = self.place(&name).ok_or_else(|| {
                // Percentiles are many; the parameters and the sentence of `expected` say enough.
                de::Error::unknown_field(&name, self.names)
            })?;
            if found.iter().any(|(earlier, ..)| *earlier == place) {
                return Err(de::Error::duplicate_field(name));
            }
            found.push((place, name, map.next_value()?));
        }
        found.sort_by_key(|(place, ..)| *place);
        Ok(found.into_iter().map(|(_, name, value)| (name, value)).collect())
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(AnyValue)
    }
}

struct AnyValue;

impl Visitor<'_> for AnyValue {
    type Value = Value;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a time such as \"5ms\", or a number")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Value, E> {
        text.parse().map(Value::Time).map_err(de::Error::custom)
    }

    fn visit_f64<E: de::Error>(self, number: f64) -> Result<Value, E> {
        Ok(Value::Number(number))
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<Value, E> {
        Ok(Value::Number(number as f64))
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<Value, E> {
        Ok(Value::Number(number as f64))
    }
}
