//! The original feature matrix, row by row, with the original's answers for keywords and formats
//! that the matrix does not list.

use super::Support::{Accepted, Refused};
use super::{ANY_NAME, Facts, Support, keywords};
use crate::adapter::feature::SchemaFeature::{
    self, AdditionalProperties, AllOf, AnyOf, Const, Default, Definitions, Defs, Description, Enum,
    Format, Items, MaxItems, MaxLength, MaxProperties, Maximum, MinItems, MinLength, MinProperties,
    Minimum, MultipleOf, Not, Nullable, OneOf, Pattern, Properties, Ref, Required, Title, Type,
    UniqueItems,
};

const AS_OF: &str = "2026-11-15";

const fn baseline(provider: &'static str, rows: &[(SchemaFeature, Support)]) -> Facts {
    Facts {
        provider,
        mode: "baseline",
        as_of: AS_OF,
        keywords: keywords(Refused, rows),
        unknown_keywords: Refused,
        own_keywords: &[],
        formats: None,
        tool_names: ANY_NAME,
        property_names: None,
    }
}

/// The OpenAI column.
pub(crate) static BASELINE_OPENAI: Facts = baseline("openai", &openai(Refused));

/// The OpenAI column for strict tools, the only ones with `pattern`.
pub(crate) static BASELINE_OPENAI_STRICT: Facts = baseline("openai", &openai(Accepted));

const fn openai(pattern: Support) -> [(SchemaFeature, Support); 29] {
    [
        (Ref, Refused),
        (Defs, Refused),
        (AnyOf, Refused),
        (OneOf, Refused),
        (AllOf, Refused),
        (Not, Refused),
        (Pattern, pattern),
        (Format, Accepted),
        (AdditionalProperties, Accepted),
        (Minimum, Accepted),
        (Maximum, Accepted),
        (MinLength, Accepted),
        (MaxLength, Accepted),
        (Enum, Accepted),
        (Const, Accepted),
        (Default, Accepted),
        (MultipleOf, Accepted),
        (MinItems, Accepted),
        (MaxItems, Accepted),
        (MinProperties, Accepted),
        (MaxProperties, Accepted),
        (UniqueItems, Accepted),
        (Definitions, Refused),
        (Title, Refused),
        (Type, Accepted),
        (Properties, Accepted),
        (Required, Accepted),
        (Items, Accepted),
        (Description, Accepted),
    ]
}

/// The Anthropic column.
pub(crate) static BASELINE_ANTHROPIC: Facts = baseline(
    "anthropic",
    &[
        (Ref, Refused),
        (Defs, Refused),
        (AnyOf, Accepted),
        (OneOf, Accepted),
        (AllOf, Accepted),
        (Not, Accepted),
        (Pattern, Accepted),
        (Format, Accepted),
        (AdditionalProperties, Accepted),
        (Minimum, Accepted),
        (Maximum, Accepted),
        (MinLength, Accepted),
        (MaxLength, Accepted),
        (Enum, Accepted),
        (Const, Accepted),
        (Default, Accepted),
        (MultipleOf, Accepted),
        (MinItems, Accepted),
        (MaxItems, Accepted),
        (MinProperties, Accepted),
        (MaxProperties, Accepted),
        (UniqueItems, Accepted),
        (Type, Accepted),
        (Properties, Accepted),
        (Required, Accepted),
        (Items, Accepted),
        (Description, Accepted),
    ],
);

/// Gemini is not in the matrix; this is what the original's code did.
pub(crate) static BASELINE_GEMINI: Facts = baseline(
    "gemini",
    &[
        (Ref, Accepted),
        (Defs, Accepted),
        (AnyOf, Accepted),
        (Pattern, Accepted),
        (Format, Accepted),
        (AdditionalProperties, Accepted),
        (Minimum, Accepted),
        (Maximum, Accepted),
        (MinLength, Accepted),
        (MaxLength, Accepted),
        (MinItems, Accepted),
        (MaxItems, Accepted),
        (MinProperties, Accepted),
        (MaxProperties, Accepted),
        (Enum, Accepted),
        (Default, Accepted),
        (Title, Accepted),
        (Nullable, Accepted),
        (Type, Accepted),
        (Properties, Accepted),
        (Required, Accepted),
        (Items, Accepted),
        (Description, Accepted),
    ],
);

/// A skill has no place for a schema; every keyword that means something is lost.
pub(crate) static BASELINE_A2A: Facts = Facts {
    unknown_keywords: Accepted,
    ..baseline(
        "a2a",
        &[
            (Type, Accepted),
            (Properties, Accepted),
            (Required, Accepted),
            (Items, Accepted),
            (Description, Accepted),
        ],
    )
};
