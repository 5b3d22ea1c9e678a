//! The trait for sources of documentation.

use std::sync::Arc;

use super::budget::fit;
use super::{Budget, DetailLevel, DocsError, FittedDocs, ToolDoc, ToolExample};

/// Documentation of tools by id, in tiers. Implement it for sources of your own, such as a remote
/// service.
///
/// Results are owned copies: changing them does not affect the store. Stores do not write
/// anything, so one store serves many readers at once.
///
/// ```
/// use toolmodel_runtime::docs::{Budget, DetailLevel, DocEntry, DocStore, InMemoryDocs};
///
/// let docs = InMemoryDocs::new();
/// docs.register_doc("gh:get_repo", DocEntry::new("Fetch a repository."))?;
/// let fitted = docs.describe_many(&docs.ids(), DetailLevel::Summary, Budget::Bytes(1000));
/// assert_eq!(fitted.docs[0].summary, "Fetch a repository.");
/// # Ok::<(), toolmodel_runtime::docs::DocsError>(())
/// ```
pub trait DocStore: Send + Sync {
    /// The documentation of a tool.
    ///
    /// The level summary is available if either docs or the tool are known; the levels schema and full need the tool.
    ///
    /// # Errors
    /// [`DocsError::NotFound`] when neither docs nor a tool are known, [`DocsError::NoTool`] when
    /// docs are known but the level needs the tool, [`DocsError::Resolver`] when finding the tool
    /// failed (at level summary only when there are no docs either).
    fn describe(&self, id: &str, level: DetailLevel) -> Result<ToolDoc, DocsError>;

    /// At most `max` examples of a tool, in the order in which they were registered.
    ///
    /// # Errors
    /// [`DocsError::NotFound`] when neither docs nor a tool are known, [`DocsError::Resolver`]
    /// when finding the tool failed.
    fn list_examples(&self, id: &str, max: usize) -> Result<Vec<ToolExample>, DocsError>;

    /// The ids of everything the store can list, sorted.
    fn ids(&self) -> Vec<String>;

    /// The documentation of several tools, fitted into a budget.
    ///
    /// Every tool starts at `level`. While the whole is too large, tools are reduced by one level, the last of the list
    /// first: all of them from full to schema before any is reduced to summary. If summaries are still too much, tools
    /// are left out, again the last first. So the order of `ids` is their priority, and the same arguments always give
    /// the same result. An id that is listed twice is described once.
    ///
    /// ```
    /// use toolmodel_runtime::docs::{Budget, DetailLevel, DocEntry, DocStore, InMemoryDocs};
    /// use toolmodel_runtime::{Schema, Tool};
    ///
    /// let docs = InMemoryDocs::new();
    /// for name in ["first", "second"] {
    ///     let tool = Tool::new(name, Schema::no_params());
    ///     docs.register(tool, DocEntry::new("Short.").with_notes("long ".repeat(100)))?;
    /// }
    /// let fitted = docs.describe_many(&docs.ids(), DetailLevel::Full, Budget::Bytes(900));
    /// assert_eq!(fitted.docs[0].level, DetailLevel::Full);
    /// assert_eq!(fitted.docs[1].level, DetailLevel::Schema);
    /// assert!(fitted.to_json().len() <= 900);
    /// # Ok::<(), toolmodel_runtime::docs::DocsError>(())
    /// ```
    fn describe_many(&self, ids: &[String], level: DetailLevel, budget: Budget) -> FittedDocs {
        fit(ids, level, budget, |id, level| self.describe(id, level))
    }
}

macro_rules! forward {
    ($($pointer:ty),*) => {$(
        impl<S: DocStore + ?Sized> DocStore for $pointer {
            fn describe(&self, id: &str, level: DetailLevel) -> Result<ToolDoc, DocsError> {
                (**self).describe(id, level)
            }

            fn list_examples(&self, id: &str, max: usize) -> Result<Vec<ToolExample>, DocsError> {
                (**self).list_examples(id, max)
            }

            fn ids(&self) -> Vec<String> {
                (**self).ids()
            }

            fn describe_many(
                &self,
                ids: &[String],
                level: DetailLevel,
                budget: Budget,
            ) -> FittedDocs {
                (**self).describe_many(ids, level, budget)
            }
        }
    )*};
}

forward!(&S, Box<S>, Arc<S>);
