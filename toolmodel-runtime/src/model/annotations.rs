//! Hints for clients about what a tool does.

use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

use super::record::{Field, KeyOrder, Reader, Writer};

/// Hints about a tool's behaviour. Clients must not trust them from servers they do not trust.
///
/// ```
/// use toolmodel_runtime::Tool;
///
/// let json = r#"{"name":"t","inputSchema":{},"annotations":{"readOnlyHint":true,"later":1}}"#;
/// let hints = Tool::from_mcp_json(json)?.annotations.unwrap_or_default();
/// assert_eq!(hints.read_only_hint, Some(true));
/// assert_eq!(hints.extra["later"], 1);
/// # Ok::<(), toolmodel_runtime::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ToolAnnotations {
    /// A title for people; `Tool::title` takes precedence.
    pub title: Option<String>,
    /// The tool changes nothing.
    pub read_only_hint: Option<bool>,
    /// The tool may destroy something; only meaningful when it is not read-only.
    pub destructive_hint: Option<bool>,
    /// Calling again with the same arguments changes nothing more.
    pub idempotent_hint: Option<bool>,
    /// The tool reaches an open world of things, such as the web.
    pub open_world_hint: Option<bool>,
    /// Fields this version does not know.
    pub extra: Map<String, Value>,
    order: KeyOrder,
}

impl ToolAnnotations {
    pub(super) fn read(mut reader: Reader<'_>) -> Self {
        let mut annotations = Self {
            title: reader.string("title"),
            read_only_hint: reader.boolean("readOnlyHint"),
            destructive_hint: reader.boolean("destructiveHint"),
            idempotent_hint: reader.boolean("idempotentHint"),
            open_world_hint: reader.boolean("openWorldHint"),
            ..Self::default()
        };
        (annotations.extra, annotations.order) = reader.finish();
        annotations
    }
}

impl Serialize for ToolAnnotations {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let fields = [
            ("title", self.title.as_deref().map(Field::Text)),
            ("readOnlyHint", self.read_only_hint.map(Field::Flag)),
            ("destructiveHint", self.destructive_hint.map(Field::Flag)),
            ("idempotentHint", self.idempotent_hint.map(Field::Flag)),
            ("openWorldHint", self.open_world_hint.map(Field::Flag)),
        ];
        Writer::new(&fields, &self.extra, &self.order).serialize(serializer)
    }
}
