//! Objects with declared properties.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, Visitor};

/// What a generated struct tells the reader of objects.
pub trait Object: Sized {
    /// The declared property names.
    const KEYS: &'static [&'static str];

    /// The position of a name in [`Object::KEYS`].
    fn key(name: &str) -> Option<usize>;

    /// Reads the entries of an object. `tagged` says that the caller has already read the tag, and
    /// found the one value that this type has.
    ///
    /// # Errors
    /// When a property breaks its rule, is missing, or comes twice.
    fn read<'de, M: MapAccess<'de>>(map: M, tagged: bool) -> Result<Self, M::Error>;
}

/// Reads an object. Unlike a derived struct it refuses arrays.
///
/// # Errors
/// When the value is not an object, or as [`Object::read`].
#[inline]
pub fn object<'de, T: Object, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    deserializer.deserialize_map(Whole(PhantomData))
}

struct Whole<T>(PhantomData<T>);

impl<'de, T: Object> Visitor<'de> for Whole<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    #[inline]
    fn visit_map<M: MapAccess<'de>>(self, map: M) -> Result<T, M::Error> {
        T::read(map, false)
    }
}

/// The next key's position; an unknown key is an error.
///
/// # Errors
/// When the key is not one of `T`'s.
#[inline]
pub fn key<'de, T: Object, M: MapAccess<'de>>(map: &mut M) -> Result<Option<usize>, M::Error> {
    map.next_key_seed(Closed::<T>(PhantomData))
}

struct Closed<T>(PhantomData<T>);

impl<'de, T: Object> DeserializeSeed<'de> for Closed<T> {
    type Value = usize;

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<usize, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl<T: Object> Visitor<'_> for Closed<T> {
    type Value = usize;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a property name")
    }

    #[inline]
    fn visit_str<E: Error>(self, name: &str) -> Result<usize, E> {
        T::key(name).ok_or_else(|| E::unknown_field(name, T::KEYS))
    }
}

/// The next declared key's position; unknown entries are passed over.
///
/// # Errors
/// When an unknown entry is not JSON.
#[inline]
pub fn key_or_skip<'de, T: Object, M: MapAccess<'de>>(
    map: &mut M,
) -> Result<Option<usize>, M::Error> {
    while let Some(found) = map.next_key_seed(Open::<T>(PhantomData))? {
        match found {
            Some(position) => return Ok(Some(position)),
            None => skip(map)?,
        }
    }
    Ok(None)
}

struct Open<T>(PhantomData<T>);

impl<'de, T: Object> DeserializeSeed<'de> for Open<T> {
    type Value = Option<usize>;

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl<T: Object> Visitor<'_> for Open<T> {
    type Value = Option<usize>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a property name")
    }

    #[inline]
    fn visit_str<E: Error>(self, name: &str) -> Result<Self::Value, E> {
        Ok(T::key(name))
    }
}

/// A declared key's position, or the key itself.
#[derive(Debug)]
#[allow(
    clippy::exhaustive_enums,
    reason = "generated code matches on both variants"
)]
pub enum Found {
    /// The position in [`Object::KEYS`].
    Key(usize),
    /// A name that is not declared.
    Other(String),
}

/// The next key's position, or the key itself when it is not one of `T`'s.
///
/// # Errors
/// When the key is not a string.
#[inline]
pub fn key_or_other<'de, T: Object, M: MapAccess<'de>>(
    map: &mut M,
) -> Result<Option<Found>, M::Error> {
    map.next_key_seed(Kept::<T>(PhantomData))
}

struct Kept<T>(PhantomData<T>);

impl<'de, T: Object> DeserializeSeed<'de> for Kept<T> {
    type Value = Found;

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Found, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl<T: Object> Visitor<'_> for Kept<T> {
    type Value = Found;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a property name")
    }

    #[inline]
    fn visit_str<E: Error>(self, name: &str) -> Result<Found, E> {
        Ok(match T::key(name) {
            Some(position) => Found::Key(position),
            None => Found::Other(name.to_owned()),
        })
    }
}

/// Reads a property's value into its slot, once.
///
/// # Errors
/// When the slot is taken, or the value breaks its rule.
#[inline]
pub fn put<'de, M: MapAccess<'de>, R: DeserializeSeed<'de>>(
    map: &mut M,
    slot: &mut Option<R::Value>,
    name: &'static str,
    rule: R,
) -> Result<(), M::Error> {
    if slot.is_some() {
        return Err(M::Error::duplicate_field(name));
    }
    *slot = Some(map.next_value_seed(rule)?);
    Ok(())
}

/// [`put`] for a property of a recursive type.
///
/// # Errors
/// As [`put`].
pub fn put_boxed<'de, M: MapAccess<'de>, R: DeserializeSeed<'de>>(
    map: &mut M,
    slot: &mut Option<Box<R::Value>>,
    name: &'static str,
    rule: R,
) -> Result<(), M::Error> {
    if slot.is_some() {
        return Err(M::Error::duplicate_field(name));
    }
    *slot = Some(Box::new(map.next_value_seed(rule)?));
    Ok(())
}

/// A required property's value.
///
/// # Errors
/// When it is missing.
#[inline]
pub fn need<T, E: Error>(slot: Option<T>, name: &'static str) -> Result<T, E> {
    slot.ok_or_else(|| E::missing_field(name))
}

/// Passes over a value.
///
/// # Errors
/// When it is not JSON.
#[inline]
pub fn skip<'de, M: MapAccess<'de>>(map: &mut M) -> Result<(), M::Error> {
    map.next_value::<IgnoredAny>().map(drop)
}

/// The error of a property that may never be there.
#[cold]
#[must_use]
pub fn forbid<E: Error>(name: &'static str) -> E {
    E::custom(format_args!("property `{name}` is not allowed"))
}

/// The error of an object that breaks a rule about several properties.
#[cold]
#[must_use]
pub fn refuse<E: Error>(rule: &'static str) -> E {
    E::custom(rule)
}

/// Keeps an undeclared entry, once.
///
/// # Errors
/// When the key is already there.
pub fn insert<T, E: Error>(
    entries: &mut BTreeMap<String, T>,
    key: String,
    value: T,
) -> Result<(), E> {
    if entries.insert(key, value).is_some() {
        return Err(E::custom("a property comes twice"));
    }
    Ok(())
}
