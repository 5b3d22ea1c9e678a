//! Writes values that were built by hand as JSON. Unlike `serde_json`, this reports the places of NaN and
//! infinities, which JSON cannot represent, and accepts integers beyond 64 bits.

mod compound;
mod error;

use std::cell::RefCell;

use serde::{Serialize, Serializer};
use serde_json::{Number, Value};

use crate::path::Path;
use compound::{Fields, Items};
pub(super) use error::WriteError;

/// What was written.
#[derive(Debug)]
pub(super) struct Written {
    /// The value, with null in place of numbers that JSON cannot represent.
    pub(super) value: Value,
    /// The JSON pointers of such numbers, and what they are.
    pub(super) not_finite: Vec<(String, f64)>,
}

/// A value of any type: code that is the same for all types takes this, and is compiled once.
pub(super) trait Writable {
    /// Writes the value at one place.
    fn write(&self, writer: Writer<'_>) -> Result<Value, WriteError>;
}

impl<T: Serialize> Writable for T {
    fn write(&self, writer: Writer<'_>) -> Result<Value, WriteError> {
        self.serialize(writer)
    }
}

/// Writes a value.
pub(super) fn write(value: &dyn Writable) -> Result<Written, WriteError> {
    let not_finite = RefCell::default();
    let value = value.write(Writer {
        path: Path::Root,
        not_finite: &not_finite,
    })?;
    Ok(Written {
        value,
        not_finite: not_finite.into_inner(),
    })
}

/// Writes the value at one place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Writer<'a> {
    path: Path<'a>,
    not_finite: &'a RefCell<Vec<(String, f64)>>,
}

impl Writer<'_> {
    /// Writes a value one step further down.
    fn below(&self, path: Path<'_>, value: &dyn Writable) -> Result<Value, WriteError> {
        let writer = Writer {
            path,
            not_finite: self.not_finite,
        };
        value.write(writer).map_err(|error| error.at(&path))
    }
}

macro_rules! plain {
    ($($function:ident: $type:ty;)*) => {$(
        fn $function(self, v: $type) -> Result<Value, WriteError> {
            Ok(Value::from(v))
        }
    )*};
}

impl<'a> Serializer for Writer<'a> {
    type Ok = Value;
    type Error = WriteError;
    type SerializeSeq = Items<'a>;
    type SerializeTuple = Items<'a>;
    type SerializeTupleStruct = Items<'a>;
    type SerializeTupleVariant = Items<'a>;
    type SerializeMap = Fields<'a>;
    type SerializeStruct = Fields<'a>;
    type SerializeStructVariant = Fields<'a>;

    plain! {
        serialize_bool: bool;
        serialize_i8: i8;
        serialize_i16: i16;
        serialize_i32: i32;
        serialize_i64: i64;
        serialize_u8: u8;
        serialize_u16: u16;
        serialize_u32: u32;
        serialize_u64: u64;
        serialize_str: &str;
        serialize_bytes: &[u8];
    }

    fn serialize_i128(self, v: i128) -> Result<Value, WriteError> {
        match i64::try_from(v) {
            Ok(v) => self.serialize_i64(v),
            Err(_) => from_text(&v.to_string()),
        }
    }

    fn serialize_u128(self, v: u128) -> Result<Value, WriteError> {
        match u64::try_from(v) {
            Ok(v) => self.serialize_u64(v),
            Err(_) => from_text(&v.to_string()),
        }
    }

    fn serialize_f32(self, v: f32) -> Result<Value, WriteError> {
        if v.is_finite() {
            return Ok(Value::from(v));
        }
        self.serialize_f64(f64::from(v))
    }

    fn serialize_f64(self, v: f64) -> Result<Value, WriteError> {
        if let Some(number) = Number::from_f64(v) {
            return Ok(Value::Number(number));
        }
        self.not_finite.borrow_mut().push((self.path.pointer(), v));
        Ok(Value::Null)
    }

    fn serialize_char(self, v: char) -> Result<Value, WriteError> {
        Ok(Value::String(v.to_string()))
    }

    fn serialize_none(self) -> Result<Value, WriteError> {
        Ok(Value::Null)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Value, WriteError> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<Value, WriteError> {
        Ok(Value::Null)
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<Value, WriteError> {
        Ok(Value::Null)
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<Value, WriteError> {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<Value, WriteError> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<Value, WriteError> {
        let value = self.below(self.path.key(variant), &value)?;
        Ok(compound::tagged(variant, value))
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Items<'a>, WriteError> {
        Ok(Items::new(self, None))
    }

    fn serialize_tuple(self, _: usize) -> Result<Items<'a>, WriteError> {
        Ok(Items::new(self, None))
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Items<'a>, WriteError> {
        Ok(Items::new(self, None))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Items<'a>, WriteError> {
        Ok(Items::new(self, Some(variant)))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Fields<'a>, WriteError> {
        Ok(Fields::new(self, None))
    }

    fn serialize_struct(self, name: &'static str, _: usize) -> Result<Fields<'a>, WriteError> {
        Ok(Fields::of_struct(self, name))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Fields<'a>, WriteError> {
        Ok(Fields::new(self, Some(variant)))
    }
}

/// The value of a JSON text.
fn from_text(text: &str) -> Result<Value, WriteError> {
    serde_json::from_str(text).map_err(WriteError::new)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde_json::json;

    use super::*;

    #[derive(Serialize)]
    enum Shape {
        Unit,
        Newtype(f64),
        Tuple(u8, f64),
        Struct { width: Option<f64>, name: char },
    }

    fn written<T: Serialize>(value: &T) -> Value {
        let written = write(value).unwrap();
        assert_eq!(written.not_finite, []);
        written.value
    }

    fn refused<T: Serialize>(value: &T) -> Vec<String> {
        let refused = write(value).unwrap().not_finite.into_iter();
        refused.map(|(pointer, _)| pointer).collect()
    }

    #[test]
    fn what_is_json_is_written_as_serde_json_does() {
        let shapes = [
            Shape::Unit,
            Shape::Newtype(0.1),
            Shape::Tuple(1, 2.0),
            Shape::Struct {
                width: None,
                name: 'x',
            },
        ];
        assert_eq!(written(&shapes), json!(shapes));
        let mixed = (0.1_f32, (), true, -5_i8, "text", [1_u64, u64::MAX]);
        assert_eq!(written(&mixed), json!(mixed));
        let keyed = BTreeMap::from([(1, Some(json!({"a": [null, 1.5]}))), (-2, None)]);
        assert_eq!(written(&keyed), json!(keyed));
        assert_eq!(written(&b"ab".as_slice()), json!([97, 98]));
    }

    #[test]
    fn numbers_that_json_does_not_have_are_told_with_their_places() {
        assert_eq!(refused(&f64::NAN), [""]);
        assert_eq!(refused(&[f64::INFINITY, 1.0, f64::NAN]), ["/0", "/2"]);
        assert_eq!(refused(&Shape::Newtype(f64::NAN)), ["/Newtype"]);
        assert_eq!(refused(&Shape::Tuple(1, f64::NAN)), ["/Tuple/1"]);
        let shape = Shape::Struct {
            width: Some(f64::NEG_INFINITY),
            name: 'x',
        };
        let nested = BTreeMap::from([("a/b", [shape])]);
        assert_eq!(refused(&nested), ["/a~1b/0/Struct/width"]);
        assert_eq!(refused(&(f32::NAN,)), ["/0"]);
    }

    #[test]
    fn integers_beyond_64_bits_are_doubles() {
        assert_eq!(written(&u128::MAX), json!(2_f64.powi(128)));
        assert_eq!(written(&i128::from(i64::MIN)), json!(i64::MIN));
    }

    #[test]
    fn keys_are_text() {
        let error = write(&[BTreeMap::from([([1], 2)])]).unwrap_err();
        assert_eq!(error.to_string(), "a key that is not text");
        assert_eq!(error.pointer(), "/0");
        assert_eq!(written(&BTreeMap::from([(true, 2)])), json!({"true": 2}));
    }
}
