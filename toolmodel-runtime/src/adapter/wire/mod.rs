//! The tools of each format as they go over the wire.

/// Wire forms: their fields by the names on the wire, each with when it is left out, and those that this version
/// does not know.
macro_rules! wire {
    ($($(#[$about:meta])* pub struct $form:ident {
        $($(#[$field_about:meta])* pub $field:ident: $type:ty = $name:literal $(unless $absent:literal)?,)*
    })*) => {$(
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[non_exhaustive]
        pub struct $form {
            $(
                $(#[$field_about])*
                #[serde(rename = $name $(, default, skip_serializing_if = $absent)?)]
                pub $field: $type,
            )*
            /// Fields this version does not know.
            #[serde(flatten)]
            pub extra: Map<String, Value>,
        }

        impl $form {
            pub(crate) const FIELDS: &[&str] = &[$($name),*];
        }
    )*};
}

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
