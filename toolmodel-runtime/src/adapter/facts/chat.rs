//! Formats that take schemas as they are and differ in the shape around them, as of 2026-11-15.

use super::Support::{Accepted, Advisory, Refused};
use super::{Facts, Level, keywords};
use crate::adapter::feature::SchemaFeature::AdditionalItems;
use crate::adapter::names::NameRule;

const AS_OF: &str = "2026-11-15";

const NAMES: NameRule = NameRule {
    max: 64,
    punctuation: "-",
    letter_first: false,
};

/// Amazon Bedrock's Converse: `toolSpec`, whose name is `[a-zA-Z0-9_-]{1,64}` in the model of
/// `botocore`. What is taken of a schema depends on the model behind it; the strictest known are
/// Anthropic's.
pub(crate) static BEDROCK: Facts = Facts {
    provider: "bedrock",
    mode: "converse",
    property_names: Some((
        NameRule {
            punctuation: ".-",
            ..NAMES
        },
        Level::Root,
    )),
    ..TAKEN_AS_THEY_ARE
};

/// Mistral's chat completions: OpenAI's shape (`mistralai`: `Tool`, `Function`).
pub(crate) static MISTRAL: Facts = Facts {
    provider: "mistral",
    mode: "chat",
    ..TAKEN_AS_THEY_ARE
};

const TAKEN_AS_THEY_ARE: Facts = Facts {
    provider: "",
    mode: "",
    as_of: AS_OF,
    keywords: keywords(Accepted, &[(AdditionalItems, Refused)]),
    unknown_keywords: Advisory,
    own_keywords: &[],
    formats: None,
    tool_names: NAMES,
    property_names: None,
};
