//! Recognises the format of a single tool by its fields. The lists and responses around tools, and how the tool is
//! taken out of each format, are known to `load/shapes` of toolmodel-build.

use serde_json::{Map, Value};

use crate::schema::MAX_NESTING;

/// The shape of a tool on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::exhaustive_enums, reason = "hidden from users")]
pub enum Shape {
    /// An MCP tool.
    Mcp,
    /// A tool of OpenAI's Chat Completions, which Mistral and others share.
    OpenAiChat,
    /// An OpenAI function, as in Responses or bare.
    OpenAiFunction,
    /// An Anthropic tool.
    Anthropic,
    /// Gemini's declarations in a tool.
    GeminiTool,
    /// A Gemini declaration with its own kind of schema.
    GeminiDeclaration,
    /// A Gemini declaration with JSON Schema.
    GeminiJsonSchema,
    /// A tool of Amazon Bedrock's Converse.
    Bedrock,
    /// A skill of A2A.
    A2a,
}

impl Shape {
    /// The fields that hold the schemas of arguments and of results.
    #[must_use]
    pub fn schemas(self) -> (&'static str, &'static str) {
        match self {
            Self::Anthropic => ("input_schema", "output_schema"),
            Self::OpenAiChat | Self::OpenAiFunction => ("parameters", "output_schema"),
            Self::GeminiTool | Self::GeminiDeclaration => ("parameters", "response"),
            Self::GeminiJsonSchema => ("parametersJsonSchema", "responseJsonSchema"),
            Self::Mcp | Self::Bedrock | Self::A2a => ("inputSchema", "outputSchema"),
        }
    }

    /// The name of the format, and the fields that show it.
    pub(crate) fn told(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Self::Mcp => ("an MCP tool", "inputSchema", "mcp"),
            Self::OpenAiChat => ("an OpenAI tool", "function", "openai"),
            Self::OpenAiFunction => ("an OpenAI function", "parameters", "openai"),
            Self::Anthropic => ("an Anthropic tool", "input_schema", "anthropic"),
            Self::GeminiTool => ("a Gemini tool", "functionDeclarations", "gemini"),
            Self::GeminiDeclaration => ("a Gemini declaration", "parameters", "gemini"),
            Self::GeminiJsonSchema => ("a Gemini declaration", "parametersJsonSchema", "gemini"),
            Self::Bedrock => ("a Bedrock tool", "toolSpec", "bedrock"),
            Self::A2a => ("an A2A skill", "tags", "a2a"),
        }
    }
}

/// The shape of a tool; `None` if its fields do not determine one.
#[must_use]
pub fn recognise(map: &Map<String, Value>) -> Option<Shape> {
    let has = |key: &str| map.get(key).is_some_and(|value| !value.is_null());
    let kind = map.get("type").and_then(Value::as_str);
    if has("toolSpec") {
        Some(Shape::Bedrock)
    } else if has("functionDeclarations") || has("function_declarations") {
        Some(Shape::GeminiTool)
    } else if map.get("function").is_some_and(Value::is_object) && !has("name") {
        Some(Shape::OpenAiChat)
    } else if has("inputSchema") {
        Some(Shape::Mcp)
    } else if has("input_schema") {
        Some(Shape::Anthropic)
    } else if has("parametersJsonSchema") {
        Some(Shape::GeminiJsonSchema)
    } else if kind == Some("function") {
        Some(Shape::OpenAiFunction)
    } else if let Some(parameters) = map.get("parameters") {
        // Gemini writes its types in upper case.
        let root = parameters.get("type").and_then(Value::as_str);
        let is_upper = |name: &str| name.starts_with(|c: char| c.is_ascii_uppercase());
        if root.is_some_and(is_upper) {
            Some(Shape::GeminiDeclaration)
        } else {
            Some(Shape::OpenAiFunction)
        }
    } else if has("id") && has("tags") {
        Some(Shape::A2a)
    } else {
        None
    }
}

/// The deepest nesting allowed for a tool: a schema may have [`MAX_NESTING`] levels, whatever its format puts
/// around it, so that what is written in one format can be read in every other.
pub(crate) fn deepest(tool: &Value) -> usize {
    let around = match tool.as_object().and_then(recognise) {
        Some(Shape::GeminiTool | Shape::Bedrock) => 3,
        Some(Shape::OpenAiChat) => 2,
        _ => 1,
    };
    MAX_NESTING + around
}
