//! Unions of objects told apart by the value of one property.

use serde::de::value::StringDeserializer;
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, Visitor};
use serde_json::Value;
use std::fmt;

use super::text::variant;

/// Entries that came before the tag.
type Early = Vec<(String, Value)>;

/// Reads entries up to the tag, and hands over what it names and the entries before it.
///
/// # Errors
/// When the tag is missing or names no variant.
pub fn tagged<'de, T, M: MapAccess<'de>>(
    map: &mut M,
    tag: &'static str,
    names: &'static [&'static str],
    find: fn(&str) -> Option<T>,
) -> Result<(T, Early), M::Error> {
    let mut early = Vec::new();
    while let Some(name) = map.next_key_seed(Other(tag))? {
        match name {
            None => return Ok((map.next_value_seed(Tag(names, find))?, early)),
            Some(name) => early.push((name, map.next_value()?)),
        }
    }
    Err(M::Error::missing_field(tag))
}

/// A key, unless it is this one.
struct Other(&'static str);

impl<'de> DeserializeSeed<'de> for Other {
    type Value = Option<String>;

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl Visitor<'_> for Other {
    type Value = Option<String>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a property name")
    }

    #[inline]
    fn visit_str<E: Error>(self, name: &str) -> Result<Self::Value, E> {
        Ok((name != self.0).then(|| name.to_owned()))
    }
}

struct Tag<T>(&'static [&'static str], fn(&str) -> Option<T>);

impl<'de, T> DeserializeSeed<'de> for Tag<T> {
    type Value = T;

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        variant(deserializer, self.0, self.1)
    }
}

/// The entries before the tag, then the rest of the map.
#[derive(Debug)]
pub struct Replay<M> {
    early: std::vec::IntoIter<(String, Value)>,
    value: Option<Value>,
    rest: M,
}

impl<M> Replay<M> {
    /// Replays `early`, then goes on with `rest`.
    #[must_use]
    pub fn new(early: Early, rest: M) -> Self {
        Self {
            early: early.into_iter(),
            value: None,
            rest,
        }
    }
}

impl<'de, M: MapAccess<'de>> MapAccess<'de> for Replay<M> {
    type Error = M::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, M::Error> {
        match self.early.next() {
            None => self.rest.next_key_seed(seed),
            Some((key, value)) => {
                self.value = Some(value);
                seed.deserialize(StringDeserializer::new(key)).map(Some)
            }
        }
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, M::Error> {
        match self.value.take() {
            None => self.rest.next_value_seed(seed),
            Some(value) => seed.deserialize(value).map_err(M::Error::custom),
        }
    }
}
