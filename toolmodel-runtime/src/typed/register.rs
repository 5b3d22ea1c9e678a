//! Typed tools in a docs store. This is here and not beside the store because docs do not know
//! typed tools: a typed tool brings its own docs.

use super::TypedTool;
use crate::docs::{DocsError, InMemoryDocs};

impl InMemoryDocs {
    /// Registers a derived or generated tool: its definition and its docs.
    ///
    /// # Errors
    /// As [`InMemoryDocs::register_tools`].
    pub fn register_typed<T: TypedTool>(&self) -> Result<(), DocsError> {
        self.register_tools([(T::definition(), T::docs())])
    }
}
