//! Gemini function declarations, as of 2026-11-15.
//!
//! `parameters` is the OpenAPI subset of the Developer API, where an unknown keyword is an error.
//! `parametersJsonSchema` takes JSON Schema and documents an effect for a part of it.

use super::Support::{Accepted, Advisory, Refused};
use super::{Facts, Level, keywords, refine};
use crate::adapter::feature::SchemaFeature::{
    AdditionalItems, AdditionalProperties, Anchor, AnyOf, Default, Defs, Description, Enum, Format,
    Id, Items, MaxItems, MaxLength, MaxProperties, Maximum, MinItems, MinLength, MinProperties,
    Minimum, Nullable, OneOf, Pattern, PrefixItems, Properties, Ref, Required, Schema, Title, Type,
};
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
            (Type, Accepted),
            (Title, Accepted),
            (Description, Accepted),
            (Nullable, Accepted),
            (Enum, Accepted),
            (Format, Accepted),
            (Pattern, Advisory),
            (Default, Accepted),
            (Minimum, Accepted),
            (Maximum, Accepted),
            (MinLength, Accepted),
            (MaxLength, Accepted),
            (MinItems, Accepted),
            (MaxItems, Accepted),
            (MinProperties, Accepted),
            (MaxProperties, Accepted),
            (Items, Accepted),
            (Properties, Accepted),
            (Required, Accepted),
            (AnyOf, Accepted),
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
        &[(AdditionalProperties, Accepted)],
    ),
    mode: "parameters",
    as_of: AS_OF,
    unknown_keywords: Refused,
    own_keywords: &["example", "propertyOrdering"],
    formats: GEMINI_PARAMETERS.formats,
    tool_names: TOOL_NAMES,
    property_names: Some((PARAMETER_NAMES, Level::Every)),
};

/// `parametersJsonSchema`.
pub(crate) static GEMINI_JSON_SCHEMA: Facts = Facts {
    provider: "gemini",
    mode: "parametersJsonSchema",
    as_of: AS_OF,
    keywords: keywords(
        Advisory,
        &[
            (Schema, Refused),
            (AdditionalItems, Refused),
            (Id, Accepted),
            (Defs, Accepted),
            (Ref, Accepted),
            (Anchor, Accepted),
            (Type, Accepted),
            (Format, Accepted),
            (Title, Accepted),
            (Description, Accepted),
            (Enum, Accepted),
            (Items, Accepted),
            (PrefixItems, Accepted),
            (MinItems, Accepted),
            (MaxItems, Accepted),
            (Minimum, Accepted),
            (Maximum, Accepted),
            (AnyOf, Accepted),
            (OneOf, Accepted),
            (Properties, Accepted),
            (AdditionalProperties, Accepted),
            (Required, Accepted),
        ],
    ),
    unknown_keywords: Advisory,
    own_keywords: &["propertyOrdering"],
    formats: None,
    tool_names: TOOL_NAMES,
    property_names: None,
};
