//! Values of several JSON types: each type is read by the variant for it.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Deserializer, Error, IntoDeserializer, MapAccess, SeqAccess, Visitor};
use serde::forward_to_deserialize_any;

/// What a generated enum over JSON types provides to the reader. Types without a variant are rejected.
#[allow(
    unused_variables,
    clippy::missing_errors_doc,
    reason = "each function refuses by default and is replaced by generated code"
)]
pub trait Union<'de>: Sized {
    /// The accepted types, for messages.
    const EXPECTED: &'static str;

    /// Null.
    fn null<E: Error>() -> Result<Self, E> {
        other_type()
    }

    /// A boolean.
    fn boolean<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        other_type()
    }

    /// A number.
    fn number<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        other_type()
    }

    /// A string.
    fn string<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        other_type()
    }

    /// An array.
    fn array<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        other_type()
    }

    /// An object.
    fn object<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        other_type()
    }
}

#[cold]
#[inline(never)]
fn other_type<'de, T: Union<'de>, E: Error>() -> Result<T, E> {
    Err(E::custom(format_args!("expected {}", T::EXPECTED)))
}

/// Reads a value of several JSON types.
///
/// # Errors
/// When the value's type is not among them, or its variant rejects it.
pub fn union<'de, T: Union<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    deserializer.deserialize_any(ByType(PhantomData))
}

struct ByType<T>(PhantomData<T>);

impl<'de, T: Union<'de>> Visitor<'de> for ByType<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(T::EXPECTED)
    }

    fn visit_unit<E: Error>(self) -> Result<T, E> {
        T::null()
    }

    fn visit_bool<E: Error>(self, v: bool) -> Result<T, E> {
        T::boolean(OfOneType(v.into_deserializer()))
    }

    fn visit_i64<E: Error>(self, v: i64) -> Result<T, E> {
        T::number(OfOneType(v.into_deserializer()))
    }

    fn visit_u64<E: Error>(self, v: u64) -> Result<T, E> {
        T::number(OfOneType(v.into_deserializer()))
    }

    fn visit_f64<E: Error>(self, v: f64) -> Result<T, E> {
        T::number(OfOneType(v.into_deserializer()))
    }

    fn visit_str<E: Error>(self, v: &str) -> Result<T, E> {
        T::string(OfOneType(v.into_deserializer()))
    }

    fn visit_string<E: Error>(self, v: String) -> Result<T, E> {
        T::string(OfOneType(v.into_deserializer()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<T, A::Error> {
        T::array(OfOneType(SeqAccessDeserializer::new(seq)))
    }

    fn visit_map<M: MapAccess<'de>>(self, map: M) -> Result<T, M::Error> {
        T::object(OfOneType(MapAccessDeserializer::new(map)))
    }
}

/// A value whose type is known. serde's deserializers read a newtype struct like its content, but a
/// choice among branches of one type must know that this is not a value it can read again.
struct OfOneType<D>(D);

impl<'de, D: Deserializer<'de>> Deserializer<'de> for OfOneType<D> {
    type Error = D::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.0.deserialize_any(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        visitor.visit_newtype_struct(self.0)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.0.deserialize_option(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.0.deserialize_enum(name, variants, visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}
