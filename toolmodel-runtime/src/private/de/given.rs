//! Values that are in memory already.
//!
//! `serde_json` reads them too; this reader is shorter for what generated types need, and its error is empty,
//! because the validator words what is wrong.

use std::fmt;

use serde::de::value::{BorrowedStrDeserializer, MapAccessDeserializer};
use serde::de::{
    DeserializeSeed, Deserializer, Error, Expected, IntoDeserializer, MapAccess, SeqAccess,
    Unexpected, Visitor,
};
use serde_json::{Map, Number, Value};

use super::tried::note_exceeded;
use super::trusted::{refused, refused_below};
use crate::meter::{Exceeded, Resource};
use crate::private::key::KeyReader;
use crate::private::unexpected::unexpected;

/// A value was rejected; the reason is kept only where the validator has accepted the value.
#[derive(Debug)]
#[non_exhaustive]
pub struct Refused;

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the value is refused")
    }
}

impl std::error::Error for Refused {}

impl Error for Refused {
    #[cold]
    fn custom<T: fmt::Display>(message: T) -> Self {
        refused(&message);
        Self
    }
}

/// Reports what `serde_json` says when it reads instead.
#[cold]
#[allow(
    clippy::needless_pass_by_value,
    reason = "it is what `map_err` hands over"
)]
fn not_read(error: serde_json::Error) -> Refused {
    refused(&error);
    Refused
}

/// The key that raw values of `serde_json` request; only its own readers can answer.
pub(crate) const RAW_VALUE: &str = "$serde_json::private::RawValue";

/// The key that a choice requests: the same value, once for each of its branches.
pub(super) const AGAIN: &str = "$toolmodel::private::Again";

/// A value that is read repeatedly. The key is its address, and every value is the value itself.
pub(super) struct Again<'de, const TRACED: bool>(Given<'de, TRACED>);

impl<'de, const TRACED: bool> Again<'de, TRACED> {
    pub(super) fn new(value: &'de Value) -> Self {
        Self(Given::new(value))
    }
}

impl<'de, const TRACED: bool> MapAccess<'de> for Again<'de, TRACED> {
    type Error = Refused;

    fn next_key_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Refused> {
        let address = std::ptr::from_ref(self.0.value).addr() as u64;
        seed.deserialize(address.into_deserializer()).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Refused> {
        seed.deserialize(self.0)
    }
}

/// Levels of arrays and objects that are read: as many as the validator allows. A value built by a
/// program may be deeper than any stack.
pub(crate) const DEEPEST: usize = 128;

/// A value, to be read by a type. `TRACED` records the place of a rejection, which has a small cost even
/// when nothing is rejected.
#[derive(Clone, Copy, Debug)]
pub struct Given<'de, const TRACED: bool = false> {
    value: &'de Value,
    /// Levels that may still be entered. They are passed down rather than counted in one place, which
    /// would need a write on the way in and out of each value.
    levels: usize,
}

impl<'de, const TRACED: bool> Given<'de, TRACED> {
    /// A value that is not inside another.
    #[inline]
    #[must_use]
    pub fn new(value: &'de Value) -> Self {
        Self {
            value,
            levels: DEEPEST,
        }
    }

    /// The levels left inside this value, which is an array or an object.
    #[inline]
    fn enter(self) -> Result<usize, Refused> {
        match self.levels {
            0 => Err(too_deep()),
            levels => Ok(levels - 1),
        }
    }

    /// The entries of an object.
    #[inline]
    fn entries(self, expected: &dyn Expected) -> Result<Entries<'de, TRACED>, Refused> {
        match self.value {
            Value::Object(v) => Ok(Entries::of(v, self.enter()?)),
            _ => Err(self.refused(expected)),
        }
    }

    #[cold]
    fn refused(self, expected: &dyn Expected) -> Refused {
        Refused::invalid_type(unexpected(self.value), expected)
    }

    /// Items are counted where a visitor may leave some unread; lists read to the end.
    fn all_items<V: Visitor<'de>>(
        self,
        items: &'de [Value],
        visitor: V,
    ) -> Result<V::Value, Refused> {
        let mut unread = Items::<TRACED>::of(items, self.enter()?);
        let read = visitor.visit_seq(&mut unread)?;
        match unread.rest.len() {
            0 => Ok(read),
            _ => Err(Refused::invalid_length(items.len(), &"fewer items")),
        }
    }

    fn all_entries<V: Visitor<'de>>(
        self,
        entries: &'de Map<String, Value>,
        visitor: V,
    ) -> Result<V::Value, Refused> {
        let mut unread = Entries::<TRACED>::of(entries, self.enter()?);
        let read = visitor.visit_map(&mut unread)?;
        match unread.rest.len() {
            0 => Ok(read),
            _ => Err(Refused::invalid_length(entries.len(), &"fewer entries")),
        }
    }
}

#[cold]
fn too_deep() -> Refused {
    note_exceeded(Exceeded {
        resource: Resource::Depth,
        limit: DEEPEST,
    });
    Refused::custom(format_args!("nested deeper than {DEEPEST} levels"))
}

fn number<'de, V: Visitor<'de>>(number: &Number, visitor: V) -> Result<V::Value, Refused> {
    if let Some(v) = number.as_u64() {
        visitor.visit_u64(v)
    } else if let Some(v) = number.as_i64() {
        visitor.visit_i64(v)
    } else if let Some(v) = number.as_f64() {
        visitor.visit_f64(v)
    } else {
        Err(Refused::invalid_type(Unexpected::Other("number"), &visitor))
    }
}

/// The integer equal to a float, if the float has no fraction and fits into 64 bits.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the range is checked first, and within it the casts are exact"
)]
pub(crate) fn integer_of(float: f64) -> Option<Number> {
    if float.fract() != 0.0 {
        None
    } else if (-(63f64.exp2())..63f64.exp2()).contains(&float) {
        Some(Number::from(float as i64))
    } else if (0.0..64f64.exp2()).contains(&float) {
        Some(Number::from(float as u64))
    } else {
        None
    }
}

/// A float for a type that requested an integer: to JSON Schema `5.0` is one.
#[cold]
fn integral<'de, V: Visitor<'de>>(float: f64, visitor: V) -> Result<V::Value, Refused> {
    match integer_of(float) {
        Some(integer) => number(&integer, visitor),
        None => visitor.visit_f64(float),
    }
}

/// The same for an integer of 128 bits.
#[cold]
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the range is checked first, and within it the casts are exact"
)]
fn wide<'de, V: Visitor<'de>>(float: f64, visitor: V) -> Result<V::Value, Refused> {
    if float.fract() != 0.0 {
        visitor.visit_f64(float)
    } else if (-(127f64.exp2())..127f64.exp2()).contains(&float) {
        visitor.visit_i128(float as i128)
    } else if (0.0..128f64.exp2()).contains(&float) {
        visitor.visit_u128(float as u128)
    } else {
        visitor.visit_f64(float)
    }
}

macro_rules! integers {
    ($float:ident: $($function:ident)*) => {$(
        #[inline]
        fn $function<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
            match self.value {
                Value::Number(v) => match v.as_f64().filter(|_| v.is_f64()) {
                    None => number(v, visitor),
                    Some(float) => $float(float, visitor),
                },
                _ => Err(self.refused(&visitor)),
            }
        }
    )*};
}

macro_rules! numbers {
    ($($function:ident)*) => {$(
        #[inline]
        fn $function<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
            match self.value {
                Value::Number(v) => number(v, visitor),
                _ => Err(self.refused(&visitor)),
            }
        }
    )*};
}

/// Whatever no generated type requests is left to `serde_json`.
macro_rules! as_serde_json {
    ($($function:ident($($name:ident: $type:ty),*))*) => {$(
        fn $function<V: Visitor<'de>>(self, $($name: $type,)* visitor: V) -> Result<V::Value, Refused> {
            self.value.$function($($name,)* visitor).map_err(not_read)
        }
    )*};
}

impl<'de, const TRACED: bool> Deserializer<'de> for Given<'de, TRACED> {
    type Error = Refused;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        match self.value {
            Value::Null => visitor.visit_unit(),
            Value::Bool(v) => visitor.visit_bool(*v),
            Value::Number(v) => v.deserialize_any(visitor).map_err(not_read),
            Value::String(v) => visitor.visit_borrowed_str(v),
            Value::Array(v) => self.all_items(v, visitor),
            Value::Object(v) => self.all_entries(v, visitor),
        }
    }

    integers! {
        integral: deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64
    }

    integers! {
        wide: deserialize_i128 deserialize_u128
    }

    numbers! {
        deserialize_f32 deserialize_f64
    }

    #[inline]
    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        match self.value {
            Value::Bool(v) => visitor.visit_bool(*v),
            _ => Err(self.refused(&visitor)),
        }
    }

    #[inline]
    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        match self.value {
            Value::String(v) => visitor.visit_borrowed_str(v),
            _ => Err(self.refused(&visitor)),
        }
    }

    #[inline]
    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        self.deserialize_str(visitor)
    }

    #[inline]
    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        self.deserialize_str(visitor)
    }

    #[inline]
    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        match self.value {
            Value::Null => visitor.visit_unit(),
            _ => Err(self.refused(&visitor)),
        }
    }

    #[inline]
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        match self.value {
            Value::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    #[inline]
    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        match self.value {
            Value::Array(v) => visitor.visit_seq(Items::<TRACED>::of(v, self.enter()?)),
            _ => Err(self.refused(&visitor)),
        }
    }

    #[inline]
    fn deserialize_tuple<V: Visitor<'de>>(
        self,
        _len: usize,
        visitor: V,
    ) -> Result<V::Value, Refused> {
        match self.value {
            Value::Array(v) => self.all_items(v, visitor),
            _ => Err(self.refused(&visitor)),
        }
    }

    #[inline]
    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        match self.entries(&visitor) {
            Ok(entries) => visitor.visit_map(entries),
            Err(refused) => Err(refused),
        }
    }

    #[inline]
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Refused> {
        match self.value {
            Value::Object(v) => self.all_entries(v, visitor),
            Value::Array(v) => self.all_items(v, visitor),
            _ => Err(self.refused(&visitor)),
        }
    }

    #[inline]
    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        visitor.visit_unit()
    }

    #[inline]
    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        self.deserialize_str(visitor)
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Refused> {
        self.deserialize_unit(visitor)
    }

    #[inline]
    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Refused> {
        if name == AGAIN {
            return visitor.visit_map(Again(self));
        }
        if name == RAW_VALUE {
            let read = self.value.deserialize_newtype_struct(name, visitor);
            return read.map_err(not_read);
        }
        visitor.visit_newtype_struct(self)
    }

    #[inline]
    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        len: usize,
        visitor: V,
    ) -> Result<V::Value, Refused> {
        self.deserialize_tuple(len, visitor)
    }

    as_serde_json! {
        deserialize_bytes()
        deserialize_byte_buf()
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Refused> {
        match self.value {
            Value::String(variant) => visitor.visit_enum(BorrowedStrDeserializer::new(variant)),
            Value::Object(v) if v.len() == 1 => {
                let entries = Entries::<TRACED>::of(v, self.enter()?);
                visitor.visit_enum(MapAccessDeserializer::new(entries))
            }
            _ => Err(self.refused(&"a string or an object with one member")),
        }
    }
}

/// Items not read yet, how many there were, and the levels that each may have.
struct Items<'de, const TRACED: bool> {
    rest: std::slice::Iter<'de, Value>,
    all: usize,
    levels: usize,
}

impl<'de, const TRACED: bool> Items<'de, TRACED> {
    #[inline]
    fn of(items: &'de [Value], levels: usize) -> Self {
        Self {
            rest: items.iter(),
            all: items.len(),
            levels,
        }
    }
}

impl<'de, const TRACED: bool> SeqAccess<'de> for Items<'de, TRACED> {
    type Error = Refused;

    #[inline]
    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Refused> {
        match self.rest.next() {
            Some(value) => {
                let levels = self.levels;
                let read = seed.deserialize(Given::<TRACED> { value, levels });
                if TRACED && read.is_err() {
                    refused_below(&(self.all - self.rest.len() - 1));
                }
                read.map(Some)
            }
            None => Ok(None),
        }
    }

    #[inline]
    fn size_hint(&self) -> Option<usize> {
        Some(self.rest.len())
    }
}

/// Entries not read yet, the value of the last key, and the levels that each may have.
struct Entries<'de, const TRACED: bool> {
    rest: serde_json::map::Iter<'de>,
    value: Option<&'de Value>,
    /// The last key, if places are traced.
    key: &'de str,
    levels: usize,
}

impl<'de, const TRACED: bool> Entries<'de, TRACED> {
    #[inline]
    fn of(entries: &'de Map<String, Value>, levels: usize) -> Self {
        Self {
            rest: entries.iter(),
            value: None,
            key: "",
            levels,
        }
    }
}

impl<'de, const TRACED: bool> MapAccess<'de> for Entries<'de, TRACED> {
    type Error = Refused;

    #[inline]
    fn next_key_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Refused> {
        match self.rest.next() {
            Some((key, value)) => {
                self.value = Some(value);
                if TRACED {
                    self.key = key;
                }
                let read = seed.deserialize(KeyReader::new(key.as_str()));
                if TRACED && read.is_err() {
                    refused_below(key);
                }
                read.map(Some)
            }
            None => Ok(None),
        }
    }

    #[inline]
    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Refused> {
        let levels = self.levels;
        let read = match self.value {
            Some(value) => property(Given::<TRACED> { value, levels }, seed),
            None => Err(no_key()),
        };
        if TRACED && read.is_err() {
            refused_below(&self.key);
        }
        read
    }

    #[inline]
    fn size_hint(&self) -> Option<usize> {
        Some(self.rest.len())
    }
}

/// Reads the value of a property. Not inlined, so that all structs share one copy for each rule: optimised
/// builds are smaller, and reading a value in memory can afford the call. It does not take a reference to the
/// entries, so those can be kept in registers.
#[inline(never)]
fn property<'de, S: DeserializeSeed<'de>, const TRACED: bool>(
    value: Given<'de, TRACED>,
    seed: S,
) -> Result<S::Value, Refused> {
    seed.deserialize(value)
}

#[cold]
fn no_key() -> Refused {
    Refused::custom("a value without its key")
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;
    use serde_json::json;

    use super::super::trusted::{last_reason, trust};
    use super::super::way::{Way, reads_as_serde_json_does};
    use super::*;

    struct AsGiven;

    impl Way for AsGiven {
        const INTEGRAL: bool = true;

        fn read<'a, T: Deserialize<'a>>(value: &'a Value) -> Option<T> {
            T::deserialize(Given::<false>::new(value)).ok()
        }
    }

    #[test]
    fn values_read_as_serde_json_reads_them() {
        reads_as_serde_json_does::<AsGiven>();
    }

    #[test]
    fn the_reason_is_kept_where_no_refusal_is_expected() {
        let value = json!([1, "two"]);
        assert!(Vec::<u8>::deserialize(Given::<false>::new(&value)).is_err());
        assert_eq!(last_reason(), "");

        let trusted = trust();
        assert!(Vec::<u8>::deserialize(Given::<false>::new(&value)).is_err());
        drop(trusted);
        assert_eq!(last_reason(), "invalid type: string \"two\", expected u8");
    }
}
