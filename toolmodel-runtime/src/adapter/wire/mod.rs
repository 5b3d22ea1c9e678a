//! The tools of each format as they go over the wire.

mod a2a;
mod anthropic;
mod bedrock;
mod gemini;
mod openai;

pub use a2a::{AgentCard, AgentSkill};
pub use anthropic::AnthropicTool;
pub use bedrock::{BedrockTool, ToolInputSchema, ToolSpecification};
pub use gemini::{FunctionDeclaration, GeminiTool};
pub use openai::{ChatTool, FunctionDefinition, ResponsesTool};

use serde_json::Value;

macro_rules! into_value {
    ($($wire:ty,)*) => {
        $(/// The JSON of the wire form, which adapters read.
        impl From<$wire> for Value {
            fn from(wire: $wire) -> Self {
                serde_json::to_value(wire).unwrap_or_default()
            }
        })*
    };
}

into_value! {
    ChatTool,
    FunctionDefinition,
    ResponsesTool,
    AnthropicTool,
    BedrockTool,
    GeminiTool,
    FunctionDeclaration,
    AgentSkill,
    AgentCard,
}

#[cfg(test)]
mod tests {
    use serde::Serialize;
    use serde::de::DeserializeOwned;
    use serde_json::json;

    use super::*;

    /// The fields that are written of a struct that was read with an unknown one.
    fn written<T: Serialize + DeserializeOwned>(mut wire: Value) -> Vec<String> {
        wire["x-unknown"] = json!(1);
        let read: T = serde_json::from_value(wire).unwrap();
        let written = serde_json::to_value(read).unwrap();
        written.as_object().unwrap().keys().cloned().collect()
    }

    #[test]
    fn every_field_is_in_the_list_of_its_struct() {
        let schema = json!({"type": "object"});
        let cases = [
            (
                ChatTool::FIELDS,
                written::<ChatTool>(json!({"type": "function", "function": {"name": "f"}})),
            ),
            (
                FunctionDefinition::FIELDS,
                written::<FunctionDefinition>(json!({
                    "name": "f", "description": "d", "parameters": schema, "strict": true,
                })),
            ),
            (
                ResponsesTool::FIELDS,
                written::<ResponsesTool>(json!({
                    "type": "function", "name": "f", "description": "d", "parameters": schema,
                    "strict": true, "output_schema": schema,
                })),
            ),
            (
                AnthropicTool::FIELDS,
                written::<AnthropicTool>(json!({
                    "name": "f", "description": "d", "input_schema": schema, "strict": true,
                    "input_examples": [{}], "cache_control": {},
                })),
            ),
            (
                ToolSpecification::FIELDS,
                written::<ToolSpecification>(json!({
                    "name": "f", "description": "d", "inputSchema": {"json": schema},
                })),
            ),
            (
                FunctionDeclaration::FIELDS,
                written::<FunctionDeclaration>(json!({
                    "name": "f", "description": "d", "parameters": schema,
                    "parametersJsonSchema": schema, "responseJsonSchema": schema,
                })),
            ),
            (
                AgentSkill::FIELDS,
                written::<AgentSkill>(json!({
                    "id": "f", "name": "f", "description": "d", "tags": ["t"],
                    "examples": ["e"], "inputModes": ["m"], "outputModes": ["m"],
                    "securityRequirements": [{}],
                })),
            ),
        ];
        for (fields, found) in cases {
            let found: Vec<&str> = found.iter().map(String::as_str).collect();
            assert_eq!([fields, &["x-unknown"]].concat(), found);
        }
    }
}
