//! Anthropic's tools as they go over the wire.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::schema::Schema;

impl AnthropicTool {
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

wire! {
    /// A custom tool of the Messages API.
    pub struct AnthropicTool {
        /// Up to 64 of `[a-zA-Z0-9_-]`.
        pub name: String = "name",
        /// What the tool does.
        pub description: Option<String> = "description" unless "Option::is_none",
        /// What arguments it takes.
        pub input_schema: Schema = "input_schema",
        /// Whether the schema is enforced while arguments are written; not enforced when absent.
        pub strict: Option<bool> = "strict" unless "Option::is_none",
        /// Examples of arguments.
        pub input_examples: Option<Vec<Value>> = "input_examples" unless "Option::is_none",
        /// Where a prompt cache may be cut.
        pub cache_control: Option<Value> = "cache_control" unless "Option::is_none",
    }
}
