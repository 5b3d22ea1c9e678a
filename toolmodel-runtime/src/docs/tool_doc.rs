//! What a docs store returns about one tool.

use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value, json};

use super::caps::{ArgsSize, MAX_SUMMARY_LEN};
use super::{DetailLevel, DocEntry, SchemaInfo, ToolExample, paragraphs};
use crate::error::excerpt::truncated;
use crate::model::{Tool, ToolAnnotations, ToolId};
use crate::schema::walk::{items, texts};

/// The documentation of a tool at one level of detail, as an owned copy.
///
/// ```
/// use toolmodel_runtime::docs::{DetailLevel, DocEntry, DocStore, InMemoryDocs};
/// use toolmodel_runtime::{Schema, Tool};
///
/// let docs = InMemoryDocs::new();
/// let entry = DocEntry::new("Wakes the lamp up.").with_notes("It takes a second.");
/// docs.register(Tool::new("wake", Schema::no_params()), entry)?;
/// let doc = docs.describe("wake", DetailLevel::Summary)?;
/// assert_eq!((&*doc.summary, &*doc.notes), ("Wakes the lamp up.", ""));
/// let doc = docs.describe("wake", DetailLevel::Full)?;
/// assert_eq!(doc.notes, "It takes a second.");
/// # Ok::<(), toolmodel_runtime::docs::DocsError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[non_exhaustive]
pub struct ToolDoc {
    /// The id of the tool.
    pub id: String,
    /// How much detail this is.
    pub level: DetailLevel,
    /// The tool itself, which is authoritative about its schemas. Absent at level summary.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool: Option<Tool>,
    /// One short paragraph.
    pub summary: String,
    /// What the input schema says about each property, as far as it can be determined; shared, since
    /// nobody can change it. Absent at level summary.
    #[serde(
        skip_serializing_if = "Option::is_none",
        serialize_with = "write_info",
        deserialize_with = "read_info"
    )]
    pub schema_info: Option<Arc<SchemaInfo>>,
    /// Everything else worth saying. Only at level full.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub notes: String,
    /// Calls that show how the tool is used. Only at level full.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub examples: Vec<ToolExample>,
    /// Links to read more. Only at level full.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub external_refs: Vec<String>,
    /// `inputModes` of the tool's `_meta`: media types it accepts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub input_modes: Vec<String>,
    /// `outputModes` of the tool's `_meta`: media types it produces.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub output_modes: Vec<String>,
    /// The names of the security schemes that `securityRequirements`, or else `securitySchemes`,
    /// of the tool's `_meta` mention: sorted, without duplicates, joined by commas.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub security_summary: String,
    /// Hints about the tool's behaviour, as its author gave them.
    #[serde(
        skip_serializing_if = "Option::is_none",
        deserialize_with = "annotations"
    )]
    pub annotations: Option<ToolAnnotations>,
}

impl ToolDoc {
    /// The part of the id before the `:`, when the id is a tool id.
    #[must_use]
    pub fn namespace(&self) -> Option<&str> {
        let (namespace, name) = self.id.split_once(':')?;
        ToolId::new(Some(namespace), name).ok()?;
        Some(namespace)
    }

    /// The part of the id after the namespace.
    #[must_use]
    pub fn name(&self) -> &str {
        match self.namespace() {
            Some(namespace) => &self.id[namespace.len() + 1..],
            None => &self.id,
        }
    }

    /// Compact JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        // Serialising a record of strings, schemas and JSON values cannot fail.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// The documentation at a level, from what is known: at least one of the entry and the tool.
    pub(super) fn new(
        id: &str,
        level: DetailLevel,
        entry: Option<&DocEntry>,
        tool: Option<&Tool>,
        max_examples: usize,
    ) -> Self {
        let mut doc = Self {
            id: id.to_owned(),
            level,
            summary: summary(entry, tool),
            ..Self::default()
        };
        if let Some(tool) = tool {
            doc.add_hints(tool);
        }
        if level == DetailLevel::Full {
            if let Some(entry) = entry {
                doc.notes.clone_from(&entry.notes);
                doc.external_refs.clone_from(&entry.external_refs);
            }
            doc.examples = examples(entry, tool, max_examples);
        }
        doc
    }

    fn add_hints(&mut self, tool: &Tool) {
        self.annotations.clone_from(&tool.annotations);
        if let Some(meta) = &tool.meta {
            self.input_modes = strings(meta, "inputModes");
            self.output_modes = strings(meta, "outputModes");
            self.security_summary = security(meta);
        }
    }
}

fn summary(entry: Option<&DocEntry>, tool: Option<&Tool>) -> String {
    if let Some(entry) = entry.filter(|entry| !entry.summary.is_empty()) {
        return entry.summary.clone();
    }
    let description = tool.and_then(|tool| tool.description.as_deref());
    let mut text = paragraphs::first(description.unwrap_or_default());
    text.truncate(truncated(&text, MAX_SUMMARY_LEN).len());
    text
}

/// The entry's examples, or else those that the input schema lists with the keyword `examples` and
/// that are within the caps.
pub(super) fn examples(
    entry: Option<&DocEntry>,
    tool: Option<&Tool>,
    max: usize,
) -> Vec<ToolExample> {
    if let Some(entry) = entry.filter(|entry| !entry.examples.is_empty()) {
        return entry.examples.iter().take(max).cloned().collect();
    }
    let listed = tool.and_then(|tool| tool.input_schema.get("examples")?.as_array());
    listed
        .into_iter()
        .flatten()
        .filter_map(Value::as_object)
        .filter(|args| ArgsSize::of(args).is_within_caps())
        .take(max)
        .enumerate()
        .map(|(i, args)| {
            ToolExample::new(format!("Example {}", i + 1))
                .with_id(format!("example-{}", i + 1))
                .with_args(args.clone())
        })
        .collect()
}

fn strings(meta: &Map<String, Value>, key: &str) -> Vec<String> {
    texts(meta.get(key)).map(str::to_owned).collect()
}

fn security(meta: &Map<String, Value>) -> String {
    let requirements = items(meta.get("securityRequirements"));
    let required = requirements
        .filter_map(Value::as_object)
        .flat_map(Map::keys);
    let mut names: Vec<&str> = required.map(String::as_str).collect();
    if names.is_empty() {
        let schemes = meta.get("securitySchemes").and_then(Value::as_object);
        names.extend(schemes.into_iter().flat_map(Map::keys).map(String::as_str));
    }
    names.sort_unstable();
    names.dedup();
    names.join(",")
}

// Written by hand because serde serialises shared values only with a feature that would be enabled for all
// crates of a build.
#[expect(clippy::ref_option, reason = "serde hands over the field as it is")]
fn write_info<S: Serializer>(
    info: &Option<Arc<SchemaInfo>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    info.as_deref().serialize(serializer)
}

fn read_info<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Arc<SchemaInfo>>, D::Error> {
    Ok(Option::deserialize(deserializer)?.map(Arc::new))
}

/// Reads annotations as the tool record has them.
fn annotations<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<ToolAnnotations>, D::Error> {
    let value = Value::deserialize(deserializer)?;
    let record = json!({"name": "_", "inputSchema": {}, "annotations": value});
    let tool = Tool::from_mcp_value(record).map_err(serde::de::Error::custom)?;
    Ok(tool.annotations)
}
