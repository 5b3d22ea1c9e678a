//! Integers of any size, for schemas that set no bounds.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

use serde::{Serialize, Serializer};

/// A JSON integer whose schema does not bound it to 64 bits.
///
/// An `integer` schema without bounds accepts `1e30`; so does this type, exactly up to 64 bits and with the precision
/// of a double beyond. Compare it with Rust's integers, or convert:
///
/// ```
/// use toolmodel_runtime::Integer;
///
/// let page = Integer::from(7);
/// assert_eq!(page, 7);
/// assert_eq!(usize::try_from(page), Ok(7));
/// assert!(u32::try_from(Integer::try_from(1e30)?).is_err());
/// # Ok::<(), toolmodel_runtime::IntegerError>(())
/// ```
#[derive(Clone, Copy, PartialEq)]
pub struct Integer(Repr);

#[derive(Clone, Copy, PartialEq)]
enum Repr {
    Signed(i64),
    /// Only above `i64::MAX`.
    Unsigned(u64),
    /// Only integral, beyond both.
    Double(f64),
}

// A double is never NaN here, and never zero.
impl Eq for Integer {}

impl PartialOrd for Integer {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Integer {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self.0, other.0) {
            (Repr::Signed(a), Repr::Signed(b)) => a.cmp(&b),
            (Repr::Unsigned(a), Repr::Unsigned(b)) => a.cmp(&b),
            (Repr::Double(a), Repr::Double(b)) => a.total_cmp(&b),
            (a, b) => a.rank().cmp(&b.rank()),
        }
    }
}

impl Hash for Integer {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self.0 {
            Repr::Signed(v) => v.hash(state),
            Repr::Unsigned(v) => v.hash(state),
            Repr::Double(v) => v.to_bits().hash(state),
        }
    }
}

impl Repr {
    /// The order of the ranges, which do not overlap.
    fn rank(self) -> u8 {
        match self {
            Self::Double(v) if v < 0.0 => 0,
            Self::Signed(_) => 1,
            Self::Unsigned(_) => 2,
            Self::Double(_) => 3,
        }
    }
}

/// A number that is not an integer, or an integer that does not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct IntegerError;

impl fmt::Display for IntegerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("integer out of range")
    }
}

impl std::error::Error for IntegerError {}

impl Integer {
    /// The value, if it fits.
    #[must_use]
    pub fn as_i64(self) -> Option<i64> {
        match self.0 {
            Repr::Signed(v) => Some(v),
            Repr::Unsigned(_) | Repr::Double(_) => None,
        }
    }

    /// The value, or the nearest one that an `i64` can represent.
    #[must_use]
    pub fn saturating_i64(self) -> i64 {
        match self.0 {
            Repr::Signed(v) => v,
            Repr::Unsigned(_) => i64::MAX,
            Repr::Double(v) if v > 0.0 => i64::MAX,
            Repr::Double(_) => i64::MIN,
        }
    }

    /// The nearest double.
    #[must_use]
    #[allow(
        clippy::cast_precision_loss,
        reason = "the nearest double is what is asked for"
    )]
    pub fn as_f64(self) -> f64 {
        match self.0 {
            Repr::Signed(v) => v as f64,
            Repr::Unsigned(v) => v as f64,
            Repr::Double(v) => v,
        }
    }
}

impl From<i64> for Integer {
    #[inline]
    fn from(v: i64) -> Self {
        Self(Repr::Signed(v))
    }
}

impl From<u64> for Integer {
    #[inline]
    fn from(v: u64) -> Self {
        Self(match i64::try_from(v) {
            Ok(v) => Repr::Signed(v),
            Err(_) => Repr::Unsigned(v),
        })
    }
}

/// The integer equal to a double, if there is one.
impl TryFrom<f64> for Integer {
    type Error = IntegerError;

    fn try_from(v: f64) -> Result<Self, IntegerError> {
        const I64_END: f64 = 9_223_372_036_854_775_808.0;
        const U64_END: f64 = 18_446_744_073_709_551_616.0;
        if v.fract() != 0.0 || !v.is_finite() {
            return Err(IntegerError);
        }
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "the value is integral and in range"
        )]
        Ok(if (-I64_END..I64_END).contains(&v) {
            Self::from(v as i64)
        } else if (0.0..U64_END).contains(&v) {
            Self::from(v as u64)
        } else {
            Self(Repr::Double(v))
        })
    }
}

macro_rules! small {
    ($($type:ty => $wide:ty),*) => {$(
        impl From<$type> for Integer {
            #[inline]
            fn from(v: $type) -> Self {
                Self::from(<$wide>::from(v))
            }
        }
    )*};
}

small!(i8 => i64, i16 => i64, i32 => i64, u8 => u64, u16 => u64, u32 => u64);

macro_rules! convert {
    ($($type:ty),*) => {$(
        impl TryFrom<Integer> for $type {
            type Error = IntegerError;

            fn try_from(v: Integer) -> Result<Self, IntegerError> {
                let fits = match v.0 {
                    Repr::Signed(v) => Self::try_from(v).ok(),
                    Repr::Unsigned(v) => Self::try_from(v).ok(),
                    Repr::Double(_) => None,
                };
                fits.ok_or(IntegerError)
            }
        }

        impl PartialEq<$type> for Integer {
            fn eq(&self, other: &$type) -> bool {
                Self::try_from(*self).is_ok_and(|v| <$type>::try_from(v) == Ok(*other))
            }
        }
    )*};
}

convert!(i8, i16, i32, i64, isize, u8, u16, u32, u64, usize);

impl PartialOrd<i64> for Integer {
    fn partial_cmp(&self, other: &i64) -> Option<Ordering> {
        self.partial_cmp(&Self::from(*other))
    }
}

impl fmt::Display for Integer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Repr::Signed(v) => v.fmt(f),
            Repr::Unsigned(v) => v.fmt(f),
            Repr::Double(v) => v.fmt(f),
        }
    }
}

impl fmt::Debug for Integer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Integer {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Repr::Signed(v) => serializer.serialize_i64(v),
            Repr::Unsigned(v) => serializer.serialize_u64(v),
            Repr::Double(v) => serializer.serialize_f64(v),
        }
    }
}

/// Accepts `3.0` and `1e3`, like JSON Schema.
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_of_every_size_are_kept() {
        for (text, written) in [
            ("3", "3"),
            ("3.0", "3"),
            ("1e3", "1000"),
            ("-9223372036854775808", "-9223372036854775808"),
            ("18446744073709551615", "18446744073709551615"),
            ("1e30", "1e+30"),
            ("-1e30", "-1e+30"),
        ] {
            let integer: Integer = serde_json::from_str(text).unwrap();
            assert_eq!(serde_json::to_string(&integer).unwrap(), written, "{text}");
        }
        assert!(serde_json::from_str::<Integer>("3.5").is_err());
        assert!(serde_json::from_str::<Integer>("\"3\"").is_err());
        assert!(serde_json::from_str::<Integer>("null").is_err());
    }

    #[test]
    fn integers_compare_with_rusts() {
        assert_eq!(Integer::from(5), 5_i32);
        assert_ne!(Integer::from(u64::MAX), -1_i64);
        assert!(Integer::from(u64::MAX) > i64::MAX);
        assert!(Integer::try_from(-1e30).unwrap() < i64::MIN);
        assert_eq!(
            Integer::try_from(1e30).map(Integer::saturating_i64),
            Ok(i64::MAX)
        );
    }
}
