//! Unions of objects distinguished by the value of one property.

use std::borrow::Cow;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, IntoDeserializer, MapAccess, Visitor};

use super::held::Held;
use super::text::variant;

/// Reads entries up to the tag, and passes on the tag's variant and all other entries.
///
/// # Errors
/// When the tag is missing or names no variant.
#[inline]
pub fn tagged<'de, T, M: MapAccess<'de>>(
    mut map: M,
    tag: &'static str,
    names: &'static [&'static str],
    find: fn(&str) -> Option<T>,
) -> Result<(T, Replay<'de, M>), M::Error> {
    let mut early = Vec::new();
    while let Some(name) = map.next_key_seed(Other(tag))? {
        match name {
            None => {
                let found = map.next_value_seed(Tag(names, find))?;
                return Ok((found, Replay::new(early, map)));
            }
            Some(name) => {
                // A vector that grows from empty takes longer to reach its first item.
                if early.capacity() == 0 {
                    early = Vec::with_capacity(4);
                }
                early.push((name, map.next_value()?));
            }
        }
    }
    Err(M::Error::missing_field(tag))
}

/// A key, unless it is this one.
struct Other(&'static str);

impl<'de> DeserializeSeed<'de> for Other {
    type Value = Option<Cow<'de, str>>;

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl<'de> Visitor<'de> for Other {
    type Value = Option<Cow<'de, str>>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a property name")
    }

    #[inline]
    fn visit_str<E: Error>(self, name: &str) -> Result<Self::Value, E> {
        Ok((name != self.0).then(|| Cow::Owned(name.to_owned())))
    }

    #[inline]
    fn visit_borrowed_str<E: Error>(self, name: &'de str) -> Result<Self::Value, E> {
        Ok((name != self.0).then_some(Cow::Borrowed(name)))
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
pub struct Replay<'de, M> {
    early: std::vec::IntoIter<(Cow<'de, str>, Held<'de>)>,
    value: Option<Held<'de>>,
    rest: M,
}

impl<'de, M> Replay<'de, M> {
    fn new(early: Vec<(Cow<'de, str>, Held<'de>)>, rest: M) -> Self {
        Self {
            early: early.into_iter(),
            value: None,
            rest,
        }
    }
}

impl<M> fmt::Debug for Replay<'_, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Replay({})", self.early.len())
    }
}

#[allow(
    clippy::inline_always,
    reason = "each property passes here; left to itself, the compiler makes calls of it in some crates"
)]
impl<'de, M: MapAccess<'de>> MapAccess<'de> for Replay<'de, M> {
    type Error = M::Error;

    #[inline(always)]
    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, M::Error> {
        match self.early.next() {
            None => self.rest.next_key_seed(seed),
            Some((key, value)) => {
                self.value = Some(value);
                seed.deserialize(key.into_deserializer()).map(Some)
            }
        }
    }

    #[inline(always)]
    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, M::Error> {
        match self.value.take() {
            None => self.rest.next_value_seed(seed),
            Some(value) => value.read(seed),
        }
    }
}
