//! The deserializer that a derived type sees.

use serde::de::{Deserializer, Visitor};

use super::plan::{At, Objects};
use super::variant::VariantWatch;
use super::watch::{Wants, Watch, noted, refused};
use crate::private::de::{RAW_VALUE, Size};

/// A deserializer whose values are checked as they are read.
pub(super) struct Ride<'p, D> {
    pub(super) at: At<'p>,
    pub(super) inner: D,
}

impl<'p, D> Ride<'p, D> {
    #[inline]
    fn watch<V>(at: At<'p>, visitor: V) -> Watch<'p, V> {
        Watch {
            at,
            visitor,
            wants: Wants::Anything,
        }
    }
}

macro_rules! watched {
    ($($method:ident)+) => {
        $(#[inline]
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
            noted(self.inner.$method(Self::watch(self.at, visitor)))
        })+
    };
}

macro_rules! integers {
    ($wants:expr; $($method:ident)+) => {
        $(#[inline]
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
            noted(self.inner.$method(Watch {
                at: self.at,
                visitor,
                wants: $wants,
            }))
        })+
    };
}

impl<'de, D: Deserializer<'de>> Deserializer<'de> for Ride<'_, D> {
    type Error = D::Error;

    watched! {
        deserialize_any deserialize_bool deserialize_f64 deserialize_char
        deserialize_str deserialize_string deserialize_bytes deserialize_byte_buf
        deserialize_option deserialize_unit deserialize_seq deserialize_map
        deserialize_identifier
    }

    /// As a double, because a reader of JSON would round the number before its rules are checked.
    #[inline]
    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.deserialize_f64(visitor)
    }

    integers! {
        Wants::Integer;
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64
    }

    integers! {
        Wants::Wide;
        deserialize_i128 deserialize_u128
    }

    #[inline]
    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        if self.at.node.anything {
            // Readers of JSON are lax about what is ignored: numbers beyond all doubles, unpaired
            // surrogates, any depth.
            noted(self.inner.deserialize_any(Size))?;
            visitor.visit_unit()
        } else {
            noted(self.inner.deserialize_any(Self::watch(self.at, visitor)))
        }
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        let watch = Self::watch(self.at, visitor);
        noted(self.inner.deserialize_unit_struct(name, watch))
    }

    #[inline]
    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        if name != RAW_VALUE {
            let watch = Self::watch(self.at, visitor);
            noted(self.inner.deserialize_newtype_struct(name, watch))
        } else if self.at.node.anything {
            noted(self.inner.deserialize_newtype_struct(name, visitor))
        } else {
            Err(refused())
        }
    }

    #[inline]
    fn deserialize_tuple<V: Visitor<'de>>(
        self,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        let watch = Self::watch(self.at, visitor);
        noted(self.inner.deserialize_tuple(length, watch))
    }

    #[inline]
    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        let watch = Self::watch(self.at, visitor);
        noted(self.inner.deserialize_tuple_struct(name, length, watch))
    }

    #[inline]
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        let watch = Self::watch(self.at, visitor);
        noted(self.inner.deserialize_struct(name, fields, watch))
    }

    #[inline]
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        let watch = VariantWatch {
            at: self.at,
            visitor,
        };
        // A variant that is a string is by far the most common, and cheaper to request.
        if matches!(self.at.node.object, Objects::Never) && self.at.split.is_none() {
            noted(self.inner.deserialize_str(watch))
        } else {
            noted(self.inner.deserialize_any(watch))
        }
    }

    #[inline]
    fn is_human_readable(&self) -> bool {
        self.inner.is_human_readable()
    }
}
