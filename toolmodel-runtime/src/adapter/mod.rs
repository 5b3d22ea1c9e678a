//! One tool for every provider, and a report of what each conversion loses.
//!
//! An [`Adapter`] reads a wire format into a [`CanonicalTool`] and writes one back; a [`Registry`] converts
//! between any two. What the target cannot express directly is expressed differently where possible, and
//! reported as a [`FeatureLossWarning`] either way:
//!
//! ```
//! use serde_json::json;
//! use toolmodel_runtime::adapter::{Outcome, Registry};
//!
//! let tool = json!({
//!     "name": "search",
//!     "inputSchema": {
//!         "type": "object",
//!         "properties": {"query": {"type": "string"}, "limit": {"type": "integer"}},
//!         "required": ["query"],
//!         "additionalProperties": false
//!     }
//! });
//! let converted = Registry::default().convert(tool, "mcp", "openai-strict")?;
//! let function = &converted.to_value()["function"];
//! assert_eq!(function["parameters"]["required"], json!(["query", "limit"]));
//! assert_eq!(function["parameters"]["properties"]["limit"]["type"], json!(["integer", "null"]));
//! assert_eq!(converted.warnings[0].outcome, Outcome::Rewritten);
//!
//! // What the model answers is mapped back: null stood for an absent limit.
//! let arguments = converted.restore_arguments(json!({"query": "rust", "limit": null}))?;
//! assert_eq!(arguments, json!({"query": "rust"}));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Conversions are pure and deterministic; nothing is fetched, and references out of a schema are
//! reported. [`lint`](mod@lint) lists what a provider would refuse in tools that come from elsewhere.

mod a2a;
mod anthropic;
mod batch;
mod bedrock;
mod budget;
mod calls;
mod canonical;
mod common;
mod contract;
mod converted;
mod cycles;
mod detect;
mod error;
mod facts;
mod feature;
mod gemini;
mod limits;
pub mod lint;
mod lower;
mod mcp;
mod names;
mod openai;
mod openapi;
mod patterns;
mod profile;
mod provider;
pub(crate) mod recognise;
mod registry;
mod report;
mod restore;
mod warning;
mod wire;

pub use a2a::A2a;
pub use anthropic::Anthropic;
pub use batch::ConvertedTools;
pub use bedrock::Bedrock;
pub use budget::OverBudget;
pub use calls::{Call, CallStream};
pub use canonical::{CanonicalTool, SecurityRequirement};
pub use contract::{Adapter, Strictness, Wish};
pub use converted::{ConvertedTool, NameMapping, PropertyMapping, Wire};
pub use error::{ConversionError, Direction, RegistryError};
pub use facts::{Facts, Support};
pub use feature::{Feature, SchemaFeature, ToolFeature};
pub use gemini::{Gemini, GeminiParameters};
pub use mcp::Mcp;
pub use openai::{OpenAi, OpenAiShape};
pub(crate) use openapi::to_json_schema as gemini_schema;
pub use provider::CanonicalProvider;
pub use registry::Registry;
pub use warning::{FeatureLossWarning, Outcome};
pub use wire::{
    AgentCard, AgentSkill, AnthropicTool, BedrockTool, ChatTool, FunctionDeclaration,
    FunctionDefinition, GeminiTool, ResponsesTool, ToolInputSchema, ToolSpecification,
};
