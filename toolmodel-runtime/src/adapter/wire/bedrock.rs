//! Bedrock's tools as they go over the wire.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::schema::Schema;

/// A tool of Converse's `toolConfig.tools`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct BedrockTool {
    /// The tool.
    pub tool_spec: ToolSpecification,
}

wire! {
    /// The tool of a [`BedrockTool`].
    pub struct ToolSpecification {
        /// Up to 64 of `[a-zA-Z0-9_-]`.
        pub name: String = "name",
        /// What the tool does.
        pub description: Option<String> = "description" unless "Option::is_none",
        /// The arguments it takes.
        pub input_schema: ToolInputSchema = "inputSchema",
    }
}

/// The schema of a [`ToolSpecification`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ToolInputSchema {
    /// A JSON Schema.
    pub json: Schema,
}

impl BedrockTool {
    /// A tool with a name and a schema.
    #[must_use]
    pub fn new(name: impl Into<String>, input_schema: Schema) -> Self {
        Self {
            tool_spec: ToolSpecification {
                name: name.into(),
                description: None,
                input_schema: ToolInputSchema { json: input_schema },
                extra: Map::new(),
            },
        }
    }
}
