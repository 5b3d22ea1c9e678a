//! Integers: `3.0` and `1e3` count as integers, as in JSON Schema.

use std::fmt;

use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error, Unexpected, Visitor};

use super::number::EXACT;
use super::{in_doubt, tolerate};
use crate::typed::Integer;

/// An integer whose bounds fit 64 bits.
#[derive(Clone, Copy)]
pub struct Int {
    min: i64,
    max: i64,
    also: Option<fn(i64) -> bool>,
}

/// An integer of `min..=max`.
#[must_use]
pub const fn int(min: i64, max: i64) -> Int {
    Int {
        min,
        max,
        also: None,
    }
}

impl Int {
    /// Adds one more condition.
    #[must_use]
    pub const fn also(self, also: fn(i64) -> bool) -> Self {
        Self {
            also: Some(also),
            ..self
        }
    }
}

impl Int {
    /// Whether a double is the least of these integers, and of 64 bits. Beyond the greatest one it never is.
    fn begins_at(&self, v: f64) -> bool {
        v == -EDGE && self.min == i64::MIN
    }
}

impl fmt::Debug for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Int({}..={})", self.min, self.max)
    }
}

impl<'de> DeserializeSeed<'de> for Int {
    type Value = i64;

    // The f64 hint, not the i64 one: serde's buffered content would reject 3.0 for an i64.
    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<i64, D::Error> {
        deserializer.deserialize_f64(&self)
    }
}

impl Visitor<'_> for &Int {
    type Value = i64;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an integer of {}..={}", self.min, self.max)?;
        if self.also.is_some() {
            f.write_str(" that meets its schema")?;
        }
        Ok(())
    }

    #[inline]
    fn visit_i64<E: Error>(self, v: i64) -> Result<i64, E> {
        let fits = v >= self.min && v <= self.max;
        if fits && meets(self.also, v) || tolerate() {
            Ok(v)
        } else {
            Err(E::invalid_value(Unexpected::Signed(v), &self))
        }
    }

    #[inline]
    fn visit_u64<E: Error>(self, v: u64) -> Result<i64, E> {
        match i64::try_from(v) {
            Ok(v) => self.visit_i64(v),
            Err(_) => Err(E::invalid_value(Unexpected::Unsigned(v), &self)),
        }
    }

    fn visit_f64<E: Error>(self, v: f64) -> Result<i64, E> {
        match exact_i64(v) {
            Some(v) => self.visit_i64(v),
            // It may be the rounding of a lesser literal: the validator decides.
            None if self.begins_at(v) && in_doubt() => Ok(i64::MIN),
            None => Err(E::invalid_type(Unexpected::Float(v), &self)),
        }
    }
}

/// Whether an integer meets a condition. Beyond 2^53 the validator, which divides doubles, has the last word.
#[inline]
fn meets(condition: Option<fn(i64) -> bool>, v: i64) -> bool {
    condition.is_none_or(|condition| condition(v)) || v.unsigned_abs() > EXACT && in_doubt()
}

/// Where 64 bits end.
const EDGE: f64 = 9_223_372_036_854_775_808.0;

/// The integer equal to a double, if it fits 64 bits. 2^63 itself is excluded: it may be the
/// rounding of a larger literal.
pub(super) fn exact_i64(v: f64) -> Option<i64> {
    #[allow(
        clippy::cast_possible_truncation,
        reason = "the value is integral and within the range of i64"
    )]
    (v.fract() == 0.0 && v > -EDGE && v < EDGE).then_some(v as i64)
}

/// An integer of any size.
#[derive(Clone, Copy)]
pub struct Wide {
    min: Option<i64>,
    max: Option<i64>,
    also: Option<fn(i64) -> bool>,
}

/// An integer of any size, with a lower bound, an upper bound, both or neither.
#[must_use]
pub const fn wide(min: Option<i64>, max: Option<i64>) -> Wide {
    Wide {
        min,
        max,
        also: None,
    }
}

impl Wide {
    /// Adds one more condition; integers beyond 64 bits are left to the validator.
    #[must_use]
    pub const fn also(self, also: fn(i64) -> bool) -> Self {
        Self {
            also: Some(also),
            ..self
        }
    }

    fn outside<E: Error>(&self, positive: bool, v: Integer) -> Result<Integer, E> {
        let bound = if positive { self.max } else { self.min };
        if (bound.is_none() && self.also.is_none()) || in_doubt() {
            Ok(v)
        } else {
            Err(E::invalid_value(Unexpected::Other("integer"), &self))
        }
    }
}

impl fmt::Debug for Wide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Wide({:?}, {:?})", self.min, self.max)
    }
}

impl<'de> DeserializeSeed<'de> for Wide {
    type Value = Integer;

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Integer, D::Error> {
        deserializer.deserialize_f64(&self)
    }
}

impl<'de> Deserialize<'de> for Integer {
    #[inline]
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        wide(None, None).deserialize(deserializer)
    }
}

impl Visitor<'_> for &Wide {
    type Value = Integer;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an integer that meets its schema")
    }

    #[inline]
    fn visit_i64<E: Error>(self, v: i64) -> Result<Integer, E> {
        let fits = self.min.is_none_or(|min| v >= min) && self.max.is_none_or(|max| v <= max);
        if fits && meets(self.also, v) || tolerate() {
            Ok(Integer::from(v))
        } else {
            Err(E::invalid_value(Unexpected::Signed(v), &self))
        }
    }

    #[inline]
    fn visit_u64<E: Error>(self, v: u64) -> Result<Integer, E> {
        match i64::try_from(v) {
            Ok(v) => self.visit_i64(v),
            Err(_) => self.outside(true, Integer::from(v)),
        }
    }

    fn visit_f64<E: Error>(self, v: f64) -> Result<Integer, E> {
        if let Some(v) = exact_i64(v) {
            return self.visit_i64(v);
        }
        match Integer::try_from(v) {
            Ok(integer) => self.outside(v > 0.0, integer),
            Err(_) => Err(E::invalid_type(Unexpected::Float(v), &self)),
        }
    }
}
