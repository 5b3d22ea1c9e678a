//! Rules without bounds: anything a type reads, boxes, booleans, and null.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error, Visitor};

use super::tolerate;

/// Anything that `T` reads.
#[derive(Debug)]
pub struct Any<T>(PhantomData<T>);

impl<T> Clone for Any<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Any<T> {}

/// Anything that `T` reads: unbounded values and other generated types.
#[must_use]
pub const fn any<T>() -> Any<T> {
    Any(PhantomData)
}

impl<'de, T: Deserialize<'de>> DeserializeSeed<'de> for Any<T> {
    type Value = T;

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        T::deserialize(deserializer)
    }
}

/// Reads a value by its rule.
///
/// # Errors
/// When the value breaks the rule.
#[inline]
pub fn read<'de, R: DeserializeSeed<'de>, D: Deserializer<'de>>(
    rule: R,
    deserializer: D,
) -> Result<R::Value, D::Error> {
    rule.deserialize(deserializer)
}

/// What a rule reads, in a box: for types that contain themselves.
#[derive(Clone, Copy, Debug)]
pub struct Boxed<R>(R);

/// What `rule` reads, in a box.
#[must_use]
pub const fn boxed<R>(rule: R) -> Boxed<R> {
    Boxed(rule)
}

impl<'de, R: DeserializeSeed<'de>> DeserializeSeed<'de> for Boxed<R> {
    type Value = Box<R::Value>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        self.0.deserialize(deserializer).map(Box::new)
    }
}

/// One of the two booleans only.
#[derive(Clone, Copy, Debug)]
pub struct Boolean(bool);

/// A boolean that must be `wanted`.
#[must_use]
pub const fn boolean(wanted: bool) -> Boolean {
    Boolean(wanted)
}

impl<'de> DeserializeSeed<'de> for Boolean {
    type Value = bool;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<bool, D::Error> {
        let found = bool::deserialize(deserializer)?;
        if found == self.0 || tolerate() {
            Ok(found)
        } else {
            Err(D::Error::custom(format_args!("expected {}", self.0)))
        }
    }
}

/// Null.
#[derive(Clone, Copy, Debug)]
pub struct Null;

/// Null and nothing else.
#[must_use]
pub const fn is_null() -> Null {
    Null
}

impl<'de> DeserializeSeed<'de> for Null {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_unit(self)
    }
}

impl Visitor<'_> for Null {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("null")
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        Ok(())
    }
}
