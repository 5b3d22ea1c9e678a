//! OpenAI's function tools as they go over the wire.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::adapter::json_schema::JsonSchema;

/// A function tool of Chat Completions: `{"type": "function", "function": {...}}`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ChatTool {
    /// Always `function`.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// The function.
    pub function: FunctionDefinition,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// The function of a [`ChatTool`].
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct FunctionDefinition {
    /// Up to 64 of `[a-zA-Z0-9_-]`.
    pub name: String,
    /// What the function does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// What arguments it takes; none when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parameters: Option<JsonSchema>,
    /// Whether arguments are held to the schema while they are written; not when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strict: Option<bool>,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// A function tool of Responses: `{"type": "function", "name": ...}`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ResponsesTool {
    /// Always `function`.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// Up to 64 of `[a-zA-Z0-9_-]`.
    pub name: String,
    /// What the function does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// What arguments it takes.
    pub parameters: JsonSchema,
    /// Always written: without it, the service makes the tool strict.
    pub strict: bool,
    /// What structured result the function gives.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output_schema: Option<JsonSchema>,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}
