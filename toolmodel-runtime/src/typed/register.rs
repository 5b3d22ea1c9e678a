//! Typed tools in a docs store. This stands here and not with the store because docs do not know
//! of typed tools: a typed tool brings its docs along.

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
