//! The parts of an array, an object and an enum.

use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error as _, IntoDeserializer, MapAccess, SeqAccess,
    Unexpected, VariantAccess, Visitor,
};
use serde_json::{Map, Value};

use super::error::ReadError;
use super::value::ValueReader;
use crate::path::Path;
use crate::private::key::KeyReader;

pub(super) struct Elements<'de, 'p> {
    items: std::iter::Enumerate<std::slice::Iter<'de, Value>>,
    parent: ValueReader<'de, 'p>,
}

impl<'de, 'p> Elements<'de, 'p> {
    pub(super) fn new(items: &'de [Value], parent: ValueReader<'de, 'p>) -> Self {
        Self {
            items: items.iter().enumerate(),
            parent,
        }
    }

    pub(super) fn is_done(&self) -> bool {
        self.items.len() == 0
    }
}

impl<'de> SeqAccess<'de> for Elements<'de, '_> {
    type Error = ReadError;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, ReadError> {
        let Some((index, value)) = self.items.next() else {
            return Ok(None);
        };
        let path = Path::Index(self.parent.path, index);
        let reader = ValueReader {
            value,
            path: &path,
            depth: self.parent.depth + 1,
            as_integers: self.parent.as_integers,
        };
        let read = seed.deserialize(reader);
        read.map(Some).map_err(|error: ReadError| error.at(&path))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.items.len())
    }
}

pub(super) struct Members<'de, 'p> {
    rest: serde_json::map::Iter<'de>,
    value: Option<(&'de str, &'de Value)>,
    parent: ValueReader<'de, 'p>,
}

impl<'de, 'p> Members<'de, 'p> {
    pub(super) fn new(map: &'de Map<String, Value>, parent: ValueReader<'de, 'p>) -> Self {
        Self {
            rest: map.iter(),
            value: None,
            parent,
        }
    }

    pub(super) fn is_done(&self) -> bool {
        self.rest.len() == 0
    }
}

impl<'de> MapAccess<'de> for Members<'de, '_> {
    type Error = ReadError;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, ReadError> {
        let Some((key, value)) = self.rest.next() else {
            return Ok(None);
        };
        self.value = Some((key, value));
        let path = Path::Key(self.parent.path, key);
        let read = seed.deserialize(KeyReader::new(key));
        read.map(Some).map_err(|error: ReadError| error.at(&path))
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, ReadError> {
        let Some((key, value)) = self.value.take() else {
            return Err(ReadError::custom("a value was asked for before its key"));
        };
        let path = Path::Key(self.parent.path, key);
        let reader = ValueReader {
            value,
            path: &path,
            depth: self.parent.depth + 1,
            as_integers: self.parent.as_integers,
        };
        seed.deserialize(reader)
            .map_err(|error: ReadError| error.at(&path))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.rest.len())
    }
}

/// `{"variant": content}`.
pub(super) struct OneVariant<'de, 'p> {
    variant: &'de str,
    content: &'de Value,
    parent: ValueReader<'de, 'p>,
}

impl<'de, 'p> OneVariant<'de, 'p> {
    pub(super) fn new(
        variant: &'de str,
        content: &'de Value,
        parent: ValueReader<'de, 'p>,
    ) -> Self {
        Self {
            variant,
            content,
            parent,
        }
    }

    fn read<T>(
        self,
        read: impl FnOnce(ValueReader<'de, '_>) -> Result<T, ReadError>,
    ) -> Result<T, ReadError> {
        let path = Path::Key(self.parent.path, self.variant);
        let reader = ValueReader {
            value: self.content,
            path: &path,
            depth: self.parent.depth + 1,
            as_integers: self.parent.as_integers,
        };
        read(reader).map_err(|error: ReadError| error.at(&path))
    }
}

impl<'de> EnumAccess<'de> for OneVariant<'de, '_> {
    type Error = ReadError;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), ReadError> {
        let variant = seed.deserialize(self.variant.into_deserializer())?;
        Ok((variant, self))
    }
}

impl<'de> VariantAccess<'de> for OneVariant<'de, '_> {
    type Error = ReadError;

    fn unit_variant(self) -> Result<(), ReadError> {
        self.read(|reader| serde::Deserialize::deserialize(reader))
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, ReadError> {
        self.read(|reader| seed.deserialize(reader))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, ReadError> {
        self.read(|reader| match reader.value {
            Value::Array(_) => reader.deserialize_any(visitor),
            _ => Err(ReadError::invalid_type(
                Unexpected::Other("a value that is not an array"),
                &visitor,
            )),
        })
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        self.read(|reader| reader.deserialize_any(visitor))
    }
}
