//! The arguments of an example, of which what is beyond their caps is counted and dropped while it is read.

use std::cell::Cell;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

use super::key::{Key, is_number};
use crate::docs::caps::ArgsSize;

/// The arguments of an example, from their first key on.
pub(super) fn arguments<'de, M: MapAccess<'de>>(
    map: M,
    first: Option<Key<'de>>,
) -> Result<(Map<String, Value>, ArgsSize), M::Error> {
    let size = Cell::new(ArgsSize::default());
    let argument = Argument {
        size: &size,
        depth: 1,
    };
    let arguments = argument.object(map, first)?;
    Ok((arguments, size.get()))
}

/// A value inside arguments, or the arguments themselves. Beyond the caps values are only counted.
#[derive(Clone, Copy, Debug)]
struct Argument<'a> {
    size: &'a Cell<ArgsSize>,
    /// The level of the value, if it is an array or an object.
    depth: usize,
}

impl Argument<'_> {
    fn object<'de, M: MapAccess<'de>>(
        self,
        mut map: M,
        first: Option<Key<'de>>,
    ) -> Result<Map<String, Value>, M::Error> {
        let mut object = Map::new();
        let mut next = first;
        let inner = self.enter();
        while let Some(Key(key)) = next {
            let is_kept = self.count();
            let value = map.next_value_seed(inner)?;
            if is_kept {
                object.insert(key.into_owned(), value);
            }
            next = map.next_key()?;
        }
        Ok(object)
    }

    /// Counts a level, and gives what stands below it.
    fn enter(self) -> Self {
        let mut size = self.size.get();
        size.depth = size.depth.max(self.depth);
        self.size.set(size);
        Self {
            depth: self.depth + 1,
            ..self
        }
    }

    /// Counts a key or an item, and says whether it is kept.
    fn count(self) -> bool {
        let mut size = self.size.get();
        size.keys += 1;
        self.size.set(size);
        size.is_within_caps()
    }
}

impl<'de> DeserializeSeed<'de> for Argument<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Argument<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E: Error>(self, v: bool) -> Result<Value, E> {
        Ok(Value::Bool(v))
    }

    fn visit_u64<E: Error>(self, v: u64) -> Result<Value, E> {
        Ok(Value::from(v))
    }

    fn visit_i64<E: Error>(self, v: i64) -> Result<Value, E> {
        Ok(Value::from(v))
    }

    fn visit_f64<E: Error>(self, v: f64) -> Result<Value, E> {
        Ok(Value::from(v))
    }

    fn visit_str<E: Error>(self, v: &str) -> Result<Value, E> {
        let is_kept = self.size.get().is_within_caps();
        Ok(Value::from(if is_kept { v } else { "" }))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Value, A::Error> {
        let mut items = Vec::new();
        let inner = self.enter();
        while let Some(item) = seq.next_element_seed(inner)? {
            if self.count() {
                items.push(item);
            }
        }
        Ok(Value::Array(items))
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Value, M::Error> {
        let first = map.next_key()?;
        if is_number(first.as_ref()) {
            let text: String = map.next_value()?;
            let number: Result<Number, _> = text.parse();
            return number.map(Value::Number).map_err(Error::custom);
        }
        self.object(map, first).map(Value::Object)
    }
}
