//! Reads a value in memory and checks it on the way.
//!
//! What most types request (structs, lists, options, scalars, enums of strings) is checked when it is
//! passed on. For everything else, such as what serde buffers, the value is checked first and then left
//! to the reader of `serde_json`.

use std::fmt;

use serde::de::value::BorrowedStrDeserializer;
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::Value;

use super::accept::{Look, accepts_number};
use super::fields::Expected;
use super::plan::{ListRule, Lists, Node, ObjectRule, Objects, Place};
use crate::private::de::RAW_VALUE;
use crate::private::key::KeyReader;

/// A rejection without a message: the validator words it.
#[derive(Debug)]
pub(super) struct Unread;

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the value is refused")
    }
}

impl std::error::Error for Unread {}

impl Error for Unread {
    #[cold]
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self
    }
}

/// Reports what `serde_json` says when it reads instead.
#[cold]
#[allow(
    clippy::needless_pass_by_value,
    reason = "it is what `map_err` hands over"
)]
fn unread(_: serde_json::Error) -> Unread {
    Unread
}

/// A value at a place of the plan.
pub(super) struct Held<'l, 'p, 'de> {
    pub(super) value: &'de Value,
    pub(super) node: &'p Node,
    pub(super) look: &'l mut Look<'p>,
}

impl<'de> Held<'_, '_, 'de> {
    /// Records that the value is not accepted, even if the type ignores that.
    #[cold]
    fn refuse(self) -> Unread {
        self.look.undecided = true;
        Unread
    }

    /// The value, if all of it is accepted.
    #[inline(never)]
    fn seen(self) -> Result<&'de Value, Unread> {
        if self.look.accepts(self.node, self.value) {
            Ok(self.value)
        } else {
            Err(self.refuse())
        }
    }

    fn list<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unread> {
        let Value::Array(items) = self.value else {
            return Err(self.refuse());
        };
        let plan = self.look.plan;
        let rule = match &self.node.list {
            Lists::One(rule) => rule,
            Lists::Any => &plan.any_list,
            Lists::Never => return Err(self.refuse()),
        };
        if !self.look.enter_list(rule, items.len()) {
            return Err(self.refuse());
        }
        let mut reader = Items {
            rule,
            rest: plan.node(rule.rest),
            left: items.iter(),
            count: 0,
            look: self.look,
        };
        let read = visitor.visit_seq(&mut reader);
        reader.look.depth -= 1;
        if read.is_ok() && reader.left.as_slice().is_empty() {
            read
        } else {
            reader.look.undecided = true;
            Err(Unread)
        }
    }

    fn object<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unread> {
        let Value::Object(members) = self.value else {
            return Err(self.refuse());
        };
        let plan = self.look.plan;
        let rule = match &self.node.object {
            Objects::One(rule) => rule,
            Objects::Any => &plan.any_object,
            // Which of its branches hold is known only at the end; then there is nothing left to check.
            Objects::Union(_) if self.look.accepts(self.node, self.value) => &plan.any_object,
            Objects::Union(_) | Objects::Never => return Err(self.refuse()),
        };
        if !self.look.enter_object(rule, members.len()) {
            return Err(self.refuse());
        }
        let mut reader = Members {
            rule,
            left: members.iter(),
            next: rule.fields.expected(),
            seen: 0,
            node: self.node,
            value: None,
            look: self.look,
        };
        let read = visitor.visit_map(&mut reader);
        reader.look.depth -= 1;
        let is_read = read.is_ok() && reader.left.len() == 0 && reader.value.is_none();
        if is_read && reader.seen & rule.required == rule.required {
            read
        } else {
            reader.look.undecided = true;
            Err(Unread)
        }
    }

    #[inline]
    fn text<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unread> {
        match self.value {
            Value::String(text) if self.look.accepts_text(self.node, text) => {
                visitor.visit_borrowed_str(text)
            }
            _ => Err(self.refuse()),
        }
    }

    #[inline]
    fn number<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unread> {
        let Value::Number(number) = self.value else {
            return Err(self.refuse());
        };
        if !accepts_number(&self.node.number, number) {
            return Err(self.refuse());
        }
        if let Some(number) = number.as_u64() {
            visitor.visit_u64(number)
        } else if let Some(number) = number.as_i64() {
            visitor.visit_i64(number)
        } else if let Some(number) = number.as_f64() {
            visitor.visit_f64(number)
        } else {
            Err(Unread)
        }
    }
}

macro_rules! read_as {
    ($($kind:ident: $($method:ident)+;)+) => {
        $($(#[inline]
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unread> {
            self.$kind(visitor)
        })+)+
    };
}

/// Checked first, then left to `serde_json`.
macro_rules! left {
    ($($method:ident($($argument:ident: $type:ty),*))+) => {
        $(fn $method<V: Visitor<'de>>(self, $($argument: $type,)* visitor: V) -> Result<V::Value, Unread> {
            self.seen()?.$method($($argument,)* visitor).map_err(unread)
        })+
    };
}

impl<'de> Deserializer<'de> for Held<'_, '_, 'de> {
    type Error = Unread;

    read_as! {
        text: deserialize_str deserialize_string deserialize_char deserialize_identifier;
        number: deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128
            deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128
            deserialize_f32 deserialize_f64;
        list: deserialize_seq;
        object: deserialize_map;
    }

    left! {
        deserialize_any()
        deserialize_bytes()
        deserialize_byte_buf()
        deserialize_unit()
        deserialize_unit_struct(name: &'static str)
    }

    #[inline]
    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unread> {
        match self.value {
            Value::Bool(true) if self.node.yes => visitor.visit_bool(true),
            Value::Bool(false) if self.node.no => visitor.visit_bool(false),
            _ => Err(self.refuse()),
        }
    }

    #[inline]
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unread> {
        match self.value {
            Value::Null if self.node.null => visitor.visit_none(),
            Value::Null => Err(self.refuse()),
            _ => visitor.visit_some(self),
        }
    }

    #[inline]
    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Unread> {
        if name == RAW_VALUE {
            let value = self.seen()?;
            return value
                .deserialize_newtype_struct(name, visitor)
                .map_err(unread);
        }
        visitor.visit_newtype_struct(self)
    }

    #[inline]
    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Unread> {
        self.list(visitor)
    }

    #[inline]
    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, Unread> {
        self.list(visitor)
    }

    #[inline]
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unread> {
        self.object(visitor)
    }

    #[inline]
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unread> {
        match self.value {
            Value::String(text) if self.look.accepts_text(self.node, text) => {
                visitor.visit_enum(BorrowedStrDeserializer::new(text))
            }
            _ => {
                let value = self.seen()?;
                value
                    .deserialize_enum(name, variants, visitor)
                    .map_err(unread)
            }
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unread> {
        self.seen()?;
        visitor.visit_unit()
    }
}

/// The items of a list.
struct Items<'l, 'p, 'de> {
    rule: &'p ListRule,
    rest: &'p Node,
    left: std::slice::Iter<'de, Value>,
    count: usize,
    look: &'l mut Look<'p>,
}

impl<'de> SeqAccess<'de> for Items<'_, '_, 'de> {
    type Error = Unread;

    #[inline]
    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Unread> {
        let Some(value) = self.left.next() else {
            return Ok(None);
        };
        let node = match self.rule.prefix.get(self.count) {
            Some(node) => self.look.plan.node(*node),
            None => self.rest,
        };
        self.count += 1;
        let look = &mut *self.look;
        seed.deserialize(Held { value, node, look }).map(Some)
    }

    #[inline]
    fn size_hint(&self) -> Option<usize> {
        Some(self.left.len())
    }
}

/// The members of an object.
struct Members<'l, 'p, 'de> {
    rule: &'p ObjectRule,
    left: serde_json::map::Iter<'de>,
    next: Expected<'p, Place>,
    seen: u64,
    /// What the next value must be.
    node: &'p Node,
    value: Option<&'de Value>,
    look: &'l mut Look<'p>,
}

impl<'de> MapAccess<'de> for Members<'_, '_, 'de> {
    type Error = Unread;

    #[inline]
    fn next_key_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Unread> {
        let Some((name, value)) = self.left.next() else {
            return Ok(None);
        };
        let node = if let Some(field) = self.rule.fields.find(&mut self.next, name) {
            self.seen |= field.bit;
            field.what.node
        } else {
            let Some(place) = self.look.other(self.rule, name) else {
                self.look.undecided = true;
                return Err(Unread);
            };
            place.node
        };
        // A value that was not requested was not checked.
        if self.value.replace(value).is_some() {
            self.look.undecided = true;
            return Err(Unread);
        }
        self.node = self.look.plan.node(node);
        seed.deserialize(KeyReader::new(name.as_str())).map(Some)
    }

    #[inline]
    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Unread> {
        let Some(value) = self.value.take() else {
            return Err(Unread);
        };
        seed.deserialize(Held {
            value,
            node: self.node,
            look: &mut *self.look,
        })
    }

    #[inline]
    fn size_hint(&self) -> Option<usize> {
        Some(self.left.len())
    }
}
