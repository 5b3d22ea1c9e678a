//! The visitor between a deserializer and the visitor of a type.

use std::cell::Cell;
use std::fmt;

use serde::de::{Deserializer, Error, MapAccess, SeqAccess, Visitor};

use super::access::{Entries, Items, Several, Single};
use super::check::{takes_lists, takes_objects};
use super::plan::{At, Lists, Objects};
use super::reader::Ride;

thread_local! {
    static REFUSALS: Cell<usize> = const { Cell::new(0) };
}

/// How often something was rejected: it stays rejected even if a type ignores that and continues.
#[inline]
pub(super) fn refusals() -> usize {
    REFUSALS.get()
}

#[cold]
fn note_refusal() {
    REFUSALS.set(REFUSALS.get().wrapping_add(1));
}

/// Passes on a result, and records whether it is an error.
#[inline]
pub(super) fn noted<T, E>(read: Result<T, E>) -> Result<T, E> {
    if read.is_err() {
        note_refusal();
    }
    read
}

/// A rejection without a message: the validator words it.
#[cold]
pub(super) fn refused<E: Error>() -> E {
    note_refusal();
    E::custom("")
}

/// What was read, if all of it is accepted.
#[inline]
pub(super) fn accepted<T, E: Error>(read: T, accepted: bool) -> Result<T, E> {
    if accepted { Ok(read) } else { Err(refused()) }
}

pub(super) struct Watch<'p, V> {
    pub(super) at: At<'p>,
    pub(super) visitor: V,
    pub(super) wants: Wants,
}

/// The kind of number the type requested: only a type that wants an integer gets `5.0` as one, because a
/// field of JSON values would lose the fraction.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Wants {
    Anything,
    Integer,
    /// An integer of 128 bits.
    Wide,
}

impl<'de, V: Visitor<'de>> Watch<'_, V> {
    #[inline]
    fn text<E: Error>(
        self,
        text: &str,
        visit: impl FnOnce(V) -> Result<V::Value, E>,
    ) -> Result<V::Value, E> {
        if self.at.accepts_text(text) {
            visit(self.visitor)
        } else {
            Err(refused())
        }
    }
}

/// Passes on to the type what the place accepts.
macro_rules! checked {
    ($($visit:ident($($value:ident: $type:ty)?): $accepts:ident;)+) => {
        $(#[inline]
        fn $visit<E: Error>(self, $($value: $type)?) -> Result<V::Value, E> {
            if self.at.$accepts($($value)?) {
                self.visitor.$visit($($value)?)
            } else {
                Err(refused())
            }
        })+
    };
}

impl<'de, V: Visitor<'de>> Visitor<'de> for Watch<'_, V> {
    type Value = V::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.visitor.expecting(f)
    }

    checked! {
        visit_bool(flag: bool): accepts_bool;
        visit_i64(number: i64): accepts_i64;
        visit_u64(number: u64): accepts_u64;
        visit_none(): accepts_null;
        visit_unit(): accepts_null;
    }

    // Beyond 64 bits the validator sees the nearest double, and compares that.
    fn visit_i128<E: Error>(self, number: i128) -> Result<V::Value, E> {
        let small = i64::try_from(number);
        if small.map_or_else(
            |_| self.at.accepts_any_integer(),
            |small| self.at.accepts_i64(small),
        ) {
            self.visitor.visit_i128(number)
        } else {
            Err(refused())
        }
    }

    fn visit_u128<E: Error>(self, number: u128) -> Result<V::Value, E> {
        let small = u64::try_from(number);
        if small.map_or_else(
            |_| self.at.accepts_any_integer(),
            |small| self.at.accepts_u64(small),
        ) {
            self.visitor.visit_u128(number)
        } else {
            Err(refused())
        }
    }

    #[inline]
    fn visit_f64<E: Error>(self, number: f64) -> Result<V::Value, E> {
        if !self.at.accepts_f64(number) {
            return Err(refused());
        }
        if self.wants == Wants::Anything {
            return self.visitor.visit_f64(number);
        }
        integral(number, self.wants, self.visitor)
    }

    #[inline]
    fn visit_str<E: Error>(self, text: &str) -> Result<V::Value, E> {
        self.text(text, |visitor| visitor.visit_str(text))
    }

    #[inline]
    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<V::Value, E> {
        self.text(text, |visitor| visitor.visit_borrowed_str(text))
    }

    #[inline]
    fn visit_string<E: Error>(self, text: String) -> Result<V::Value, E> {
        if self.at.accepts_text(&text) {
            self.visitor.visit_string(text)
        } else {
            Err(refused())
        }
    }

    #[inline]
    fn visit_some<D: Deserializer<'de>>(self, inner: D) -> Result<V::Value, D::Error> {
        self.visitor.visit_some(Ride { at: self.at, inner })
    }

    #[inline]
    fn visit_newtype_struct<D: Deserializer<'de>>(self, inner: D) -> Result<V::Value, D::Error> {
        self.visitor
            .visit_newtype_struct(Ride { at: self.at, inner })
    }

    #[inline]
    fn visit_seq<A: SeqAccess<'de>>(self, inner: A) -> Result<V::Value, A::Error> {
        let Some(at) = self.at.settled(takes_lists) else {
            return Err(refused());
        };
        let rule = match &at.node.list {
            Lists::Never => return Err(refused()),
            Lists::Any => &at.plan.any_list,
            Lists::One(rule) => rule,
        };
        let mut items = Items::new(at.plan, rule, inner);
        let read = self.visitor.visit_seq(&mut items)?;
        accepted(read, items.finish()?)
    }

    #[inline]
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
                let read = self.visitor.visit_map(&mut entries)?;
                return accepted(read, entries.finish()?);
            }
        };
        let mut entries = Entries::new(Single::new(at.plan, rule), inner);
        let read = self.visitor.visit_map(&mut entries)?;
        accepted(read, entries.finish()?)
    }
}

/// An integer that was written as a double.
#[cold]
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the range is checked first, and within it the casts are exact"
)]
fn integral<'de, V: Visitor<'de>, E: Error>(
    number: f64,
    wants: Wants,
    visitor: V,
) -> Result<V::Value, E> {
    if number.fract() != 0.0 {
        visitor.visit_f64(number)
    } else if wants == Wants::Wide && (-(127f64.exp2())..127f64.exp2()).contains(&number) {
        visitor.visit_i128(number as i128)
    } else if wants == Wants::Wide && (0.0..128f64.exp2()).contains(&number) {
        visitor.visit_u128(number as u128)
    } else if (-(63f64.exp2())..63f64.exp2()).contains(&number) {
        visitor.visit_i64(number as i64)
    } else if (0.0..64f64.exp2()).contains(&number) {
        visitor.visit_u64(number as u64)
    } else {
        visitor.visit_f64(number)
    }
}
