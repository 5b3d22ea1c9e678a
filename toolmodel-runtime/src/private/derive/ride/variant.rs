//! Enums: a variant is a string, or an object with one member.

use std::fmt;

use serde::de::value::{BorrowedStrDeserializer, StrDeserializer};
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error, IgnoredAny, MapAccess, VariantAccess, Visitor,
};

use super::access::{Entries, Several, Single};
use super::check::takes_objects;
use super::plan::{At, Objects};
use super::watch::{accepted, refused};

/// The visitor of an enum, given its JSON form.
pub(super) struct VariantWatch<'p, V> {
    pub(super) at: At<'p>,
    pub(super) visitor: V,
}

impl<'de, V: Visitor<'de>> Visitor<'de> for VariantWatch<'_, V> {
    type Value = V::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.visitor.expecting(f)
    }

    #[inline]
    fn visit_str<E: Error>(self, text: &str) -> Result<V::Value, E> {
        if self.at.accepts_text(text) {
            self.visitor.visit_enum(StrDeserializer::new(text))
        } else {
            Err(refused())
        }
    }

    #[inline]
    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<V::Value, E> {
        if self.at.accepts_text(text) {
            self.visitor.visit_enum(BorrowedStrDeserializer::new(text))
        } else {
            Err(refused())
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, inner: A) -> Result<V::Value, A::Error> {
        let Some(at) = self.at.settled(takes_objects) else {
            return Err(refused());
        };
        let rule = match &at.node.object {
            Objects::Never => return Err(refused()),
            Objects::Any => &at.plan.any_object,
            Objects::One(rule) => rule,
            Objects::Union(union) => {
                let mut entries = Entries::new(Several::new(at.plan, union), inner);
                let read = self.visitor.visit_enum(OneMember(&mut entries))?;
                return accepted(read, entries.finish()?);
            }
        };
        let mut entries = Entries::new(Single::new(at.plan, rule), inner);
        let read = self.visitor.visit_enum(OneMember(&mut entries))?;
        accepted(read, entries.finish()?)
    }
}

/// `{"variant": content}`, as an enum that is read from its members.
struct OneMember<'m, A>(&'m mut A);

impl<'de, A: MapAccess<'de>> EnumAccess<'de> for OneMember<'_, A> {
    type Error = A::Error;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self), A::Error> {
        match self.0.next_key_seed(seed)? {
            Some(variant) => Ok((variant, self)),
            None => Err(refused()),
        }
    }
}

impl<'de, A: MapAccess<'de>> OneMember<'_, A> {
    fn only<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, A::Error> {
        let content = self.0.next_value_seed(seed)?;
        match self.0.next_key::<IgnoredAny>()? {
            None => Ok(content),
            Some(_) => Err(refused()),
        }
    }
}

impl<'de, A: MapAccess<'de>> VariantAccess<'de> for OneMember<'_, A> {
    type Error = A::Error;

    fn unit_variant(self) -> Result<(), A::Error> {
        self.only(std::marker::PhantomData)
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, A::Error> {
        self.only(seed)
    }

    fn tuple_variant<V: Visitor<'de>>(
        self,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, A::Error> {
        self.only(Tuple { length, visitor })
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, A::Error> {
        self.only(Struct { fields, visitor })
    }
}

struct Tuple<V> {
    length: usize,
    visitor: V,
}

impl<'de, V: Visitor<'de>> DeserializeSeed<'de> for Tuple<V> {
    type Value = V::Value;

    fn deserialize<D: Deserializer<'de>>(self, inner: D) -> Result<V::Value, D::Error> {
        inner.deserialize_tuple(self.length, self.visitor)
    }
}

struct Struct<V> {
    fields: &'static [&'static str],
    visitor: V,
}

impl<'de, V: Visitor<'de>> DeserializeSeed<'de> for Struct<V> {
    type Value = V::Value;

    fn deserialize<D: Deserializer<'de>>(self, inner: D) -> Result<V::Value, D::Error> {
        inner.deserialize_struct("", self.fields, self.visitor)
    }
}
