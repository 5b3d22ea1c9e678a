//! Gemini function declarations, as of 2026-11-15.
//!
//! `parameters` is the OpenAPI subset of the Developer API, where an unknown keyword is an error.
//! `parametersJsonSchema` accepts JSON Schema and documents an effect for a part of it.

use super::Support::{Advisory, Refused};
use super::{Facts, Level, all};
use crate::adapter::names::NameRule;

const AS_OF: &str = "2026-11-15";

/// The SDK's documentation allows 128, the service's errors say 64.
const TOOL_NAMES: NameRule = NameRule {
    max: 64,
    punctuation: ".-",
    letter_first: true,
};
const PARAMETER_NAMES: NameRule = NameRule {
    max: 64,
    punctuation: "",
    letter_first: true,
};

/// Most function declarations in one request.
pub(crate) const MAX_DECLARATIONS: usize = 512;

/// `parameters`.
pub(crate) static GEMINI_PARAMETERS: Facts = Facts {
    provider: "gemini",
    mode: "parameters",
    as_of: AS_OF,
    keywords: keywords! {
        all(Refused);
        Accepted: Type Title Description Nullable Enum Format Default Minimum Maximum MinLength
            MaxLength MinItems MaxItems MinProperties MaxProperties Items Properties Required AnyOf;
        Advisory: Pattern;
    },
    unknown_keywords: Refused,
    own_keywords: &["example", "propertyOrdering"],
    formats: Some(&[
        ("string", &["enum", "date-time"]),
        ("integer", &["int32", "int64"]),
        ("number", &["float", "double"]),
    ]),
    tool_names: TOOL_NAMES,
    property_names: Some((PARAMETER_NAMES, Level::Every)),
};

/// `parameters` on Vertex AI, which also accepts `additionalProperties` (google-genai 3.1.0 refuses
/// it only for the Developer API).
pub(crate) static VERTEX_PARAMETERS: Facts = Facts {
    provider: "vertex",
    keywords: keywords! { GEMINI_PARAMETERS.keywords; Accepted: AdditionalProperties; },
    ..GEMINI_PARAMETERS
};

/// `parametersJsonSchema`.
pub(crate) static GEMINI_JSON_SCHEMA: Facts = Facts {
    provider: "gemini",
    mode: "parametersJsonSchema",
    as_of: AS_OF,
    keywords: keywords! {
        all(Advisory);
        Refused: Schema AdditionalItems;
        Accepted: Id Defs Ref Anchor Type Format Title Description Enum Items PrefixItems MinItems
            MaxItems Minimum Maximum AnyOf OneOf Properties AdditionalProperties Required;
    },
    unknown_keywords: Advisory,
    own_keywords: &["propertyOrdering"],
    formats: None,
    tool_names: TOOL_NAMES,
    property_names: None,
};
