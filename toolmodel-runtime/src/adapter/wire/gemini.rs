//! Gemini's function declarations as they go over the wire.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::schema::Schema;

/// A tool that holds function declarations.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct GeminiTool {
    /// The declarations; one after a conversion.
    pub function_declarations: Vec<FunctionDeclaration>,
}

impl GeminiTool {
    /// A tool with some declarations.
    #[must_use]
    pub fn new(function_declarations: Vec<FunctionDeclaration>) -> Self {
        Self {
            function_declarations,
        }
    }
}

impl FunctionDeclaration {
    /// A function without parameters.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            description: None,
            parameters: None,
            parameters_json_schema: None,
            response_json_schema: None,
            extra: Map::new(),
        }
    }
}

wire! {
    /// A function declaration.
    pub struct FunctionDeclaration {
        /// Up to 64 of `[a-zA-Z0-9_.-]`, a letter or `_` first.
        pub name: String = "name",
        /// What the function does.
        pub description: Option<String> = "description" unless "Option::is_none",
        /// What arguments it takes, in the OpenAPI subset; absent when there are none, or when they
        /// need [`FunctionDeclaration::parameters_json_schema`].
        pub parameters: Option<Schema> = "parameters" unless "Option::is_none",
        /// What arguments it takes, in JSON Schema.
        pub parameters_json_schema: Option<Schema> = "parametersJsonSchema" unless "Option::is_none",
        /// The result it returns, in JSON Schema.
        pub response_json_schema: Option<Schema> = "responseJsonSchema" unless "Option::is_none",
    }
}
