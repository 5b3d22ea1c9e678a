//! Documentation held in memory.

use std::borrow::Borrow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use super::caps::MAX_EXAMPLES;
use super::info_cache::{InfoCache, info_of};
use super::record::{Found, Record, Registered, checked, id_of, record_of};
use super::tool_doc::examples;
use super::{
    DetailLevel, DocEntry, DocStore, DocsError, SchemaInfo, ToolDoc, ToolExample, ToolIndex,
    ToolResolver,
};
use crate::model::Tool;

/// Documentation held in memory, for many readers at once; share it by reference or in an [`Arc`].
///
/// Tools are looked up among those registered here, then in the index, then by the resolver.
///
/// ```
/// use toolmodel_runtime::docs::{DetailLevel, DocEntry, DocStore, InMemoryDocs};
/// use toolmodel_runtime::Tool;
///
/// let docs = InMemoryDocs::new();
/// let tool = Tool::from_json(r#"{"namespace": "gh", "name": "get_repo", "inputSchema": {}}"#)?;
/// docs.register(tool, DocEntry::new("Fetch repository metadata."))?;
/// let doc = docs.describe("gh:get_repo", DetailLevel::Summary)?;
/// assert_eq!(doc.summary, "Fetch repository metadata.");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Default)]
pub struct InMemoryDocs {
    records: RwLock<BTreeMap<String, Record>>,
    index: Option<Arc<dyn ToolIndex>>,
    resolver: Option<Arc<dyn ToolResolver>>,
    max_examples: Option<usize>,
    looked_up: InfoCache,
}

impl InMemoryDocs {
    /// An empty store.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Also serves the tools of this index.
    #[must_use]
    pub fn with_index(mut self, index: impl ToolIndex + 'static) -> Self {
        self.index = Some(Arc::new(index));
        self
    }

    /// Uses this resolver for tools that are neither registered nor in the index.
    #[must_use]
    pub fn with_resolver(mut self, resolver: impl ToolResolver + 'static) -> Self {
        self.resolver = Some(Arc::new(resolver));
        self
    }

    /// Keeps and returns at most this many examples of a tool, instead of [`MAX_EXAMPLES`]. What was
    /// registered before is not changed.
    #[must_use]
    pub fn with_max_examples(mut self, max: usize) -> Self {
        self.max_examples = Some(max);
        self
    }

    /// Registers docs under an id, replacing existing ones. Any text is an id. Texts are
    /// cut to their caps, and examples beyond [`MAX_EXAMPLES`] are left out.
    ///
    /// # Errors
    /// [`DocsError::ArgsTooLarge`], listing every example beyond the caps; what was registered before is kept.
    pub fn register_doc(&self, id: impl Into<String>, entry: DocEntry) -> Result<(), DocsError> {
        let id = id.into();
        let entry = checked(&id, entry, self.max())?;
        self.write().entry(id).or_default().entry = Some(Arc::new(entry));
        Ok(())
    }

    /// Registers examples under an id, replacing existing ones; summary, notes and references are kept.
    /// Examples beyond [`MAX_EXAMPLES`] are left out.
    ///
    /// # Errors
    /// As [`InMemoryDocs::register_doc`].
    pub fn register_examples(
        &self,
        id: impl Into<String>,
        examples: impl IntoIterator<Item = ToolExample>,
    ) -> Result<(), DocsError> {
        let id = id.into();
        let entry = DocEntry {
            examples: examples.into_iter().take(self.max()).collect(),
            ..DocEntry::default()
        };
        let examples = checked(&id, entry, self.max())?.examples;
        let mut records = self.write();
        let record = records.entry(id).or_default();
        let mut entry = record.entry.as_deref().cloned().unwrap_or_default();
        entry.examples = examples;
        record.entry = Some(Arc::new(entry));
        Ok(())
    }

    /// Registers a tool under its own id, replacing an existing one; docs registered for it are kept.
    ///
    /// # Errors
    /// [`DocsError::InvalidTool`] when the tool has no valid id, or is nested too deeply.
    pub fn register_tool(&self, tool: Tool) -> Result<(), DocsError> {
        let id = id_of(&tool)?;
        self.write().entry(id).or_default().tool = Some(Registered::new(tool));
        Ok(())
    }

    /// Registers a tool and its docs. An empty entry is replaced by one made from the tool's description:
    /// [`DocEntry::from_description`].
    ///
    /// # Errors
    /// As [`InMemoryDocs::register_tools`].
    pub fn register(&self, tool: Tool, entry: DocEntry) -> Result<(), DocsError> {
        self.register_tools([(tool, entry)])
    }

    /// Registers tools with their docs, all or none; see [`InMemoryDocs::register`].
    ///
    /// # Errors
    /// [`DocsError::InvalidTool`], [`DocsError::DuplicateTool`], [`DocsError::ArgsTooLarge`], or
    /// [`DocsError::Several`] of these; in that case nothing was registered.
    pub fn register_tools<T: Borrow<Tool>>(
        &self,
        tools: impl IntoIterator<Item = (T, DocEntry)>,
    ) -> Result<(), DocsError> {
        let mut new = BTreeMap::new();
        let mut errors = Vec::new();
        for (tool, entry) in tools {
            match record_of(tool.borrow(), entry, self.max()) {
                Ok((id, _)) if new.contains_key(&id) => {
                    errors.push(DocsError::DuplicateTool { id });
                }
                Ok((id, record)) => drop(new.insert(id, record)),
                Err(error) => errors.push(error),
            }
        }
        DocsError::all(errors)?;
        self.write().append(&mut new);
        Ok(())
    }

    /// Removes the docs and the tool registered under an id, and returns whether there
    /// were any.
    pub fn remove(&self, id: &str) -> bool {
        self.write().remove(id).is_some()
    }

    fn read(&self) -> RwLockReadGuard<'_, BTreeMap<String, Record>> {
        // No code panics between two changes of the map, so it is never half changed.
        self.records.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, BTreeMap<String, Record>> {
        self.records.write().unwrap_or_else(PoisonError::into_inner)
    }

    fn max(&self) -> usize {
        self.max_examples.unwrap_or(MAX_EXAMPLES)
    }

    /// The docs of an id, and the outcome of the search for the tool.
    fn find(&self, id: &str) -> (Option<Arc<DocEntry>>, Result<Option<Found>, DocsError>) {
        let record = self.read().get(id).cloned().unwrap_or_default();
        let tool = match record.tool {
            Some(known) => Ok(Some(Found::Registered(known))),
            None => self.look_up(id),
        };
        (record.entry, tool)
    }

    fn look_up(&self, id: &str) -> Result<Option<Found>, DocsError> {
        let indexed = self.index.as_ref().and_then(|index| index.tool(id));
        let tool = match (indexed, &self.resolver) {
            (None, Some(resolver)) => {
                resolver.resolve(id).map_err(|error| DocsError::Resolver {
                    id: id.to_owned(),
                    source: error.into(),
                })?
            }
            (tool, _) => tool,
        };
        Ok(tool.map(Found::LookedUp))
    }

    fn info(&self, id: &str, found: &Found) -> Option<Arc<SchemaInfo>> {
        let schema = &found.tool().input_schema;
        match found {
            Found::Registered(known) => known.info.get_or_init(|| info_of(schema)).clone(),
            Found::LookedUp(_) => self.looked_up.info(id, schema),
        }
    }
}

impl DocStore for InMemoryDocs {
    fn describe(&self, id: &str, level: DetailLevel) -> Result<ToolDoc, DocsError> {
        let (entry, found) = self.find(id);
        let found = match found {
            Err(_) if level == DetailLevel::Summary && entry.is_some() => None,
            found => found?,
        };
        if found.is_none() {
            match entry {
                None => return Err(DocsError::not_found(id)),
                Some(_) if level == DetailLevel::Summary => {}
                Some(_) => {
                    let id = id.to_owned();
                    return Err(DocsError::NoTool { id, level });
                }
            }
        }
        let tool = found.as_ref().map(Found::tool);
        let mut doc = ToolDoc::new(id, level, entry.as_deref(), tool, self.max());
        if level != DetailLevel::Summary
            && let Some(found) = found
        {
            doc.schema_info = self.info(id, &found);
            doc.tool = Some(found.into_tool());
        }
        Ok(doc)
    }

    fn list_examples(&self, id: &str, max: usize) -> Result<Vec<ToolExample>, DocsError> {
        let (entry, found) = self.find(id);
        let found = found?;
        if entry.is_none() && found.is_none() {
            return Err(DocsError::not_found(id));
        }
        let tool = found.as_ref().map(Found::tool);
        Ok(examples(entry.as_deref(), tool, max.min(self.max())))
    }

    fn ids(&self) -> Vec<String> {
        let mut ids: BTreeSet<String> = self.read().keys().cloned().collect();
        if let Some(index) = &self.index {
            ids.extend(index.ids());
        }
        ids.into_iter().collect()
    }
}

impl fmt::Debug for InMemoryDocs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("InMemoryDocs")
            .field("ids", &self.read().keys().collect::<Vec<_>>())
            .field("index", &self.index.is_some())
            .field("resolver", &self.resolver.is_some())
            .field("max_examples", &self.max_examples)
            .finish_non_exhaustive()
    }
}
