//! OpenAI's function tools as they go over the wire.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::schema::Schema;

wire! {
    /// A function tool of Chat Completions: `{"type": "function", "function": {...}}`.
    pub struct ChatTool {
        /// Always `function`.
        pub kind: String = "type",
        /// The function.
        pub function: FunctionDefinition = "function",
    }

    /// The function of a [`ChatTool`].
    pub struct FunctionDefinition {
        /// Up to 64 of `[a-zA-Z0-9_-]`.
        pub name: String = "name",
        /// What the function does.
        pub description: Option<String> = "description" unless "Option::is_none",
        /// What arguments it takes; none when absent.
        pub parameters: Option<Schema> = "parameters" unless "Option::is_none",
        /// Whether the schema is enforced while arguments are written; not enforced when absent.
        pub strict: Option<bool> = "strict" unless "Option::is_none",
    }

    /// A function tool of Responses: `{"type": "function", "name": ...}`.
    pub struct ResponsesTool {
        /// Always `function`.
        pub kind: String = "type",
        /// Up to 64 of `[a-zA-Z0-9_-]`.
        pub name: String = "name",
        /// What the function does.
        pub description: Option<String> = "description" unless "Option::is_none",
        /// What arguments it takes.
        pub parameters: Schema = "parameters",
        /// Always written: without it, the service makes the tool strict.
        pub strict: bool = "strict",
        /// The structured result the function returns.
        pub output_schema: Option<Schema> = "output_schema" unless "Option::is_none",
    }
}

impl ChatTool {
    /// A tool with a function.
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
