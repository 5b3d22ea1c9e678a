//! Gemini function declarations, as of 2026-11-15.
//!
//! `parameters` is the OpenAPI subset of the Developer API, where an unknown keyword is an error.
//! `parametersJsonSchema` takes JSON Schema and documents an effect for a part of it.

use super::Support::{Accepted, Advisory, Refused};
use super::{Facts, Level, keywords, refine};
use crate::adapter::feature::SchemaFeature as F;
use crate::adapter::names::NameRule;

const AS_OF: &str = "2026-11-15";

/// The SDK's text allows 128, the service's errors say 64.
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

/// Function declarations in one request.
pub(crate) const MAX_DECLARATIONS: usize = 512;

/// `parameters`.
pub(crate) static GEMINI_PARAMETERS: Facts = Facts {
    provider: "gemini",
    mode: "parameters",
    as_of: AS_OF,
    keywords: keywords(
        Refused,
        &[
            (F::Type, Accepted),
            (F::Title, Accepted),
            (F::Description, Accepted),
            (F::Nullable, Accepted),
            (F::Enum, Accepted),
            (F::Format, Accepted),
            (F::Pattern, Advisory),
            (F::Default, Accepted),
            (F::Minimum, Accepted),
            (F::Maximum, Accepted),
            (F::MinLength, Accepted),
            (F::MaxLength, Accepted),
            (F::MinItems, Accepted),
            (F::MaxItems, Accepted),
            (F::MinProperties, Accepted),
            (F::MaxProperties, Accepted),
            (F::Items, Accepted),
            (F::Properties, Accepted),
            (F::Required, Accepted),
            (F::AnyOf, Accepted),
        ],
    ),
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

/// `parameters` on Vertex AI, which takes `additionalProperties` too
/// (google-genai 3.1.0 refuses it only for the Developer API).
pub(crate) static VERTEX_PARAMETERS: Facts = Facts {
    provider: "vertex",
    keywords: refine(
        GEMINI_PARAMETERS.keywords,
        &[(F::AdditionalProperties, Accepted)],
    ),
    ..GEMINI_PARAMETERS
};

/// `parametersJsonSchema`.
pub(crate) static GEMINI_JSON_SCHEMA: Facts = Facts {
    provider: "gemini",
    mode: "parametersJsonSchema",
    as_of: AS_OF,
    keywords: keywords(
        Advisory,
        &[
            (F::Schema, Refused),
            (F::AdditionalItems, Refused),
            (F::Id, Accepted),
            (F::Defs, Accepted),
            (F::Ref, Accepted),
            (F::Anchor, Accepted),
            (F::Type, Accepted),
            (F::Format, Accepted),
            (F::Title, Accepted),
            (F::Description, Accepted),
            (F::Enum, Accepted),
            (F::Items, Accepted),
            (F::PrefixItems, Accepted),
            (F::MinItems, Accepted),
            (F::MaxItems, Accepted),
            (F::Minimum, Accepted),
            (F::Maximum, Accepted),
            (F::AnyOf, Accepted),
            (F::OneOf, Accepted),
            (F::Properties, Accepted),
            (F::AdditionalProperties, Accepted),
            (F::Required, Accepted),
        ],
    ),
    unknown_keywords: Advisory,
    own_keywords: &["propertyOrdering"],
    formats: None,
    tool_names: TOOL_NAMES,
    property_names: None,
};
