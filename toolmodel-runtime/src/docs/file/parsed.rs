//! The JSON of a documentation file, of which only what is within the caps becomes a value.
//!
//! A JSON value takes up to 70 times the memory of its text. What nobody is shown (examples and
//! references beyond the most, arguments beyond their caps, values of unknown keys) is counted where
//! that is told, and dropped while it is read.

use std::fmt;

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

use super::argument::arguments;
use super::findings::Findings;
use super::key::{Key, is_number};
use crate::docs::caps::{ArgsSize, MAX_EXAMPLES, MAX_REFERENCES};

const ENTRY_KEYS: [(&str, Place); 5] = [
    ("summary", Place::Text),
    ("notes", Place::Text),
    ("examples", Place::Examples),
    ("references", Place::References),
    ("externalRefs", Place::References),
];
const EXAMPLE_KEYS: [(&str, Place); 5] = [
    ("id", Place::Text),
    ("title", Place::Text),
    ("description", Place::Text),
    ("args", Place::Args),
    ("resultHint", Place::Text),
];

/// A value of a file, as far as it is kept.
#[derive(Debug)]
pub(super) enum Parsed {
    Null,
    Bool,
    Number,
    /// A text, which is empty where no text belongs.
    Text(String),
    /// The first items of an array, and how many it has.
    List(Vec<Self>, usize),
    Fields(Fields),
    /// Arguments and their size; of those beyond the caps not all are here.
    Args(Map<String, Value>, ArgsSize),
}

/// The keys of an object.
#[derive(Debug, Default)]
pub(super) struct Fields {
    /// Known keys; of one that comes twice, the last value.
    pub(super) known: Vec<(&'static str, Parsed)>,
    /// The first of the other keys, as many as are told of a file and one more.
    pub(super) unknown: Vec<String>,
}

/// What stands where a value stands, and so what of it is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Entry,
    Examples,
    Example,
    References,
    Text,
    Args,
    /// Nothing belongs here, and nothing is kept.
    Other,
}

impl Parsed {
    /// What kind of value this is.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool => "a boolean",
            Self::Number => "a number",
            Self::Text(_) => "a string",
            Self::List(..) => "an array",
            Self::Fields(_) | Self::Args(..) => "an object",
        }
    }
}

impl<'de> Deserialize<'de> for Parsed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Place::Entry.deserialize(deserializer)
    }
}

impl<'de> DeserializeSeed<'de> for Place {
    type Value = Parsed;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Parsed, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Place {
    type Value = Parsed;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E: Error>(self) -> Result<Parsed, E> {
        Ok(Parsed::Null)
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<Parsed, E> {
        Ok(Parsed::Bool)
    }

    fn visit_u64<E: Error>(self, _: u64) -> Result<Parsed, E> {
        Ok(Parsed::Number)
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<Parsed, E> {
        Ok(Parsed::Number)
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<Parsed, E> {
        Ok(Parsed::Number)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Parsed, E> {
        let kept = if self == Self::Text { text } else { "" };
        Ok(Parsed::Text(kept.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Parsed, A::Error> {
        let (most, place) = match self {
            Self::Examples => (MAX_EXAMPLES, Self::Example),
            Self::References => (MAX_REFERENCES, Self::Text),
            _ => (0, Self::Other),
        };
        let (mut items, mut count) = (Vec::new(), 0);
        while count < most
            && let Some(item) = seq.next_element_seed(place)?
        {
            items.push(item);
            count += 1;
        }
        while count >= most && seq.next_element_seed(Self::Other)?.is_some() {
            count += 1;
        }
        Ok(Parsed::List(items, count))
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Parsed, M::Error> {
        let mut next = map.next_key()?;
        if is_number(next.as_ref()) {
            return map.next_value::<IgnoredAny>().map(|_| Parsed::Number);
        }
        let known: &[(&'static str, Self)] = match self {
            Self::Entry => &ENTRY_KEYS,
            Self::Example => &EXAMPLE_KEYS,
            Self::Args => {
                let (arguments, size) = arguments(map, next)?;
                return Ok(Parsed::Args(arguments, size));
            }
            _ => &[],
        };
        let mut fields = Fields::default();
        while let Some(Key(key)) = next {
            if let Some((name, place)) = known.iter().find(|(name, _)| *name == key) {
                fields.put(name, map.next_value_seed(*place)?);
            } else {
                map.next_value_seed(Self::Other)?;
                if !known.is_empty() {
                    fields.put_unknown(&key);
                }
            }
            next = map.next_key()?;
        }
        Ok(Parsed::Fields(fields))
    }
}

impl Fields {
    fn put(&mut self, name: &'static str, value: Parsed) {
        match self.known.iter_mut().find(|(known, _)| *known == name) {
            Some((_, before)) => *before = value,
            None => self.known.push((name, value)),
        }
    }

    fn put_unknown(&mut self, key: &str) {
        let is_told = self.unknown.len() <= Findings::MOST;
        if is_told && !self.unknown.iter().any(|known| known == key) {
            self.unknown.push(key.to_owned());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn fields(text: &str) -> Fields {
        match serde_json::from_str(text).unwrap() {
            Parsed::Fields(fields) => fields,
            other => panic!("{other:?}"),
        }
    }

    fn examples(items: &str) -> (Vec<Parsed>, usize) {
        let mut fields = fields(&format!("{{\"examples\": [{items}]}}"));
        match fields.known.pop() {
            Some(("examples", Parsed::List(kept, count))) => (kept, count),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn items_beyond_the_most_are_counted() {
        let (kept, count) = examples(&vec!["{}"; 5000].join(","));
        assert_eq!((kept.len(), count), (MAX_EXAMPLES, 5000));
        let references = vec!["\"\""; 5000].join(",");
        let fields = fields(&format!("{{\"references\": [{references}]}}"));
        let [("references", Parsed::List(kept, 5000))] = fields.known.as_slice() else {
            panic!("{fields:?}");
        };
        assert_eq!(kept.len(), MAX_REFERENCES);
    }

    #[test]
    fn arguments_within_the_caps_are_whole() {
        let args = json!({"a": [1, -2, 0.5, null, true, "x"], "b": {"c": {}}, "d": u64::MAX});
        let (mut kept, _) = examples(&json!({"args": args}).to_string());
        let Some(Parsed::Fields(mut fields)) = kept.pop() else {
            panic!("{kept:?}");
        };
        let Some(("args", Parsed::Args(found, size))) = fields.known.pop() else {
            panic!("{fields:?}");
        };
        assert_eq!(size, ArgsSize::of(&found));
        assert_eq!(Value::Object(found), args);
    }

    #[test]
    fn arguments_beyond_the_caps_are_counted() {
        let wide = format!("{{\"args\": {{\"a\": [{}0]}}}}", "0,".repeat(9999));
        let (kept, _) = examples(&wide);
        let [Parsed::Fields(fields)] = kept.as_slice() else {
            panic!("{kept:?}");
        };
        let [("args", Parsed::Args(found, size))] = fields.known.as_slice() else {
            panic!("{fields:?}");
        };
        assert_eq!((size.depth, size.keys), (2, 10_001));
        assert!(ArgsSize::of(found).is_within_caps());
    }

    #[test]
    fn of_keys_that_come_twice_the_last_is_kept() {
        let fields = fields(r#"{"summary": "a", "x": 1, "summary": 2, "x": {"summary": "b"}}"#);
        assert!(matches!(
            fields.known.as_slice(),
            [("summary", Parsed::Number)]
        ));
        assert_eq!(fields.unknown, ["x"]);
    }
}
