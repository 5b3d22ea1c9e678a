//! Formats that accept schemas as they are and differ in the structure around them, as of 2026-11-15.

use super::{DOTTED_NAMES, Facts, LENIENT, Level};

const AS_OF: &str = "2026-11-15";

/// Amazon Bedrock's Converse: `toolSpec`, whose name is `[a-zA-Z0-9_-]{1,64}` in the model of
/// `botocore`. Which keywords are accepted depends on the model behind it; the strictest known are
/// Anthropic's.
pub(crate) static BEDROCK: Facts = Facts {
    provider: "bedrock",
    mode: "converse",
    as_of: AS_OF,
    property_names: Some((DOTTED_NAMES, Level::Root)),
    ..LENIENT
};

/// Mistral's chat completions: OpenAI's shape (`mistralai`: `Tool`, `Function`).
pub(crate) static MISTRAL: Facts = Facts {
    provider: "mistral",
    mode: "chat",
    as_of: AS_OF,
    ..LENIENT
};
