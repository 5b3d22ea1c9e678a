//! The wire formats, and the modes in which their providers accept schemas.

use super::facts::{
    ANTHROPIC, ANTHROPIC_STRICT, AZURE_STRICT, Facts, GEMINI_JSON_SCHEMA, GEMINI_PARAMETERS,
    OPENAI, OPENAI_STRICT, VERTEX_PARAMETERS,
};

/// A wire format. Whether a tool is strict is read from the tool itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Target {
    /// A tool of MCP's `tools/list`.
    Mcp,
    /// A tool of OpenAI's Chat Completions.
    OpenAiChat,
    /// A function tool of OpenAI's Responses.
    OpenAiResponses,
    /// A tool of Anthropic's Messages.
    Anthropic,
    /// A function declaration of Gemini, or a tool that holds some.
    Gemini,
    /// A function declaration for Vertex AI, or a tool that holds some.
    Vertex,
    /// A tool of Mistral's chat completions.
    Mistral,
    /// A tool of Amazon Bedrock's Converse.
    Bedrock,
    /// A skill of an A2A agent card.
    A2a,
}

/// Which rules a schema is checked against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Profile {
    OpenAi,
    OpenAiStrict,
    Anthropic,
    AnthropicStrict,
    /// OpenAI's strict mode as Azure has it.
    AzureStrict,
    GeminiParameters,
    /// As [`Profile::GeminiParameters`], with the keywords that only Vertex AI accepts.
    VertexParameters,
    GeminiJsonSchema,
}

impl Profile {
    pub(crate) fn facts(self) -> &'static Facts {
        match self {
            Self::OpenAi => &OPENAI,
            Self::OpenAiStrict => &OPENAI_STRICT,
            Self::Anthropic => &ANTHROPIC,
            Self::AnthropicStrict => &ANTHROPIC_STRICT,
            Self::AzureStrict => &AZURE_STRICT,
            Self::GeminiParameters => &GEMINI_PARAMETERS,
            Self::VertexParameters => &VERTEX_PARAMETERS,
            Self::GeminiJsonSchema => &GEMINI_JSON_SCHEMA,
        }
    }

    pub(crate) fn is_strict(self) -> bool {
        self.is_openai_strict() || self == Self::AnthropicStrict
    }

    /// Whether every property is required, as in OpenAI's strict mode.
    pub(crate) fn is_openai_strict(self) -> bool {
        matches!(self, Self::OpenAiStrict | Self::AzureStrict)
    }

    /// Whether schemas are written in Gemini's subset of OpenAPI.
    pub(crate) fn is_openapi(self) -> bool {
        matches!(self, Self::GeminiParameters | Self::VertexParameters)
    }

    /// The keywords that the root may not have although subschemas may.
    pub(crate) fn root_keywords(self) -> &'static [&'static str] {
        match self {
            Self::OpenAi | Self::OpenAiStrict | Self::AzureStrict => {
                &["anyOf", "oneOf", "allOf", "enum", "not", "const"]
            }
            Self::Anthropic | Self::AnthropicStrict => &["anyOf", "oneOf", "allOf"],
            Self::GeminiParameters | Self::VertexParameters | Self::GeminiJsonSchema => &[],
        }
    }
}
