//! Anthropic's tools as they go over the wire.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::adapter::json_schema::JsonSchema;

/// A custom tool of the Messages API.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct AnthropicTool {
    /// Up to 64 of `[a-zA-Z0-9_-]`.
    pub name: String,
    /// What the tool does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// What arguments it takes.
    pub input_schema: JsonSchema,
    /// Whether arguments are held to the schema while they are written; not when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strict: Option<bool>,
    /// Examples of arguments.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input_examples: Option<Vec<Value>>,
    /// Where a prompt cache may be cut.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cache_control: Option<Value>,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}
