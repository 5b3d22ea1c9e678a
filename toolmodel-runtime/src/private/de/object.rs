//! Objects with declared properties.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, Visitor};

use super::held::Key;
use super::tolerate;
use super::trusted::{Trusting, doubts, trusted};

/// A type that reads the entries of an object.
pub trait Object: Sized {
    /// Reads the entries of an object. `tagged` means that the caller has already read the tag and found this
    /// type's value in it.
    ///
    /// # Errors
    /// When a property breaks its rule, is missing, or comes twice.
    fn read<'de, M: MapAccess<'de>>(map: M, tagged: bool) -> Result<Self, M::Error>;
}

/// Reads an object. Unlike a derived struct it rejects arrays.
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

/// A function that finds the position of a declared name.
pub(super) type Find = fn(&str) -> Option<usize>;

// `find` is a function pointer, so that one function reads the keys of all structs: code generic over
// the struct is compiled once for each of them.

/// The next key's position; a key that is not declared is an error.
///
/// # Errors
/// When the key is not declared.
pub fn refuse<'de, M: MapAccess<'de>>(
    map: &mut M,
    names: &'static [&'static str],
    find: Find,
) -> Result<Option<usize>, M::Error> {
    map.next_key_seed(Declared { names, find })
}

/// A key that must be declared.
struct Declared {
    names: &'static [&'static str],
    find: Find,
}

impl<'de> DeserializeSeed<'de> for Declared {
    type Value = usize;

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<usize, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl Visitor<'_> for Declared {
    type Value = usize;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a property name")
    }

    #[inline]
    fn visit_str<E: Error>(self, name: &str) -> Result<usize, E> {
        (self.find)(name).ok_or_else(|| E::unknown_field(name, self.names))
    }
}

/// The next declared key's position; other entries are skipped.
///
/// # Errors
/// When another entry is not JSON.
pub fn skip<'de, M: MapAccess<'de>>(
    map: &mut M,
    _names: &'static [&'static str],
    find: Find,
) -> Result<Option<usize>, M::Error> {
    while let Some(found) = map.next_key_seed(Sought(find))? {
        match found {
            Some(position) => return Ok(Some(position)),
            None => {
                let _: IgnoredAny = map.next_value()?;
            }
        }
    }
    Ok(None)
}

/// A declared key's position, or `None`.
struct Sought(Find);

impl<'de> DeserializeSeed<'de> for Sought {
    type Value = Option<usize>;

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl Visitor<'_> for Sought {
    type Value = Option<usize>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a property name")
    }

    #[inline]
    fn visit_str<E: Error>(self, name: &str) -> Result<Self::Value, E> {
        Ok((self.0)(name))
    }
}

/// The next declared key; other entries are skipped if their name is allowed.
///
/// # Errors
/// When the name of another entry is not allowed, or the entry is not JSON.
pub fn skip_if<'de, M: MapAccess<'de>>(
    map: &mut M,
    _names: &'static [&'static str],
    find: Find,
    allowed: fn(&str) -> bool,
) -> Result<Option<usize>, M::Error> {
    while let Some(Key(name)) = map.next_key()? {
        match find(&name) {
            None => {
                check_name(&name, allowed)?;
                let _: IgnoredAny = map.next_value()?;
            }
            found => return Ok(found),
        }
    }
    Ok(None)
}

/// The next declared key; other entries are kept.
///
/// # Errors
/// When another entry breaks its rule or comes twice.
pub fn keep<'de, M: MapAccess<'de>, R: DeserializeSeed<'de> + Copy>(
    map: &mut M,
    names: &'static [&'static str],
    find: Find,
    rest: &mut BTreeMap<String, R::Value>,
    rule: R,
) -> Result<Option<usize>, M::Error> {
    keep_if(map, names, find, rest, rule, |_| true)
}

/// The next declared key; other entries are kept if their name is allowed.
///
/// # Errors
/// As [`keep`], or when the name of another entry is not allowed.
pub fn keep_if<'de, M: MapAccess<'de>, R: DeserializeSeed<'de> + Copy>(
    map: &mut M,
    _names: &'static [&'static str],
    find: Find,
    rest: &mut BTreeMap<String, R::Value>,
    rule: R,
    allowed: fn(&str) -> bool,
) -> Result<Option<usize>, M::Error> {
    while let Some(Key(name)) = map.next_key()? {
        match find(&name) {
            None => {
                check_name(&name, allowed)?;
                let value = map.next_value_seed(rule)?;
                insert(rest, name.into_owned(), value)?;
            }
            found => return Ok(found),
        }
    }
    Ok(None)
}

/// Keeps an entry; the same key twice is an error.
pub(super) fn insert<T, E: Error>(
    entries: &mut BTreeMap<String, T>,
    key: String,
    value: T,
) -> Result<(), E> {
    if entries.insert(key, value).is_some() {
        return Err(E::custom("a property comes twice"));
    }
    Ok(())
}

fn check_name<E: Error>(name: &str, allowed: fn(&str) -> bool) -> Result<(), E> {
    if allowed(name) || tolerate() {
        return Ok(());
    }
    Err(E::custom(format_args!("property `{name}` is not allowed")))
}

/// Reads a property's value into its slot; the same property twice is an error.
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
        return Err(twice(name));
    }
    *slot = Some(map.next_value_seed(rule)?);
    Ok(())
}

#[cold]
fn twice<E: Error>(name: &'static str) -> E {
    E::duplicate_field(name)
}

/// The error for a missing required property.
#[cold]
#[must_use]
pub fn missing<E: Error>(name: &'static str) -> E {
    E::missing_field(name)
}

/// Checks a rule about several properties of an object.
///
/// # Errors
/// When it does not hold.
#[inline]
pub fn hold<E: Error>(holds: bool, rule: &'static str) -> Result<(), E> {
    if holds || tolerate() {
        return Ok(());
    }
    Err(E::custom(rule))
}

/// Whether exactly one of these is certain to hold. A pattern that gave up may have matched.
#[must_use]
pub fn only_one<const N: usize>(conditions: impl FnOnce() -> [bool; N]) -> bool {
    let before = doubts();
    let holding = count(conditions());
    if doubts() == before {
        holding == 1
    } else {
        trusted() != Trusting::Nothing
    }
}

/// How many of these hold.
#[must_use]
pub fn count<const N: usize>(conditions: [bool; N]) -> usize {
    conditions.into_iter().filter(|holds| *holds).count()
}
