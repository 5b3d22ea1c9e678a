//! Anthropic's tools as they go over the wire.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::schema::Schema;

impl AnthropicTool {
    pub(crate) const FIELDS: &[&str] = &[
        "name",
        "description",
        "input_schema",
        "strict",
        "input_examples",
        "cache_control",
    ];

    /// A tool that is not strict.
    #[must_use]
    pub fn new(name: impl Into<String>, input_schema: Schema) -> Self {
        Self {
            name: name.into(),
            description: None,
            input_schema,
            strict: None,
            input_examples: None,
            cache_control: None,
            extra: Map::new(),
        }
    }
}

/// A custom tool of the Messages API.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct AnthropicTool {
    /// Up to 64 of `[a-zA-Z0-9_-]`.
    pub name: String,
    /// What the tool does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// What arguments it takes.
    pub input_schema: Schema,
    /// Whether the schema is enforced while arguments are written; not when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strict: Option<bool>,
    /// Examples of arguments.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input_examples: Option<Vec<Value>>,
    /// Where a prompt cache may be cut.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cache_control: Option<Value>,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}
