//! One JSON value, read as whatever the type asks for.

use serde::de::{Deserializer, Error as _, IntoDeserializer, Unexpected, Visitor};
use serde_json::{Map, Number, Value};

use super::access::{Elements, Members, OneVariant};
use super::error::ReadError;
use crate::path::Path;
use crate::private::unexpected::unexpected;

/// Arrays and objects may be nested as deep as JSON readers allow: a value that a program built
/// may be deeper than any stack.
const DEEPEST: usize = 127;

/// What the raw values of `serde_json` ask for; only its own reader can answer.
const RAW_VALUE: &str = "$serde_json::private::RawValue";

#[derive(Clone, Copy)]
pub(super) struct ValueReader<'de, 'p> {
    pub(super) value: &'de Value,
    pub(super) path: &'p Path<'p>,
    pub(super) depth: usize,
    /// Whether a float without a fraction is given as an integer even where none was asked for.
    pub(super) as_integers: bool,
}

/// An integer of JSON, in the smallest of the types that visitors know.
pub(super) enum Integer {
    Signed(i64),
    Unsigned(u64),
}

/// The integer that a float is, when it has no fraction and fits into 64 bits.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::float_cmp,
    reason = "the range is checked first, and within it the casts are exact"
)]
pub(super) fn as_integer(float: f64) -> Option<Integer> {
    if float.trunc() != float {
        None
    } else if (-(63f64.exp2())..63f64.exp2()).contains(&float) {
        Some(Integer::Signed(float as i64))
    } else if (0.0..64f64.exp2()).contains(&float) {
        Some(Integer::Unsigned(float as u64))
    } else {
        None
    }
}

impl<'de> ValueReader<'de, '_> {
    fn refuse<T>(&self, visitor: &dyn serde::de::Expected) -> Result<T, ReadError> {
        Err(ReadError::invalid_type(unexpected(self.value), visitor))
    }

    fn visit_number<V: Visitor<'de>>(
        number: &Number,
        as_integers: bool,
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        if let Some(number) = number.as_u64() {
            return visitor.visit_u64(number);
        }
        if let Some(number) = number.as_i64() {
            return visitor.visit_i64(number);
        }
        let Some(float) = number.as_f64() else {
            return Err(ReadError::custom(format_args!(
                "`{number}` is out of range"
            )));
        };
        match as_integer(float).filter(|_| as_integers) {
            Some(Integer::Signed(number)) => visitor.visit_i64(number),
            Some(Integer::Unsigned(number)) => visitor.visit_u64(number),
            None => visitor.visit_f64(float),
        }
    }

    #[inline]
    fn enter(&self) -> Result<(), ReadError> {
        if self.depth < DEEPEST {
            Ok(())
        } else {
            Err(ReadError::custom(format_args!(
                "nested deeper than {DEEPEST} levels"
            )))
        }
    }

    fn visit_integer<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        match self.value {
            Value::Number(number) => Self::visit_number(number, true, visitor),
            _ => self.refuse(&visitor),
        }
    }

    fn visit_array<V: Visitor<'de>>(
        self,
        items: &'de [Value],
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        self.enter()?;
        let mut elements = Elements::new(items, self);
        let read = visitor.visit_seq(&mut elements)?;
        if elements.is_done() {
            Ok(read)
        } else {
            Err(ReadError::invalid_length(items.len(), &"fewer elements"))
        }
    }

    fn visit_object<V: Visitor<'de>>(
        self,
        map: &'de Map<String, Value>,
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        self.enter()?;
        let mut members = Members::new(map, self);
        let read = visitor.visit_map(&mut members)?;
        if members.is_done() {
            Ok(read)
        } else {
            Err(ReadError::invalid_length(map.len(), &"fewer members"))
        }
    }
}

macro_rules! integers {
    ($($method:ident)+) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
            self.visit_integer(visitor)
        })+
    };
}

impl<'de> Deserializer<'de> for ValueReader<'de, '_> {
    type Error = ReadError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        match self.value {
            Value::Null => visitor.visit_unit(),
            Value::Bool(flag) => visitor.visit_bool(*flag),
            Value::Number(number) => Self::visit_number(number, self.as_integers, visitor),
            Value::String(text) => visitor.visit_borrowed_str(text),
            Value::Array(items) => self.visit_array(items, visitor),
            Value::Object(map) => self.visit_object(map, visitor),
        }
    }

    integers! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64
    }

    #[allow(
        clippy::cast_possible_truncation,
        clippy::float_cmp,
        reason = "the range is checked first, and within it the cast is exact"
    )]
    fn deserialize_i128<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        match self.value.as_f64() {
            Some(float)
                if !self.value.is_i64()
                    && !self.value.is_u64()
                    && float.trunc() == float
                    && (-(127f64.exp2())..127f64.exp2()).contains(&float) =>
            {
                visitor.visit_i128(float as i128)
            }
            _ => self.visit_integer(visitor),
        }
    }

    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::float_cmp,
        reason = "the range is checked first, and within it the cast is exact"
    )]
    fn deserialize_u128<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        match self.value.as_f64() {
            Some(float)
                if !self.value.is_i64()
                    && !self.value.is_u64()
                    && float.trunc() == float
                    && (0.0..128f64.exp2()).contains(&float) =>
            {
                visitor.visit_u128(float as u128)
            }
            _ => self.visit_integer(visitor),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        match self.value {
            Value::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        if name == RAW_VALUE {
            let read = self.value.deserialize_newtype_struct(name, visitor);
            return read.map_err(ReadError::custom);
        }
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        match self.value {
            Value::String(variant) => {
                let variant: serde::de::value::StrDeserializer<'_, ReadError> =
                    variant.as_str().into_deserializer();
                variant.deserialize_enum(name, variants, visitor)
            }
            Value::Object(map) if map.len() == 1 => match map.iter().next() {
                Some((variant, content)) => {
                    visitor.visit_enum(OneVariant::new(variant, content, self))
                }
                None => self.refuse(&"a map with one key"),
            },
            Value::Object(_) => Err(ReadError::invalid_value(
                Unexpected::Map,
                &"a map with one key",
            )),
            _ => self.refuse(&"a string or a map"),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        visitor.visit_unit()
    }

    serde::forward_to_deserialize_any! {
        bool f32 f64 char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map
        struct identifier
    }
}
