//! Arrays and objects, as they are written item by item.

use serde::Serialize;
use serde::ser::{
    SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant,
};
use serde_json::{Map, Value};

use super::{Writable, WriteError, Writer, from_text};
use crate::path::Path;

/// An object of one property, which is how serde writes the variants of enums.
pub(super) fn tagged(variant: &str, value: Value) -> Value {
    Value::Object(Map::from_iter([(variant.to_owned(), value)]))
}

/// What is written, below the name of its variant if it has one.
fn finish(variant: Option<&str>, value: Value) -> Value {
    match variant {
        Some(variant) => tagged(variant, value),
        None => value,
    }
}

/// The place where items and fields are written.
fn here<'w>(writer: &'w Writer<'_>, variant: Option<&'static str>) -> Path<'w> {
    match variant {
        Some(variant) => writer.path.key(variant),
        None => writer.path,
    }
}

/// An array.
#[derive(Debug)]
pub(in crate::private) struct Items<'a> {
    writer: Writer<'a>,
    variant: Option<&'static str>,
    values: Vec<Value>,
}

impl<'a> Items<'a> {
    pub(super) fn new(writer: Writer<'a>, variant: Option<&'static str>) -> Self {
        Self {
            writer,
            variant,
            values: Vec::new(),
        }
    }

    fn push(&mut self, item: &dyn Writable) -> Result<(), WriteError> {
        let here = here(&self.writer, self.variant);
        let item = self.writer.below(here.index(self.values.len()), item)?;
        self.values.push(item);
        Ok(())
    }
}

macro_rules! items {
    ($($trait:ident :: $function:ident),*) => {$(
        impl $trait for Items<'_> {
            type Ok = Value;
            type Error = WriteError;

            fn $function<T: Serialize + ?Sized>(&mut self, item: &T) -> Result<(), WriteError> {
                self.push(&item)
            }

            fn end(self) -> Result<Value, WriteError> {
                Ok(finish(self.variant, Value::Array(self.values)))
            }
        }
    )*};
}

items!(
    SerializeSeq::serialize_element,
    SerializeTuple::serialize_element,
    SerializeTupleStruct::serialize_field,
    SerializeTupleVariant::serialize_field
);

/// An object.
#[derive(Debug)]
pub(in crate::private) struct Fields<'a> {
    writer: Writer<'a>,
    variant: Option<&'static str>,
    /// Whether the one field is JSON text.
    is_text: bool,
    key: String,
    values: Map<String, Value>,
}

impl<'a> Fields<'a> {
    pub(super) fn new(writer: Writer<'a>, variant: Option<&'static str>) -> Self {
        Self {
            writer,
            variant,
            is_text: false,
            key: String::new(),
            values: Map::new(),
        }
    }

    /// `serde_json` passes raw values, and numbers of any precision, as structs of these names
    /// that hold their text.
    pub(super) fn of_struct(writer: Writer<'a>, name: &str) -> Self {
        Self {
            is_text: name.starts_with("$serde_json::private::"),
            ..Self::new(writer, None)
        }
    }

    fn key_text(&self, key: &dyn Writable) -> Result<String, WriteError> {
        match self.writer.below(self.writer.path, key)? {
            Value::String(key) => Ok(key),
            Value::Number(key) => Ok(key.to_string()),
            Value::Bool(key) => Ok(key.to_string()),
            _ => Err(WriteError::new("a key that is not text")),
        }
    }

    fn entry(&mut self, key: &dyn Writable, value: &dyn Writable) -> Result<(), WriteError> {
        let key = self.key_text(key)?;
        self.put(key, value)
    }

    fn put(&mut self, key: String, value: &dyn Writable) -> Result<(), WriteError> {
        let here = here(&self.writer, self.variant);
        let value = self.writer.below(here.key(&key), value)?;
        self.values.insert(key, value);
        Ok(())
    }

    fn into_value(self) -> Result<Value, WriteError> {
        match self.values.values().next() {
            Some(Value::String(text)) if self.is_text => from_text(text),
            _ => Ok(finish(self.variant, Value::Object(self.values))),
        }
    }
}

impl SerializeMap for Fields<'_> {
    type Ok = Value;
    type Error = WriteError;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), WriteError> {
        self.key = self.key_text(&key)?;
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), WriteError> {
        let key = std::mem::take(&mut self.key);
        self.put(key, &value)
    }

    // One call for each property of a generated type.
    fn serialize_entry<K: Serialize + ?Sized, V: Serialize + ?Sized>(
        &mut self,
        key: &K,
        value: &V,
    ) -> Result<(), WriteError> {
        self.entry(&key, &value)
    }

    fn end(self) -> Result<Value, WriteError> {
        self.into_value()
    }
}

macro_rules! fields {
    ($($trait:ident),*) => {$(
        impl $trait for Fields<'_> {
            type Ok = Value;
            type Error = WriteError;

            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                key: &'static str,
                value: &T,
            ) -> Result<(), WriteError> {
                self.put(key.to_owned(), &value)
            }

            fn end(self) -> Result<Value, WriteError> {
                self.into_value()
            }
        }
    )*};
}

fields!(SerializeStruct, SerializeStructVariant);
