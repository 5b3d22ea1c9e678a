//! What an optional field means: its value, or the default of its property.

use std::fmt;

use crate::error::excerpt::first_of;

/// For types that are copied.
#[inline]
pub fn copied<T: Copy>(field: &Option<T>, default: impl FnOnce() -> T) -> T {
    match field {
        Some(value) => *value,
        None => default(),
    }
}

/// For types that are cloned.
#[inline]
pub fn cloned<T: Clone>(field: &Option<T>, default: impl FnOnce() -> T) -> T {
    match field {
        Some(value) => value.clone(),
        None => default(),
    }
}

/// For strings.
#[inline]
pub fn text(field: &Option<String>, default: impl FnOnce() -> &'static str) -> &str {
    match field {
        Some(value) => value,
        None => default(),
    }
}

/// For lists, whose default is empty.
#[inline]
pub fn list<'f, T>(field: &'f Option<Vec<T>>, default: impl FnOnce() -> &'f [T]) -> &'f [T] {
    match field {
        Some(value) => value,
        None => default(),
    }
}

/// For strings that may be null.
#[inline]
pub fn nullable_text(
    field: &Option<Option<String>>,
    default: impl FnOnce() -> Option<&'static str>,
) -> Option<&str> {
    match field {
        Some(value) => value.as_deref(),
        None => default(),
    }
}

/// For anything that may be null, as its default may.
#[inline]
pub fn nullable<'f, T>(
    field: &'f Option<Option<T>>,
    default: impl FnOnce() -> Option<&'f T>,
) -> Option<&'f T> {
    match field {
        Some(value) => value.as_ref(),
        None => default(),
    }
}

/// A string that is not among the values of an enum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownValue {
    found: String,
    known: &'static [&'static str],
}

impl UnknownValue {
    /// The error of one text, given the values.
    #[must_use]
    pub fn new(found: &str, known: &'static [&'static str]) -> Self {
        // What was found may be anything; its beginning is enough for a person.
        let found = found.chars().take(80).collect();
        Self { found, known }
    }
}

impl fmt::Display for UnknownValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const MOST: usize = 10;
        let known = first_of(self.known.iter(), MOST);
        write!(f, "`{}` is not one of {known}", self.found)
    }
}

impl std::error::Error for UnknownValue {}
