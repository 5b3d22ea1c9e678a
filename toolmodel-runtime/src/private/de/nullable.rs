//! Values that may be null.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, Visitor};

/// Null, or what a rule reads.
#[derive(Clone, Copy, Debug)]
pub struct Nullable<R>(R);

/// Null, or what `rule` reads.
#[must_use]
pub const fn nullable<R>(rule: R) -> Nullable<R> {
    Nullable(rule)
}

impl<'de, R: DeserializeSeed<'de>> DeserializeSeed<'de> for Nullable<R> {
    type Value = Option<R::Value>;

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_option(self)
    }
}

impl<'de, R: DeserializeSeed<'de>> Visitor<'de> for Nullable<R> {
    type Value = Option<R::Value>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("null or a value that meets its schema")
    }

    #[inline]
    fn visit_none<E: Error>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    #[inline]
    fn visit_unit<E: Error>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    #[inline]
    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        self.0.deserialize(deserializer).map(Some)
    }
}
