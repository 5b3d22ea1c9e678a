//! Values of several JSON types: each type is read by the variant that takes it.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Deserializer, Error, IntoDeserializer, MapAccess, SeqAccess, Visitor};

/// What a generated enum over JSON types tells the reader. Types it does not take are refused.
#[allow(
    unused_variables,
    clippy::missing_errors_doc,
    reason = "each function refuses by default and is replaced by generated code"
)]
pub trait Union<'de>: Sized {
    /// The types it takes, for messages.
    const EXPECTED: &'static str;

    /// Null.
    fn null<E: Error>() -> Result<Self, E> {
        Err(E::custom(format_args!("expected {}", Self::EXPECTED)))
    }

    /// A boolean.
    fn boolean<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Err(D::Error::custom(format_args!(
            "expected {}",
            Self::EXPECTED
        )))
    }

    /// A number.
    fn number<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Err(D::Error::custom(format_args!(
            "expected {}",
            Self::EXPECTED
        )))
    }

    /// A string.
    fn string<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Err(D::Error::custom(format_args!(
            "expected {}",
            Self::EXPECTED
        )))
    }

    /// An array.
    fn array<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Err(D::Error::custom(format_args!(
            "expected {}",
            Self::EXPECTED
        )))
    }

    /// An object.
    fn object<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Err(D::Error::custom(format_args!(
            "expected {}",
            Self::EXPECTED
        )))
    }
}

/// Reads a value of several JSON types.
///
/// # Errors
/// When the value's type is not among them, or its variant refuses it.
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
        T::boolean(v.into_deserializer())
    }

    fn visit_i64<E: Error>(self, v: i64) -> Result<T, E> {
        T::number(v.into_deserializer())
    }

    fn visit_u64<E: Error>(self, v: u64) -> Result<T, E> {
        T::number(v.into_deserializer())
    }

    fn visit_f64<E: Error>(self, v: f64) -> Result<T, E> {
        T::number(v.into_deserializer())
    }

    fn visit_str<E: Error>(self, v: &str) -> Result<T, E> {
        T::string(v.into_deserializer())
    }

    fn visit_string<E: Error>(self, v: String) -> Result<T, E> {
        T::string(v.into_deserializer())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<T, A::Error> {
        T::array(SeqAccessDeserializer::new(seq))
    }

    fn visit_map<M: MapAccess<'de>>(self, map: M) -> Result<T, M::Error> {
        T::object(MapAccessDeserializer::new(map))
    }
}
