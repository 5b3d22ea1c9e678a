//! Documentation for people: Markdown, and one HTML page.

// Writing to a string cannot fail.
macro_rules! put {
    ($out:expr, $($format:tt)*) => {{ let _ = writeln!($out, $($format)*); }};
}

mod blocks;
mod html;
mod html_text;
mod html_tool;
mod markdown;
mod markdown_text;
mod prose;
mod shown;

use super::{DetailLevel, DocStore, DocsError, ToolDoc};

/// The documentation of many tools, to render as Markdown or as one HTML page.
///
/// Tools are in the order of their namespaces, those without one first, and by name within a
/// namespace. Descriptions may come from anywhere: they can neither break out of their place nor inject markup or
/// scripts.
///
/// ```
/// use toolmodel_runtime::docs::{Catalogue, DetailLevel, DocEntry, InMemoryDocs};
/// use toolmodel_runtime::{Schema, Tool};
///
/// let docs = InMemoryDocs::new();
/// docs.register(Tool::new("ping", Schema::no_params()), DocEntry::new("Says <pong>."))?;
/// let catalogue = Catalogue::of("My tools", &docs, DetailLevel::Full)?;
/// assert!(catalogue.to_markdown().contains("- [`ping`](#ping): Says &lt;pong>."));
/// assert!(catalogue.to_html().contains("Says &lt;pong&gt;."));
/// # Ok::<(), toolmodel_runtime::docs::DocsError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Catalogue {
    title: String,
    docs: Vec<ToolDoc>,
}

impl Catalogue {
    /// A catalogue of docs from any source.
    #[must_use]
    pub fn new(title: impl Into<String>, docs: impl IntoIterator<Item = ToolDoc>) -> Self {
        let mut docs: Vec<ToolDoc> = docs.into_iter().collect();
        docs.sort_by(|a, b| order(a).cmp(&order(b)));
        Self {
            title: title.into(),
            docs,
        }
    }

    /// A catalogue of everything that a store lists. An entry with docs but without a tool appears with its summary.
    ///
    /// # Errors
    /// As [`DocStore::describe`].
    pub fn of(
        title: impl Into<String>,
        store: &(impl DocStore + ?Sized),
        level: DetailLevel,
    ) -> Result<Self, DocsError> {
        let mut docs = Vec::new();
        let mut errors = Vec::new();
        for id in store.ids() {
            let doc = match store.describe(&id, level) {
                Err(DocsError::NoTool { .. }) => store.describe(&id, DetailLevel::Summary),
                other => other,
            };
            match doc {
                Ok(doc) => docs.push(doc),
                Err(error) => errors.push(error),
            }
        }
        DocsError::all(errors)?;
        Ok(Self::new(title, docs))
    }

    /// The title.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The docs, in the order they are rendered in.
    #[must_use]
    pub fn docs(&self) -> &[ToolDoc] {
        &self.docs
    }

    /// One Markdown document: a list of all tools, then each of them.
    #[must_use]
    pub fn to_markdown(&self) -> String {
        markdown::catalogue(self)
    }

    /// One self-contained HTML page: search, filter by namespace, each tool to unfold,
    /// light and dark. Without scripts it still shows and unfolds everything.
    #[must_use]
    pub fn to_html(&self) -> String {
        html::page(self)
    }

    /// The docs of each namespace.
    fn namespaces(&self) -> impl Iterator<Item = (Option<&str>, &[ToolDoc])> {
        let groups = self.docs.chunk_by(|a, b| a.namespace() == b.namespace());
        groups.map(|group| (group.first().and_then(ToolDoc::namespace), group))
    }
}

fn order(doc: &ToolDoc) -> (Option<&str>, &str, &str) {
    (doc.namespace(), doc.name(), &doc.id)
}

impl ToolDoc {
    /// The documentation as Markdown, as far as its level goes.
    ///
    /// ```
    /// use toolmodel_runtime::docs::{DetailLevel, DocEntry, DocStore, InMemoryDocs};
    /// use toolmodel_runtime::{Schema, Tool};
    ///
    /// let docs = InMemoryDocs::new();
    /// let schema = r#"{"properties": {"q": {"type": "string"}}, "required": ["q"]}"#.parse()?;
    /// docs.register(Tool::new("find", schema), DocEntry::new("Finds things."))?;
    /// let markdown = docs.describe("find", DetailLevel::Schema)?.to_markdown();
    /// assert!(markdown.starts_with("# `find`\n\nFinds things.\n"));
    /// assert!(markdown.contains("| `q` | string | yes |"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn to_markdown(&self) -> String {
        markdown::tool(self)
    }
}
