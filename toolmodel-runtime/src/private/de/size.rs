//! The size of a value.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

/// Counts values, and each eight bytes of text as one.
pub(crate) struct Size;

impl<'de> DeserializeSeed<'de> for Size {
    type Value = usize;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<usize, D::Error> {
        deserializer.deserialize_any(self)
    }
}

const BYTES: usize = 8;

impl<'de> Visitor<'de> for Size {
    type Value = usize;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E: Error>(self) -> Result<usize, E> {
        Ok(1)
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<usize, E> {
        Ok(1)
    }

    fn visit_u64<E: Error>(self, _: u64) -> Result<usize, E> {
        Ok(1)
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<usize, E> {
        Ok(1)
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<usize, E> {
        Ok(1)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<usize, E> {
        Ok(1 + text.len() / BYTES)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<usize, A::Error> {
        let mut size = 1_usize;
        while let Some(item) = items.next_element_seed(Self)? {
            size = size.saturating_add(item);
        }
        Ok(size)
    }

    fn visit_map<M: MapAccess<'de>>(self, mut entries: M) -> Result<usize, M::Error> {
        let mut size = 1_usize;
        while entries.next_key::<IgnoredAny>()?.is_some() {
            size = size.saturating_add(entries.next_value_seed(Self)?);
        }
        Ok(size)
    }
}
