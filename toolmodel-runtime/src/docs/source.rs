//! Where a docs store gets tools that were not registered with it.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use super::BoxError;
use crate::model::Tool;

/// A registry of tools; implement it to let a docs store serve the tools of your own registry.
///
/// ```
/// use toolmodel_runtime::docs::{DetailLevel, DocStore, InMemoryDocs, ToolIndex};
/// use toolmodel_runtime::{Schema, Tool};
///
/// struct Registry;
///
/// impl ToolIndex for Registry {
///     fn tool(&self, id: &str) -> Option<Tool> {
///         (id == "ping").then(|| Tool::new("ping", Schema::no_params()))
///     }
///
///     fn ids(&self) -> Vec<String> {
///         vec!["ping".to_owned()]
///     }
/// }
///
/// let docs = InMemoryDocs::new().with_index(Registry);
/// assert!(docs.describe("ping", DetailLevel::Schema)?.tool.is_some());
/// # Ok::<(), toolmodel_runtime::docs::DocsError>(())
/// ```
pub trait ToolIndex: Send + Sync {
    /// A copy of the tool with an id.
    fn tool(&self, id: &str) -> Option<Tool>;

    /// The ids of all tools, so that stores can list them. An index that cannot list its tools
    /// returns none and can still serve them one by one.
    fn ids(&self) -> Vec<String> {
        Vec::new()
    }
}

/// By key, whatever the tool's own id is.
impl ToolIndex for BTreeMap<String, Tool> {
    fn tool(&self, id: &str) -> Option<Tool> {
        self.get(id).cloned()
    }

    fn ids(&self) -> Vec<String> {
        self.keys().cloned().collect()
    }
}

/// By key, whatever the tool's own id is.
impl<S: std::hash::BuildHasher + Send + Sync> ToolIndex for HashMap<String, Tool, S> {
    fn tool(&self, id: &str) -> Option<Tool> {
        self.get(id).cloned()
    }

    fn ids(&self) -> Vec<String> {
        let mut ids: Vec<String> = self.keys().cloned().collect();
        ids.sort_unstable();
        ids
    }
}

impl<I: ToolIndex + ?Sized> ToolIndex for Arc<I> {
    fn tool(&self, id: &str) -> Option<Tool> {
        (**self).tool(id)
    }

    fn ids(&self) -> Vec<String> {
        (**self).ids()
    }
}

/// Finds tools that no index has: by a request, from a file, generated on the fly. Closures are
/// resolvers.
///
/// ```
/// use toolmodel_runtime::docs::{BoxError, DetailLevel, DocStore, DocsError, InMemoryDocs};
/// use toolmodel_runtime::Tool;
///
/// let docs = InMemoryDocs::new()
///     .with_resolver(|_: &str| -> Result<Option<Tool>, BoxError> { Err("no connection".into()) });
/// let error = docs.describe("ping", DetailLevel::Summary).unwrap_err();
/// assert!(matches!(error, DocsError::Resolver { .. }));
/// ```
pub trait ToolResolver: Send + Sync {
    /// The tool with an id; `None` when there is no such tool.
    ///
    /// # Errors
    /// Any error that prevented the lookup.
    fn resolve(&self, id: &str) -> Result<Option<Tool>, BoxError>;
}

impl<F> ToolResolver for F
where
    F: Fn(&str) -> Result<Option<Tool>, BoxError> + Send + Sync,
{
    fn resolve(&self, id: &str) -> Result<Option<Tool>, BoxError> {
        self(id)
    }
}
