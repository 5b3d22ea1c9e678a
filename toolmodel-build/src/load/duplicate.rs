//! Keys that come twice in an object: a reader of JSON keeps the last one and drops the rest.

use std::cell::RefCell;
use std::collections::HashSet;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};

/// JSON pointers of the keys that come twice. The text is JSON.
pub(super) fn duplicates(text: &str) -> Vec<String> {
    let found = RefCell::new(Vec::new());
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let place = Place {
        pointer: String::new(),
        found: &found,
    };
    // The text has been read before, so there is no error to tell.
    drop(place.deserialize(&mut deserializer));
    found.into_inner()
}

/// A value and where it stands.
struct Place<'f> {
    pointer: String,
    found: &'f RefCell<Vec<String>>,
}

impl Place<'_> {
    fn inner(&self, token: &str) -> Self {
        Self {
            pointer: crate::schema::join(&self.pointer, token),
            found: self.found,
        }
    }
}

impl<'de> DeserializeSeed<'de> for Place<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Place<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E: Error>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E: Error>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        let mut index = 0_usize;
        while seq
            .next_element_seed(self.inner(&index.to_string()))?
            .is_some()
        {
            index += 1;
        }
        Ok(())
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<(), M::Error> {
        let mut seen = HashSet::new();
        while let Some(key) = map.next_key::<String>()? {
            let place = self.inner(&key);
            if !seen.insert(key) {
                self.found.borrow_mut().push(place.pointer.clone());
            }
            map.next_value_seed(place)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_that_come_twice_are_found_wherever_they_are() {
        let text = r#"{"a": [1, {"b/c": 1, "d": {}, "b/c": 2}], "a": null, "\u0061": 1.5}"#;
        assert_eq!(duplicates(text), ["/a/1/b~1c", "/a", "/a"]);
        assert_eq!(duplicates(r#"[{"a": 1}, {"a": 1}]"#), [""; 0]);
    }
}
