//! Gemini's function declarations as they go over the wire.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::adapter::json_schema::JsonSchema;

/// A tool that holds function declarations.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct GeminiTool {
    /// The declarations; one after a conversion.
    pub function_declarations: Vec<FunctionDeclaration>,
}

/// A function declaration.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct FunctionDeclaration {
    /// Up to 64 of `[a-zA-Z0-9_.-]`, a letter or `_` first.
    pub name: String,
    /// What the function does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// What arguments it takes, in the OpenAPI subset; absent when there are none, or when they
    /// need [`FunctionDeclaration::parameters_json_schema`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parameters: Option<JsonSchema>,
    /// What arguments it takes, in JSON Schema.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parameters_json_schema: Option<JsonSchema>,
    /// What result it gives, in JSON Schema.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub response_json_schema: Option<JsonSchema>,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}
