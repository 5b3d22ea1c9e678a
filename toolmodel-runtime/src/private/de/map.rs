//! Objects whose keys are not known in advance.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, Visitor};

use super::tolerate;

/// An object of one kind of value.
pub struct Entries<R, T> {
    value: R,
    min: usize,
    max: usize,
    key: Option<fn(&str) -> bool>,
    of: PhantomData<fn() -> T>,
}

impl<R: Copy, T> Clone for Entries<R, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: Copy, T> Copy for Entries<R, T> {}

impl<R, T> fmt::Debug for Entries<R, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Entries({}..={})", self.min, self.max)
    }
}

/// An object of `min..=max` entries.
#[must_use]
pub const fn entries<R: Copy, T>(value: R, min: usize, max: usize) -> Entries<R, T> {
    Entries {
        value,
        min,
        max,
        key: None,
        of: PhantomData,
    }
}

impl<R: Copy, T> Entries<R, T> {
    /// Adds a condition on every key.
    #[must_use]
    pub const fn keys(self, key: fn(&str) -> bool) -> Self {
        Self {
            key: Some(key),
            ..self
        }
    }
}

impl<'de, R: DeserializeSeed<'de, Value = T> + Copy, T> DeserializeSeed<'de> for Entries<R, T> {
    type Value = BTreeMap<String, T>;

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de, R: DeserializeSeed<'de, Value = T> + Copy, T> Visitor<'de> for Entries<R, T> {
    type Value = BTreeMap<String, T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an object of {}..={} entries", self.min, self.max)
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Self::Value, M::Error> {
        let mut entries = BTreeMap::new();
        while let Some(key) = map.next_key::<String>()? {
            if let Some(accepts) = self.key
                && !accepts(&key)
                && !tolerate()
            {
                return Err(M::Error::custom("a property name does not meet its schema"));
            }
            let value = map.next_value_seed(self.value)?;
            super::object::insert(&mut entries, key, value)?;
        }
        if (entries.len() < self.min || entries.len() > self.max) && !tolerate() {
            return Err(M::Error::invalid_length(entries.len(), &self));
        }
        Ok(entries)
    }
}
