//! A value that is kept until it is known how to read it. Text is borrowed where it can be.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;
use std::sync::LazyLock;

use serde::de::value::{MapAccessDeserializer, MapDeserializer, SeqDeserializer, StrDeserializer};
use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, Error, IntoDeserializer, MapAccess, SeqAccess,
    Unexpected, Visitor,
};
use serde::forward_to_deserialize_any;
use serde_json::Number;

/// A value of JSON. Objects keep entries whose key comes twice: whoever reads them decides.
#[derive(Debug)]
pub(super) enum Held<'de> {
    Null,
    Bool(bool),
    Unsigned(u64),
    Signed(i64),
    Double(f64),
    Text(Cow<'de, str>),
    List(Vec<Self>),
    Entries(Vec<(Cow<'de, str>, Self)>),
}

impl<'de> Deserialize<'de> for Held<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Keep)
    }
}

struct Keep;

impl<'de> Visitor<'de> for Keep {
    type Value = Held<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E: Error>(self) -> Result<Held<'de>, E> {
        Ok(Held::Null)
    }

    fn visit_none<E: Error>(self) -> Result<Held<'de>, E> {
        Ok(Held::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Held<'de>, D::Error> {
        deserializer.deserialize_any(self)
    }

    fn visit_bool<E: Error>(self, v: bool) -> Result<Held<'de>, E> {
        Ok(Held::Bool(v))
    }

    fn visit_u64<E: Error>(self, v: u64) -> Result<Held<'de>, E> {
        Ok(Held::Unsigned(v))
    }

    fn visit_i64<E: Error>(self, v: i64) -> Result<Held<'de>, E> {
        Ok(Held::Signed(v))
    }

    fn visit_f64<E: Error>(self, v: f64) -> Result<Held<'de>, E> {
        Ok(Held::Double(v))
    }

    fn visit_str<E: Error>(self, v: &str) -> Result<Held<'de>, E> {
        Ok(Held::Text(Cow::Owned(v.to_owned())))
    }

    fn visit_borrowed_str<E: Error>(self, v: &'de str) -> Result<Held<'de>, E> {
        Ok(Held::Text(Cow::Borrowed(v)))
    }

    fn visit_string<E: Error>(self, v: String) -> Result<Held<'de>, E> {
        Ok(Held::Text(Cow::Owned(v)))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Held<'de>, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = seq.next_element()? {
            items.push(item);
        }
        Ok(Held::List(items))
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Held<'de>, M::Error> {
        let mut entries = Vec::new();
        while let Some(Key(key)) = map.next_key()? {
            if entries.is_empty() && key == NUMBER && *NUMBERS_ARE_TEXT {
                return number(&map.next_value::<String>()?);
            }
            entries.push((key, map.next_value()?));
        }
        Ok(Held::Entries(entries))
    }
}

/// The key of an object that `serde_json` passes for a number, with its feature
/// `arbitrary_precision`.
const NUMBER: &str = "$serde_json::private::Number";

/// Whether that feature is on: any crate of the build may ask for it.
static NUMBERS_ARE_TEXT: LazyLock<bool> =
    LazyLock::new(|| serde_json::from_str::<Number>("1e999").is_ok());

fn number<'de, E: Error>(text: &str) -> Result<Held<'de>, E> {
    if let Ok(v) = text.parse::<u64>() {
        Ok(Held::Unsigned(v))
    } else if let Ok(v) = text.parse::<i64>() {
        Ok(Held::Signed(v))
    } else {
        let invalid = || E::invalid_value(Unexpected::Other("number"), &"a number of 64 bits");
        let v: f64 = text.parse().map_err(|_| invalid())?;
        if v.is_finite() {
            Ok(Held::Double(v))
        } else {
            Err(invalid())
        }
    }
}

/// A key, borrowed where it can be.
pub(super) struct Key<'de>(pub(super) Cow<'de, str>);

impl<'de> Deserialize<'de> for Key<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_identifier(KeepKey)
    }
}

struct KeepKey;

impl<'de> Visitor<'de> for KeepKey {
    type Value = Key<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a property name")
    }

    fn visit_str<E: Error>(self, v: &str) -> Result<Key<'de>, E> {
        Ok(Key(Cow::Owned(v.to_owned())))
    }

    fn visit_borrowed_str<E: Error>(self, v: &'de str) -> Result<Key<'de>, E> {
        Ok(Key(Cow::Borrowed(v)))
    }

    fn visit_string<E: Error>(self, v: String) -> Result<Key<'de>, E> {
        Ok(Key(Cow::Owned(v)))
    }
}

impl<'de> Held<'de> {
    /// Reads the value.
    pub(super) fn read<S: DeserializeSeed<'de>, E: Error>(self, seed: S) -> Result<S::Value, E> {
        seed.deserialize(Reader(self, PhantomData))
    }
}

impl<'de, E: Error> IntoDeserializer<'de, E> for Held<'de> {
    type Deserializer = Reader<'de, E>;

    fn into_deserializer(self) -> Reader<'de, E> {
        Reader(self, PhantomData)
    }
}

/// Reads a value that was kept.
pub(super) struct Reader<'de, E>(Held<'de>, PhantomData<E>);

impl<'de, E: Error> Deserializer<'de> for Reader<'de, E> {
    type Error = E;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        match self.0 {
            Held::Null => visitor.visit_unit(),
            Held::Bool(v) => visitor.visit_bool(v),
            Held::Unsigned(v) => visitor.visit_u64(v),
            Held::Signed(v) => visitor.visit_i64(v),
            Held::Double(v) => visitor.visit_f64(v),
            Held::Text(Cow::Borrowed(v)) => visitor.visit_borrowed_str(v),
            Held::Text(Cow::Owned(v)) => visitor.visit_string(v),
            Held::List(items) => {
                let mut items = SeqDeserializer::new(items.into_iter());
                let value = visitor.visit_seq(&mut items)?;
                items.end()?;
                Ok(value)
            }
            Held::Entries(entries) => {
                let mut entries = MapDeserializer::new(entries.into_iter());
                let value = visitor.visit_map(&mut entries)?;
                entries.end()?;
                Ok(value)
            }
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        match self.0 {
            Held::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    // The map of `serde_json` takes a unit for an empty map, and null is none.
    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        match self.0 {
            Held::Null => Err(E::invalid_type(Unexpected::Unit, &visitor)),
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, E> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, E> {
        match self.0 {
            Held::Text(text) => visitor.visit_enum(StrDeserializer::new(&text)),
            Held::Entries(entries) if entries.len() == 1 => {
                let entries = MapDeserializer::new(entries.into_iter());
                visitor.visit_enum(MapAccessDeserializer::new(entries))
            }
            _ => Err(E::invalid_type(Unexpected::Other("value"), &"a variant")),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct seq tuple tuple_struct struct identifier ignored_any
    }
}
