//! OpenAI's function tools as they go over the wire.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::schema::Schema;

/// A function tool of Chat Completions: `{"type": "function", "function": {...}}`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ChatTool {
    /// Always `function`.
    #[serde(rename = "type")]
    pub kind: String,
    /// The function.
    pub function: FunctionDefinition,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

impl ChatTool {
    pub(crate) const FIELDS: &[&str] = &["type", "function"];

    /// A tool of a function.
    #[must_use]
    pub fn new(function: FunctionDefinition) -> Self {
        Self {
            kind: "function".to_owned(),
            function,
            extra: Map::new(),
        }
    }
}

impl FunctionDefinition {
    pub(crate) const FIELDS: &[&str] = &["name", "description", "parameters", "strict"];

    /// A function that is not strict.
    #[must_use]
    pub fn new(name: impl Into<String>, parameters: Schema) -> Self {
        Self {
            name: name.into(),
            description: None,
            parameters: Some(parameters),
            strict: None,
            extra: Map::new(),
        }
    }
}

impl ResponsesTool {
    pub(crate) const FIELDS: &[&str] = &[
        "type",
        "name",
        "description",
        "parameters",
        "strict",
        "output_schema",
    ];

    /// A function that is not strict.
    #[must_use]
    pub fn new(name: impl Into<String>, parameters: Schema) -> Self {
        Self {
            kind: "function".to_owned(),
            name: name.into(),
            description: None,
            parameters,
            strict: false,
            output_schema: None,
            extra: Map::new(),
        }
    }
}

/// The function of a [`ChatTool`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct FunctionDefinition {
    /// Up to 64 of `[a-zA-Z0-9_-]`.
    pub name: String,
    /// What the function does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// What arguments it takes; none when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parameters: Option<Schema>,
    /// Whether the schema is enforced while arguments are written; not when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strict: Option<bool>,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// A function tool of Responses: `{"type": "function", "name": ...}`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ResponsesTool {
    /// Always `function`.
    #[serde(rename = "type")]
    pub kind: String,
    /// Up to 64 of `[a-zA-Z0-9_-]`.
    pub name: String,
    /// What the function does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// What arguments it takes.
    pub parameters: Schema,
    /// Always written: without it, the service makes the tool strict.
    pub strict: bool,
    /// What structured result the function gives.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output_schema: Option<Schema>,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}
