//! Strings: lengths in code points, patterns, and enums of strings.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, Unexpected, Visitor};

use super::{MAX, tolerate};

/// A string within bounds.
#[derive(Clone, Copy)]
pub struct Text {
    min: usize,
    max: usize,
    check: Option<fn(&str) -> bool>,
}

/// A string of `min..=max` characters.
#[must_use]
pub const fn text(min: usize, max: usize) -> Text {
    Text {
        min,
        max,
        check: None,
    }
}

impl Text {
    /// Adds a condition on the text.
    #[must_use]
    pub const fn also(self, check: fn(&str) -> bool) -> Self {
        Self {
            check: Some(check),
            ..self
        }
    }

    /// Whether a text satisfies the rule.
    #[inline]
    #[must_use]
    pub fn accepts(&self, text: &str) -> bool {
        // A character takes one to four bytes, so most lengths are decided without counting.
        let bytes = text.len();
        let fewest = bytes.wrapping_add(3) / 4;
        let fits = bytes <= self.max && fewest >= self.min || self.counted(text);
        fits && self.check.is_none_or(|check| check(text))
    }

    /// Whether the number of characters is within bounds, where the number of bytes does not decide it.
    #[inline(never)]
    fn counted(&self, text: &str) -> bool {
        let bytes = text.len();
        if bytes >= self.min && bytes <= self.max && text.is_ascii() {
            return true;
        }
        self.counted_one_by_one(text)
    }

    #[cold]
    fn counted_one_by_one(&self, text: &str) -> bool {
        let bytes = text.len();
        if bytes < self.min || bytes / 4 > self.max {
            return false;
        }
        let chars = text.chars().count();
        chars >= self.min && chars <= self.max
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Text({}..={})", self.min, self.max)
    }
}

impl<'de> DeserializeSeed<'de> for Text {
    type Value = String;

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<String, D::Error> {
        deserializer.deserialize_string(&self)
    }
}

impl Visitor<'_> for &Text {
    type Value = String;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.max {
            MAX => write!(f, "a string of at least {} characters", self.min)?,
            max => write!(f, "a string of {}..={max} characters", self.min)?,
        }
        if self.check.is_some() {
            f.write_str(" that meets its schema")?;
        }
        Ok(())
    }

    #[inline]
    fn visit_str<E: Error>(self, text: &str) -> Result<String, E> {
        if self.accepts(text) || tolerate() {
            Ok(text.to_owned())
        } else {
            Err(E::invalid_value(Unexpected::Other("string"), &self))
        }
    }

    #[inline]
    fn visit_string<E: Error>(self, text: String) -> Result<String, E> {
        if self.accepts(&text) || tolerate() {
            Ok(text)
        } else {
            Err(E::invalid_value(Unexpected::Other("string"), &self))
        }
    }
}

/// Reads an enum of strings; `find` names the variant. Unlike a derived enum it accepts strings only.
///
/// # Errors
/// When the value is not a string, or not among `names`.
pub fn variant<'de, T, D: Deserializer<'de>>(
    deserializer: D,
    names: &'static [&'static str],
    find: impl Fn(&str) -> Option<T>,
) -> Result<T, D::Error> {
    deserializer.deserialize_str(Variant(names, find))
}

/// The rule of a string with a single allowed value.
#[must_use]
pub fn constant(only: &'static [&'static str]) -> Constant {
    Constant(only)
}

/// See [`constant`].
#[derive(Clone, Copy, Debug)]
pub struct Constant(&'static [&'static str]);

impl<'de> DeserializeSeed<'de> for Constant {
    type Value = ();

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        variant(deserializer, self.0, |text| {
            self.0.contains(&text).then_some(())
        })
    }
}

// A separate function, so that it is compiled once.
fn one_of(names: &[&str], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(f, "one of {names:?}")
}

struct Variant<F>(&'static [&'static str], F);

impl<T, F: Fn(&str) -> Option<T>> Visitor<'_> for Variant<F> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        one_of(self.0, f)
    }

    #[inline]
    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        (self.1)(text).ok_or_else(|| E::unknown_variant(text, self.0))
    }
}
