//! Numbers as doubles.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, Unexpected, Visitor};
use serde_json::Number;

use super::budget::{affords, is_charged};
use super::{in_doubt, tolerate};
use crate::schema::number::is_multiple;

/// A number that passes a check.
#[derive(Clone, Copy)]
pub struct Num(fn(f64) -> bool);

/// A number that passes `check`.
#[must_use]
pub const fn num(check: fn(f64) -> bool) -> Num {
    Num(check)
}

impl fmt::Debug for Num {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Num")
    }
}

impl<'de> DeserializeSeed<'de> for Num {
    type Value = f64;

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<f64, D::Error> {
        deserializer.deserialize_f64(self)
    }
}

/// Whether a number is a multiple of another, with the validator's arithmetic.
#[must_use]
pub fn multiple_of(v: f64, divisor: f64) -> bool {
    if is_charged() && !affords(1) {
        return in_doubt();
    }
    Number::from_f64(v).is_some_and(|v| is_multiple(&v, divisor))
}

/// The magnitude up to which every integer is exactly a double.
pub(super) const EXACT: u64 = 1 << 53;

impl Visitor<'_> for Num {
    type Value = f64;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number that meets its schema")
    }

    #[inline]
    fn visit_f64<E: Error>(self, v: f64) -> Result<f64, E> {
        if (self.0)(v) || tolerate() {
            Ok(v)
        } else {
            Err(E::invalid_value(Unexpected::Float(v), &self))
        }
    }

    // Beyond 2^53 a double may differ from the integer that was written: the validator decides.
    #[inline]
    #[allow(
        clippy::cast_precision_loss,
        reason = "a trusted value is the nearest double"
    )]
    fn visit_i64<E: Error>(self, v: i64) -> Result<f64, E> {
        if v.unsigned_abs() <= EXACT {
            self.visit_f64(v as f64)
        } else if in_doubt() {
            Ok(v as f64)
        } else {
            Err(E::invalid_value(Unexpected::Signed(v), &self))
        }
    }

    #[inline]
    #[allow(
        clippy::cast_precision_loss,
        reason = "a trusted value is the nearest double"
    )]
    fn visit_u64<E: Error>(self, v: u64) -> Result<f64, E> {
        if v <= EXACT {
            self.visit_f64(v as f64)
        } else if in_doubt() {
            Ok(v as f64)
        } else {
            Err(E::invalid_value(Unexpected::Unsigned(v), &self))
        }
    }
}
