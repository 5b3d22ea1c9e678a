//! A value that is kept until it is known how to read it. Text is borrowed where possible.

mod read;

use std::borrow::Cow;
use std::fmt;

use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, Error, IntoDeserializer, MapAccess, SeqAccess,
    Unexpected, Visitor,
};

use crate::schema::number::is_number_key;

/// A JSON value. Objects keep duplicate keys: the reader decides what to do with them.
#[derive(Debug)]
pub(super) enum Held<'de> {
    Null,
    Bool(bool),
    Unsigned(u64),
    Signed(i64),
    Double(f64),
    Text(Cow<'de, str>),
    List(Vec<Self>),
    Entries(Vec<(Cow<'de, str>, Self)>),
}

impl<'de> Deserialize<'de> for Held<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Keep)
    }
}

struct Keep;

impl<'de> Visitor<'de> for Keep {
    type Value = Held<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E: Error>(self) -> Result<Held<'de>, E> {
        Ok(Held::Null)
    }

    fn visit_none<E: Error>(self) -> Result<Held<'de>, E> {
        Ok(Held::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Held<'de>, D::Error> {
        deserializer.deserialize_any(self)
    }

    fn visit_bool<E: Error>(self, v: bool) -> Result<Held<'de>, E> {
        Ok(Held::Bool(v))
    }

    fn visit_u64<E: Error>(self, v: u64) -> Result<Held<'de>, E> {
        Ok(Held::Unsigned(v))
    }

    fn visit_i64<E: Error>(self, v: i64) -> Result<Held<'de>, E> {
        Ok(Held::Signed(v))
    }

    fn visit_f64<E: Error>(self, v: f64) -> Result<Held<'de>, E> {
        Ok(Held::Double(v))
    }

    fn visit_str<E: Error>(self, v: &str) -> Result<Held<'de>, E> {
        Ok(Held::Text(Cow::Owned(v.to_owned())))
    }

    fn visit_borrowed_str<E: Error>(self, v: &'de str) -> Result<Held<'de>, E> {
        Ok(Held::Text(Cow::Borrowed(v)))
    }

    fn visit_string<E: Error>(self, v: String) -> Result<Held<'de>, E> {
        Ok(Held::Text(Cow::Owned(v)))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Held<'de>, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = seq.next_element()? {
            items.push(item);
        }
        Ok(Held::List(items))
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Held<'de>, M::Error> {
        let mut entries = Vec::new();
        while let Some(Key(key)) = map.next_key()? {
            if entries.is_empty() && is_number_key(&key) {
                return number(&map.next_value::<String>()?);
            }
            entries.push((key, map.next_value()?));
        }
        Ok(Held::Entries(entries))
    }
}

fn number<'de, E: Error>(text: &str) -> Result<Held<'de>, E> {
    if let Ok(v) = text.parse::<u64>() {
        return Ok(Held::Unsigned(v));
    }
    if let Ok(v) = text.parse::<i64>() {
        return Ok(Held::Signed(v));
    }
    match text.parse::<f64>() {
        Ok(v) if v.is_finite() => Ok(Held::Double(v)),
        _ => Err(E::invalid_value(
            Unexpected::Other("number"),
            &"a number of 64 bits",
        )),
    }
}

/// A key, borrowed where possible.
pub(super) struct Key<'de>(pub(super) Cow<'de, str>);

impl<'de> Deserialize<'de> for Key<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_identifier(KeepKey)
    }
}

struct KeepKey;

impl<'de> Visitor<'de> for KeepKey {
    type Value = Key<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a property name")
    }

    fn visit_str<E: Error>(self, v: &str) -> Result<Key<'de>, E> {
        Ok(Key(Cow::Owned(v.to_owned())))
    }

    fn visit_borrowed_str<E: Error>(self, v: &'de str) -> Result<Key<'de>, E> {
        Ok(Key(Cow::Borrowed(v)))
    }

    fn visit_string<E: Error>(self, v: String) -> Result<Key<'de>, E> {
        Ok(Key(Cow::Owned(v)))
    }
}

impl<'de> Held<'de> {
    /// Reads the value.
    pub(super) fn read<S: DeserializeSeed<'de>, E: Error>(self, seed: S) -> Result<S::Value, E> {
        seed.deserialize(self.into_deserializer())
    }

    fn unexpected(&self) -> Unexpected<'_> {
        match self {
            Self::Null => Unexpected::Unit,
            Self::Bool(v) => Unexpected::Bool(*v),
            Self::Unsigned(v) => Unexpected::Unsigned(*v),
            Self::Signed(v) => Unexpected::Signed(*v),
            Self::Double(v) => Unexpected::Float(*v),
            Self::Text(v) => Unexpected::Str(v),
            Self::List(_) => Unexpected::Seq,
            Self::Entries(_) => Unexpected::Map,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::super::any;
    use super::super::way::{Way, reads_as_serde_json_does};
    use super::*;

    struct HeldFirst;

    impl Way for HeldFirst {
        fn read<'a, T: Deserialize<'a>>(value: &'a Value) -> Option<T> {
            let held: Held<'a> = Held::deserialize(value).unwrap();
            held.read::<_, serde_json::Error>(any::<T>()).ok()
        }
    }

    #[test]
    fn what_was_held_reads_as_it_was() {
        reads_as_serde_json_does::<HeldFirst>();
    }

    #[test]
    fn numbers_that_come_as_text_are_numbers() {
        let number = |text| number::<serde_json::Error>(text).ok();
        assert!(matches!(number("7"), Some(Held::Unsigned(7))));
        assert!(matches!(number("-7"), Some(Held::Signed(-7))));
        assert!(matches!(number("1e3"), Some(Held::Double(1000.0))));
        assert!(number("1e999").is_none());
    }
}
