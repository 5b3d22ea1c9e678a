//! Why a value is not JSON, and where.

use std::fmt;

use crate::path::Path;

/// A value that JSON cannot represent. Boxed, because every property of every type passes it on.
#[derive(Debug)]
pub(in super::super) struct WriteError(Box<Reason>);

/// What is wrong; the pointer is filled in on the way out.
#[derive(Debug)]
struct Reason {
    message: String,
    pointer: Option<String>,
}

impl WriteError {
    pub(super) fn new(message: impl fmt::Display) -> Self {
        Self(Box::new(Reason {
            message: message.to_string(),
            pointer: None,
        }))
    }

    /// Sets the place, unless a deeper one is already set.
    pub(super) fn at(mut self, path: &Path<'_>) -> Self {
        self.0.pointer.get_or_insert_with(|| path.pointer());
        self
    }

    /// JSON pointer of the value.
    pub(in super::super) fn pointer(&self) -> &str {
        self.0.pointer.as_deref().unwrap_or_default()
    }
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)
    }
}

impl std::error::Error for WriteError {}

impl serde::ser::Error for WriteError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self::new(message)
    }
}
