//! Reads a held value.

use std::borrow::Cow;
use std::marker::PhantomData;

use serde::de::value::{MapAccessDeserializer, MapDeserializer, SeqDeserializer, StrDeserializer};
use serde::de::{Deserializer, Error, IntoDeserializer, Visitor};

use super::{Held, Key};
use crate::private::key::KeyReader;

impl<'de, E: Error> IntoDeserializer<'de, E> for Key<'de> {
    type Deserializer = KeyReader<'de, E>;

    fn into_deserializer(self) -> KeyReader<'de, E> {
        KeyReader::new(self.0)
    }
}

/// Entries whose keys are converted to the type they encode.
fn entries<'de, E: Error>(
    entries: Vec<(Cow<'de, str>, Held<'de>)>,
) -> MapDeserializer<'de, impl Iterator<Item = (Key<'de>, Held<'de>)>, E> {
    MapDeserializer::new(entries.into_iter().map(|(key, value)| (Key(key), value)))
}

impl<'de, E: Error> IntoDeserializer<'de, E> for Held<'de> {
    type Deserializer = Reader<'de, E>;

    fn into_deserializer(self) -> Reader<'de, E> {
        Reader(self, PhantomData)
    }
}

/// Methods that follow the type a visitor requests: not every visitor rejects what it did not
/// request, as an object does with null.
macro_rules! hints {
    ($($held:pat => $($function:ident)*,)*) => {$($(
        fn $function<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
            match self.0 {
                $held => self.deserialize_any(visitor),
                _ => Err(E::invalid_type(self.0.unexpected(), &visitor)),
            }
        }
    )*)*};
}

/// Reads a value that was kept.
pub(crate) struct Reader<'de, E>(Held<'de>, PhantomData<E>);

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
            Held::Entries(held) => {
                let mut rest = entries(held);
                let value = visitor.visit_map(&mut rest)?;
                rest.end()?;
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
            Held::Entries(held) if held.len() == 1 => {
                visitor.visit_enum(MapAccessDeserializer::new(entries(held)))
            }
            held => Err(E::invalid_type(held.unexpected(), &visitor)),
        }
    }

    hints! {
        Held::Bool(_) => deserialize_bool,
        Held::Unsigned(_) | Held::Signed(_) | Held::Double(_) =>
            deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128
            deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128
            deserialize_f32 deserialize_f64,
        Held::Text(_) =>
            deserialize_char deserialize_str deserialize_string deserialize_identifier,
        Held::Text(_) | Held::List(_) => deserialize_bytes deserialize_byte_buf,
        Held::Null => deserialize_unit,
        Held::List(_) => deserialize_seq,
        Held::Entries(_) => deserialize_map,
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, E> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _len: usize, visitor: V) -> Result<V::Value, E> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _len: usize,
        visitor: V,
    ) -> Result<V::Value, E> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, E> {
        match self.0 {
            Held::List(_) => self.deserialize_seq(visitor),
            _ => self.deserialize_map(visitor),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        visitor.visit_unit()
    }
}
