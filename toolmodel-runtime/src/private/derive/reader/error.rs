//! What a `Deserialize` refused, and where.

use std::fmt;

use crate::path::Path;

/// A refusal; the pointer is filled in on the way out.
#[derive(Debug, PartialEq)]
pub(in super::super) struct ReadError {
    pub(in super::super) message: String,
    pub(in super::super) pointer: Option<String>,
}

impl ReadError {
    /// Names the place, unless a deeper one is already named.
    pub(super) fn at(mut self, path: &Path<'_>) -> Self {
        self.pointer.get_or_insert_with(|| path.pointer());
        self
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ReadError {}

impl serde::de::Error for ReadError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self {
            message: message.to_string(),
            pointer: None,
        }
    }
}
