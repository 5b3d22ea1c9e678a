//! A converted tool: its wire form, what was lost, and how arguments are mapped back.

use serde::Serialize;
use serde_json::Value;

use super::restore::Restore;
use super::warning::FeatureLossWarning;
use super::wire::{AgentSkill, AnthropicTool, BedrockTool, ChatTool, GeminiTool, ResponsesTool};
use crate::error::Result;
use crate::model::Tool;

/// A tool in a wire format.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum Wire {
    /// MCP.
    Mcp(Box<Tool>),
    /// OpenAI's Chat Completions.
    OpenAiChat(ChatTool),
    /// OpenAI's Responses.
    OpenAiResponses(ResponsesTool),
    /// Anthropic's Messages.
    Anthropic(AnthropicTool),
    /// Gemini.
    Gemini(GeminiTool),
    /// Amazon Bedrock.
    Bedrock(BedrockTool),
    /// A2A.
    A2a(AgentSkill),
    /// Any other format.
    Json(Value),
}

/// The name of a tool in a wire format, and what it maps to.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NameMapping {
    /// The tool's name.
    pub original: String,
    /// The tool's id, with its namespace.
    pub id: String,
    /// The name on the wire.
    pub wire: String,
}

impl NameMapping {
    /// Whether the name had to be changed.
    #[must_use]
    pub fn is_changed(&self) -> bool {
        self.original != self.wire
    }
}

/// The name of a property in a wire format, and what it maps to.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PropertyMapping {
    /// JSON pointer of the object schema on the wire.
    pub object: String,
    /// The property's name in the source.
    pub original: String,
    /// The name on the wire.
    pub wire: String,
}

/// The result of a conversion.
///
/// ```
/// use serde_json::json;
/// use toolmodel_runtime::adapter::Registry;
///
/// let tool = json!({"name": "get repo", "inputSchema": {"type": "object"}});
/// let converted = Registry::default().convert(tool, "mcp", "openai")?;
/// assert_eq!(converted.name.wire, "get_repo");
/// assert_eq!(converted.to_value()["function"]["name"], "get_repo");
/// # Ok::<(), toolmodel_runtime::adapter::RegistryError>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ConvertedTool {
    /// The tool in the target format.
    pub wire: Wire,
    /// What became of features the target does not support as they are: first of the input schema, then
    /// of the output schema, each in document order, then of the tool's fields.
    pub warnings: Vec<FeatureLossWarning>,
    /// The tool's name on the wire.
    pub name: NameMapping,
    /// Whether the tool is a strict one.
    pub strict: bool,
    pub(crate) restore: Restore,
}

impl ConvertedTool {
    /// A tool of an adapter outside this crate, whose arguments need no mapping back.
    #[must_use]
    pub fn new(wire: Value, name: impl Into<String>, warnings: Vec<FeatureLossWarning>) -> Self {
        let name = name.into();
        let mapping = NameMapping {
            original: name.clone(),
            id: name.clone(),
            wire: name,
        };
        Self {
            wire: Wire::Json(wire),
            warnings,
            name: mapping,
            strict: false,
            restore: Restore::default(),
        }
    }

    /// The JSON of the wire form.
    #[must_use]
    pub fn to_value(&self) -> Value {
        serde_json::to_value(&self.wire).unwrap_or_default()
    }

    /// The JSON text of the wire form.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(&self.wire).unwrap_or_default()
    }

    /// The warnings about what no longer means the same: what is dropped, narrowed or only described.
    /// Most are about fields that the format has no place for; see
    /// [`ConvertedTool::affects_arguments`] for those that matter to calls.
    pub fn losses(&self) -> impl Iterator<Item = &FeatureLossWarning> {
        self.warnings
            .iter()
            .filter(|warning| !warning.outcome.keeps_meaning())
    }

    /// Whether the converted tool accepts different arguments than its source does. If so, arguments have
    /// to be validated against the source, or the model cannot send everything that it accepts.
    #[must_use]
    pub fn affects_arguments(&self) -> bool {
        self.warnings
            .iter()
            .any(FeatureLossWarning::affects_arguments)
    }

    /// The properties whose names had to be changed.
    #[must_use]
    pub fn property_names(&self) -> Vec<PropertyMapping> {
        let names = self.restore.names().into_iter();
        names
            .map(|(object, wire, original)| PropertyMapping {
                object,
                original,
                wire,
            })
            .collect()
    }

    /// Arguments that a model wrote for the converted tool, in the form the source tool takes:
    /// property names are the original ones, and where null encodes an absent property in a strict mode,
    /// the property is absent. An original name is also accepted for its property, unless the converted
    /// one is present.
    ///
    /// # Errors
    /// [`ErrorKind::LimitExceeded`](crate::ErrorKind::LimitExceeded) when the arguments are nested
    /// too deep, or finding the alternatives that they were written for would take too long.
    pub fn restore_arguments(&self, arguments: Value) -> Result<Value> {
        self.restore.restore(arguments)
    }
}
